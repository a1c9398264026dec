    // The states of all invocations lie side by side in workgroup memory, and one invocation folds those of a group.
    if (slice < ${packed}u) {
//# for u in range(sets)
        workgroup_states[${u * packed * packed_groups}u + invocation] = state${u};
//# endfor
    }
    workgroupBarrier();
    let group0 = first_group + invocation;
    let writes0 = invocation < ${sets * packed_groups}u && group0 < pass_info.groups;
    let lanes0 = select(0u, ${packed}u, writes0);
    var folded0 = state0;
    if (writes0) {
//# for lane in range(packed)
        var state_of${lane} = workgroup_states[invocation * ${packed}u + ${lane}u];
//# endfor
//# for step in packed_tree
        state_of${step.left} = ${exchanged.combine}(state_of${step.left}, state_of${step.right});
//# endfor
        folded0 = state_of0;
    }
