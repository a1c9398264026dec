// Tiles of the canonical order: one workgroup folds one tile of 32768 elements.
//
// As a matrix in row-major order a tile has 32 rows of 1024 columns, and an invocation owns
// 4 neighbouring column(s). Every column is folded from top to bottom, then the columns are
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
    var c0: Sum_f32;
    var c1: Sum_f32;
    var c2: Sum_f32;
    var c3: Sum_f32;
    if (available >= 32768u) {
        // Begin every column; 8 loads are in flight before the first is used.
        {
            let here = base;
            let x0 = input[here + 0u];
            let x1 = input[here + 256u];
            let x2 = input[here + 512u];
            let x3 = input[here + 768u];
            let x4 = input[here + 1024u];
            let x5 = input[here + 1280u];
            let x6 = input[here + 1536u];
            let x7 = input[here + 1792u];
            c0 = sum_f32_lift(x0.x);
            c1 = sum_f32_lift(x0.y);
            c2 = sum_f32_lift(x0.z);
            c3 = sum_f32_lift(x0.w);
            c0 = sum_f32_combine(c0, sum_f32_lift(x1.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x1.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x1.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x1.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x2.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x2.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x2.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x2.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x3.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x3.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x3.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x3.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x4.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x4.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x4.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x4.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x5.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x5.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x5.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x5.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x6.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x6.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x6.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x6.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x7.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x7.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x7.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x7.w));
        }
        // Go on with it.
        for (var row = 8u; row < 32u; row += 8u) {
            let here = base + row * 256u;
            let x0 = input[here + 0u];
            let x1 = input[here + 256u];
            let x2 = input[here + 512u];
            let x3 = input[here + 768u];
            let x4 = input[here + 1024u];
            let x5 = input[here + 1280u];
            let x6 = input[here + 1536u];
            let x7 = input[here + 1792u];
            c0 = sum_f32_combine(c0, sum_f32_lift(x0.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x0.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x0.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x0.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x1.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x1.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x1.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x1.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x2.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x2.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x2.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x2.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x3.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x3.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x3.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x3.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x4.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x4.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x4.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x4.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x5.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x5.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x5.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x5.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x6.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x6.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x6.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x6.w));
            c0 = sum_f32_combine(c0, sum_f32_lift(x7.x));
            c1 = sum_f32_combine(c1, sum_f32_lift(x7.y));
            c2 = sum_f32_combine(c2, sum_f32_lift(x7.z));
            c3 = sum_f32_combine(c3, sum_f32_lift(x7.w));
        }
    } else {
        // The last tile of the input ends early: ask at every element.
        for (var row = 0u; row < 32u; row += 1u) {
            let index = row * 1024u + column;
            if (index >= available) {
                break;
            }
            let here = base + row * 256u;
            let x0 = input[here];
            if (index + 0u < available) {
                let value = sum_f32_lift(x0.x);
                if (row == 0u) {
                    c0 = value;
                } else {
                    c0 = sum_f32_combine(c0, value);
                }
            }
            if (index + 1u < available) {
                let value = sum_f32_lift(x0.y);
                if (row == 0u) {
                    c1 = value;
                } else {
                    c1 = sum_f32_combine(c1, value);
                }
            }
            if (index + 2u < available) {
                let value = sum_f32_lift(x0.z);
                if (row == 0u) {
                    c2 = value;
                } else {
                    c2 = sum_f32_combine(c2, value);
                }
            }
            if (index + 3u < available) {
                let value = sum_f32_lift(x0.w);
                if (row == 0u) {
                    c3 = value;
                } else {
                    c3 = sum_f32_combine(c3, value);
                }
            }
        }
    }

    // Fold the columns of the invocation.
    if (column + 1u < count) {
        c0 = sum_f32_combine(c0, c1);
    }
    if (column + 3u < count) {
        c2 = sum_f32_combine(c2, c3);
    }
    if (column + 2u < count) {
        c0 = sum_f32_combine(c0, c2);
    }

    let invocations_with_columns = (count + 3u) / 4u;
    let folded = reduce_workgroup(c0, invocations_with_columns, invocation, subgroup_number, subgroup_width, subgroup_lane);
    if (invocation == 0u) {
        output[pass_info.first_output + workgroup.x] = folded;
    }
}
