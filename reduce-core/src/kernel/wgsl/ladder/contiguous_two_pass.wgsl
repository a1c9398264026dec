// Contiguous runs: every invocation folds neighbouring elements from left to right. The order of the input is kept, but the invocations of a
// subgroup read far apart, so most of what the memory delivers at a time is not used then.

//# include "ladder/reads.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let invocations = workgroups.x * ${workgroup_size}u;
    let run = (pass_info.length + invocations - 1u) / invocations;
    let first = (group * ${workgroup_size}u + invocation) * run;
    let end = min(first + run, pass_info.length);
    var state = ${identity}();
    for (var index = first; index < end; index += 1u) {
        state = ${combine}(state, state_at(index));
    }
    workgroup_states[invocation] = state;
//# include "ladder/tree_doubling.wgsl"
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"workgroup_states[0]" | called(store)};
    }
//# include "loops_end.wgsl"
}
