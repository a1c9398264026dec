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
//# if subgroups
    subgroup_width: u32,
//# endif
) -> ${exchanged.kind} {
    let slices = 1u << pass_info.slices_log;
    var folded = state;
    var distance = 1u;
//# if subgroups
    // Inside a subgroup by shuffles.
    for (; distance < slices && distance << pass_info.apart_log < subgroup_width; distance <<= 1u) {
        let right = ${exchanged.shuffle_xor}(folded, distance << pass_info.apart_log);
        if (slice + distance < count) {
            folded = ${exchanged.combine}(folded, right);
        }
    }
//# endif
    for (; distance < slices; distance <<= 1u) {
        // The right child of every pair hands its state over, the left child takes it.
        let neighbour = (((invocation >> pass_info.apart_log) / (2u * distance)) << pass_info.apart_log)
            + (invocation & ((1u << pass_info.apart_log) - 1u));
        let local = slice % (2u * distance);
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
        for (var first = 0u; first < ${workgroup_size // 2}u / distance; first += ${slots}u) {
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
