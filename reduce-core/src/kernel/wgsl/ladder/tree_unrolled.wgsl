    // The tree without its loops: each step asks only whether more than one subgroup is still at work.
    workgroupBarrier();
//# for distance in distances
    if (${distance}u >= subgroup_width) {
        if (invocation < ${distance}u) {
            workgroup_states[invocation] = ${combine}(workgroup_states[invocation], workgroup_states[invocation + ${distance}u]);
        }
        workgroupBarrier();
    }
//# endfor
    // The last subgroup goes on by shuffles: no memory, no barriers.
    var folded = workgroup_states[invocation];
//# for distance in shuffled
    if (${distance}u < subgroup_width) {
        folded = ${combine}(folded, ${shuffle}(folded, ${distance}u));
    }
//# endfor
