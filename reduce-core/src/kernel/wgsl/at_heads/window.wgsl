    // A window of elements, of which the first seven eighths are its own.
    let begin = round * ${round_elements}u + subgroup_number * (${owned_a_lane}u << width_log);
    let own_end = begin + (${owned_a_lane}u << width_log);
    let end = begin + (${elements_a_lane}u << width_log);
    let place = begin + ${elements_a_lane}u * subgroup_lane;
//# for load in plain_loads
    let base${loop.index0} = first / ${per_invocation}u + min(place / ${per_invocation}u + ${loop.index0}u, (elements_here - 1u) / ${per_invocation}u);
    let x${loop.index0} = ${load.text};
//# endfor
    let word_here = place / 32u;
    let bit_here = place % 32u;
    let bits_here = head_bits[word_here];
    // A bit for each element of the lane and of the next one.
    let marks = (bits_here >> bit_here) | ((head_bits[word_here + 1u] << 1u) << (31u - bit_here));
    // Whether no group begins at the next element, at the next two, at the next four.
    let same1 = ~(marks >> 1u);
    let same2 = same1 & (same1 >> 1u);
    let same4 = same2 & (same2 >> 2u);
    let own_marks = marks & ${2 ** elements_a_lane - 1}u;
    let last_head = 31u - countLeadingZeros(own_marks);
//# if by_ballot
    let lanes_before = (1u << subgroup_lane) - 1u;
    let lanes_with_heads = subgroupBallot(own_marks != 0u).x;
    let lane_before = (31u - countLeadingZeros(lanes_with_heads & lanes_before)) & ${2 ** known_width - 1}u;
    let lane_behind = countTrailingZeros(lanes_with_heads & ~(2u * lanes_before + 1u));
    // Where in its lane the group begins that goes on in this one, and the group of the last element of this one.
    let offset_in = subgroupShuffle(last_head, lane_before);
    let first_head_behind = subgroupShuffle(countTrailingZeros(own_marks), lane_behind & ${2 ** known_width - 1}u);
    // Where the group of the last element ends: behind the window, if no head is in it.
    let end_of_last = select(end + 1u, begin + ${elements_a_lane}u * lane_behind + first_head_behind, lane_behind < ${2 ** known_width}u);
//# else
    // Where in its lane the group begins that goes on in this one, and where the group of the last element of this one ends.
    var word_before = word_here;
    var bits_before = bits_here & ((1u << bit_here) - 1u);
    while (bits_before == 0u && 32u * word_before > begin) {
        word_before -= 1u;
        bits_before = head_bits[word_before];
    }
    let offset_in = (32u * word_before + 31u - countLeadingZeros(bits_before) - begin) & ${elements_a_lane - 1}u;
    let end_of_last = next_head(place + ${elements_a_lane}u, end);
//# endif
    let offset_out = select(offset_in, last_head, own_marks != 0u);
//# for load in plain_loads
    var columns${loop.index0}: ${columns_type};
    columns${loop.index0} = fold_row(columns${loop.index0}, ${load.arguments}, true);
//# endfor
//# for load in range(loads)
//# for member in members
    var v${load * per_invocation + loop.index0} = ${("columns" ~ load ~ member) | called(column.first_by)};
//# endfor
//# endfor
//# for level in range(levels_of_lane)
//# for index in range(2 ** level)
    let behind${level}_${index} = ${exchanged.shuffle}(v${index}, 1u);
//# endfor
//# for index in range(elements_a_lane)
//# set right = index + 2 ** level
    if ((same${2 ** level} & ${2 ** index}u) != 0u) {
        v${index} = ${exchanged.combine}(v${index}, ${("v" ~ right) if right < elements_a_lane else ("behind" ~ level ~ "_" ~ (right - elements_a_lane))});
    }
//# endfor
//# endfor
    // The block of the group that goes on in this lane, and of the group of the last element.
    let block_in = chosen(offset_in, ${lane_values});
    var block_out = chosen(offset_out, ${lane_values});
//# if known_width
//# for level in range(known_width)
//# set distance = 2 ** level
    {
        var right = ${exchanged.shuffle}(block_in, ${distance}u);
        let right_out = ${exchanged.shuffle}(block_out, ${distance}u);
        if (end_of_last >= place + ${(distance + 1) * elements_a_lane}u) {
            right = right_out;
        }
        if (place + offset_out + ${distance * elements_a_lane}u < end_of_last) {
            block_out = ${exchanged.combine}(block_out, right);
        }
    }
//# endfor
//# else
    for (var distance = 1u; distance < subgroup_width; distance <<= 1u) {
        var right = ${exchanged.shuffle}(block_in, distance);
        let right_out = ${exchanged.shuffle}(block_out, distance);
        if (end_of_last >= place + (distance + 1u) * ${elements_a_lane}u) {
            right = right_out;
        }
        if (place + offset_out + distance * ${elements_a_lane}u < end_of_last) {
            block_out = ${exchanged.combine}(block_out, right);
        }
    }
//# endif
    let owned = min(max(min(own_end, elements_here), place) - place, ${elements_a_lane}u);
    var to_write = own_marks & ((1u << owned) - 1u);
    if (to_write != 0u && last_head < owned && end_of_last > end) {
        // The last group does not end here.
        to_write &= ~(1u << last_head);
        left_begins[atomicAdd(&left_count, 1u)] = place + last_head;
    }
//# for index in range(elements_a_lane)
    if (last_head == ${index}u) {
        v${index} = block_out;
    }
//# endfor
    // The number of the first of them among the groups of the workgroup.
    let first_own = groups_in_front(min(place, ${head_elements}u));
    let room = room_here - min(room_here, first_own);
    while (countOneBits(to_write) > room) {
        to_write &= ~(0x80000000u >> countLeadingZeros(to_write));
    }
    if (turns == 0u) {
        var group = first_number + first_own;
//# for index in range(elements_a_lane)
        if ((to_write & ${2 ** index}u) != 0u) {
            write_result(group, true, v${index});
            group += 1u;
        }
//# endfor
    }
    let first_of_round = groups_before(round * ${round_words}u);
    let end_of_round = min(groups_before((round + 1u) * ${round_words}u), room_here);
    for (var turn = 0u; turn < turns; turn += 1u) {
        let first_staged = first_of_round + turn * ${staged_results}u;
        var slot = first_own - first_staged;
//# for index in range(elements_a_lane)
        if ((to_write & ${2 ** index}u) != 0u) {
            if (slot < ${staged_results}u) {
                staged[slot] = v${index};
            }
            slot += 1u;
        }
//# endfor
        workgroupBarrier();
        // Neighbouring invocations write neighbouring results. Those of groups that did not end are written later.
        let count = min(end_of_round - min(end_of_round, first_staged), ${staged_results}u);
        for (var index = invocation; index < count; index += ${workgroup_size}u) {
            write_result(first_number + first_staged + index, true, staged[index]);
        }
        workgroupBarrier();
    }
