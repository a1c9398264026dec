// Interleaved by a stride: the same tree, but the first lanes do its work, so that whole subgroups fall idle.
//
// They reach into memory 2, 4, 8, ... states apart, and more and more of them want the same bank.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    lane_states[lane] = state_or_identity(group * ${lanes}u + lane);
//# include "ladder/tree_doubling.wgsl"
    if (lane == 0u) {
        output[pass_info.first_output + group] = lane_states[0];
    }
//# include "loops_end.wgsl"
}
