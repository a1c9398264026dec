//# set join = column.fold if meets_in_order else exchanged.combine
    // The states of all invocations lie side by side in workgroup memory, and ${"some invocations fold" if packed_parts else "one invocation folds"} those of a group.
    if (slice < ${packed}u) {
//# for u in range(sets)
        workgroup_states[${u * packed * packed_groups}u + invocation] = ${("state" ~ u) | called(uncounted)};
//# endfor
    }
    workgroupBarrier();
//# if packed_parts
//# set groups_here = sets * packed_groups
    // Each block of ${packed_run} neighbouring states of a group is a node of its tree: an invocation folds it, and leaves the result in place of the first of them.${" The last block of a group has " ~ part_rest ~ "." if part_rest < packed_run}${" A last state alone stays where it is." if part_blocks < packed_parts}
//# for round in range(part_rounds)
    let part${round} = invocation${" + " ~ round * workgroup_size ~ "u" if round};
    if (part${round} < ${groups_here * part_blocks}u && first_group + part${round} % ${groups_here}u < pass_info.groups) {
        let first_of_part = (part${round} % ${groups_here}u) * ${packed}u + (part${round} / ${groups_here}u) * ${packed_run}u;
//# if part_rest < packed_run or (knows_counts and part_blocks == packed_parts and last < columns_a_lane)
        let is_full = part${round} < ${groups_here * (part_blocks - 1)}u;
//# endif
//# for lane in range(packed_run)
//# set part_state = "workgroup_states[first_of_part + " ~ (lane ~ "u" if lane < part_rest else "select(0u, " ~ lane ~ "u, is_full)") ~ "]"
//# if not knows_counts
        var state_of${lane} = ${part_state};
//# elif lane + 1 == part_rest and part_blocks == packed_parts and last < columns_a_lane
        // Only the last invocation of a group has fewer elements than others.
        var state_of${lane} = counted(${part_state}, ${last | literals(count_kinds)});
        if (is_full) {
            state_of${lane} = counted(uncounted(state_of${lane}), ${columns_a_lane | literals(count_kinds)});
        }
//# else
        var state_of${lane} = counted(${part_state}, ${columns_a_lane | literals(count_kinds)});
//# endif
//# endfor
//# for step in part_tree
//# if step.right < part_rest
        state_of${step.left} = ${join}(state_of${step.left}, state_of${step.right});
//# else
        if (is_full) {
            state_of${step.left} = ${join}(state_of${step.left}, state_of${step.right});
        }
//# endif
//# endfor
        workgroup_states[first_of_part] = ${"state_of0" | called(uncounted)};
    }
//# endfor
    workgroupBarrier();
//# endif
    let group0 = first_group + invocation;
    let writes0 = invocation < ${sets * packed_groups}u && group0 < pass_info.groups;
    let lanes0 = select(0u, ${packed}u, writes0);
    var folded0 = state0;
    if (writes0) {
//# for lane in range(packed_parts or packed)
//# set left_by = "workgroup_states[invocation * " ~ packed ~ "u + " ~ lane * packed_run ~ "u]"
//# if not knows_counts
        var state_of${lane} = ${left_by};
//# elif (lane + 1) * packed_run < packed
        var state_of${lane} = counted(${left_by}, ${(columns_a_lane * packed_run) | literals(count_kinds)});
//# else
        var state_of${lane} = counted(${left_by}, ${(columns_a_lane * (packed - 1 - lane * packed_run) + last) | literals(count_kinds)});
//# endif
//# endfor
//# for step in packed_tree
        state_of${step.left} = ${join}(state_of${step.left}, state_of${step.right});
//# endfor
        folded0 = state_of0;
    }
