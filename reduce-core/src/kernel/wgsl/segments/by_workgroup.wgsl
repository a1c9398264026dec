    // The workgroup sorts its groups by the invocations that they take, and folds them side by side.
//# include "segments/own.wgsl"
    var rank = 0u;
    if (is_here) {
        rank = atomicAdd(&class_counts[own_log], 1u);
    }
    workgroupBarrier();
    if (invocation == 0u) {
        var begin = 0u;
//# for index in range(classes_log + 1)
//# set class = classes_log - index
        class_begins[${index}] = begin;
        begin += atomicLoad(&class_counts[${class}]) * ${2 ** 20 + 2 ** class}u;
//# endfor
        class_begins[${classes_log + 1}] = begin;
    }
    let begins = workgroupUniformLoad(&class_begins);
    if (is_here) {
        ranges[(class_begins[${classes_log}u - own_log] >> 20u) + rank] = range | vec2<u32>(0u, invocation << 16u);
    }
    workgroupBarrier();
    let end = begins[${classes_log + 1}] >> 20u;
    let end_of_places = begins[${classes_log + 1}] & 0xfffffu;
    for (var first_place = 0u; first_place < end_of_places; first_place += ${workgroup_size}u) {
        // No group behind the first takes more invocations. Mostly all of a turn take as many.
        let widest = group_of(begins, first_place);
        let narrowest = group_of(begins, first_place + ${workgroup_size - 1}u);
        let same = vec3<u32>(widest.xy, select(32u, widest.z, narrowest.z == widest.z));
        let found = group_at(begins, same, first_place, invocation);
        let slice = found.y;
        let piece = select(vec2<u32>(), ranges[min(found.x, end - 1u)], found.x < end);
//# filter indent(4)
//# include "segments/fold.wgsl"
//# endfilter
        let lanes = invocations_with(length, 0u);
        let folded = reduce_group(state, lanes, slice, invocation, widest.z${", subgroup_width" if subgroups});
        if (slice == 0u && found.x < end) {
            write_result(first_number + (piece.y >> 16u), lanes > 0u, folded);
        }
    }
