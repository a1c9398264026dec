// The last block finishes: one launch, in which whoever is last folds the states of all workgroups.
//
// Outside WGSL's memory model, which lets no workgroup read what another one wrote: the states are coherent, a barrier makes
// them visible before the count, and no workgroup waits for another.

//# include "ladder/reads.wgsl"

//# include "ladder/memory.wgsl"
var<workgroup> is_last: u32;

//# include "ladder/main.wgsl"
    var state = ${identity}();
    for (var index = group * ${workgroup_size}u + invocation; index < pass_info.length; index += ${workgroup_size}u * workgroups.x) {
        state = ${combine}(state, state_at(index));
    }
    workgroup_states[invocation] = state;
//# include "ladder/tree_halving.wgsl"
    if (invocation == 0u) {
        output.states[group] = ${"workgroup_states[0]" | called(store)};
    }
    storageBarrier();
    if (invocation == 0u) {
        is_last = u32(atomicAdd(&output.done, 1u) == workgroups.x - 1u);
    }
    if (workgroupUniformLoad(&is_last) == 0u) {
//# include "loops_end.wgsl"
        return;
    }

    // All others have announced their states.
    storageBarrier();
    state = ${identity}();
    for (var index = invocation; index < workgroups.x; index += ${workgroup_size}u) {
        state = ${combine}(state, ${"output.states[index]" | called(load)});
    }
    workgroup_states[invocation] = state;
//# include "ladder/tree_halving.wgsl"
    if (invocation == 0u) {
        output.result = ${(combine ~ "(" ~ ("output.result" | called(load)) ~ ", workgroup_states[0])") | called(store)};
        atomicStore(&output.done, 0u);
    }
//# include "loops_end.wgsl"
}
