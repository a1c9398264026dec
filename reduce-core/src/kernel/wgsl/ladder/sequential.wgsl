// Sequential addressing: the first half of the lanes takes over the second half, and so on.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    lane_states[lane] = state_or_identity(group * ${lanes}u + lane);
//# include "ladder/tree_halving.wgsl"
    if (lane == 0u) {
        output[pass_info.first_output + group] = lane_states[0];
    }
//# include "loops_end.wgsl"
}
