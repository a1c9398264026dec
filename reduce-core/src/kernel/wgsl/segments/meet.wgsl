    // The lanes of a piece meet: those of several batches one batch after the other.
//# if known_width
    var folded = state;
//# for level in range(levels_inside)
    let right${level} = ${exchanged.shuffle}(folded, ${2 ** level}u);
    if (elements > ${2 ** level * elements_a_lane}u) {
        folded = ${exchanged.combine}(folded, right${level});
    }
//# endfor
//# else
    let lanes_behind = (elements + ${elements_a_lane - 1}u) / ${elements_a_lane}u;
    var folded = reduce_lanes(state, lanes_behind, 0u, min(subgroup_width, ${2 ** classes_log}u));
//# endif
    var is_first = elements > 0u && slice == 0u;
//# if rounds_log > 0
    if (lanes_log > width_log) {
        // The states of its batches are folded by a balanced binary tree: the one of each level that has no right neighbour yet is kept.
        let round = slice >> width_log;
        let rounds = (invocations_with(length, 0u) + (1u << width_log) - 1u) >> width_log;
        let is_last = round + 1u == rounds;
        var is_open = round < rounds;
//# for level in range(rounds_log)
        if (is_open && (round & ${2 ** level}u) != 0u) {
            folded = ${exchanged.combine}(pending${level}, folded);
        } else if (is_open && !is_last) {
            pending${level} = folded;
            is_open = false;
        }
//# endfor
        is_first = is_last && subgroup_lane == 0u;
    }
//# endif
