    // The workgroup sorts pieces of its groups by the invocations that they take; then each subgroup folds its own, and none waits for another.
//# include "segments/own.wgsl"
//# if known_width
    let width_log = ${known_width}u;
//# else
    let width_log = countTrailingZeros(subgroup_width);
//# endif
//# for turn in range(ranges // workgroup_size)
    ranges[${turn * workgroup_size}u + invocation] = vec2<u32>();
//# endfor
//# if ranges % workgroup_size > 0
    if (invocation < ${ranges % workgroup_size}u) {
        ranges[${ranges // workgroup_size * workgroup_size}u + invocation] = vec2<u32>();
    }
//# endif
//# if splits
    // A group is cut where the two halves of its tree meet, if the second half takes fewer invocations than the first.
    let lanes_before = (1u << own_log) >> 1u;
    let rest_log = 32u - countLeadingZeros(max(lanes_of_group - lanes_before, 1u) - 1u);
    let is_cut = rest_log + 1u < own_log;
    own_log -= u32(is_cut);
    let cut = select(range.y, lanes_before * ${elements_a_lane}u, is_cut);
    var rank_of_rest = 0u;
    if (is_cut) {
        rank_of_rest = atomicAdd(&class_counts[rest_log], 1u);
    }
//# else
    if (is_here && lanes_of_group == 0u) {
        var nothing: ${exchanged.kind};
        write_result(number, false, nothing);
    }
//# endif
    var rank = 0u;
    if (lanes_of_group > 0u) {
        rank = atomicAdd(&class_counts[own_log], 1u);
    }
    workgroupBarrier();
    if (invocation == 0u) {
        var begin = 0u;
//# for index in range(classes_log + 1)
//# set class = classes_log - index
        class_begins[${index}] = begin;
        begin += batches_of(atomicLoad(&class_counts[${class}]), ${class}u, width_log);
//# endfor
        batches_of_all = begin & 0xffffu;
    }
    let batches = workgroupUniformLoad(&batches_of_all);
    if (lanes_of_group > 0u) {
        let place = (class_begins[${classes_log}u - own_log] >> 16u) + rank;
        ranges[place] = vec2<u32>(range.x, ${"cut" if splits else "range.y"} | (invocation << 16u));
    }
//# if splits
    if (is_cut) {
        let place = (class_begins[${classes_log}u - rest_log] >> 16u) + rank_of_rest;
        ranges[place] = vec2<u32>(range.x + cut, (range.y - cut) | (invocation << 16u) | ((own_log + 1u) << 24u));
    }
//# endif
    workgroupBarrier();
//# for level in range(rounds_log)
    var pending${level}: ${exchanged.kind};
//# endfor
    // A batch for each subgroup at a time.
    for (var first_batch = 0u; first_batch < batches; first_batch += ${workgroup_size}u >> width_log) {
        let found = piece_at(first_batch + subgroup_number, subgroup_lane, width_log);
        let piece = ranges[min(found.x, ${ranges - 1}u)];
        let slice = found.y;
        let lanes_log = found.z;
//# if rounds_log > 0
        let in_rounds = lanes_log > width_log;
        let round = slice >> width_log;
        let is_last = round + 1u == (invocations_with(piece.y & 0xffffu, 0u) + (1u << width_log) - 1u) >> width_log;
//# endif
//# filter indent(4)
//# include "segments/fold.wgsl"
//# include "segments/meet.wgsl"
//# endfilter
        if (${"select(elements > 0u && slice == 0u, is_last && subgroup_lane == 0u, in_rounds)" if rounds_log > 0 else "elements > 0u && slice == 0u"}) {
            let number_of_piece = (piece.y >> 16u) & 0xffu;
//# if splits
            piece_states[number_of_piece + select(0u, ${workgroup_size}u, (piece.y >> 24u) != 0u)] = folded;
//# else
            write_result(first_number + number_of_piece, true, folded);
//# endif
        }
    }
//# if splits
    workgroupBarrier();
    if (is_here) {
        var folded = piece_states[invocation];
        if (is_cut) {
            folded = ${exchanged.combine}(folded, piece_states[${workgroup_size}u + invocation]);
        }
        write_result(number, lanes_of_group > 0u, folded);
    }
//# endif
