    // Each subgroup takes its share of the groups of the workgroup and lays neighbouring ones side by side over its lanes: none waits for another.
//# if known_width
    let width_log = ${known_width}u;
//# else
    let width_log = countTrailingZeros(subgroup_width);
//# endif
    let width = 1u << width_log;
    let share_log = max(pass_info.slices_log + width_log, ${workgroup_log}u) - ${workgroup_log}u;
    let end_of_all = min(first_of_all + (1u << pass_info.slices_log), pass_info.groups);
    var first_number = min(first_of_all + (subgroup_number << share_log), end_of_all);
    let end_number = min(first_number + (1u << share_log), end_of_all);
    // Each lane knows one of the next groups.
    var bounds = bounds_of(first_number + subgroup_lane);
    // A group that found no room beside others comes first in the next round: its number, and the lanes that it still takes behind those that it had.
    var held = vec2<u32>();
    var held_number = 0u;
    var lanes_of_held = 0u;
    var lanes_before = 0u;
//# for level in range(rounds_log)
    var pending${level}: ${exchanged.kind};
//# endfor
    while (first_number < end_number || lanes_of_held > 0u) {
        var piece = held;
        var number = held_number;
        var lane_in_group = subgroup_lane;
        var slice = lanes_before + subgroup_lane;
        var is_held = true;
        let round = lanes_before >> width_log;
        let is_last = lanes_of_held <= width;
        if (is_last) {
            // The groups of a round: the one that is held, and of the next ones as many as find room, of which one may be left out.
            let is_next = first_number + subgroup_lane < end_number;
            let next_group = own_group(bounds, is_next);
            let lanes_of_next = select(0u, lanes_of(next_group), is_next);
            let end_of_next = lanes_of_held + subgroupInclusiveAdd(lanes_of_next);
            let left_out = countOneBits(subgroupBallot(is_next && end_of_next <= width).x);
            let will_be_held = vec2<u32>(subgroupShuffle(next_group.x, min(left_out, width - 1u)), subgroupShuffle(next_group.y, min(left_out, width - 1u)));
            let lanes_left_out = lanes_of(will_be_held);
            let is_left_out = left_out < min(end_number - first_number, width);
            let end_lane = end_of_next - select(0u, lanes_left_out, subgroup_lane > left_out);
            let has_room = is_next && subgroup_lane != left_out && end_lane <= width;
            // A bit for the first lane of each.
            let first_lanes = subgroupOr(select(0u, 1u << ((end_lane - lanes_of_next) & 31u), has_room)) | min(lanes_of_held, 1u);
            let first_lanes_here = first_lanes & (0xffffffffu >> (31u - subgroup_lane));
            let place = countOneBits(first_lanes_here) - 1u;
            is_held = lanes_of_held > 0u && place == 0u;
            let index_of_next = place - min(lanes_of_held, 1u);
            let lane_of_next = (index_of_next + u32(index_of_next >= left_out)) & (width - 1u);
            let found = vec2<u32>(subgroupShuffle(next_group.x, lane_of_next), subgroupShuffle(next_group.y, lane_of_next));
            piece = select(found, held, is_held);
            number = select(first_number + lane_of_next, held_number, is_held);
            lane_in_group = subgroup_lane - firstLeadingBit(first_lanes_here);
            slice = lane_in_group + select(0u, lanes_before, is_held);
            held = will_be_held;
            held_number = first_number + left_out;
            lanes_of_held = select(0u, lanes_left_out, is_left_out);
            lanes_before = 0u;
            // Their offsets are loaded while elements are.
            first_number += countOneBits(subgroupBallot(has_room).x) + u32(is_left_out);
            bounds = bounds_of(first_number + subgroup_lane);
        } else {
            lanes_of_held -= width;
            lanes_before += width;
        }
//# if rounds_log > 0
        let in_rounds = is_held;
//# endif
//# filter indent(4)
//# include "segments/fold.wgsl"
//# include "segments/meet.wgsl"
//# endfilter
        if (lane_in_group == 0u && is_last && piece.y != ${left_to_others}u) {
            write_result(number, piece.y > 0u, folded);
        }
    }
