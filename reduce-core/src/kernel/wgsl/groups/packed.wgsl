    // A workgroup folds ${packed_groups} groups of ${packed} invocations, side by side. Its last invocations have no columns.
    let node = pass_info.first_node + workgroup.z;
    let member = min(invocation / ${packed}u, ${packed_groups - 1}u);
    let slice = invocation - member * ${packed}u;
    let first_group = (workgroup.y * workgroups.x + workgroup.x) * ${group_sets * packed_groups}u;
