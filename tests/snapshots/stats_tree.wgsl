// The tree over the tiles: one workgroup folds 2048 neighbouring states into one.
//
// An invocation folds its own run of 8 by a balanced binary tree over their index, then the invocations go on with the same tree;
// what is missing on the right is skipped.

struct Stats {
    count: u32,
    sum: f32,
    min: f32,
    max: f32,
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

fn stats_combine(a: Stats, b: Stats) -> Stats {
    return Stats(
        a.count + b.count,
        a.sum + b.sum,
        min_f32(a.min, b.min),
        max_f32(a.max, b.max),
    );
}

struct Pass {
    length: u32,        // states that this dispatch folds
    first_output: u32,  // where the first of its results goes
}

@group(0) @binding(0) var<storage, read> states: array<Stats>;
@group(0) @binding(1) var<storage, read_write> output: array<Stats>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

// The right neighbours of a tree level: half of the invocations at the first one.
var<workgroup> workgroup_states: array<Stats, 128>;

// Folds the states of the first `count` invocations by a balanced binary tree over the invocation index. Invocation 0 gets the result.
fn reduce_workgroup(state: Stats, count: u32, invocation: u32) -> Stats {
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
            folded = stats_combine(folded, workgroup_states[neighbour]);
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
    let base = workgroup.x * 2048u;
    let count = min(pass_info.length - base, 2048u);
    let first = invocation * 8u;
    var s0: Stats;
    if (first + 0u < count) {
        s0 = states[base + first + 0u];
    }
    var s1: Stats;
    if (first + 1u < count) {
        s1 = states[base + first + 1u];
    }
    var s2: Stats;
    if (first + 2u < count) {
        s2 = states[base + first + 2u];
    }
    var s3: Stats;
    if (first + 3u < count) {
        s3 = states[base + first + 3u];
    }
    var s4: Stats;
    if (first + 4u < count) {
        s4 = states[base + first + 4u];
    }
    var s5: Stats;
    if (first + 5u < count) {
        s5 = states[base + first + 5u];
    }
    var s6: Stats;
    if (first + 6u < count) {
        s6 = states[base + first + 6u];
    }
    var s7: Stats;
    if (first + 7u < count) {
        s7 = states[base + first + 7u];
    }
    if (first + 1u < count) {
        s0 = stats_combine(s0, s1);
    }
    if (first + 3u < count) {
        s2 = stats_combine(s2, s3);
    }
    if (first + 5u < count) {
        s4 = stats_combine(s4, s5);
    }
    if (first + 7u < count) {
        s6 = stats_combine(s6, s7);
    }
    if (first + 2u < count) {
        s0 = stats_combine(s0, s2);
    }
    if (first + 6u < count) {
        s4 = stats_combine(s4, s6);
    }
    if (first + 4u < count) {
        s0 = stats_combine(s0, s4);
    }
    let folded = reduce_workgroup(s0, (count + 7u) / 8u, invocation);
    if (invocation == 0u) {
        output[pass_info.first_output + workgroup.x] = folded;
    }
}
