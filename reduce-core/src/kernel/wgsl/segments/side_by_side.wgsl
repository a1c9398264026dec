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
    // A group of more lanes than the subgroup has takes several rounds alone: its number, the lanes that it still takes, and those that it had.
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
        if (lanes_of_held == 0u) {
            // The groups of a round: of the next ones as many as find room.
            let is_next = first_number + subgroup_lane < end_number;
            let next_group = own_group(bounds, is_next);
            let lanes_of_next = select(0u, lanes_of(next_group), is_next);
//# if known_width
            // The sum over the lanes up to this one, bit by bit: no vote waits for another, and the five shuffles of a sum take 5 µs more of 320 on an H200. More lanes than the subgroup has count as one more.
            let counted_lanes = min(lanes_of_next, width + 1u);
            let lanes_here = 0xffffffffu >> (31u - subgroup_lane);
            var end_lane = 0u;
//# for bit in range(known_width + 1)
            end_lane += countOneBits(subgroupBallot((counted_lanes & ${2 ** bit}u) != 0u).x & lanes_here)${" << " ~ bit ~ "u" if bit};
//# endfor
//# else
            let lanes_here = 0xffffffffu >> (31u - subgroup_lane);
            let end_lane = subgroupInclusiveAdd(lanes_of_next);
//# endif
            let has_room = is_next && end_lane <= width;
            let groups_of_round = countOneBits(subgroupBallot(has_room).x);
            // A bit for the first lane of each; for that of the first group also where it has more lanes than the subgroup.
            let first_lanes = subgroupOr(select(0u, 1u << ((end_lane - lanes_of_next) & 31u), has_room)) | 1u;
            let first_lanes_here = first_lanes & lanes_here;
            let lane_of_next = countOneBits(first_lanes_here) - 1u;
            piece = vec2<u32>(subgroupShuffle(next_group.x, lane_of_next), subgroupShuffle(next_group.y, lane_of_next));
            number = first_number + lane_of_next;
            lane_in_group = subgroup_lane - firstLeadingBit(first_lanes_here);
//# if rounds_log > 0
            if (groups_of_round == 0u) {
                // Broadcasts tell a compiler that all lanes take one branch. With shuffles, an H200 takes 387 µs in place of 326.
                held = vec2<u32>(subgroupBroadcastFirst(next_group.x), subgroupBroadcastFirst(next_group.y));
                held_number = first_number;
                lanes_of_held = subgroupBroadcastFirst(lanes_of_next);
            }
//# endif
            // Their offsets are loaded while elements are.
            first_number += max(groups_of_round, 1u);
            bounds = bounds_of(first_number + subgroup_lane);
        }
//# if rounds_log > 0
        let in_rounds = lanes_of_held > 0u;
//# endif
        let is_last = lanes_of_held <= width;
        let round = lanes_before >> width_log;
        let slice = lane_in_group + lanes_before;
        lanes_before = select(lanes_before + width, 0u, is_last);
        lanes_of_held -= min(lanes_of_held, width);
//# filter indent(4)
//# include "segments/fold.wgsl"
//# include "segments/meet.wgsl"
//# endfilter
        if (lane_in_group == 0u && is_last && piece.y != ${left_to_others}u) {
            write_result(number, piece.y > 0u, folded);
        }
    }
