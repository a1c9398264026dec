// Fully unrolled: the size of a workgroup is known when the shader is made, so no loop is left.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let first = group * ${tile}u + invocation;
    workgroup_states[invocation] = ${combine}(state_or_identity(first), state_or_identity(first + ${workgroup_size}u));
//# include "ladder/tree_unrolled.wgsl"
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"folded" | called(store)};
    }
//# include "loops_end.wgsl"
}
