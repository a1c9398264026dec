// ---- tiles ----

// Tiles of the canonical order: one workgroup folds one tile of 32768 elements.
//
// As a matrix in row-major order a tile has 32 rows of 1024 columns, and an invocation owns
// 4 neighbouring columns. Every column is folded from top to bottom, then the columns are
// folded by a balanced binary tree; what is missing on the right is skipped.
// It folds the members of a tuple that commute; the kernel of runs folds the others of the same states.

struct Sum_f32 {
    sum: f32,
}

struct MinMax_f32 {
    min: f32,
    max: f32,
}

struct ColumnMembers {
    _0: Sum_f32,
    _2: MinMax_f32,
}

struct MinMax_f32Column {
    min: i32,
    max: i32,
}

struct ColumnMembersColumn {
    _0: Sum_f32,
    _2: MinMax_f32Column,
}

struct Shift {
    sign: f32,
    by: f32,
}

struct Sum_f32_and_Shift_and_MinMax_f32 {
    _0: Sum_f32,
    _1: Shift,
    _2: MinMax_f32,
}

fn sum_f32_lift(x: f32) -> Sum_f32 {
    return Sum_f32(x);
}

fn min_max_f32_lift(x: f32) -> MinMax_f32 {
    return MinMax_f32(x, x);
}

fn column_members_lift(x: f32) -> ColumnMembers {
    return ColumnMembers(sum_f32_lift(x), min_max_f32_lift(x));
}

fn sum_f32_combine(a: Sum_f32, b: Sum_f32) -> Sum_f32 {
    return Sum_f32(a.sum + b.sum);
}

// The bits of `x` as an integer that ascends with it: NaNs compare, and -0 lies below +0.
fn ascending_f32(x: f32) -> i32 {
    let bits = bitcast<i32>(x);
    return bits ^ ((bits >> 31u) & 0x7fffffffi);
}

// The IEEE 754-2019 minimum: a NaN wins.
fn min_f32(a: f32, b: f32) -> f32 {
    return select(b, a, ascending_f32(a) + 0x7fffffi < ascending_f32(b) + 0x7fffffi);
}

// The IEEE 754-2019 maximum: a NaN wins.
fn max_f32(a: f32, b: f32) -> f32 {
    return select(b, a, ascending_f32(a) - 0x7fffffi > ascending_f32(b) - 0x7fffffi);
}

fn min_max_f32_combine(a: MinMax_f32, b: MinMax_f32) -> MinMax_f32 {
    return MinMax_f32(min_f32(a.min, b.min), max_f32(a.max, b.max));
}

fn column_members_combine(a: ColumnMembers, b: ColumnMembers) -> ColumnMembers {
    return ColumnMembers(sum_f32_combine(a._0, b._0), min_max_f32_combine(a._2, b._2));
}

// An integer of which the minimum is that of the float.
fn min_key_f32(x: f32) -> i32 {
    return ascending_f32(x) + 0x7fffffi;
}

// And back: flipping the magnitude bits of negatives twice changes nothing.
fn min_of_key_f32(key: i32) -> f32 {
    let bits = key - 0x7fffffi;
    return bitcast<f32>(bits ^ ((bits >> 31u) & 0x7fffffffi));
}

// An integer of which the maximum is that of the float.
fn max_key_f32(x: f32) -> i32 {
    return ascending_f32(x) - 0x7fffffi;
}

// And back: flipping the magnitude bits of negatives twice changes nothing.
fn max_of_key_f32(key: i32) -> f32 {
    let bits = key + 0x7fffffi;
    return bitcast<f32>(bits ^ ((bits >> 31u) & 0x7fffffffi));
}

fn min_max_f32_to_key(x: MinMax_f32) -> MinMax_f32Column {
    return MinMax_f32Column(min_key_f32(x.min), max_key_f32(x.max));
}

fn min_max_f32_fold(a: MinMax_f32Column, b: MinMax_f32Column) -> MinMax_f32Column {
    return MinMax_f32Column(
        min(a.min, b.min),
        max(a.max, b.max),
    );
}

fn min_max_f32_from_key(x: MinMax_f32Column) -> MinMax_f32 {
    return MinMax_f32(min_of_key_f32(x.min), max_of_key_f32(x.max));
}

fn column_members_to_key(x: ColumnMembers) -> ColumnMembersColumn {
    return ColumnMembersColumn(x._0, min_max_f32_to_key(x._2));
}

fn column_members_fold(a: ColumnMembersColumn, b: ColumnMembersColumn) -> ColumnMembersColumn {
    return ColumnMembersColumn(
        sum_f32_combine(a._0, b._0),
        min_max_f32_fold(a._2, b._2),
    );
}

