// Sequential addressing: the first half of the invocations takes over the second half, and so on.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    workgroup_states[invocation] = state_or_identity(group * ${workgroup_size}u + invocation);
//# include "ladder/tree_halving.wgsl"
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"workgroup_states[0]" | called(store)};
    }
//# include "loops_end.wgsl"
}
