//# set all = loads * per_invocation
//# if is_whole or is_even or last == all
//# set reached = all
//# include "groups/fold_columns.wgsl"
//# elif alone
//# set reached = last
//# include "groups/fold_columns.wgsl"
//# else
//# if first_set == 0
    // In branches of their own: so a compiler knows how many elements each column has.
//# endif
    if (pass_info.length >= column + ${all}u) {
//# filter indent(4)
//# set reached = all
//# include "groups/fold_columns.wgsl"
//# endfilter
    } else {
//# filter indent(4)
//# set reached = last
//# include "groups/fold_columns.wgsl"
//# endfilter
    }
//# endif