fn column_members_from_key(x: ColumnMembersColumn) -> ColumnMembers {
    return ColumnMembers(x._0, min_max_f32_from_key(x._2));
}

fn column_members_lift_column(x: f32) -> ColumnMembersColumn {
    return column_members_to_key(column_members_lift(x));
}

struct Pass {
    length: u32,        // elements that this dispatch folds
    first_output: u32,  // where the state of its first tile goes
}

@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<Sum_f32_and_Shift_and_MinMax_f32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

// The right neighbours of a tree level: half of the invocations at the first one.
var<workgroup> workgroup_states: array<ColumnMembers, 128>;

// Folds the states of the first `count` invocations by a balanced binary tree over the invocation index. Invocation 0 gets the result.
fn reduce_workgroup(state: ColumnMembers, count: u32, invocation: u32) -> ColumnMembers {
    var folded = state;
    for (var distance = 1u; distance < 256u; distance <<= 1u) {
        // The right child of every pair hands its state over, the left child takes it.
        let neighbour = invocation / (2u * distance);
        let local = invocation % (2u * distance);
        if (local == distance) {
            workgroup_states[neighbour] = folded;
        }
        workgroupBarrier();
        if (local == 0u && invocation + distance < count) {
            folded = column_members_combine(folded, workgroup_states[neighbour]);
        }
        workgroupBarrier();
    }
    return folded;
}

// The columns of an invocation.
struct Columns {
    c0: ColumnMembersColumn,
    c1: ColumnMembersColumn,
    c2: ColumnMembersColumn,
    c3: ColumnMembersColumn,
}

// A column with the lifted element of its next row, which begins the column or comes below the others.
fn fold_element(above: ColumnMembersColumn, value: ColumnMembersColumn, begins: bool) -> ColumnMembersColumn {
    if (begins) {
        return value;
    }
    return column_members_fold(above, value);
}

// The columns with their elements of the next row, which begins them or comes below the others.
fn fold_row(above: Columns, x: vec4<f32>, begins: bool) -> Columns {
    if (begins) {
        return Columns(
            column_members_lift_column(x.x),
            column_members_lift_column(x.y),
            column_members_lift_column(x.z),
            column_members_lift_column(x.w),
        );
    }
    return Columns(
        column_members_fold(above.c0, column_members_lift_column(x.x)),
        column_members_fold(above.c1, column_members_lift_column(x.y)),
        column_members_fold(above.c2, column_members_lift_column(x.z)),
        column_members_fold(above.c3, column_members_lift_column(x.w)),
    );
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    let tile = workgroup.x;
    let available = pass_info.length - tile * 32768u;
    let count = min(available, 1024u);
    let column = invocation * 4u;
    let base = tile * 8192u + invocation;
    var columns: Columns;
    if (available >= 32768u) {
        for (var row = 0u; row < 32u; row += 1u) {
            // 1 load is in flight before the first is used.
            let here = base + row * 256u;
            let x0 = input[here];
            columns = fold_row(columns, x0, row == 0u);
        }
    } else {
        // The last tile of the input: its full rows, then the row that ends early.
        let full_rows = available / 1024u;
        for (var row = 0u; row < full_rows; row += 1u) {
            columns = fold_row(columns, input[base + row * 256u], row == 0u);
        }
        let index = full_rows * 1024u + column;
        if (index < available) {
            let here = base + full_rows * 256u;
            let x0 = input[here];
            columns.c0 = fold_element(columns.c0, column_members_lift_column(x0.x), full_rows == 0u);
            if (index + 1u < available) {
                columns.c1 = fold_element(columns.c1, column_members_lift_column(x0.y), full_rows == 0u);
            }
            if (index + 2u < available) {
                columns.c2 = fold_element(columns.c2, column_members_lift_column(x0.z), full_rows == 0u);
            }
            if (index + 3u < available) {
                columns.c3 = fold_element(columns.c3, column_members_lift_column(x0.w), full_rows == 0u);
            }
        }
    }

    // Fold the columns of the invocation.
    if (column + 1u < count) {
        columns.c0 = column_members_fold(columns.c0, columns.c1);
    }
    if (column + 3u < count) {
        columns.c2 = column_members_fold(columns.c2, columns.c3);
    }
    if (column + 2u < count) {
        columns.c0 = column_members_fold(columns.c0, columns.c2);
    }

    let invocations_with_columns = (count + 3u) / 4u;
    let folded = reduce_workgroup(column_members_from_key(columns.c0), invocations_with_columns, invocation);
    if (invocation == 0u) {
        let node = folded;
        output[pass_info.first_output + workgroup.x]._0 = node._0;
        output[pass_info.first_output + workgroup.x]._2 = node._2;
    }
}

