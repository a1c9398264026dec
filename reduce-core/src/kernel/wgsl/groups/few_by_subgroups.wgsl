    // Subgroups fold the groups of the second list in turn, each by itself: all rows of as many columns as its lanes have room for, then those of the next ones.
    let end_of_few = count_listed(${few.list}u);
    listed = end_of_few;
    let subgroups_of_all = (workgroups.x * workgroups.y) << ${workgroup_log - few.width_log}u;
//# for level in range(few.rounds_log)
    var pending${level}: ${exchanged.kind};
//# endfor
    for (
        var number = ((workgroup.y * workgroups.x + workgroup.x) << ${workgroup_log - few.width_log}u) + subgroup_number;
        number < end_of_few;
        number += subgroups_of_all
    ) {
        // A broadcast tells a compiler that all lanes have one row.
        row_here = subgroupBroadcastFirst(group_table[pass_info.first_group + number]);
        let length = enter(number, 0u);
        var folded0: ${exchanged.kind};
        for (var round = 0u; round < ${few.rounds}u; round += 1u) {
            let column = ((round << ${few.width_log}u) + subgroup_lane) * ${few.columns_a_lane}u;
            // The first row has all columns.
            var base = column / ${per_invocation}u;
//# if positioned
            var position = group_position + column;
//# endif
//# filter indent(8)
//# include "groups/loads_of_few.wgsl"
//# endfilter
//# for load in few.loads
            var columns${loop.index0}: ${columns_type};
            columns${loop.index0} = fold_row(columns${loop.index0}, ${load.arguments}, true);
//# endfor
            var row_begin = ${columns}u;
            for (; row_begin + ${columns}u <= length; row_begin += ${columns}u) {
                base += ${columns // per_invocation}u;
//# if positioned
                position += ${columns}u;
//# endif
//# filter indent(12)
//# include "groups/loads_of_few.wgsl"
//# endfilter
//# for load in few.loads
                columns${loop.index0} = fold_row(columns${loop.index0}, ${load.arguments}, false);
//# endfor
            }
            // The last row may have some of the columns only.
            if (row_begin < length) {
                base = min(row_begin + column, length - 1u) / ${per_invocation}u;
//# if positioned
                position += ${columns}u;
//# endif
                let elements = length - min(length, row_begin + column);
//# filter indent(12)
//# include "groups/loads_of_few.wgsl"
//# endfilter
//# for load in few.loads
                let below${loop.index0} = fold_row(columns${loop.index0}, ${load.arguments}, false);
//# set v = loop.index0
//# for member in members
                if (elements > ${v * per_invocation + loop.index0}u) {
                    columns${v}${member} = below${v}${member};
                }
//# endfor
//# endfor
            }
//# for load in few.loads
//# set v = loop.index0
//# for step in column_tree
            columns${v}${members[step.left]} = ${column.combine}(columns${v}${members[step.left]}, columns${v}${members[step.right]});
//# endfor
//# endfor
//# for step in few.load_tree
            columns${step.left}${members[0]} = ${column.combine}(columns${step.left}${members[0]}, columns${step.right}${members[0]});
//# endfor
            // All lanes have columns, and so have all rounds.
            folded0 = ${("columns0" ~ members[0]) | called(column.first_by)};
//# for level in range(few.width_log)
            folded0 = ${exchanged.combine}(folded0, ${exchanged.shuffle}(folded0, ${2 ** level}u));
//# endfor
//# if few.rounds_log > 0
            // The one of each level of their tree that has no right neighbour yet is kept.
            var is_open = true;
//# for level in range(few.rounds_log)
            if (is_open && (round & ${2 ** level}u) != 0u) {
                folded0 = ${exchanged.combine}(pending${level}, folded0);
            } else if (is_open) {
                pending${level} = folded0;
                is_open = false;
            }
//# endfor
//# endif
        }
        let writes0 = subgroup_lane == 0u;
        let group0 = number;
        let end = end_of_few;
        let lanes0 = 1u;
//# filter indent(4)
//# include "groups/write.wgsl"
//# endfilter
    }
