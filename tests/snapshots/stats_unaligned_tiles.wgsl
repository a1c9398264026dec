// Tiles of the canonical order: one workgroup folds one tile of 32768 elements.
//
// As a matrix in row-major order a tile has 32 rows of 1024 columns, and an invocation owns
// 4 neighbouring column(s). Every column is folded from top to bottom, then the columns are
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
    var c0: StatsColumn;
    var c1: StatsColumn;
    var c2: StatsColumn;
    var c3: StatsColumn;
    if (available >= 32768u) {
        // Begin every column; 8 loads are in flight before the first is used.
        {
            let here = base;
            let x0_0 = input[pass_info.start_x + ((here + 0u) * 4u + 0u) * pass_info.step_x];
            let x0_1 = input[pass_info.start_x + ((here + 0u) * 4u + 1u) * pass_info.step_x];
            let x0_2 = input[pass_info.start_x + ((here + 0u) * 4u + 2u) * pass_info.step_x];
            let x0_3 = input[pass_info.start_x + ((here + 0u) * 4u + 3u) * pass_info.step_x];
            let x1_0 = input[pass_info.start_x + ((here + 256u) * 4u + 0u) * pass_info.step_x];
            let x1_1 = input[pass_info.start_x + ((here + 256u) * 4u + 1u) * pass_info.step_x];
            let x1_2 = input[pass_info.start_x + ((here + 256u) * 4u + 2u) * pass_info.step_x];
            let x1_3 = input[pass_info.start_x + ((here + 256u) * 4u + 3u) * pass_info.step_x];
            let x2_0 = input[pass_info.start_x + ((here + 512u) * 4u + 0u) * pass_info.step_x];
            let x2_1 = input[pass_info.start_x + ((here + 512u) * 4u + 1u) * pass_info.step_x];
            let x2_2 = input[pass_info.start_x + ((here + 512u) * 4u + 2u) * pass_info.step_x];
            let x2_3 = input[pass_info.start_x + ((here + 512u) * 4u + 3u) * pass_info.step_x];
            let x3_0 = input[pass_info.start_x + ((here + 768u) * 4u + 0u) * pass_info.step_x];
            let x3_1 = input[pass_info.start_x + ((here + 768u) * 4u + 1u) * pass_info.step_x];
            let x3_2 = input[pass_info.start_x + ((here + 768u) * 4u + 2u) * pass_info.step_x];
            let x3_3 = input[pass_info.start_x + ((here + 768u) * 4u + 3u) * pass_info.step_x];
            let x4_0 = input[pass_info.start_x + ((here + 1024u) * 4u + 0u) * pass_info.step_x];
            let x4_1 = input[pass_info.start_x + ((here + 1024u) * 4u + 1u) * pass_info.step_x];
            let x4_2 = input[pass_info.start_x + ((here + 1024u) * 4u + 2u) * pass_info.step_x];
            let x4_3 = input[pass_info.start_x + ((here + 1024u) * 4u + 3u) * pass_info.step_x];
            let x5_0 = input[pass_info.start_x + ((here + 1280u) * 4u + 0u) * pass_info.step_x];
            let x5_1 = input[pass_info.start_x + ((here + 1280u) * 4u + 1u) * pass_info.step_x];
            let x5_2 = input[pass_info.start_x + ((here + 1280u) * 4u + 2u) * pass_info.step_x];
            let x5_3 = input[pass_info.start_x + ((here + 1280u) * 4u + 3u) * pass_info.step_x];
            let x6_0 = input[pass_info.start_x + ((here + 1536u) * 4u + 0u) * pass_info.step_x];
            let x6_1 = input[pass_info.start_x + ((here + 1536u) * 4u + 1u) * pass_info.step_x];
            let x6_2 = input[pass_info.start_x + ((here + 1536u) * 4u + 2u) * pass_info.step_x];
            let x6_3 = input[pass_info.start_x + ((here + 1536u) * 4u + 3u) * pass_info.step_x];
            let x7_0 = input[pass_info.start_x + ((here + 1792u) * 4u + 0u) * pass_info.step_x];
            let x7_1 = input[pass_info.start_x + ((here + 1792u) * 4u + 1u) * pass_info.step_x];
            let x7_2 = input[pass_info.start_x + ((here + 1792u) * 4u + 2u) * pass_info.step_x];
            let x7_3 = input[pass_info.start_x + ((here + 1792u) * 4u + 3u) * pass_info.step_x];
            c0 = stats_lift_column(x0_0);
            c1 = stats_lift_column(x0_1);
            c2 = stats_lift_column(x0_2);
            c3 = stats_lift_column(x0_3);
            c0 = stats_fold(c0, stats_lift_column(x1_0));
            c1 = stats_fold(c1, stats_lift_column(x1_1));
            c2 = stats_fold(c2, stats_lift_column(x1_2));
            c3 = stats_fold(c3, stats_lift_column(x1_3));
            c0 = stats_fold(c0, stats_lift_column(x2_0));
            c1 = stats_fold(c1, stats_lift_column(x2_1));
            c2 = stats_fold(c2, stats_lift_column(x2_2));
            c3 = stats_fold(c3, stats_lift_column(x2_3));
            c0 = stats_fold(c0, stats_lift_column(x3_0));
            c1 = stats_fold(c1, stats_lift_column(x3_1));
            c2 = stats_fold(c2, stats_lift_column(x3_2));
            c3 = stats_fold(c3, stats_lift_column(x3_3));
            c0 = stats_fold(c0, stats_lift_column(x4_0));
            c1 = stats_fold(c1, stats_lift_column(x4_1));
            c2 = stats_fold(c2, stats_lift_column(x4_2));
            c3 = stats_fold(c3, stats_lift_column(x4_3));
            c0 = stats_fold(c0, stats_lift_column(x5_0));
            c1 = stats_fold(c1, stats_lift_column(x5_1));
            c2 = stats_fold(c2, stats_lift_column(x5_2));
            c3 = stats_fold(c3, stats_lift_column(x5_3));
            c0 = stats_fold(c0, stats_lift_column(x6_0));
            c1 = stats_fold(c1, stats_lift_column(x6_1));
            c2 = stats_fold(c2, stats_lift_column(x6_2));
            c3 = stats_fold(c3, stats_lift_column(x6_3));
            c0 = stats_fold(c0, stats_lift_column(x7_0));
            c1 = stats_fold(c1, stats_lift_column(x7_1));
            c2 = stats_fold(c2, stats_lift_column(x7_2));
            c3 = stats_fold(c3, stats_lift_column(x7_3));
        }
        // Go on with it.
        for (var row = 8u; row < 32u; row += 8u) {
            let here = base + row * 256u;
            let x0_0 = input[pass_info.start_x + ((here + 0u) * 4u + 0u) * pass_info.step_x];
            let x0_1 = input[pass_info.start_x + ((here + 0u) * 4u + 1u) * pass_info.step_x];
            let x0_2 = input[pass_info.start_x + ((here + 0u) * 4u + 2u) * pass_info.step_x];
            let x0_3 = input[pass_info.start_x + ((here + 0u) * 4u + 3u) * pass_info.step_x];
            let x1_0 = input[pass_info.start_x + ((here + 256u) * 4u + 0u) * pass_info.step_x];
            let x1_1 = input[pass_info.start_x + ((here + 256u) * 4u + 1u) * pass_info.step_x];
            let x1_2 = input[pass_info.start_x + ((here + 256u) * 4u + 2u) * pass_info.step_x];
            let x1_3 = input[pass_info.start_x + ((here + 256u) * 4u + 3u) * pass_info.step_x];
            let x2_0 = input[pass_info.start_x + ((here + 512u) * 4u + 0u) * pass_info.step_x];
            let x2_1 = input[pass_info.start_x + ((here + 512u) * 4u + 1u) * pass_info.step_x];
            let x2_2 = input[pass_info.start_x + ((here + 512u) * 4u + 2u) * pass_info.step_x];
            let x2_3 = input[pass_info.start_x + ((here + 512u) * 4u + 3u) * pass_info.step_x];
            let x3_0 = input[pass_info.start_x + ((here + 768u) * 4u + 0u) * pass_info.step_x];
            let x3_1 = input[pass_info.start_x + ((here + 768u) * 4u + 1u) * pass_info.step_x];
            let x3_2 = input[pass_info.start_x + ((here + 768u) * 4u + 2u) * pass_info.step_x];
            let x3_3 = input[pass_info.start_x + ((here + 768u) * 4u + 3u) * pass_info.step_x];
            let x4_0 = input[pass_info.start_x + ((here + 1024u) * 4u + 0u) * pass_info.step_x];
            let x4_1 = input[pass_info.start_x + ((here + 1024u) * 4u + 1u) * pass_info.step_x];
            let x4_2 = input[pass_info.start_x + ((here + 1024u) * 4u + 2u) * pass_info.step_x];
            let x4_3 = input[pass_info.start_x + ((here + 1024u) * 4u + 3u) * pass_info.step_x];
            let x5_0 = input[pass_info.start_x + ((here + 1280u) * 4u + 0u) * pass_info.step_x];
            let x5_1 = input[pass_info.start_x + ((here + 1280u) * 4u + 1u) * pass_info.step_x];
            let x5_2 = input[pass_info.start_x + ((here + 1280u) * 4u + 2u) * pass_info.step_x];
            let x5_3 = input[pass_info.start_x + ((here + 1280u) * 4u + 3u) * pass_info.step_x];
            let x6_0 = input[pass_info.start_x + ((here + 1536u) * 4u + 0u) * pass_info.step_x];
            let x6_1 = input[pass_info.start_x + ((here + 1536u) * 4u + 1u) * pass_info.step_x];
            let x6_2 = input[pass_info.start_x + ((here + 1536u) * 4u + 2u) * pass_info.step_x];
            let x6_3 = input[pass_info.start_x + ((here + 1536u) * 4u + 3u) * pass_info.step_x];
            let x7_0 = input[pass_info.start_x + ((here + 1792u) * 4u + 0u) * pass_info.step_x];
            let x7_1 = input[pass_info.start_x + ((here + 1792u) * 4u + 1u) * pass_info.step_x];
            let x7_2 = input[pass_info.start_x + ((here + 1792u) * 4u + 2u) * pass_info.step_x];
            let x7_3 = input[pass_info.start_x + ((here + 1792u) * 4u + 3u) * pass_info.step_x];
            c0 = stats_fold(c0, stats_lift_column(x0_0));
            c1 = stats_fold(c1, stats_lift_column(x0_1));
            c2 = stats_fold(c2, stats_lift_column(x0_2));
            c3 = stats_fold(c3, stats_lift_column(x0_3));
            c0 = stats_fold(c0, stats_lift_column(x1_0));
            c1 = stats_fold(c1, stats_lift_column(x1_1));
            c2 = stats_fold(c2, stats_lift_column(x1_2));
            c3 = stats_fold(c3, stats_lift_column(x1_3));
            c0 = stats_fold(c0, stats_lift_column(x2_0));
            c1 = stats_fold(c1, stats_lift_column(x2_1));
            c2 = stats_fold(c2, stats_lift_column(x2_2));
            c3 = stats_fold(c3, stats_lift_column(x2_3));
            c0 = stats_fold(c0, stats_lift_column(x3_0));
            c1 = stats_fold(c1, stats_lift_column(x3_1));
            c2 = stats_fold(c2, stats_lift_column(x3_2));
            c3 = stats_fold(c3, stats_lift_column(x3_3));
            c0 = stats_fold(c0, stats_lift_column(x4_0));
            c1 = stats_fold(c1, stats_lift_column(x4_1));
            c2 = stats_fold(c2, stats_lift_column(x4_2));
            c3 = stats_fold(c3, stats_lift_column(x4_3));
            c0 = stats_fold(c0, stats_lift_column(x5_0));
            c1 = stats_fold(c1, stats_lift_column(x5_1));
            c2 = stats_fold(c2, stats_lift_column(x5_2));
            c3 = stats_fold(c3, stats_lift_column(x5_3));
            c0 = stats_fold(c0, stats_lift_column(x6_0));
            c1 = stats_fold(c1, stats_lift_column(x6_1));
            c2 = stats_fold(c2, stats_lift_column(x6_2));
            c3 = stats_fold(c3, stats_lift_column(x6_3));
            c0 = stats_fold(c0, stats_lift_column(x7_0));
            c1 = stats_fold(c1, stats_lift_column(x7_1));
            c2 = stats_fold(c2, stats_lift_column(x7_2));
            c3 = stats_fold(c3, stats_lift_column(x7_3));
        }
    } else {
        // The last tile of the input ends early: ask at every element.
        for (var row = 0u; row < 32u; row += 1u) {
            let index = row * 1024u + column;
            if (index >= available) {
                break;
            }
            let here = base + row * 256u;
            if (index + 0u < available) {
                let x0_0 = input[pass_info.start_x + ((here) * 4u + 0u) * pass_info.step_x];
                let value = stats_lift_column(x0_0);
                if (row == 0u) {
                    c0 = value;
                } else {
                    c0 = stats_fold(c0, value);
                }
            }
            if (index + 1u < available) {
                let x0_1 = input[pass_info.start_x + ((here) * 4u + 1u) * pass_info.step_x];
                let value = stats_lift_column(x0_1);
                if (row == 0u) {
                    c1 = value;
                } else {
                    c1 = stats_fold(c1, value);
                }
            }
            if (index + 2u < available) {
                let x0_2 = input[pass_info.start_x + ((here) * 4u + 2u) * pass_info.step_x];
                let value = stats_lift_column(x0_2);
                if (row == 0u) {
                    c2 = value;
                } else {
                    c2 = stats_fold(c2, value);
                }
            }
            if (index + 3u < available) {
                let x0_3 = input[pass_info.start_x + ((here) * 4u + 3u) * pass_info.step_x];
                let value = stats_lift_column(x0_3);
                if (row == 0u) {
                    c3 = value;
                } else {
                    c3 = stats_fold(c3, value);
                }
            }
        }
    }

    // Fold the columns of the invocation.
    if (column + 1u < count) {
        c0 = stats_fold(c0, c1);
    }
    if (column + 3u < count) {
        c2 = stats_fold(c2, c3);
    }
    if (column + 2u < count) {
        c0 = stats_fold(c0, c2);
    }

    let invocations_with_columns = (count + 3u) / 4u;
    let folded = reduce_workgroup(c0, invocations_with_columns, invocation, subgroup_number, subgroup_width, subgroup_lane);
    if (invocation == 0u) {
        output[pass_info.first_output + workgroup.x] = stats_from_key(folded);
    }
}
