    // The lanes of a group meet: those of several rounds one round after the other.
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
//# if rounds_log > 0
    if (in_rounds) {
        // The states of its rounds are folded by a balanced binary tree: the one of each level that has no right neighbour yet is kept.
        var is_open = elements > 0u;
//# for level in range(rounds_log)
        if (is_open && (round & ${2 ** level}u) != 0u) {
            folded = ${exchanged.combine}(pending${level}, folded);
        } else if (is_open && !is_last) {
            pending${level} = folded;
            is_open = false;
        }
//# endfor
    }
//# endif
