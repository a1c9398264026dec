//# if sets * loads > 1
    // The loads of all groups are in flight before the first is used. An invocation without elements loads the last one of its group.
//# endif
//# for u in range(sets)
    let group${u} = group_at(begins, same, first_place, ${u * workgroup_size}u + invocation);
    let column${u} = group${u}.y * ${columns_a_lane}u;
//# if rows_many
    let first = column0${" * " ~ run_elements ~ "u" if ordered};
    let column = column0;
    let begin = 0u;
    let left = 0u;
    let first_group = group0.x;
    let member = 0u;
//# include "groups/many_rows.wgsl"
//# else
    let available${u} = enter(group${u}.x, end);
//# for v in range(loads)
//# set n = u * loads + v
//# set first = "column" ~ u ~ ((" + " ~ v * per_invocation ~ "u") if v)
//# if positioned
    let position${n} = group_position + ${first};
//# endif
    let base${n} = min(${first}, group_last) / ${per_invocation}u;
    let x${n} = ${loads_of_sets[n].text};
//# endfor
//# endif
//# endfor
//# if not rows_many
//# for u in range(sets)
//# if asks
    // Where an element is in its word is asked for again.
    enter(group${u}.x, end);
//# endif
//# for v in range(loads)
//# set n = u * loads + v
    var columns${n}: ${columns_type};
    columns${n} = fold_row(columns${n}, ${loads_of_sets[n].arguments}, true);
//# for step in column_tree
    if (column${u} + ${v * per_invocation + step.right}u < available${u}) {
        columns${n}${members[step.left]} = ${column.combine}(columns${n}${members[step.left]}, columns${n}${members[step.right]});
    }
//# endfor
//# endfor
//# for step in load_tree
    if (column${u} + ${step.right * per_invocation}u < available${u}) {
        columns${u * loads + step.left}${members[0]} = ${column.combine}(columns${u * loads + step.left}${members[0]}, columns${u * loads + step.right}${members[0]});
    }
//# endfor
    let lanes${u} = invocations_with(available${u}, 0u);
    let state${u} = ${("columns" ~ u * loads ~ members[0]) | called(column.first_by)};
//# endfor
//# endif