// ---- runs ----

// Tiles of the ordered variant: one workgroup folds one tile of 32768 elements in input order.
//
// An invocation folds its own run of 128 neighbouring elements from left to right, then the invocations are folded by a
// balanced binary tree; what is missing on the right is skipped.
// It folds the members of a tuple that do not commute; the kernel of tiles folds the others of the same states.

struct Shift {
    sign: f32,
    by: f32,
}

struct Sum_f32 {
    sum: f32,
}

struct MinMax_f32 {
    min: f32,
    max: f32,
}

struct Sum_f32_and_Shift_and_MinMax_f32 {
    _0: Sum_f32,
    _1: Shift,
    _2: MinMax_f32,
}

fn shifts_lift(x: f32) -> Shift {
    return Shift(select(1.0f, -1.0f, x < 0.0f), x);
}

fn shift_combine(a: Shift, b: Shift) -> Shift {
    return Shift(
        select(a.sign, (-a.sign), b.sign < 0.0f),
        select(a.by, (-a.by), b.sign < 0.0f) + b.by,
    );
}

struct Pass {
    length: u32,        // elements that this dispatch folds
    first_output: u32,  // where the state of its first tile goes
}

@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<Sum_f32_and_Shift_and_MinMax_f32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

// The right neighbours of a tree level: half of the invocations at the first one.
var<workgroup> workgroup_states: array<Shift, 128>;

// Folds the states of the first `count` invocations by a balanced binary tree over the invocation index. Invocation 0 gets the result.
fn reduce_workgroup(state: Shift, count: u32, invocation: u32) -> Shift {
    var folded = state;
    for (var distance = 1u; distance < 256u; distance <<= 1u) {
        // The right child of every pair hands its state over, the left child takes it.
        let neighbour = invocation / (2u * distance);
        let local = invocation % (2u * distance);
        if (local == distance) {
            workgroup_states[neighbour] = folded;
        }
        workgroupBarrier();
        if (local == 0u && invocation + distance < count) {
            folded = shift_combine(folded, workgroup_states[neighbour]);
        }
        workgroupBarrier();
    }
    return folded;
}

// A column with the lifted element of its next row, which begins the column or comes below the others.
fn fold_element(above: Shift, value: Shift, begins: bool) -> Shift {
    if (begins) {
        return value;
    }
    return shift_combine(above, value);
}

// The run with its elements of the next row, which begins it or comes below the others.
fn fold_row(above: Shift, x: vec4<f32>, begins: bool) -> Shift {
    var folded = fold_element(above, shifts_lift(x.x), begins);
    folded = shift_combine(folded, shifts_lift(x.y));
    folded = shift_combine(folded, shifts_lift(x.z));
    folded = shift_combine(folded, shifts_lift(x.w));
    return folded;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    let available = pass_info.length - workgroup.x * 32768u;
    let first = invocation * 128u;
    let base = workgroup.x * 8192u + invocation * 32u;
    var columns: Shift;
    if (first + 128u <= available) {
        for (var row = 0u; row < 32u; row += 1u) {
            // 1 load is in flight before the first is used.
            let here = base + row;
            let x0 = input[here];
            columns = fold_row(columns, x0, row == 0u);
        }
    } else if (first < available) {
        // The input ends in this run: its full rows, then the row that ends early.
        let full_rows = (available - first) / 4u;
        for (var row = 0u; row < full_rows; row += 1u) {
            columns = fold_row(columns, input[base + row], row == 0u);
        }
        let index = first + full_rows * 4u;
        if (index < available) {
            let here = base + full_rows;
            let x0 = input[here];
            columns = fold_element(columns, shifts_lift(x0.x), full_rows == 0u);
            if (index + 1u < available) {
                columns = shift_combine(columns, shifts_lift(x0.y));
            }
            if (index + 2u < available) {
                columns = shift_combine(columns, shifts_lift(x0.z));
            }
        }
    }

    let count = min((available + 127u) / 128u, 256u);
    let folded = reduce_workgroup(columns, count, invocation);
    if (invocation == 0u) {
        output[pass_info.first_output + workgroup.x]._1 = folded;
    }
}

// ---- tree ----

// The tree over the tiles: one workgroup folds 1024 neighbouring states into one.
//
// An invocation folds its own run of 4 by a balanced binary tree over their index, then the invocations go on with the same tree;
// what is missing on the right is skipped.

struct Sum_f32 {
    sum: f32,
}

struct Shift {
    sign: f32,
    by: f32,
}

struct MinMax_f32 {
    min: f32,
    max: f32,
}

