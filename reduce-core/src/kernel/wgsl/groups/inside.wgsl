//# set sets_here = load_sets if sets_in_flight > load_sets else sets_in_flight
//# for round in range(load_sets // sets_here)
//# for u in range(round * sets_here, (round + 1) * sets_here)
//# if u == 0
    // The loads of ${"all" if sets_here == load_sets else sets_here} sets are in flight before the first is used.
//# endif
    let available${u} = enter(first_group + (${u}u << groups_log) + member, ${within});
    let start${u} = group_${parts[0].start};
    // The vectors inside the group, and the elements in front of them and behind them.
    let begin${u} = (start${u} + ${per_invocation - 1}u) / ${per_invocation}u;
    let end${u} = (start${u} + pass_info.length) / ${per_invocation}u;
    let in_front${u} = begin${u} * ${per_invocation}u - start${u};
    let beside${u} = pass_info.length - (end${u} - begin${u}) * ${per_invocation}u;
//# for v in range(loads)
//# set n = u * loads + v
    let base${n} = ${("begin" ~ u ~ " + slice") if v == 0 else ("begin" ~ u ~ " + slice + " ~ v * lanes_of_all ~ "u") if v < loads - 1 else ("min(begin" ~ u ~ " + slice + " ~ v * lanes_of_all ~ "u, end" ~ u ~ " - 1u)")};
    let x${n} = ${loads_of_sets[n].text};
//# if positioned
    let position${n} = group_position + base${n} * ${per_invocation}u - start${u};
//# endif
//# endfor
//# for e in range(inside.rounds)
//# set n = u * inside.rounds + e
    let index${n} = slice${" + " ~ e * lanes_of_all ~ "u" if e};
    let index_beside${n} = select(index${n} + pass_info.length - beside${u}, index${n}, index${n} < in_front${u});
    var alone${n}: ${inside.word};
    if (index${n} < beside${u}) {
        alone${n} = load_alone(start${u} + index_beside${n});
    }
//# endfor
//# endfor
//# for u in range(round * sets_here, (round + 1) * sets_here)
    var columns${u}: ${columns_type};
//# for v in range(loads)
//# set n = u * loads + v
//# if v > 0 and v == loads - 1
    // Some invocations have none of the last vectors.
    if (slice + ${v * lanes_of_all}u < end${u} - begin${u}) {
        columns${u} = fold_row(columns${u}, ${loads_of_sets[n].arguments}, false);
    }
//# else
    columns${u} = fold_row(columns${u}, ${loads_of_sets[n].arguments}, ${"true" if v == 0 else "false"});
//# endif
//# endfor
//# for e in range(inside.rounds)
//# set n = u * inside.rounds + e
    if (index${n} < beside${u}) {
        columns${u} = ${column.combine}(columns${u}, lift_alone(alone${n}, start${u} + index_beside${n}${", group_position + index_beside" ~ n if positioned}));
    }
//# endfor
    var lanes${u} = select(0u, ${lanes_of_all}u, available${u} > 0u);
    let state${u} = ${("columns" ~ u ~ members[0]) | called(column.first_by)};
//# endfor
//# endfor
