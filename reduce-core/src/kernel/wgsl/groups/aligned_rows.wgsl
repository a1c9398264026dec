    // A row is whole vectors, so in every row the invocation loads one of them, of whose columns `columns_in_front` lie in front of its own.
    let first_vector = group_${parts[0].start} / ${per_invocation}u;
    let columns_in_front = group_${parts[0].start} % ${per_invocation}u;
    let end_of_group = all + columns_in_front;
    let last_vector = (end_of_group - 1u) / ${per_invocation}u;
    // The columns of the first invocation that lie in front of the group are those of the row above: they begin with its second vector.
    let wraps_round = slice == 0u && columns_in_front > 0u;
//# if positioned
    let position = group_position + column - columns_in_front;
//# endif
    var columns: ${columns_type};
    // The vectors of the invocation that end in the group.
    var full_rows = 0u;
    if (column + ${per_invocation}u <= end_of_group) {
        full_rows = (end_of_group - column - ${per_invocation}u) / ${row_len}u + 1u;
    }
    for (var row = 0u; row < full_rows; row += ${in_flight}u) {
        // ${in_flight} loads are in flight before the first is used. Behind the last one of the group, it is loaded again.
//# for load in reads.in_flight
        let x${loop.index0} = ${parts[0].name}[first_vector + min((row + ${loop.index0}u) * ${stride}u + slice, last_vector)];
//# endfor
//# for load in reads.in_flight
        if (row + ${loop.index0}u < full_rows) {
//# if loop.index0 == 1
            let above = columns;
            columns = fold_row(columns, ${load.arguments}, false);
            if (wraps_round && row == 0u) {
                let columns_begun = fold_row(above, ${load.arguments}, true);
//# for c in range(per_invocation - 1)
                if (columns_in_front > ${c}u) {
                    columns${members[c]} = columns_begun${members[c]};
                }
//# endfor
            }
//# else
            columns = fold_row(columns, ${load.arguments}, ${load.begins});
//# endif
        }
//# endfor
    }
    // A vector in which the group ends.
    if (column + full_rows * ${row_len}u < end_of_group) {
        let here = first_vector + full_rows * ${stride}u + slice;
        let x0 = ${parts[0].name}[here];
        let columns_begun = fold_row(columns, ${last_arguments}, true);
        var columns_below = columns_begun;
        if (full_rows > 0u) {
            columns_below = fold_row(columns, ${last_arguments}, false);
        }
        let rest = end_of_group - column - full_rows * ${row_len}u;
//# for c in range(per_invocation - 1)
        if (rest > ${c}u) {
            columns${members[c]} = columns_below${members[c]};
            if (wraps_round && full_rows == 1u && columns_in_front > ${c}u) {
                columns${members[c]} = columns_begun${members[c]};
            }
        }
//# endfor
    }
    // The columns of the invocation are the last of these, and the first of the next invocation: in a subgroup by shuffles, between subgroups by workgroup memory.
//# for c in range(per_invocation - 1)
    var next${c} = ${exchanged.shuffle}(columns${members[c]}, 1u);
//# endfor
    if (subgroup_lane == 0u) {
//# for c in range(per_invocation - 1)
        first_columns[subgroup_number * ${per_invocation - 1}u + ${c}u] = columns${members[c]};
//# endfor
    }
    workgroupBarrier();
    if (subgroup_lane == subgroup_width - 1u) {
        // The columns behind the last are the first.
        let next_subgroup = (subgroup_number + 1u) % (${workgroup_size}u / subgroup_width);
//# for c in range(per_invocation - 1)
        next${c} = first_columns[next_subgroup * ${per_invocation - 1}u + ${c}u];
//# endfor
    }
//# for by in shifts
    if ((columns_in_front & ${by}u) != 0u) {
//# for c in range(per_invocation + by - 1)
//# set source = c + by
//# set to = "columns" ~ members[c] if c < per_invocation else "next" ~ (c - per_invocation)
//# set from = "columns" ~ members[source] if source < per_invocation else "next" ~ (source - per_invocation)
        ${to} = ${from};
//# endfor
    }
//# endfor
