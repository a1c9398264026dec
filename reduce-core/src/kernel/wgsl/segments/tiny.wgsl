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
        are_longer = atomicLoad(&longer_count);
    }
    if (workgroupUniformLoad(&are_longer) == 0u) {
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
