// Vectors and subgroups: a lane loads ${per_lane} neighbouring element(s) at once and folds each place of them on its own.

//# include "ladder/reads.wgsl"

//# include "fold_lanes.wgsl"

//# include "ladder/main.wgsl"
//# for c in range(per_lane)
    var c${c} = ${identity}();
//# endfor
    let vectors = pass_info.length / ${per_lane}u;
    for (var index = group * ${lanes}u + lane; index < vectors; index += ${lanes}u * workgroups.x) {
//# for load in loads
        let ${load.name} = ${load.text};
//# endfor
//# if positioned
        let p0 = pass_info.first_element + index * ${per_lane}u;
//# endif
//# for value in lifted
        c${loop.index0} = ${combine}(c${loop.index0}, ${value});
//# endfor
    }
//# if per_lane > 1
    // Less than a vector may be left.
    if (group == 0u && lane == 0u && vectors * ${per_lane}u < pass_info.length) {
        let index = vectors;
//# for load in group_loads
        let ${load.name} = ${load.text};
//# endfor
//# if positioned
        let p0 = pass_info.first_element + index * ${per_lane}u;
//# endif
//# for value in lifted
//# if loop.index0 < per_lane - 1
        if (index * ${per_lane}u + ${loop.index0}u < pass_info.length) {
//# for load in own_loads[loop.index0]
            let ${load.name} = ${load.text};
//# endfor
            c${loop.index0} = ${combine}(c${loop.index0}, ${value});
        }
//# endif
//# endfor
    }
//# endif
//# for step in column_tree
    c${step.left} = ${combine}(c${step.left}, c${step.right});
//# endfor
    let folded = fold_lanes(c0, ${lanes}u, lane, subgroup_number, subgroup_width, subgroup_lane);
    if (lane == 0u) {
        output[pass_info.first_output + group] = folded;
    }
//# include "loops_end.wgsl"
}
