    // Each half takes over the other one: neighbouring lanes read neighbouring words, so no two of them want the same bank.
    workgroupBarrier();
    for (var distance = ${lanes // 2}u; distance > 0u; distance /= 2u) {
        if (lane < distance) {
            lane_states[lane] = ${combine}(lane_states[lane], lane_states[lane + distance]);
        }
        workgroupBarrier();
    }
