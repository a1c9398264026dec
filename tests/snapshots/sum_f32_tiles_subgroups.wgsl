// Tiles of the canonical order: one workgroup folds one tile of 32768 elements.
//
// As a matrix in row-major order a tile has 32 rows of 1024 columns, and an invocation owns
// 4 neighbouring columns. Every column is folded from top to bottom, then the columns are
// folded by a balanced binary tree; what is missing on the right is skipped.

struct Sum_f32 {
    sum: f32,
}

fn sum_f32_lift(x: f32) -> Sum_f32 {
    return Sum_f32(x);
}

fn sum_f32_combine(a: Sum_f32, b: Sum_f32) -> Sum_f32 {
    return Sum_f32(a.sum + b.sum);
}

fn shuffle_xor_sum_f32(value: Sum_f32, distance: u32) -> Sum_f32 {
    return Sum_f32(subgroupShuffleXor(value.sum, distance));
}

struct Pass {
    length: u32,        // elements that this dispatch folds
    first_output: u32,  // where the state of its first tile goes
}

@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<Sum_f32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

// One state a subgroup; 64 subgroups of 4 lanes are the most there can be.
var<workgroup> subgroup_states: array<Sum_f32, 64>;

// Folds the states of the first `count` invocations by a balanced binary tree over the invocation index. Invocation 0 gets the result.
fn reduce_workgroup(
    state: Sum_f32,
    count: u32,
    invocation: u32,
    subgroup_number: u32,
    subgroup_width: u32,
    subgroup_lane: u32,
) -> Sum_f32 {
    // Inside a subgroup the right neighbour is 1, 2, 4, ... lanes away.
    var folded = state;
    for (var distance = 1u; distance < subgroup_width; distance <<= 1u) {
        let right = shuffle_xor_sum_f32(folded, distance);
        if (invocation + distance < count) {
            folded = sum_f32_combine(folded, right);
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
            subgroup_states[left] = sum_f32_combine(subgroup_states[left], subgroup_states[left + distance]);
        }
        workgroupBarrier();
    }
    return subgroup_states[0];
}

// The columns of an invocation.
struct Columns {
    c0: Sum_f32,
    c1: Sum_f32,
    c2: Sum_f32,
    c3: Sum_f32,
}

// A column with the lifted element of its next row, which begins the column or comes below the others.
fn fold_element(above: Sum_f32, value: Sum_f32, begins: bool) -> Sum_f32 {
    if (begins) {
        return value;
    }
    return sum_f32_combine(above, value);
}

// The columns with their elements of the next row, which begins them or comes below the others.
fn fold_row(above: Columns, x: vec4<f32>, begins: bool) -> Columns {
    if (begins) {
        return Columns(
            sum_f32_lift(x.x),
            sum_f32_lift(x.y),
            sum_f32_lift(x.z),
            sum_f32_lift(x.w),
        );
    }
    return Columns(
        sum_f32_combine(above.c0, sum_f32_lift(x.x)),
        sum_f32_combine(above.c1, sum_f32_lift(x.y)),
        sum_f32_combine(above.c2, sum_f32_lift(x.z)),
        sum_f32_combine(above.c3, sum_f32_lift(x.w)),
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
            let x0 = input[here];
            let x1 = input[here + 256u];
            let x2 = input[here + 512u];
            let x3 = input[here + 768u];
            let x4 = input[here + 1024u];
            let x5 = input[here + 1280u];
            let x6 = input[here + 1536u];
            let x7 = input[here + 1792u];
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
            columns = fold_row(columns, input[base + row * 256u], row == 0u);
        }
        let index = full_rows * 1024u + column;
        if (index < available) {
            let here = base + full_rows * 256u;
            let x0 = input[here];
            columns.c0 = fold_element(columns.c0, sum_f32_lift(x0.x), full_rows == 0u);
            if (index + 1u < available) {
                columns.c1 = fold_element(columns.c1, sum_f32_lift(x0.y), full_rows == 0u);
            }
            if (index + 2u < available) {
                columns.c2 = fold_element(columns.c2, sum_f32_lift(x0.z), full_rows == 0u);
            }
            if (index + 3u < available) {
                columns.c3 = fold_element(columns.c3, sum_f32_lift(x0.w), full_rows == 0u);
            }
        }
    }

    // Fold the columns of the invocation.
    if (column + 1u < count) {
        columns.c0 = sum_f32_combine(columns.c0, columns.c1);
    }
    if (column + 3u < count) {
        columns.c2 = sum_f32_combine(columns.c2, columns.c3);
    }
    if (column + 2u < count) {
        columns.c0 = sum_f32_combine(columns.c0, columns.c2);
    }

    let invocations_with_columns = (count + 3u) / 4u;
    let folded = reduce_workgroup(columns.c0, invocations_with_columns, invocation, subgroup_number, subgroup_width, subgroup_lane);
    if (invocation == 0u) {
        output[pass_info.first_output + workgroup.x] = folded;
    }
}
