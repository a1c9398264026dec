// Many adds an invocation: as many workgroups as keep the device busy stride over the whole input, and the tree is paid for once
// by each of them.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let stride = ${tile}u * workgroups.x;
    var state = ${identity}();
    for (var index = group * ${tile}u + invocation; index < pass_info.length; index += stride) {
        state = ${combine}(state, ${combine}(state_at(index), state_or_identity(index + ${workgroup_size}u)));
    }
    workgroup_states[invocation] = state;
//# include "ladder/tree_unrolled.wgsl"
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"folded" | called(store)};
    }
//# include "loops_end.wgsl"
}
