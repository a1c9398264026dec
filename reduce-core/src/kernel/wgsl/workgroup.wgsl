//# if subgroups
// One state a subgroup; ${workgroup_size // smallest_subgroup} subgroups of ${smallest_subgroup} lanes are the most there can be.
var<workgroup> subgroup_states: array<${exchanged.kind}, ${workgroup_size // smallest_subgroup}>;

// Folds the states of the first `count` invocations by a balanced binary tree over the invocation index. Invocation 0 gets the result.
fn reduce_workgroup(
    state: ${exchanged.kind},
    count: u32,
    invocation: u32,
    subgroup_number: u32,
    subgroup_width: u32,
    subgroup_lane: u32,
) -> ${exchanged.kind} {
//# if built_in
    // Inside a subgroup any order gives the same bits; an invocation without a state has the identity.
    var folded = ${identity}();
    if (invocation < count) {
        folded = state;
    }
    folded = ${built_in}(folded);
//# else
    // Inside a subgroup the right neighbour is 1, 2, 4, ... lanes away.
    var folded = state;
    for (var distance = 1u; distance < subgroup_width; distance <<= 1u) {
        let right = ${exchanged.shuffle}(folded, distance);
        if (invocation + distance < count) {
            folded = ${exchanged.combine}(folded, right);
        }
    }
//# endif
    // Beyond it, the same tree goes on in workgroup memory.
    if (subgroup_lane == 0u) {
        subgroup_states[min(subgroup_number, ${workgroup_size // smallest_subgroup - 1}u)] = folded;
    }
    workgroupBarrier();
    let subgroup_count = (count + subgroup_width - 1u) / subgroup_width;
    for (var distance = 1u; distance < ${workgroup_size}u / subgroup_width; distance <<= 1u) {
        let left = invocation * 2u * distance;
        if (left + distance < subgroup_count) {
            subgroup_states[left] = ${exchanged.combine}(subgroup_states[left], subgroup_states[left + distance]);
        }
        workgroupBarrier();
    }
    return subgroup_states[0];
}
//# else
//# if slots == workgroup_size // 2
// The right neighbours of a tree level: half of the invocations at the first one.
//# else
// Some of the right neighbours of a tree level: there is no room for all of them at once.
//# endif
var<workgroup> workgroup_states: array<${exchanged.kind}, ${slots}>;

// Folds the states of the first `count` invocations by a balanced binary tree over the invocation index. Invocation 0 gets the result.
fn reduce_workgroup(state: ${exchanged.kind}, count: u32, invocation: u32) -> ${exchanged.kind} {
    var folded = state;
    for (var distance = 1u; distance < ${workgroup_size}u; distance <<= 1u) {
        // The right child of every pair hands its state over, the left child takes it.
        let neighbour = invocation / (2u * distance);
        let local = invocation % (2u * distance);
//# if slots == workgroup_size // 2
        if (local == distance) {
            workgroup_states[neighbour] = folded;
        }
        workgroupBarrier();
        if (local == 0u && invocation + distance < count) {
            folded = ${exchanged.combine}(folded, workgroup_states[neighbour]);
        }
        workgroupBarrier();
//# else
        for (var first = 0u; first < ${workgroup_size // 2}u / distance; first += ${slots}u) {
            // Pairs before the first one wrap round to more than there are slots.
            let slot = neighbour - first;
            if (local == distance && slot < ${slots}u) {
                workgroup_states[slot] = folded;
            }
            workgroupBarrier();
            if (local == 0u && slot < ${slots}u && invocation + distance < count) {
                folded = ${exchanged.combine}(folded, workgroup_states[slot]);
            }
            workgroupBarrier();
        }
//# endif
    }
    return folded;
}
//# endif
