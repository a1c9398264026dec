    // A subgroup folds ${packed_groups} groups of ${packed} invocations, side by side. Its last lanes have no columns.
    let node = pass_info.first_node + workgroup.z;
    let turn = min(subgroup_lane / ${packed}u, ${packed_groups - 1}u);
    let slice = subgroup_lane - turn * ${packed}u;
    let member = subgroup_number * ${packed_groups}u + turn;
    let groups_of_set = ${workgroup_size}u / subgroup_width * ${packed_groups}u;
    let first_group = (workgroup.y * workgroups.x + workgroup.x) * ${group_sets}u * groups_of_set;
