// Recursive: the same kernel over its own results until one is left; nothing has to be set to zero before.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let first = group * ${tile}u + invocation;
    var state = state_or_identity(first);
//# for item in range(1, items)
    state = ${combine}(state, state_or_identity(first + ${item * workgroup_size}u));
//# endfor
    workgroup_states[invocation] = state;
//# include "ladder/tree_halving.wgsl"
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"workgroup_states[0]" | called(store)};
    }
//# include "loops_end.wgsl"
}
