// The tree over the blocks: one workgroup folds ${lanes * run} neighbouring states into one.
//
// A lane folds its own run of ${run} by a balanced binary tree over their index, then the lanes go on with the same tree;
// what is missing on the right is skipped.

${declarations}

//# include "states.wgsl"

//# include "fold_lanes.wgsl"

//# include "main.wgsl"
    let base = workgroup.x * ${lanes * run}u;
    let count = min(pass_info.length - base, ${lanes * run}u);
    let first = lane * ${run}u;
//# for r in range(run)
    var s${r}: ${state};
    if (first + ${r}u < count) {
        s${r} = states[base + first + ${r}u];
    }
//# endfor
//# for step in run_tree
    if (first + ${step.right}u < count) {
        s${step.left} = ${combine}(s${step.left}, s${step.right});
    }
//# endfor
    let folded = fold_lanes(s0, (count + ${run - 1}u) / ${run}u, lane${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
    if (lane == 0u) {
        output[pass_info.first_output + workgroup.x] = folded;
    }
//# include "loops_end.wgsl"
}
