// Atomics: each workgroup adds its state to the one result, whichever comes first. A pass before this one sets the result to
// the identity.

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
//# for atomic in atomics
        ${atomic.function}(&output.${atomic.name}, workgroup_states[0]${atomic.path});
//# endfor
    }
//# include "loops_end.wgsl"
}
