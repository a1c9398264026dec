// Interleaved by a modulo: invocations 0, 2, 4, ... take their neighbour's state, then 0, 4, 8, ..., until invocation 0 has all.
//
// The invocations at work are spread over every subgroup, so each of them runs until the end, mostly idle.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    workgroup_states[invocation] = state_or_identity(group * ${workgroup_size}u + invocation);
    workgroupBarrier();
    for (var distance = 1u; distance < ${workgroup_size}u; distance *= 2u) {
        if (invocation % (2u * distance) == 0u) {
            workgroup_states[invocation] = ${combine}(workgroup_states[invocation], workgroup_states[invocation + distance]);
        }
        workgroupBarrier();
    }
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"workgroup_states[0]" | called(store)};
    }
//# include "loops_end.wgsl"
}
