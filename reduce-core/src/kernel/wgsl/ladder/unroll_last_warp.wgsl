// The last subgroup unrolled: once one subgroup is left, it needs no barriers any more.
//
// As published, its lanes go on in shared memory in lockstep, which no device promises: a race. Here they exchange states by
// shuffles, which is what the lockstep was meant to be.

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "ladder/memory.wgsl"

//# include "ladder/main.wgsl"
    let first = group * ${tile}u + lane;
    lane_states[lane] = ${combine}(state_or_identity(first), state_or_identity(first + ${lanes}u));
    workgroupBarrier();
    for (var distance = ${lanes // 2}u; distance >= subgroup_width; distance /= 2u) {
        if (lane < distance) {
            lane_states[lane] = ${combine}(lane_states[lane], lane_states[lane + distance]);
        }
        workgroupBarrier();
    }
    var folded = lane_states[lane];
    for (var distance = min(subgroup_width, ${lanes}u) / 2u; distance > 0u; distance /= 2u) {
        folded = ${combine}(folded, ${shuffle_xor}(folded, distance));
    }
    if (lane == 0u) {
        output[pass_info.first_output + group] = folded;
    }
//# include "loops_end.wgsl"
}
