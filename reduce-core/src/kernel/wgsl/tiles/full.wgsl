//# if weights and not is_full
    // A column counts its rows, so the weight of the next element is known.
    counting = true;
//# endif
//# if begins_apart
    // Begin every column; ${in_flight} loads are in flight before the first is used.
    {
//# for r in range(in_flight)
        let x${r} = ${reads.loads[r].at_base};
//# endfor
//# for r in range(in_flight)
//# if weights
        known_weight = ${weights[r][0]};
//# endif
        columns = ${"lift_row(" if r == 0 else "fold_row(columns, "}${reads.arguments[r].first});
//# endfor
    }
//# endif
//# if not begins_apart or in_flight < rows
    // ${"The other rows." if begins_apart else "Fold every " ~ unit ~ "; " ~ in_flight ~ " loads are in flight before the first is used."}
    for (var row = ${in_flight if begins_apart else 0}u; row < ${rows}u; row += ${in_flight}u) {
        let here = base + row${" * " ~ stride ~ "u" if stride > 1};
//# for r in range(in_flight)
        let x${r} = ${reads.loads[r].at_here};
//# endfor
//# for r in range(in_flight)
//# if weights
        known_weight = ${weights[r][1]};
//# endif
//# if r == 0 and not begins_apart
        if (row == 0u) {
            columns = lift_row(${reads.arguments[r].later});
        } else {
            columns = fold_row(columns, ${reads.arguments[r].later});
        }
//# else
        columns = fold_row(columns, ${reads.arguments[r].later});
//# endif
//# endfor
    }
//# endif
//# if weights and not is_full
    counting = false;
//# endif
