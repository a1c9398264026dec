//# if built_in
// Subgroup built-ins: the hardware folds the states of a subgroup; one of each meets the others in workgroup memory.
//# else
// Subgroup shuffles: lanes take states straight from each other's registers; one of each subgroup meets the others in
// workgroup memory.
//# endif

//# include "ladder/reads.wgsl"

//# include "ladder/or_identity.wgsl"

//# include "workgroup.wgsl"

//# include "ladder/main.wgsl"
    let state = state_or_identity(group * ${workgroup_size}u + invocation);
    let folded = reduce_workgroup(state, ${workgroup_size}u, invocation, subgroup_number, subgroup_width, subgroup_lane);
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"folded" | called(store)};
    }
//# include "loops_end.wgsl"
}
