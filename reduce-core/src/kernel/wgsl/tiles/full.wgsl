//# if weights and not is_full
    // A column counts its rows, so the weight of the next element is known.
    counting = true;
//# endif
//# if in_flight < rows
    for (var row = 0u; row < ${rows}u; row += ${in_flight}u) {
//# endif
//# filter indent(4 if in_flight < rows else 0)
    // ${in_flight} ${"load is" if in_flight == 1 else "loads are"} in flight before the first is used.
//# if in_flight < rows
    let here = base + row${" * " ~ stride ~ "u" if stride > 1};
//# endif
//# for load in reads.in_flight
    let x${loop.index0} = ${load.text};
//# endfor
//# for load in reads.in_flight
//# if weights
    known_weight = ${weights[loop.index0]};
//# endif
    columns = fold_row(columns, ${load.arguments}, ${load.begins});
//# endfor
//# endfilter
//# if in_flight < rows
    }
//# endif
//# if weights and not is_full
    counting = false;
//# endif
