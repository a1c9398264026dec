    let all = enter(first_group + member, ${within});
    let available = min(all, first + ${run_elements}u);
    // The vectors of the invocation's run that are whole.
    let full_rows = (max(available, first) - first) / ${per_invocation}u;
    // An invocation without a run reads the first one of the group again.
    let begin_of_run = begin + select(first, 0u, first >= all);
    let base = ${"group_base + " if has_vectors}begin_of_run / ${per_invocation}u;
//# if positioned
    let position = group_position + begin + first;
//# endif
    let last_vector = arrayLength(&${parts[0].name}) - 1u;
    // ${lines.vectors} neighbouring invocations read ${lines.vectors} neighbouring vectors of the run of each, wherever it begins.
    let own_vector = ${"base" if has_vectors else "(group_" ~ parts[0].start ~ " + begin_of_run) / " ~ per_invocation ~ "u"};
    let of_line = subgroup_lane & ${lines.vectors - 1}u;
//# for run in range(lines.vectors)
    let line${run} = subgroupShuffle(own_vector, subgroup_lane - of_line + ${run}u) + of_line${" + 1u" if is_shifted};
//# endfor
//# if is_shifted
    // The run begins between two vectors, so each of its own is made of two neighbouring ones.
    var before = ${parts[0].name}[min(own_vector, last_vector)];
//# endif
    var columns: ${columns_type};
    // Each invocation reads up to ${lines.vectors // 2} of the last vectors of a short group by itself, and loads the first of these before it folds the others.
    let longest = min(pass_info.length, ${run_elements}u);
    let rows_by_lines = (longest / ${per_invocation}u + ${lines.vectors // 2 - 1}u) / ${lines.vectors}u * ${lines.vectors}u;
    var ending: ${loaded};
    if (rows_by_lines * ${per_invocation}u < longest) {
        ending = ${lines.left};
    }
    for (var row = 0u; row < rows_by_lines; row += ${lines.vectors}u) {
//# for run in range(lines.vectors)
        var x${run} = ${parts[0].name}[min(line${run} + row, last_vector)];
//# endfor
//# include "tiles/transpose.wgsl"
//# for vector in lines.own
        if (row${" + " ~ loop.index0 ~ "u" if loop.index0} < full_rows) {
            columns = fold_row(columns, ${vector.arguments}, ${"row == 0u" if loop.index0 == 0 else "false"});
        } else if (row${" + " ~ loop.index0 ~ "u" if loop.index0} == full_rows) {
            ending = ${vector.text};
        }
//# endfor
//# if is_shifted
        before = x${lines.vectors - 1};
//# endif
    }
    for (var row = rows_by_lines; row < full_rows; row += 1u) {
        columns = fold_row(columns, ${lines.left_arguments}, row == 0u);
        if (first + (row + 1u) * ${per_invocation}u < available) {
            ending = ${lines.next};
        }
    }
    // The vector that ends early.
    let index = first + full_rows * ${per_invocation}u;
    if (index < available) {
        let x0 = ending;
//# if positioned
        let p0 = position + full_rows * ${per_invocation}u;
//# endif
//# for c in range(per_invocation - 1)
//# if c == 0
        columns = fold_element(columns, ${column.lift}(${reads.elements[c]}), full_rows == 0u);
//# else
        if (index + ${c}u < available) {
            columns = ${column.fold}(columns, ${column.lift}(${reads.elements[c]}));
        }
//# endif
//# endfor
    }
//# if not packed
    var lanes0 = invocations_with(all, left);
//# endif
    let state0 = ${("columns" ~ members[0]) | called(column.first_by)};
