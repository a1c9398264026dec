    // The invocations of a group meet: each takes the states of lanes behind it, as long as they are of its group.
//# for u in range(sets)
    var folded${u} = state${u};
//# endfor
//# for level in range(packed_levels)
    let has_right${level} = slice + ${2 ** level}u < ${packed}u;
//# for u in range(sets)
    {
        let right = ${exchanged.shuffle}(folded${u}, ${2 ** level}u);
        if (has_right${level}) {
            folded${u} = ${exchanged.combine}(folded${u}, right);
        }
    }
//# endfor
//# endfor
//# for u in range(sets)
    let group${u} = first_group + ${u}u * groups_of_set + member;
    let writes${u} = slice == 0u;
//# endfor
