// First add on load: every invocation combines two elements as it loads them, so no invocation is idle from the start, and half as
// many workgroups do.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let first = group * ${tile}u + invocation;
    workgroup_states[invocation] = ${combine}(state_or_identity(first), state_or_identity(first + ${workgroup_size}u));
//# include "ladder/tree_halving.wgsl"
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"workgroup_states[0]" | called(store)};
    }
//# include "loops_end.wgsl"
}
