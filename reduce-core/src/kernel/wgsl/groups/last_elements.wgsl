//# for u in range(first_set, end_set)
//# include "groups/enter_again.wgsl"
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
//# include "groups/fold_columns.wgsl"
