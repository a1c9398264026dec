//# set all = loads * per_invocation
//# set begins = "true" if few_rows == 1 else "false"
//# set join_all = column.fold if few_rows == 1 else column.combine
//# set join_above = column.fold if few_rows <= 2 else column.combine
//# if first_set == 0
    // The ${"last row" if few_rows > 1 else "row"} has elements for some of the columns. In branches of their own: so a compiler knows how many each column has.
    let above = column${" + " ~ ((few_rows - 1) * row_len) ~ "u" if few_rows > 1};
//# endif
    if (above + ${all}u <= pass_info.length) {
//# for u in range(first_set, end_set)
//# filter indent(4)
//# include "groups/enter_again.wgsl"
//# endfilter
//# for v in range(loads)
//# set columns = "columns" ~ (u * loads + v)
        ${columns} = fold_row(${columns}, ${loads_of_sets[(u * loads + v + 1) * few_rows - 1].arguments}, ${begins});
//# endfor
//# endfor
//# filter indent(4)
//# set join = join_all
//# set steps = trees.all
//# include "groups/fold_columns.wgsl"
//# endfilter
//# if few_rows == 1
//# if last < all
    } else if (above < pass_info.length) {
//# filter indent(4)
//# set join = join_all
//# set steps = trees.of_last
//# include "groups/last_elements.wgsl"
//# endfilter
//# endif
    }
//# elif last < all
    } else {
//# filter indent(4)
//# set join = join_above
//# set steps = trees.shared
//# include "groups/fold_columns.wgsl"
//# endfilter
        if (above < pass_info.length) {
//# filter indent(8)
//# set join = join_all
//# set steps = trees.rest_of_all
//# include "groups/last_elements.wgsl"
//# endfilter
        } else {
//# filter indent(8)
//# set join = join_above
//# set steps = trees.rest_of_all
//# include "groups/fold_columns.wgsl"
//# endfilter
        }
    }
//# else
    } else {
//# filter indent(4)
//# set join = join_above
//# set steps = trees.all
//# include "groups/fold_columns.wgsl"
//# endfilter
    }
//# endif
