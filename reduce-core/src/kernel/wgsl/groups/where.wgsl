    // A workgroup folds one node of the trees of ${"some sets of groups" if group_sets > 1 else "some groups"}.
    let node = pass_info.first_node + workgroup.z;
    let groups_log = ${workgroup_log}u - ${slices_log};
    // The place of the invocation among those of its group, and of the group among those of the workgroup.
    let slice = (invocation >> ${apart_log}) & ((1u << ${slices_log}) - 1u);
    let member = ((invocation >> (${apart_log} + ${slices_log})) << ${apart_log})
        + (invocation & ((1u << ${apart_log}) - 1u));
//# if from_table
    // The workgroups take the groups of the list in turn.
    let end = count_listed(pass_info.list);
    listed = end;
    let in_turn = (workgroups.x * workgroups.y) << groups_log;
//# if ahead
    // The row of the next group is loaded while elements are.
    var row_ahead = row_of((workgroup.y * workgroups.x + workgroup.x) << groups_log);
//# endif
    for (
        var first_group = (workgroup.y * workgroups.x + workgroup.x) << groups_log;
        first_group < end;
        first_group += in_turn
    ) {
//# if ahead
        row_here = row_ahead;
        row_ahead = row_of(min(first_group + in_turn, end));
//# endif
//# else
    let first_group = ((workgroup.y * workgroups.x + workgroup.x) * ${group_sets}u) << groups_log;
//# endif
