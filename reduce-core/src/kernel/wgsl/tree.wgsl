// The tree over the tiles: one workgroup folds ${workgroup_size * run} neighbouring states into one.
//
// An invocation folds its own run of ${run} by a balanced binary tree over their index, then the invocations go on with the same tree;
// what is missing on the right is skipped.

${declarations}

//# include "states.wgsl"

//# include "workgroup.wgsl"

//# include "main.wgsl"
    let base = workgroup.x * ${workgroup_size * run}u;
    let count = min(pass_info.length - base, ${workgroup_size * run}u);
    let first = invocation * ${run}u;
//# for r in range(run)
    var s${r}: ${state};
    if (first + ${r}u < count) {
        s${r} = ${("states[base + first + " ~ r ~ "u]") | called(load)};
    }
//# endfor
//# for step in run_tree
    if (first + ${step.right}u < count) {
        s${step.left} = ${combine}(s${step.left}, s${step.right});
    }
//# endfor
    let folded = reduce_workgroup(s0, (count + ${run - 1}u) / ${run}u, invocation${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
    if (invocation == 0u) {
        output[pass_info.first_output + workgroup.x] = ${"folded" | called(store)};
    }
//# include "loops_end.wgsl"
}
