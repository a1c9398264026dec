    // The loads of all sets are in flight before the first is used. An invocation without elements loads the last one of its group.
//# for u in range(sets)
    let available${u} = enter(first_group + (${u}u << groups_log) + member, 0u);
//# if positioned
    let position${u} = group_position + first;
//# endif
    let base${u} = ${"group_base + " if has_vectors}min(first, group_last) / ${per_invocation}u;
    let x${u} = ${loads_of_sets[u].text};
//# endfor
//# for u in range(sets)
//# if asks
    // Where an element is in its word is asked for again.
    enter(first_group + (${u}u << groups_log) + member, 0u);
//# endif
    var columns${u}: ${columns_type};
    columns${u} = fold_row(columns${u}, ${loads_of_sets[u].arguments}, true);
//# for step in column_tree
//# if is_whole
    columns${u}${members[step.left]} = ${column.combine}(columns${u}${members[step.left]}, columns${u}${members[step.right]});
//# else
    if (column + ${step.right}u < available${u}) {
        columns${u}${members[step.left]} = ${column.combine}(columns${u}${members[step.left]}, columns${u}${members[step.right]});
    }
//# endif
//# endfor
    var lanes${u} = invocations_with(available${u}, left);
    let state${u} = ${("columns" ~ u ~ members[0]) | called(column.first_by)};
//# endfor
