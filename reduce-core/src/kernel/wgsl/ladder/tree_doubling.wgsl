    // Neighbours 1, 2, 4, ... apart, packed into the first lanes: every state keeps its place.
    workgroupBarrier();
    for (var distance = 1u; distance < ${lanes}u; distance *= 2u) {
        let left = 2u * distance * lane;
        if (left < ${lanes}u) {
            lane_states[left] = ${combine}(lane_states[left], lane_states[left + distance]);
        }
        workgroupBarrier();
    }
