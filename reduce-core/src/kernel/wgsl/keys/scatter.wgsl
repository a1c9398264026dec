// One pass of a radix sort by four bits, from the least significant: keys of a digit go behind all of smaller digits, in the order in which they were.
//
// Satish, Harris, Garland: Designing Efficient Sorting Algorithms for Manycore GPUs, 2009; without its sort of a tile in workgroup memory, and with counts of a byte
// for each invocation.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// The places of the elements and the words of their ranks.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;
// How many keys are in front of those of a digit in a tile: in its block, and in front of the block.
@group(0) @binding(3) var<storage, read> scanned: array<u32>;
@group(0) @binding(4) var<storage, read> before_block: array<u32>;

//# include "keys/digits.wgsl"

// Of each group of invocations, where its first key of each digit goes.
var<workgroup> group_firsts: array<u32, ${workgroup_size}>;

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    let tile = workgroup.y * workgroups.x + workgroup.x;
    if (tile >= info.tiles) {
        return;
    }
    let first = tile * ${tile}u + invocation * ${run}u;
    count_digits(first, invocation);
    let count = (invocation % 16u) * info.tiles + tile;
    var to = scanned[count] + before_block[count / ${block}u];
    for (var group = 0u; group < invocation / 16u; group += 1u) {
        to += group_counts[group * 16u + invocation % 16u];
    }
    group_firsts[invocation] = to;
    workgroupBarrier();
    var before = vec4<u32>();
    for (var lane = invocation / ${lanes}u * ${lanes}u; lane < invocation; lane += 1u) {
        before += lane_counts[lane];
    }
    for (var index = first; index < min(first + ${run}u, info.elements); index += 1u) {
        let digit = digit_at(index);
        let at = group_firsts[invocation / ${lanes}u * 16u + digit] + count_of(before, digit);
        before += one_of(digit);
        output[at] = place_at(index);
        let rank = rank_at(index);
//# if words == 2
        output[info.apart + at] = rank.x;
        output[2u * info.apart + at] = rank.y;
//# else
        output[info.apart + at] = rank;
//# endif
    }
}
