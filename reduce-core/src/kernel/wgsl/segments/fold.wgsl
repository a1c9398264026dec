    go_to(piece);
    let length = piece.y & 0xffffu;
//# if rows_many
    let first = slice * ${elements_a_lane}u;
    let elements = length - min(length, first);
    let column = slice * ${columns_a_lane}u;
    let begin = 0u;
    let left = 0u;
//# include "groups/many_rows.wgsl"
    let state = state0;
//# else
//# if loads > 1
    // All loads of a row are in flight before the first is used. An invocation without elements loads the last one of its group.
//# endif
    let column = slice * ${columns_a_lane}u;
    // From the first of the invocation on.
    let elements = length - min(length, column);
//# if neighbours
    let base0 = min(column, group_last) / ${per_invocation}u;
//# endif
//# for load in neighbours
    let ${load.name} = ${load.text};
//# endfor
//# for v in range(loads)
//# set first = "column" ~ ((" + " ~ v * per_invocation ~ "u") if v)
//# if positioned
    let position${v} = group_position + ${first};
//# endif
//# if not neighbours
    let base${v} = min(${first}, group_last) / ${per_invocation}u;
//# endif
    let x${v} = ${loads_of_sets[v].text};
//# endfor
//# for v in range(loads)
    var columns${v}: ${columns_type};
    columns${v} = fold_row(columns${v}, ${loads_of_sets[v].arguments}, true);
//# endfor
//# if not one_row
    // Columns of several rows are folded from top to bottom.
    for (var row_begin = ${columns}u; row_begin < elements; row_begin += ${columns}u) {
//# if neighbours
        let base0 = min(column + row_begin, group_last) / ${per_invocation}u;
//# endif
//# for load in neighbours
        let ${load.name} = ${load.text};
//# endfor
//# for v in range(loads)
//# set first = "column + row_begin" ~ ((" + " ~ v * per_invocation ~ "u") if v)
//# if positioned
        let position${v} = group_position + ${first};
//# endif
//# if not neighbours
        let base${v} = min(${first}, group_last) / ${per_invocation}u;
//# endif
        let x${v} = ${loads_of_sets[v].text};
//# endfor
//# for v in range(loads)
        let below${v} = fold_row(columns${v}, ${loads_of_sets[v].arguments}, false);
//# for member in members
        if (row_begin + ${v * per_invocation + loop.index0}u < elements) {
            columns${v}${member} = below${v}${member};
        }
//# endfor
//# endfor
    }
//# endif
//# for v in range(loads)
//# for step in column_tree
    if (elements > ${v * per_invocation + step.right}u) {
        columns${v}${members[step.left]} = ${column.combine}(columns${v}${members[step.left]}, columns${v}${members[step.right]});
    }
//# endfor
//# endfor
//# for step in load_tree
    if (elements > ${step.right * per_invocation}u) {
        columns${step.left}${members[0]} = ${column.combine}(columns${step.left}${members[0]}, columns${step.right}${members[0]});
    }
//# endfor
    let state = ${("columns0" ~ members[0]) | called(column.first_by)};
//# endif
