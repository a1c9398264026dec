    let number = workgroup.y * workgroups.x + workgroup.x;
    let node = number / pass_info.sets;
    let set = number % pass_info.sets;
    let slice = (invocation >> pass_info.apart_log) & ((1u << pass_info.slices_log) - 1u);
    // The number of the invocation's group in its set.
    let member = ((invocation >> (pass_info.apart_log + pass_info.slices_log)) << pass_info.apart_log)
        + (invocation & ((1u << pass_info.apart_log) - 1u));
