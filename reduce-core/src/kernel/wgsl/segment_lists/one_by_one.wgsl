    // An invocation looks at a segment in each of up to ${turns} turns, as few as the workgroups need. All offsets are loaded before the first is used.
    let turns = groups(info.segments, workgroups.x * workgroups.y * ${workgroup_size}u);
    let first = row_of_workgroups * turns * ${workgroup_size}u + invocation;
//# for turn in range(turns)
    let number${turn} = select(info.segments, min(first + ${turn * workgroup_size}u, info.segments), ${turn}u < turns);
    let begin${turn} = offset_at(number${turn});
    let end${turn} = offset_at(min(number${turn} + 1u, info.segments));
//# endfor
    // A bit for each turn whose segment is long or bad. Behind the last segment, there is none.
    var listed = 0u;
//# for turn in range(turns)
    let segment${turn} = Segment(number${turn}, begin${turn}, end${turn});
    listed |= u32(number${turn} < info.segments && (is_bad(segment${turn}) || end${turn} - begin${turn} > info.short)) << ${turn}u;
//# endfor
    if (listed != 0u) {
        atomicStore(&is_any_listed, 1u);
    }
    workgroupBarrier();
    if (invocation == 0u) {
        listed_of_all = atomicLoad(&is_any_listed);
    }
    // Where segments are short, most workgroups list none.
    if (workgroupUniformLoad(&listed_of_all) == 0u) {
        return;
    }
    // The workgroup reserves rows for all of its segments of one row at once: rows that each reserved took 7 µs more for 49 000 of them.
    var places = array<u32, 2>();
    var singles = array<u32, 2>();
    for (var left = listed; left != 0u; left &= left - 1u) {
        let segment = segment_at(first + firstTrailingBit(left) * ${workgroup_size}u);
        singles[list_of(segment)] += u32(is_single(segment));
    }
    for (var list = 0u; list < 2u; list += 1u) {
        if (singles[list] > 0u) {
            places[list] = atomicAdd(&single_counts[list], singles[list]);
        }
    }
    workgroupBarrier();
    if (invocation < 2u) {
        let singles_of_all = atomicLoad(&single_counts[invocation]);
        first_singles[invocation] = 0u;
        if (singles_of_all > 0u) {
            first_singles[invocation] = reserve(invocation, singles_of_all);
        }
    }
    workgroupBarrier();
    for (var left = listed; left != 0u; left &= left - 1u) {
        let segment = segment_at(first + firstTrailingBit(left) * ${workgroup_size}u);
        if (!is_single(segment)) {
            list(segment);
        } else if (first_singles[list_of(segment)] != ${no_row}u) {
            let list_of_one = list_of(segment);
            write_single(segment, first_singles[list_of_one] + places[list_of_one]);
            places[list_of_one] += 1u;
        }
    }
