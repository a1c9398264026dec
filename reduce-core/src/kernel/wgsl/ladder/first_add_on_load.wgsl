// First add on load: every lane combines two elements as it loads them, so no lane is idle from the start, and half as
// many workgroups do.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let first = group * ${tile}u + lane;
    lane_states[lane] = ${combine}(state_or_identity(first), state_or_identity(first + ${lanes}u));
//# include "ladder/tree_halving.wgsl"
    if (lane == 0u) {
        output[pass_info.first_output + group] = lane_states[0];
    }
//# include "loops_end.wgsl"
}
