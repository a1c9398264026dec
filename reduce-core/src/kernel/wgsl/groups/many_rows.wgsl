//# if at_offsets
    let all = length;
//# else
    let all = enter(first_group + member${" * " ~ groups_a_load ~ "u" if groups_a_load > 1}, ${within});
//# endif
//# if aligned
    let count = min(all, ${columns}u);
//# include "groups/aligned_rows.wgsl"
//# else
//# if ordered
    let available = min(all, first + ${run_elements}u);
//# else
    let available = all;
    let count = min(all, ${columns}u);
//# endif
    let base = ${"group_base + " if has_vectors}(begin + first) / ${per_invocation}u;
//# if positioned
    let position = group_position + begin + first;
//# endif
    var columns: ${columns_type};
    // The rows that have an element for each ${"element of a load" if ordered else "column"} of the invocation.
    var full_rows = 0u;
    if (first + ${per_invocation}u <= available) {
        full_rows = (available - first - ${per_invocation}u) / ${row_len}u + 1u;
    }
    var row = 0u;
//# if in_flight > 1
    for (; row + ${in_flight}u <= full_rows; row += ${in_flight}u) {
        // ${in_flight} loads are in flight before the first is used.
        let here = base + row${" * " ~ stride ~ "u" if stride > 1};
//# for load in reads.in_flight
        let x${loop.index0} = ${load.text};
//# endfor
//# for load in reads.in_flight
        columns = fold_row(columns, ${load.arguments}, ${load.begins});
//# endfor
    }
    if (row < full_rows) {
        // Fewer: the last one is loaded again.
        let last = full_rows - 1u;
//# for load in rest_in_flight
        let x${loop.index0} = ${load.text};
//# endfor
//# for load in rest_in_flight
        if (row + ${loop.index0}u <= last) {
            columns = fold_row(columns, ${load.arguments}, ${load.begins});
        }
//# endfor
    }
//# else
    for (; row < full_rows; row += 1u) {
        columns = fold_row(columns, ${reads.row}, row == 0u);
    }
//# endif
//# if per_invocation > 1
    // The row that ends early.
    let index = first + full_rows * ${row_len}u;
    if (index < available) {
//# set row = "full_rows"
//# include "tiles/guarded_row.wgsl"
    }
//# endif
//# endif
//# if column_tree
    // Fold the columns of the invocation.
//# for step in column_tree
//# if is_whole
    columns${members[step.left]} = ${column.combine}(columns${members[step.left]}, columns${members[step.right]});
//# else
    if (column + ${step.column}u < count) {
        columns${members[step.left]} = ${column.combine}(columns${members[step.left]}, columns${members[step.right]});
    }
//# endif
//# endfor
//# endif
//# for g in range(sets_a_load)
//# if g < groups_a_load
//# if not packed
    var lanes${g} = invocations_with(all, left);
//# endif
    let state${g} = ${("columns" ~ members[g]) | called(column.first_by)};
//# else
    // A set without groups.
    var lanes${g} = 0u;
    let state${g} = state0;
//# endif
//# endfor
