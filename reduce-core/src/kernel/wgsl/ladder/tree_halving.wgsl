    // Each half takes over the other one: neighbouring invocations read neighbouring words, so no two of them want the same bank.
    workgroupBarrier();
    for (var distance = ${workgroup_size // 2}u; distance > 0u; distance /= 2u) {
        if (invocation < distance) {
            workgroup_states[invocation] = ${combine}(workgroup_states[invocation], workgroup_states[invocation + distance]);
        }
        workgroupBarrier();
    }
