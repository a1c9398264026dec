    // All loads are in flight before the first is used. An invocation loads from the last element of its group on where it has none; what lies behind the group is never combined.
//# for u in range(load_sets)
    let available${u} = enter(first_group + ${u ~ "u * groups_of_set" if packed else "(" ~ u ~ "u << groups_log)"} + member, ${within});
//# for v in range(loads)
//# set n = u * loads + v
//# if has_vectors
    let base${n} = group_base + ${v ~ "u" if alone else "min(first + " ~ v * per_invocation ~ "u, group_last) / " ~ per_invocation ~ "u"};
//# else
    let base${n} = min(first, group_last) / ${per_invocation}u + ${v}u;
//# endif
//# if positioned
    let position${n} = group_position + first + ${v * per_invocation}u;
//# endif
    let x${n} = ${loads_of_sets[n].text};
//# endfor
//# endfor
//# set knows_all = is_whole or alone
//# if not knows_all
    let elements_here = pass_info.length - min(pass_info.length, column);
//# for index in range(1, loads * per_invocation)
    let has_column${index} = elements_here > ${index}u;
//# endfor
//# endif
//# for u in range(load_sets)
//# for v in range(loads)
//# set n = u * loads + v
    var columns${n}: ${columns_type};
    columns${n} = fold_row(columns${n}, ${loads_of_sets[n].arguments}, true);
//# for step in column_tree
//# set index = v * per_invocation + step.column
//# if not alone or index < alone
    ${"if (has_column" ~ index ~ ") " if not knows_all}{
        columns${n}${members[step.left]} = ${column.combine}(columns${n}${members[step.left]}, columns${n}${members[step.right]});
    }
//# endif
//# endfor
//# endfor
//# for step in load_tree
//# set left = "columns" ~ (u * loads + step.left) ~ members[0]
    ${"if (has_column" ~ (step.right * per_invocation) ~ ") " if not knows_all}{
        ${left} = ${column.combine}(${left}, columns${u * loads + step.right}${members[0]});
    }
//# endfor
    var lanes${u} = invocations_with(available${u}, left);
    let state${u} = ${("columns" ~ u * loads ~ members[0]) | called(column.first_by)};
//# endfor
