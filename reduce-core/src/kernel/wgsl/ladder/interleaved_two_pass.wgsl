// Interleaved runs: every lane folds elements that are a whole grid apart, so that the lanes of a subgroup read side by side.

//# include "ladder/reads.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    var state = ${identity}();
    for (var index = group * ${lanes}u + lane; index < pass_info.length; index += ${lanes}u * workgroups.x) {
        state = ${combine}(state, state_at(index));
    }
    lane_states[lane] = state;
//# include "ladder/tree_halving.wgsl"
    if (lane == 0u) {
        output[pass_info.first_output + group] = lane_states[0];
    }
//# include "loops_end.wgsl"
}
