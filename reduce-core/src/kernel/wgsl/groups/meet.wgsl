//# if unrolled
    // The invocations of a group meet: first those of a subgroup, by shuffles.
//# for u in range(sets)
    var folded${u} = state${u};
//# endfor
//# for level in range(levels)
//# for u in range(sets)
//# set right = "folded" ~ u ~ ", " ~ 2 ** level ~ "u"
//# if is_whole
    folded${u} = ${exchanged.combine}(folded${u}, ${exchanged.shuffle_xor}(${right}));
//# else
    let right${u}_${level} = ${exchanged.shuffle_xor}(${right});
    if (slice + ${2 ** level}u < lanes${u}) {
        folded${u} = ${exchanged.combine}(folded${u}, right${u}_${level});
    }
//# endif
//# endfor
//# endfor
//# for u in range(sets)
    var group${u} = first_group + (${u}u << groups_log) + member;
    var writes${u} = slice == 0u;
//# endfor
//# if levels_beyond > 0
    // Beyond it, each subgroup leaves its states in workgroup memory, and an invocation takes each.
    if (subgroup_lane == 0u) {
//# for u in range(sets)
        workgroup_states[min(${u * (slots // sets)}u + subgroup_number, ${slots - 1}u)] = folded${u};
//# endfor
    }
    workgroupBarrier();
    let index_of_state = invocation & ${2 ** levels_beyond - 1}u;
    group0 = first_group + (invocation >> ${levels_beyond}u);
    writes0 = invocation < ${slots}u && index_of_state == 0u;
//# for u in range(1, sets)
    writes${u} = false;
//# endfor
    lanes0 = ${lanes_of_group0};
    folded0 = workgroup_states[min(invocation, ${slots - 1}u)];
//# for level in range(levels_beyond)
//# if is_whole
    folded0 = ${exchanged.combine}(folded0, ${exchanged.shuffle_xor}(folded0, ${2 ** level}u));
//# else
    let right${level} = ${exchanged.shuffle_xor}(folded0, ${2 ** level}u);
    if ((index_of_state + ${2 ** level}u) * ${2 ** levels}u < lanes0) {
        folded0 = ${exchanged.combine}(folded0, right${level});
    }
//# endif
//# endfor
//# endif
//# elif by_subgroups
    // The invocations of a group meet: first those of a subgroup, by shuffles.
    let slices = 1u << ${slices_log};
//# for u in range(sets)
    var folded${u} = reduce_lanes(state${u}, lanes${u}, slice, min(slices, subgroup_width));
    var group${u} = first_group + (${u}u << groups_log) + member;
    var writes${u} = slice == 0u;
//# endfor
    if (slices > subgroup_width) {
        // Beyond it, each subgroup leaves its state in workgroup memory, and an invocation takes each.
        let width_log = countTrailingZeros(subgroup_width);
        if (subgroup_lane == 0u) {
//# for u in range(sets)
            workgroup_states[min((${u}u << (${workgroup_log}u - width_log)) + subgroup_number, ${slots - 1}u)] = folded${u};
//# endfor
        }
        workgroupBarrier();
        var left_over = ${sets}u << (${workgroup_log}u - width_log);
        var covered_log = width_log;
        for (; covered_log < ${slices_log}; covered_log += width_log) {
            let states_log = ${slices_log} - covered_log;
            let index = invocation & ((1u << states_log) - 1u);
            group0 = first_group + (invocation >> states_log);
            writes0 = invocation < left_over && index == 0u;
            lanes0 = ${lanes_of_group0};
            folded0 = reduce_lanes(
                workgroup_states[min(invocation, left_over - 1u)],
                (lanes0 + (1u << covered_log) - 1u) >> covered_log,
                index,
                min(1u << states_log, subgroup_width),
            );
            if (covered_log + width_log < ${slices_log}) {
                workgroupBarrier();
                if (subgroup_lane == 0u && invocation < left_over) {
                    workgroup_states[invocation >> width_log] = folded0;
                }
                workgroupBarrier();
            }
            left_over >>= width_log;
        }
//# for u in range(1, sets)
        writes${u} = false;
//# endfor
    }
//# else
//# for u in range(sets)
    let folded${u} = reduce_group(state${u}, lanes${u}, slice, invocation${", subgroup_width" if subgroups});
    let group${u} = first_group + (${u}u << groups_log) + member;
    let writes${u} = slice == 0u;
//# endfor
//# endif
//# for u in range(sets)
    if (writes${u}${" && node == 0u && group" ~ u ~ " < " ~ ("end" if from_table else "pass_info.groups") if finishes else " && lanes" ~ u ~ " > 0u"}) {
        let folded = folded${u};
//# if finishes
        var finished = ${identity}();
        if (lanes${u} > 0u) {
            finished = ${column.result};
        }
        let value = ${finish}(finished);
        let to = pass_info.first_output + ${"row_of(group" ~ u ~ ").z" if from_table else "group" ~ u} * ${words | length}u;
//# for word in words
        output[to + ${loop.index0}u] = ${word};
//# endfor
//# else
//# if from_table
        let to = row_of(group${u}).z${" + node" if splits_tiles};
//# else
        let to = pass_info.first_output + group${u} * pass_info.to_group + node * pass_info.to_node;
//# endif
//# for store in stores
        output[to]${store.to} = ${(column.result ~ store.from) | called(store.by)};
//# endfor
//# endif
    }
//# endfor