struct Sum_f32_and_Shift_and_MinMax_f32 {
    _0: Sum_f32,
    _1: Shift,
    _2: MinMax_f32,
}

fn sum_f32_combine(a: Sum_f32, b: Sum_f32) -> Sum_f32 {
    return Sum_f32(a.sum + b.sum);
}

fn shift_combine(a: Shift, b: Shift) -> Shift {
    return Shift(
        select(a.sign, (-a.sign), b.sign < 0.0f),
        select(a.by, (-a.by), b.sign < 0.0f) + b.by,
    );
}

// The bits of `x` as an integer that ascends with it: NaNs compare, and -0 lies below +0.
fn ascending_f32(x: f32) -> i32 {
    let bits = bitcast<i32>(x);
    return bits ^ ((bits >> 31u) & 0x7fffffffi);
}

// The IEEE 754-2019 minimum: a NaN wins.
fn min_f32(a: f32, b: f32) -> f32 {
    return select(b, a, ascending_f32(a) + 0x7fffffi < ascending_f32(b) + 0x7fffffi);
}

// The IEEE 754-2019 maximum: a NaN wins.
fn max_f32(a: f32, b: f32) -> f32 {
    return select(b, a, ascending_f32(a) - 0x7fffffi > ascending_f32(b) - 0x7fffffi);
}

fn min_max_f32_combine(a: MinMax_f32, b: MinMax_f32) -> MinMax_f32 {
    return MinMax_f32(min_f32(a.min, b.min), max_f32(a.max, b.max));
}

fn sum_f32_and_shift_and_min_max_f32_combine(a: Sum_f32_and_Shift_and_MinMax_f32, b: Sum_f32_and_Shift_and_MinMax_f32) -> Sum_f32_and_Shift_and_MinMax_f32 {
    return Sum_f32_and_Shift_and_MinMax_f32(
        sum_f32_combine(a._0, b._0),
        shift_combine(a._1, b._1),
        min_max_f32_combine(a._2, b._2),
    );
}

struct Pass {
    length: u32,        // states that this dispatch folds
    first_output: u32,  // where the first of its results goes
}

@group(0) @binding(0) var<storage, read> states: array<Sum_f32_and_Shift_and_MinMax_f32>;
@group(0) @binding(1) var<storage, read_write> output: array<Sum_f32_and_Shift_and_MinMax_f32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

// The right neighbours of a tree level: half of the invocations at the first one.
var<workgroup> workgroup_states: array<Sum_f32_and_Shift_and_MinMax_f32, 128>;

// Folds the states of the first `count` invocations by a balanced binary tree over the invocation index. Invocation 0 gets the result.
fn reduce_workgroup(state: Sum_f32_and_Shift_and_MinMax_f32, count: u32, invocation: u32) -> Sum_f32_and_Shift_and_MinMax_f32 {
    var folded = state;
    for (var distance = 1u; distance < 256u; distance <<= 1u) {
        // The right child of every pair hands its state over, the left child takes it.
        let neighbour = invocation / (2u * distance);
        let local = invocation % (2u * distance);
        if (local == distance) {
            workgroup_states[neighbour] = folded;
        }
        workgroupBarrier();
        if (local == 0u && invocation + distance < count) {
            folded = sum_f32_and_shift_and_min_max_f32_combine(folded, workgroup_states[neighbour]);
        }
        workgroupBarrier();
    }
    return folded;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    let base = workgroup.x * 1024u;
    let count = min(pass_info.length - base, 1024u);
    let first = invocation * 4u;
    var s0: Sum_f32_and_Shift_and_MinMax_f32;
    if (first + 0u < count) {
        s0 = states[base + first + 0u];
    }
    var s1: Sum_f32_and_Shift_and_MinMax_f32;
    if (first + 1u < count) {
        s1 = states[base + first + 1u];
    }
    var s2: Sum_f32_and_Shift_and_MinMax_f32;
    if (first + 2u < count) {
        s2 = states[base + first + 2u];
    }
    var s3: Sum_f32_and_Shift_and_MinMax_f32;
    if (first + 3u < count) {
        s3 = states[base + first + 3u];
    }
    if (first + 1u < count) {
        s0 = sum_f32_and_shift_and_min_max_f32_combine(s0, s1);
    }
    if (first + 3u < count) {
        s2 = sum_f32_and_shift_and_min_max_f32_combine(s2, s3);
    }
    if (first + 2u < count) {
        s0 = sum_f32_and_shift_and_min_max_f32_combine(s0, s2);
    }
    let folded = reduce_workgroup(s0, (count + 3u) / 4u, invocation);
    if (invocation == 0u) {
        output[pass_info.first_output + workgroup.x] = folded;
    }
}
