    // The tree without its loops: each step asks only whether more than one subgroup is still at work.
    workgroupBarrier();
//# for distance in distances
    if (${distance}u >= subgroup_width) {
        if (lane < ${distance}u) {
            lane_states[lane] = ${combine}(lane_states[lane], lane_states[lane + ${distance}u]);
        }
        workgroupBarrier();
    }
//# endfor
    // The last subgroup goes on by shuffles: no memory, no barriers.
    var folded = lane_states[lane];
//# for distance in shuffled
    if (${distance}u < subgroup_width) {
        folded = ${combine}(folded, ${shuffle_xor}(folded, ${distance}u));
    }
//# endfor
