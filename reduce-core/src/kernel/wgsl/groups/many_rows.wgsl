    let index_of_group = (set << (${workgroup_log}u - pass_info.slices_log)) + member;
    let all = enter(index_of_group, tile);
//# if ordered
    let available = min(all, first + ${run_elements}u);
    let count = (all + ${run_elements - 1}u) / ${run_elements}u;
//# else
    let available = all;
    let count = min(all, ${columns}u);
//# endif
    let base = ${"group_place / " ~ per_invocation ~ "u + " if not has_parts}(begin + first) / ${per_invocation}u;
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
//# endif
    for (; row < full_rows; row += 1u) {
        columns = fold_row(columns, ${reads.row}, row == 0u);
    }
//# if per_invocation > 1
    // The row that ends early.
    let index = first + full_rows * ${row_len}u;
    if (index < available) {
//# set row = "full_rows"
//# include "groups/guarded_row.wgsl"
    }
//# endif
//# if column_tree
    // Fold the columns of the invocation.
//# for step in column_tree
    if (column + ${step.right}u < count) {
        columns${members[step.left]} = ${column.combine}(columns${members[step.left]}, columns${members[step.right]});
    }
//# endfor
//# endif
    let invocations_with_columns = (count - min(count, left) + ${columns_a_lane - 1}u) / ${columns_a_lane}u;
    let folded = reduce_group(${column.first}, invocations_with_columns, slice, invocation${", subgroup_width" if subgroups});
    if (slice == 0u && invocations_with_columns > 0u) {
//# if from_table
        let to = group_table[index_of_group].z + split;
//# else
        let to = pass_info.first_output + index_of_group * pass_info.to_group + node * pass_info.to_node;
//# endif
//# for store in stores
        output[to]${store.to} = ${(column.result ~ store.from) | called(store.by)};
//# endfor
    }
