// Interleaved by a stride: the same tree, but the first invocations do its work, so that whole subgroups fall idle.
//
// They reach into memory 2, 4, 8, ... states apart, and more and more of them want the same bank.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    workgroup_states[invocation] = state_or_identity(group * ${workgroup_size}u + invocation);
//# include "ladder/tree_doubling.wgsl"
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"workgroup_states[0]" | called(store)};
    }
//# include "loops_end.wgsl"
}
