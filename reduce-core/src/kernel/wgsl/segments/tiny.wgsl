    if (invocation == 0u) {
        atomicStore(&longer_count, 0u);
    }
    workgroupBarrier();
    // An invocation takes ${tiny.sets} groups, whose first loads are in flight together.
//# for u in range(tiny.sets)
    let number${u} = first_of_all + ${u * workgroup_size}u + invocation;
    let is_here${u} = ${u * workgroup_size}u + invocation < (1u << pass_info.slices_log) && number${u} < pass_info.groups;
    let range${u} = range_of(number${u}, is_here${u});
//# endfor
    let longest = ${tiny.longest};
    // Mostly all groups of a workgroup are short, or there are many that are not.
    if (longest > ${tiny.elements}u) {
        atomicStore(&longer_count, 1u);
    }
    workgroupBarrier();
    if (invocation == 0u) {
        path = atomicLoad(&longer_count);
//# if tiny.has_dense
        let begin_of_all = offset_at(min(first_of_all, pass_info.groups));
        let end_of_all = offset_at(min(first_of_all + (1u << pass_info.slices_log), pass_info.groups));
        if (path == 0u && end_of_all - begin_of_all > (${tiny.dense}u << pass_info.slices_log)) {
            path = 2u;
        }
//# endif
    }
    let path_of_all = workgroupUniformLoad(&path);
//# if tiny.has_dense
    if (path_of_all == 2u) {
        // Most groups have several loads: all of a group are in flight before the first is used. No condition stands around them, for a compiler would move them to where they are used.
//# for u in range(tiny.sets)
        {
            go_to(range${u});
            let left = range${u}.y;
//# for index in range(tiny.loads)
            let base${index} = min(${index * per_invocation}u, group_last) / ${per_invocation}u;
            let x${index} = ${tiny.all[index].text};
//# endfor
//# for index in range(tiny.loads)
            var own${index} = fold_loaded(${tiny.all[index].arguments}, left - min(left, ${index * per_invocation}u));
//# endfor
//# for step in tiny.tree
            if (left > ${step.right * per_invocation}u) {
                own${step.left} = ${column.combine}(own${step.left}, own${step.right});
            }
//# endfor
            if (is_here${u}) {
                write_result(number${u}, left > 0u, ${"own0" | called(column.first_by)});
            }
        }
//# endfor
    } else if (path_of_all == 0u) {
//# else
    if (path_of_all == 0u) {
//# endif
//# for u in range(tiny.sets)
        go_to(range${u});
        let x${u} = ${tiny.load};
//# endfor
//# for u in range(tiny.sets)
        if (is_here${u}) {
            go_to(range${u});
            let left = range${u}.y;
            var own = fold_loaded(${tiny.arguments[u]}, left);
//# for half in tiny.all_halves
            if (left > ${half * per_invocation}u) {
                own = ${column.combine}(own, fold_${half}(${half}u, left - ${half * per_invocation}u));
            }
//# endfor
            write_result(number${u}, left > 0u, ${"own" | called(column.first_by)});
        }
//# endfor
    } else {
