    // Neighbours 1, 2, 4, ... apart, packed into the first invocations: every state keeps its place.
    workgroupBarrier();
    for (var distance = 1u; distance < ${workgroup_size}u; distance *= 2u) {
        let left = 2u * distance * invocation;
        if (left < ${workgroup_size}u) {
            workgroup_states[left] = ${combine}(workgroup_states[left], workgroup_states[left + distance]);
        }
        workgroupBarrier();
    }
