//# set ends_within = reads.lifted_last | length > 0
//# set ends_apart = (few_rows > 1 and not is_even) or (ends_within and not alone)
//# for round in range(0, (load_sets + sets_in_flight - 1) // sets_in_flight)
//# set first_set = round * sets_in_flight
//# set end_set = first_set + sets_in_flight if first_set + sets_in_flight < load_sets else load_sets
//# for batch in range(0, (few_rows + in_flight - 1) // in_flight)
//# set row = batch * in_flight
//# set end = row + in_flight if row + in_flight < few_rows else few_rows
//# if first_set == 0
    // ${"Loads of all sets" if load_sets > 1 and sets_in_flight >= load_sets else "The loads below"} are in flight before the first is used.${"" if few_rows > 1 else " An invocation without elements loads the last one of its group, and one with fewer than others what lies behind that; neither is combined."}
//# endif
//# for u in range(first_set, end_set)
//# set number = ("first_group + " ~ u ~ "u * " ~ packed_groups ~ "u + member") if packed else ("first_group + (" ~ u ~ "u << groups_log) + member") if groups_a_load == 1 else ("first_group + ((" ~ u ~ "u << groups_log) + member) * " ~ groups_a_load ~ "u")
//# if row == 0
    let available${u} = enter(${number}, ${within});
//# for v in range(1 if ordered else loads)
    var columns${u * loads + v}: ${columns_type};
//# endfor
//# elif load_sets > 1
    enter(${number}, ${within});
//# endif
//# for r in range(row, end)
//# for v in range(loads)
//# set n = (u * loads + v) * few_rows + r
//# set behind = r * row_len + v * per_invocation
//# set place = ("begin + " if is_tile else "") ~ "first" ~ (" + " ~ behind ~ "u" if behind else "")
//# if positioned
    let position${n} = group_position + ${place};
//# endif
//# if has_vectors
    let base${n} = group_base + ${(v ~ "u") if alone else ("(" ~ place ~ ") / " ~ per_invocation ~ "u") if few_rows > 1 else ("min(" ~ place ~ ", group_last) / " ~ per_invocation ~ "u")};
//# elif few_rows > 1
    let base${n} = (${place}) / ${per_invocation}u;
//# else
    // Of neighbouring loads, each has a vector in common with the next one.
    let base${n} = min(first, group_last) / ${per_invocation}u${" + " ~ v ~ "u" if v};
//# endif
//# if r == 0 or r < few_rows - 1 or is_even
    let x${n} = ${loads_of_sets[n].text};
//# else
    // In most subgroups all columns reach the last row, or none does; where none does, nothing is loaded or folded.
    var x${n}: ${loaded};
    if (column + ${behind}u < available${u}) {
        x${n} = ${loads_of_sets[n].text};
    }
//# endif
//# endfor
//# endfor
//# endfor
//# for u in range(first_set, end_set)
//# include "groups/enter_again.wgsl"
//# for r in range(row, (end if end < few_rows else few_rows - 1) if ends_apart else end)
//# for v in range(loads)
//# set columns = "columns" ~ (u * loads + (0 if ordered else v))
    ${columns} = ${"fold_last" if ends_within and alone and (v + 1) * per_invocation > last else "fold_row"}(${columns}, ${loads_of_sets[(u * loads + v) * few_rows + r].arguments}, ${"true" if r == 0 and (v == 0 or not ordered) else "false"});
//# endfor
//# endfor
//# endfor
//# endfor
//# if ends_apart
//# include "groups/last_row.wgsl"
//# elif is_whole or is_even or last
//# include "groups/reached.wgsl"
//# else
//# for u in range(first_set, end_set)
//# for step in column_tree
    if (column + ${step.column}u < available${u}) {
        columns${u}${members[step.left]} = ${column.fold if few_rows == 1 else column.combine}(columns${u}${members[step.left]}, columns${u}${members[step.right]});
    }
//# endfor
//# endfor
//# endif
//# endfor
//# for u in range(load_sets)
//# set columns = "columns" ~ (u * loads)
//# for g in range(sets_a_load)
//# set set = u * sets_a_load + g
//# if g < groups_a_load
//# if not packed
    var lanes${set} = invocations_with(available${u}, left);
//# endif
    let state${set} = ${(columns ~ members[g]) | called(column.first_by)};
//# else
    // A set without groups.
    var lanes${set} = 0u;
    let state${set} = state${u * sets_a_load};
//# endif
//# endfor
//# endfor
