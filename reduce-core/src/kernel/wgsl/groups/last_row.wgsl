//# set all = loads * per_invocation
//# set reached = all
//# set begins = "true" if few_rows == 1 else "false"
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
//# include "groups/fold_columns.wgsl"
//# endfilter
//# if last < all
    } else if (above < pass_info.length) {
//# for u in range(first_set, end_set)
//# filter indent(4)
//# include "groups/enter_again.wgsl"
//# endfilter
//# for v in range(loads)
//# if v * per_invocation < last
//# set n = u * loads + v
        let last${n} = ${"fold_last" if ends_within and (v + 1) * per_invocation > last else "fold_row"}(columns${n}, ${loads_of_sets[(n + 1) * few_rows - 1].arguments}, ${begins});
//# for name in members
//# if v * per_invocation + loop.index0 // groups_a_load < last
        columns${n}${name} = last${n}${name};
//# endif
//# endfor
//# endif
//# endfor
//# endfor
//# set reached = last if few_rows == 1 else all
//# filter indent(4)
//# include "groups/fold_columns.wgsl"
//# endfilter
//# endif
//# if few_rows == 1
    }
//# else
    } else {
//# filter indent(4)
//# include "groups/fold_columns.wgsl"
//# endfilter
    }
//# endif
