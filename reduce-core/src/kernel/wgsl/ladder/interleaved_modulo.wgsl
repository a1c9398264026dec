// Interleaved by a modulo: lanes 0, 2, 4, ... take their neighbour's state, then 0, 4, 8, ..., until lane 0 has all.
//
// The lanes at work are spread over every subgroup, so each of them runs until the end, mostly idle.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    lane_states[lane] = state_or_identity(group * ${lanes}u + lane);
    workgroupBarrier();
    for (var distance = 1u; distance < ${lanes}u; distance *= 2u) {
        if (lane % (2u * distance) == 0u) {
            lane_states[lane] = ${combine}(lane_states[lane], lane_states[lane + distance]);
        }
        workgroupBarrier();
    }
    if (lane == 0u) {
        output[pass_info.first_output + group] = lane_states[0];
    }
//# include "loops_end.wgsl"
}
