// Tiles of the canonical order: one workgroup folds one tile of 32768 elements.
//
// As a matrix in row-major order a tile has 32 rows of 1024 columns, and an invocation owns
// 4 neighbouring columns. Every column is folded from top to bottom, then the columns are
// folded by a balanced binary tree; what is missing on the right is skipped.

struct Stats {
    count: u32,
    sum: f32,
    min: f32,
    max: f32,
}

struct StatsColumn {
    count: u32,
    sum: f32,
    min: i32,
    max: i32,
}

fn stats_lift(x: f32) -> Stats {
    return Stats(1u, x, x, x);
}

// The bits of `x` as an integer that ascends with it: NaNs compare, and -0 lies below +0.
fn ascending_f32(x: f32) -> i32 {
    let bits = bitcast<i32>(x);
    return bits ^ ((bits >> 31u) & 0x7fffffffi);
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

fn stats_to_key(x: Stats) -> StatsColumn {
    return StatsColumn(x.count, x.sum, min_key_f32(x.min), max_key_f32(x.max));
}

fn stats_fold(a: StatsColumn, b: StatsColumn) -> StatsColumn {
    return StatsColumn(
        a.count + b.count,
        a.sum + b.sum,
        min(a.min, b.min),
        max(a.max, b.max),
    );
}

fn stats_from_key(x: StatsColumn) -> Stats {
    return Stats(x.count, x.sum, min_of_key_f32(x.min), max_of_key_f32(x.max));
}

fn shuffle_xor_stats_column(value: StatsColumn, distance: u32) -> StatsColumn {
    return StatsColumn(
        subgroupShuffleXor(value.count, distance),
        subgroupShuffleXor(value.sum, distance),
        subgroupShuffleXor(value.min, distance),
        subgroupShuffleXor(value.max, distance),
    );
}

fn stats_lift_column(x: f32) -> StatsColumn {
    return stats_to_key(stats_lift(x));
}

struct Pass {
    length: u32,        // elements that this dispatch folds
    first_output: u32,  // where the state of its first tile goes
    first_element: u32, // the position of its first element in the input
    start_x: u32, // where that element is in input
    step_x: u32,  // and how far on the next one is
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<Stats>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

// The index in `input` of element `index` of this dispatch.
fn at_x(index: u32) -> u32 {
    return pass_info.start_x + index * pass_info.step_x;
}

// One state a subgroup; 64 subgroups of 4 lanes are the most there can be.
var<workgroup> subgroup_states: array<StatsColumn, 64>;

// Folds the states of the first `count` invocations by a balanced binary tree over the invocation index. Invocation 0 gets the result.
fn reduce_workgroup(
    state: StatsColumn,
    count: u32,
    invocation: u32,
    subgroup_number: u32,
    subgroup_width: u32,
    subgroup_lane: u32,
) -> StatsColumn {
    // Inside a subgroup the right neighbour is 1, 2, 4, ... lanes away.
    var folded = state;
    for (var distance = 1u; distance < subgroup_width; distance <<= 1u) {
        let right = shuffle_xor_stats_column(folded, distance);
        if (invocation + distance < count) {
            folded = stats_fold(folded, right);
        }
    }
    // Beyond it, the same tree goes on in workgroup memory.
    if (subgroup_lane == 0u) {
        subgroup_states[min(subgroup_number, 63u)] = folded;
    }
    workgroupBarrier();
    let subgroup_count = (count + subgroup_width - 1u) / subgroup_width;
    for (var distance = 1u; distance < 256u / subgroup_width; distance <<= 1u) {
        let left = invocation * 2u * distance;
        if (left + distance < subgroup_count) {
            subgroup_states[left] = stats_fold(subgroup_states[left], subgroup_states[left + distance]);
        }
        workgroupBarrier();
    }
    return subgroup_states[0];
}

// The columns of an invocation.
struct Columns {
    c0: StatsColumn,
    c1: StatsColumn,
    c2: StatsColumn,
    c3: StatsColumn,
}

// A column with the lifted element of its next row, which begins the column or comes below the others.
fn fold_element(above: StatsColumn, value: StatsColumn, begins: bool) -> StatsColumn {
    if (begins) {
        return value;
    }
    return stats_fold(above, value);
}

// The elements of an invocation in a row.
struct Row {
    x_0: f32,
    x_1: f32,
    x_2: f32,
    x_3: f32,
}

// Loads group `group` of the input.
fn load_row(group: u32) -> Row {
    return Row(
        input[at_x(group * 4u)],
        input[at_x(group * 4u + 1u)],
        input[at_x(group * 4u + 2u)],
        input[at_x(group * 4u + 3u)],
    );
}

// The columns with their elements of the next row, which begins them or comes below the others.
fn fold_row(above: Columns, loaded: Row, begins: bool) -> Columns {
    if (begins) {
        return Columns(
            stats_lift_column(loaded.x_0),
            stats_lift_column(loaded.x_1),
            stats_lift_column(loaded.x_2),
            stats_lift_column(loaded.x_3),
        );
    }
    return Columns(
        stats_fold(above.c0, stats_lift_column(loaded.x_0)),
        stats_fold(above.c1, stats_lift_column(loaded.x_1)),
        stats_fold(above.c2, stats_lift_column(loaded.x_2)),
        stats_fold(above.c3, stats_lift_column(loaded.x_3)),
    );
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(subgroup_id) subgroup_number: u32,
    @builtin(subgroup_size) subgroup_width: u32,
    @builtin(subgroup_invocation_id) subgroup_lane: u32,
) {
    // Below 256 by itself where subgroups are full, as they were when the device was opened.
    let invocation = min(subgroup_number * subgroup_width + subgroup_lane, 255u);
    let tile = workgroup.x;
    let available = pass_info.length - tile * 32768u;
    let count = min(available, 1024u);
    let column = invocation * 4u;
    let base = tile * 8192u + invocation;
    var columns: Columns;
    if (available >= 32768u) {
        for (var row = 0u; row < 32u; row += 8u) {
            // 8 loads are in flight before the first is used.
            let here = base + row * 256u;
            let x0 = load_row(here);
            let x1 = load_row(here + 256u);
            let x2 = load_row(here + 512u);
            let x3 = load_row(here + 768u);
            let x4 = load_row(here + 1024u);
            let x5 = load_row(here + 1280u);
            let x6 = load_row(here + 1536u);
            let x7 = load_row(here + 1792u);
            columns = fold_row(columns, x0, row == 0u);
            columns = fold_row(columns, x1, false);
            columns = fold_row(columns, x2, false);
            columns = fold_row(columns, x3, false);
            columns = fold_row(columns, x4, false);
            columns = fold_row(columns, x5, false);
            columns = fold_row(columns, x6, false);
            columns = fold_row(columns, x7, false);
        }
    } else {
        // The last tile of the input: its full rows, then the row that ends early.
        let full_rows = available / 1024u;
        for (var row = 0u; row < full_rows; row += 1u) {
            columns = fold_row(columns, load_row(base + row * 256u), row == 0u);
        }
        let index = full_rows * 1024u + column;
        if (index < available) {
            let here = base + full_rows * 256u;
            let x0_0 = input[at_x(here * 4u)];
            columns.c0 = fold_element(columns.c0, stats_lift_column(x0_0), full_rows == 0u);
            if (index + 1u < available) {
                let x0_1 = input[at_x(here * 4u + 1u)];
                columns.c1 = fold_element(columns.c1, stats_lift_column(x0_1), full_rows == 0u);
            }
            if (index + 2u < available) {
                let x0_2 = input[at_x(here * 4u + 2u)];
                columns.c2 = fold_element(columns.c2, stats_lift_column(x0_2), full_rows == 0u);
            }
            if (index + 3u < available) {
                let x0_3 = input[at_x(here * 4u + 3u)];
                columns.c3 = fold_element(columns.c3, stats_lift_column(x0_3), full_rows == 0u);
            }
        }
    }

    // Fold the columns of the invocation.
    if (column + 1u < count) {
        columns.c0 = stats_fold(columns.c0, columns.c1);
    }
    if (column + 3u < count) {
        columns.c2 = stats_fold(columns.c2, columns.c3);
    }
    if (column + 2u < count) {
        columns.c0 = stats_fold(columns.c0, columns.c2);
    }

    let invocations_with_columns = (count + 3u) / 4u;
    let folded = reduce_workgroup(columns.c0, invocations_with_columns, invocation, subgroup_number, subgroup_width, subgroup_lane);
    if (invocation == 0u) {
        output[pass_info.first_output + workgroup.x] = stats_from_key(folded);
    }
}
