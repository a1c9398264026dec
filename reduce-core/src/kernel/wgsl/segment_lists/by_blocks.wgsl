    // A block of ${segments_of_block} neighbouring segments that has no more elements than a short segment has no long one.
    // An invocation looks at a block in each of up to ${turns} turns, as few as the workgroups need. All offsets are loaded before the first is used.
    let blocks = groups(info.segments, ${segments_of_block}u);
    let turns = groups(blocks, workgroups.x * workgroups.y * ${workgroup_size}u);
    let first = row_of_workgroups * turns * ${workgroup_size}u + invocation;
//# for turn in range(turns)
    let block${turn} = select(blocks, min(first + ${turn * workgroup_size}u, blocks), ${turn}u < turns);
    let begin${turn} = offset_at(min(block${turn} * ${segments_of_block}u, info.segments));
    let end${turn} = offset_at(min((block${turn} + 1u) * ${segments_of_block}u, info.segments));
//# endfor
//# for turn in range(turns)
    if (end${turn} - begin${turn} > info.short) {
        blocks_to_list[atomicAdd(&block_count, 1u)] = block${turn};
    }
//# endfor
    workgroupBarrier();
    if (invocation == 0u) {
        blocks_of_all = atomicLoad(&block_count);
    }
    // Neighbouring invocations look at the segments of the blocks that may have a long one.
    let segments_of_blocks = workgroupUniformLoad(&blocks_of_all) * ${segments_of_block}u;
    for (var index = invocation; index < segments_of_blocks; index += ${workgroup_size}u) {
        let number = blocks_to_list[index / ${segments_of_block}u] * ${segments_of_block}u + index % ${segments_of_block}u;
        if (number < info.segments) {
            let segment = Segment(number, offset_at(number), offset_at(number + 1u));
            if (segment.end - segment.begin > info.short) {
                list(segment);
            }
        }
    }
