// Interleaved runs: every invocation folds elements that are a whole grid apart, so that the lanes of a subgroup read side by side.

//# include "ladder/reads.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    var state = ${identity}();
    for (var index = group * ${workgroup_size}u + invocation; index < pass_info.length; index += ${workgroup_size}u * workgroups.x) {
        state = ${combine}(state, state_at(index));
    }
    workgroup_states[invocation] = state;
//# include "ladder/tree_halving.wgsl"
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"workgroup_states[0]" | called(store)};
    }
//# include "loops_end.wgsl"
}
