    workgroupBarrier();
    storageBarrier();
    let count_of_left = atomicLoad(&left_count);
    for (var index = invocation; index < count_of_left; index += ${workgroup_size}u) {
        let place = left_begins[index];
        let length = next_head(place + 1u, place + ${columns + 1}u) - place;
        left_lengths[index] = length;
        atomicMax(&left_longest, length);
    }
    workgroupBarrier();
    if (invocation == 0u) {
        left_of_all = vec2<u32>(count_of_left, atomicLoad(&left_longest));
    }
    let left_here = workgroupUniformLoad(&left_of_all);
    // A group that did not end in its window is folded by a subgroup, from its first element on.
    for (var first_left = 0u; first_left < left_here.x; first_left += ${workgroup_size}u >> width_log) {
        let index_of_left = first_left + subgroup_number;
        var place = 0u;
        var length = 0u;
        if (index_of_left < left_here.x) {
            place = left_begins[index_of_left];
            length = left_lengths[index_of_left];
        }
        // Longer ones are listed, for other passes.
        length = select(0u, length, length <= ${columns}u);
        let piece = vec2<u32>(first + place, length);
//# for level in range(rounds_log)
        var pending${level}: ${exchanged.kind};
//# endfor
        for (var first_lane = 0u; first_lane * ${elements_a_lane}u < min(left_here.y, ${columns}u); first_lane += 1u << width_log) {
            let slice = first_lane + subgroup_lane;
//# if rounds_log > 0
            let in_rounds = length > (${elements_a_lane}u << width_log);
            let round = first_lane >> width_log;
            let is_last = (first_lane + (1u << width_log)) * ${elements_a_lane}u >= length;
//# endif
//# filter indent(8)
//# include "segments/fold.wgsl"
//# include "segments/meet.wgsl"
//# endfilter
            if (subgroup_lane == 0u && first_lane * ${elements_a_lane}u < length && ${"is_last" if rounds_log > 0 else "true"}) {
                write_group(first_number + groups_in_front(place), true, folded);
            }
        }
    }
