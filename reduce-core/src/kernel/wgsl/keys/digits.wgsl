// Where the keys of a digit go: how many of each digit every invocation has, and all in front of it.
//
// An invocation has ${run} neighbouring keys, so its counts fit bytes, and so do those of ${lanes} invocations.

fn digit_at(index: u32) -> u32 {
    let rank = rank_at(index);
//# if words == 2
    let word = select(rank.x, rank.y, info.word == 1u);
//# else
    let word = rank;
//# endif
    return (word >> info.shift) & 15u;
}

// Of each invocation, 16 counts of a byte.
var<workgroup> lane_counts: array<vec4<u32>, ${workgroup_size}>;
// Of each group of ${lanes} invocations, 16 counts.
var<workgroup> group_counts: array<u32, ${workgroup_size}>;

// One key of `digit`, as 16 counts of a byte.
fn one_of(digit: u32) -> vec4<u32> {
    return select(vec4<u32>(), vec4<u32>(1u << (digit % 4u * 8u)), vec4<u32>(digit / 4u) == vec4<u32>(0u, 1u, 2u, 3u));
}

fn count_of(counts: vec4<u32>, digit: u32) -> u32 {
    let lower = select(counts.x, counts.y, (digit & 4u) != 0u);
    let upper = select(counts.z, counts.w, (digit & 4u) != 0u);
    return (select(lower, upper, digit >= 8u) >> (digit % 4u * 8u)) & 255u;
}

// Counts the keys of every group of invocations; a barrier stands behind it.
fn count_digits(first: u32, invocation: u32) {
    var own = vec4<u32>();
    for (var index = first; index < min(first + ${run}u, info.elements); index += 1u) {
        own += one_of(digit_at(index));
    }
    lane_counts[invocation] = own;
    workgroupBarrier();
    let digit = invocation % 16u;
    var count = 0u;
    for (var lane = invocation / 16u * ${lanes}u; lane < (invocation / 16u + 1u) * ${lanes}u; lane += 1u) {
        count += count_of(lane_counts[lane], digit);
    }
    group_counts[invocation] = count;
    workgroupBarrier();
}
