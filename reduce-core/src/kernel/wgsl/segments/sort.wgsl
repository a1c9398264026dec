    let number = first_number + invocation;
    // An invocation without a group finds an empty one.
    ranges[invocation] = vec2<u32>();
    if (invocation <= ${workgroup_log}u) {
        atomicStore(&class_counts[invocation], 0u);
    }
    workgroupBarrier();
    // One group an invocation.
    var own_log = 0u;
    var rank = 0u;
    var is_here = ${"turn + " if tiny}invocation < (1u << pass_info.slices_log) && number < pass_info.groups;
    var range = range_of(number, is_here);
    if (range.y > pass_info.length) {
//# if unchecked
        // Where the lists had no room, these are groups without elements too.
        is_here = group_table[${overflow // 4}][${overflow % 4}] == 1u;
//# else
        is_here = false;
//# endif
        range = vec2<u32>();
    }
    if (is_here) {
        let lanes = max(invocations_with(range.y, 0u), 1u);
        own_log = 32u - countLeadingZeros(lanes - 1u);
        rank = atomicAdd(&class_counts[${workgroup_log}u - own_log], 1u);
    }
    workgroupBarrier();
    if (invocation == 0u) {
        var begin = 0u;
        for (var index = 0u; index <= ${workgroup_log}u; index += 1u) {
            class_begins[index] = begin;
            let count = atomicLoad(&class_counts[index]);
            begin += (count << 20u) + (count << (${workgroup_log}u - index));
        }
        class_begins[${workgroup_log + 1}] = begin;
    }
