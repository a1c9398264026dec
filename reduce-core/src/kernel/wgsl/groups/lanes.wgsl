//# if knows_counts
//# include "groups/known_counts.wgsl"

//# endif
//# if packed
// The states of invocations, of all sets.
var<workgroup> workgroup_states: array<${"Uncounted" if knows_counts else exchanged.kind}, ${slots}>;
//# elif by_subgroups
//# if not at_offsets
// The states of subgroups, of all sets.
var<workgroup> workgroup_states: array<${exchanged.kind}, ${slots}>;
//# endif
//# if not unrolled

// Folds the states of neighbouring lanes of a subgroup by a balanced binary tree: of each group, `width` of them of which `count` are there.
fn reduce_lanes(state: ${exchanged.kind}, count: u32, slice: u32, width: u32) -> ${exchanged.kind} {
    var folded = state;
    for (var distance = 1u; distance < width; distance <<= 1u) {
        let right = ${exchanged.shuffle}(folded, distance);
        if (slice + distance < count) {
            folded = ${exchanged.combine}(folded, right);
        }
    }
    return folded;
}
//# endif
//# else
//# if slots == workgroup_size // 2
// The right neighbours of a tree level: half of the invocations at the first one.
//# else
// Some of the right neighbours of a tree level: there is no room for all of them at once.
//# endif
var<workgroup> workgroup_states: array<${exchanged.kind}, ${slots}>;

// Folds the states of the first `count` invocations of each group by a balanced binary tree over their index in it, `slice`. The first of them gets the result.
fn reduce_group(
    state: ${exchanged.kind},
    count: u32,
    slice: u32,
    invocation: u32,
//# if at_offsets
    slices_log: u32,
//# endif
//# if subgroups
    subgroup_width: u32,
//# endif
) -> ${exchanged.kind} {
    var folded = state;
    var level = 0u;
//# if subgroups
    // Inside a subgroup by shuffles.
    for (; level < ${slices_log} && ((2u << level) << ${apart_log}) <= subgroup_width; level += 1u) {
        let right = ${exchanged.shuffle}(folded, (1u << level) << ${apart_log});
        if (slice + (1u << level) < count) {
            folded = ${exchanged.combine}(folded, right);
        }
    }
//# endif
    for (; level < ${slices_log}; level += 1u) {
        // The right child of every pair hands its state over, the left child takes it.
        let distance = 1u << level;
        let neighbour = ((invocation >> (${apart_log} + level + 1u)) << ${apart_log})
            + (invocation & ((1u << ${apart_log}) - 1u));
        let local = slice & (2u * distance - 1u);
//# if slots == workgroup_size // 2
        if (local == distance) {
            workgroup_states[neighbour] = folded;
        }
        workgroupBarrier();
        if (local == 0u && slice + distance < count) {
            folded = ${exchanged.combine}(folded, workgroup_states[neighbour]);
        }
        workgroupBarrier();
//# else
        for (var first = 0u; first < (${workgroup_size // 2}u >> level); first += ${slots}u) {
            // Pairs before the first one wrap round to more than there are slots.
            let slot = neighbour - first;
            if (local == distance && slot < ${slots}u) {
                workgroup_states[slot] = folded;
            }
            workgroupBarrier();
            if (local == 0u && slot < ${slots}u && slice + distance < count) {
                folded = ${exchanged.combine}(folded, workgroup_states[slot]);
            }
            workgroupBarrier();
        }
//# endif
    }
    return folded;
}
//# endif
