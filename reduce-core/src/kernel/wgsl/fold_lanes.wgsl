//# if subgroups
// One state a subgroup; ${lanes // smallest_subgroup} subgroups of ${smallest_subgroup} lanes are the most there can be.
var<workgroup> subgroup_states: array<${lane.kind}, ${lanes // smallest_subgroup}>;

// Folds the states of the first `count` lanes by a balanced binary tree over the lane index. Lane 0 gets the result.
fn fold_lanes(
    state: ${lane.kind},
    count: u32,
    lane: u32,
    subgroup_number: u32,
    subgroup_width: u32,
    subgroup_lane: u32,
) -> ${lane.kind} {
//# if built_in
    // Inside a subgroup any order gives the same bits; a lane without a state has the identity.
    var folded = ${identity}();
    if (lane < count) {
        folded = state;
    }
    folded = ${built_in}(folded);
//# else
    // Inside a subgroup the right neighbour is 1, 2, 4, ... lanes away.
    var folded = state;
    for (var distance = 1u; distance < subgroup_width; distance <<= 1u) {
        let right = ${lane.shuffle_xor}(folded, distance);
        if (lane + distance < count) {
            folded = ${lane.combine}(folded, right);
        }
    }
//# endif
    // Beyond it, the same tree goes on in workgroup memory.
    if (subgroup_lane == 0u) {
        subgroup_states[min(subgroup_number, ${lanes // smallest_subgroup - 1}u)] = folded;
    }
    workgroupBarrier();
    let subgroup_count = (count + subgroup_width - 1u) / subgroup_width;
    for (var distance = 1u; distance < ${lanes}u / subgroup_width; distance <<= 1u) {
        let left = lane * 2u * distance;
        if (left + distance < subgroup_count) {
            subgroup_states[left] = ${lane.combine}(subgroup_states[left], subgroup_states[left + distance]);
        }
        workgroupBarrier();
    }
    return subgroup_states[0];
}
//# else
//# if slots == lanes // 2
// The right neighbours of a tree level: half of the lanes at the first one.
//# else
// Some of the right neighbours of a tree level: there is no room for all of them at once.
//# endif
var<workgroup> lane_states: array<${lane.kind}, ${slots}>;

// Folds the states of the first `count` lanes by a balanced binary tree over the lane index. Lane 0 gets the result.
fn fold_lanes(state: ${lane.kind}, count: u32, lane: u32) -> ${lane.kind} {
    var folded = state;
    for (var distance = 1u; distance < ${lanes}u; distance <<= 1u) {
        // The right child of every pair hands its state over, the left child takes it.
        let neighbour = lane / (2u * distance);
        let local = lane % (2u * distance);
//# if slots == lanes // 2
        if (local == distance) {
            lane_states[neighbour] = folded;
        }
        workgroupBarrier();
        if (local == 0u && lane + distance < count) {
            folded = ${lane.combine}(folded, lane_states[neighbour]);
        }
        workgroupBarrier();
//# else
        for (var first = 0u; first < ${lanes // 2}u / distance; first += ${slots}u) {
            // Pairs before the first one wrap round to more than there are slots.
            let slot = neighbour - first;
            if (local == distance && slot < ${slots}u) {
                lane_states[slot] = folded;
            }
            workgroupBarrier();
            if (local == 0u && slot < ${slots}u && lane + distance < count) {
                folded = ${lane.combine}(folded, lane_states[slot]);
            }
            workgroupBarrier();
        }
//# endif
    }
    return folded;
}
//# endif
