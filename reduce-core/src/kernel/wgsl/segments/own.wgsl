    let number = first_number + invocation;
    if (invocation <= ${classes_log}u) {
        atomicStore(&class_counts[invocation], 0u);
    }
    workgroupBarrier();
    // One group an invocation.
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
    let lanes_of_group = invocations_with(range.y, 0u);
    // log2 of the invocations that it takes.
    var own_log = 32u - countLeadingZeros(max(lanes_of_group, 1u) - 1u);
