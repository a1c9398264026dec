//# for u in range(first_set, end_set)
//# for step in steps
//# set left = "columns" ~ (u * loads + step.left_load) ~ members[step.left]
    ${left} = ${join}(${left}, columns${u * loads + step.right_load}${members[step.right]});
//# endfor
//# endfor
