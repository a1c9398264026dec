//# for batch in range(0, (few_rows + in_flight - 1) // in_flight)
//# set row = batch * in_flight
//# set end = row + in_flight if row + in_flight < few_rows else few_rows
    // ${"Loads of all sets" if load_sets > 1 else "The loads below"} are in flight before the first is used.${"" if few_rows > 1 else " An invocation without elements loads the last one of its group."}
//# for u in range(load_sets)
//# set number = "(" ~ u ~ "u << groups_log) + member"
//# set number = number if groups_a_load == 1 else "(" ~ number ~ ") * " ~ groups_a_load ~ "u"
//# if row == 0
    let available${u} = enter(first_group + ${number}, ${within});
    var columns${u}: ${columns_type};
//# elif load_sets > 1
    enter(first_group + ${number}, ${within});
//# endif
//# for r in range(row, end)
//# set n = u * few_rows + r
//# set place = ("begin + " if is_tile else "") ~ "first" ~ (" + " ~ r * row_len ~ "u" if r else "")
//# if positioned
    let position${n} = group_position + ${place};
//# endif
    let base${n} = ${"group_base + " if has_vectors}${"(" ~ place ~ ")" if few_rows > 1 else "min(" ~ place ~ ", group_last)"} / ${per_invocation}u;
//# if r == 0 or r < few_rows - 1 or is_even
    let x${n} = ${loads_of_sets[n].text};
//# else
    // In most subgroups all columns reach the last row, or none does; where none does, nothing is loaded or folded.
    var x${n}: ${loaded};
    if (column + ${r * row_len}u < available${u}) {
        x${n} = ${loads_of_sets[n].text};
    }
//# endif
//# endfor
//# endfor
//# for u in range(load_sets)
//# if asks and load_sets > 1
    // Where an element is in its word is asked for again.
    enter(first_group + (${u}u << groups_log) + member, ${within});
//# endif
//# for r in range(row, end)
//# set arguments = loads_of_sets[u * few_rows + r].arguments
//# if r == 0 or r < few_rows - 1 or is_even
    columns${u} = fold_row(columns${u}, ${arguments}, ${"true" if r == 0 else "false"});
//# else
    // The last row has some of the columns.
    if (column + ${r * row_len}u < available${u}) {
        let last = fold_row(columns${u}, ${arguments}, false);
//# for name in members
        if (column + ${r * row_len + loop.index0 // groups_a_load}u < available${u}) {
            columns${u}${name} = last${name};
        }
//# endfor
    }
//# endif
//# endfor
//# endfor
//# endfor
//# for u in range(load_sets)
//# for step in column_tree
//# if is_whole
    columns${u}${members[step.left]} = ${column.combine}(columns${u}${members[step.left]}, columns${u}${members[step.right]});
//# else
    if (column + ${step.column}u < available${u}) {
        columns${u}${members[step.left]} = ${column.combine}(columns${u}${members[step.left]}, columns${u}${members[step.right]});
    }
//# endif
//# endfor
//# for g in range(sets_a_load)
//# set set = u * sets_a_load + g
//# if g < groups_a_load
    var lanes${set} = invocations_with(available${u}, left);
    let state${set} = ${("columns" ~ u ~ members[g]) | called(column.first_by)};
//# else
    // A set without groups.
    var lanes${set} = 0u;
    let state${set} = state${u * sets_a_load};
//# endif
//# endfor
//# endfor
