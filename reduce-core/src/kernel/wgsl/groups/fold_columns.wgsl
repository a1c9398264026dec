//# for u in range(first_set, end_set)
//# for v in range(loads)
//# set columns = "columns" ~ (u * loads + v)
//# for step in column_tree
//# if v * per_invocation + step.column < reached
    ${columns}${members[step.left]} = ${column.combine}(${columns}${members[step.left]}, ${columns}${members[step.right]});
//# endif
//# endfor
//# endfor
//# for step in load_tree
//# if step.right * per_invocation < reached
//# set left = "columns" ~ (u * loads + step.left) ~ members[0]
    ${left} = ${column.combine}(${left}, columns${u * loads + step.right}${members[0]});
//# endif
//# endfor
//# endfor
