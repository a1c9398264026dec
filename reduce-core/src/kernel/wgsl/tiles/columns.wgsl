//# if is_full
    // Both operands hold equally many elements from here on.
    known_weight = 0.5lf;
//# endif
//# if column_tree
    // Fold the columns of the invocation.
//# for step in column_tree
//# if is_full
    columns${members[step.left]} = ${column.combine}(columns${members[step.left]}, columns${members[step.right]});
//# else
    if (column + ${step.right * merged}u < count) {
        columns${members[step.left]} = ${column.combine}(columns${members[step.left]}, columns${members[step.right]});
    }
//# endif
//# endfor

//# endif
//# if is_full
    let folded = reduce_workgroup(${column.first}, ${workgroup_size}u, invocation${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
//# else
//# if is_split
    // The plan leaves out the workgroups whose first column is missing.
//# endif
//# if splits > 1
    let invocations_with_columns = min((count - split * ${workgroup_size * per_invocation}u${" + " ~ (per_invocation - 1) ~ "u" if per_invocation > 1}) / ${per_invocation}u, ${workgroup_size}u);
//# elif per_invocation > 1
    let invocations_with_columns = (count + ${per_invocation - 1}u) / ${per_invocation}u;
//# else
    let invocations_with_columns = count;
//# endif
    let folded = reduce_workgroup(${column.first}, invocations_with_columns, invocation${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
//# endif
