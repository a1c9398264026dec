//# if by_subgroups
    // The invocations of a group meet: first those of a subgroup, by shuffles.
    let width_log = countTrailingZeros(subgroup_width);
    let lanes_of_widest = 1u << min(widest.z, width_log);
//# for u in range(sets)
    let folded${u} = reduce_lanes(state${u}, lanes${u}, group${u}.y, lanes_of_widest);
    if (group${u}.y == 0u && group${u}.x < end && group${u}.z <= width_log) {
        write_group(first_number, group${u}.x, lanes${u}, folded${u});
    }
//# endfor
    if (widest.z > width_log) {
        // Beyond it, each subgroup leaves its state in workgroup memory, and an invocation takes each.
        if (subgroup_lane == 0u) {
//# for u in range(sets)
            workgroup_states[min((${u}u << (${workgroup_log}u - width_log)) + subgroup_number, ${slots - 1}u)] = folded${u};
//# endfor
        }
        workgroupBarrier();
        var left_over = ${sets}u << (${workgroup_log}u - width_log);
        for (var covered_log = width_log; covered_log < widest.z; covered_log += width_log) {
            let index = min(invocation, left_over - 1u);
            let group = group_at(begins, same, first_place, index << covered_log);
            let lanes = invocations_with(enter(group.x, end), 0u);
            let folded = reduce_lanes(
                workgroup_states[index],
                (lanes + (1u << covered_log) - 1u) >> covered_log,
                group.y >> covered_log,
                1u << min(widest.z - covered_log, width_log),
            );
            // Those of fewer invocations were written before.
            let is_last = group.z > covered_log && group.z <= covered_log + width_log;
            if (invocation < left_over && group.y == 0u && group.x < end && is_last) {
                write_group(first_number, group.x, lanes, folded);
            }
            workgroupBarrier();
            if (covered_log + width_log < widest.z) {
                if (subgroup_lane == 0u && invocation < left_over) {
                    workgroup_states[invocation >> width_log] = folded;
                }
                workgroupBarrier();
            }
            left_over >>= width_log;
        }
    }
//# else
//# for u in range(sets)
    let folded${u} = reduce_group(state${u}, lanes${u}, group${u}.y, invocation, widest.z${", subgroup_width" if subgroups});
    if (group${u}.y == 0u && group${u}.x < end) {
        write_group(first_number, group${u}.x, lanes${u}, folded${u});
    }
//# endfor
//# endif
