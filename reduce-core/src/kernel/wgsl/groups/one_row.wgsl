    // The loads of all sets are in flight before the first is used. An invocation without elements loads the last one of its group.
    let first_of_sets = (set * ${sets}u << (${workgroup_log}u - pass_info.slices_log)) + member;
//# for u in range(sets)
    let available${u} = enter(first_of_sets + (${u}u << (${workgroup_log}u - pass_info.slices_log)), 0u);
//# if positioned
    let position${u} = group_position + first;
//# endif
    let base${u} = ${"group_place / " ~ per_invocation ~ "u + " if not has_parts}min(first, group_last) / ${per_invocation}u;
    let x${u} = ${reads.sets[u].text};
//# endfor
//# for u in range(sets)
    {
        let index_of_group = first_of_sets + (${u}u << (${workgroup_log}u - pass_info.slices_log));
//# if asks
        // Where an element is in its word is asked for again.
        enter(index_of_group, 0u);
//# endif
        var columns: ${columns_type};
        columns = fold_row(columns, ${reads.sets[u].arguments}, true);
//# for step in column_tree
        if (column + ${step.right}u < available${u}) {
            columns${members[step.left]} = ${column.combine}(columns${members[step.left]}, columns${members[step.right]});
        }
//# endfor
        let invocations_with_columns = (available${u} + ${columns_a_lane - 1}u) / ${columns_a_lane}u;
        let folded = reduce_group(${column.first}, invocations_with_columns, slice, invocation${", subgroup_width" if subgroups});
        if (slice == 0u && available${u} > 0u) {
            let to = pass_info.first_output + index_of_group * pass_info.to_group;
//# for store in stores
            output[to]${store.to} = ${(column.result ~ store.from) | called(store.by)};
//# endfor
        }
    }
//# endfor
