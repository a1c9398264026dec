// Contiguous runs: every lane folds neighbouring elements from left to right. The order of the input is kept, but the lanes of a
// subgroup read far apart, so most of what the memory delivers at a time is not used then.

//# include "ladder/reads.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let lanes = workgroups.x * ${lanes}u;
    let run = (pass_info.length + lanes - 1u) / lanes;
    let first = (group * ${lanes}u + lane) * run;
    let end = min(first + run, pass_info.length);
    var state = ${identity}();
    for (var index = first; index < end; index += 1u) {
        state = ${combine}(state, state_at(index));
    }
    lane_states[lane] = state;
//# include "ladder/tree_doubling.wgsl"
    if (lane == 0u) {
        output[pass_info.first_output + group] = lane_states[0];
    }
//# include "loops_end.wgsl"
}
