//# set all = loads * per_invocation
//# set join = column.fold if few_rows == 1 else column.combine
//# if is_whole or is_even or last == all or alone
//# set steps = trees.of_last
//# include "groups/fold_columns.wgsl"
//# else
//# set steps = trees.shared
//# include "groups/fold_columns.wgsl"
//# if first_set == 0
    // In branches of their own: so a compiler knows how many elements each column has.
//# endif
    if (pass_info.length >= column + ${all}u) {
//# filter indent(4)
//# set steps = trees.rest_of_all
//# include "groups/fold_columns.wgsl"
//# endfilter
    } else {
//# filter indent(4)
//# set steps = trees.rest_of_last
//# include "groups/fold_columns.wgsl"
//# endfilter
    }
//# endif
