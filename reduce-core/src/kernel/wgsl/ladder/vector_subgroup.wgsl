// Vectors and subgroups: an invocation loads ${per_invocation} neighbouring element(s) at once and folds each place of them on its own.

//# include "ladder/reads.wgsl"

//# include "workgroup.wgsl"

//# include "ladder/main.wgsl"
//# for c in range(per_invocation)
    var c${c} = ${identity}();
//# endfor
    let vectors = pass_info.length / ${per_invocation}u;
    for (var index = group * ${workgroup_size}u + invocation; index < vectors; index += ${workgroup_size}u * workgroups.x) {
//# for load in loads
        let ${load.name} = ${load.text};
//# endfor
//# if positioned
        let p0 = pass_info.first_element + index * ${per_invocation}u;
//# endif
//# for value in lifted
        c${loop.index0} = ${combine}(c${loop.index0}, ${value});
//# endfor
    }
//# if per_invocation > 1
    // Less than a vector may be left.
    if (group == 0u && invocation == 0u && vectors * ${per_invocation}u < pass_info.length) {
        let index = vectors;
//# for load in group_loads
        let ${load.name} = ${load.text};
//# endfor
//# if positioned
        let p0 = pass_info.first_element + index * ${per_invocation}u;
//# endif
//# for value in lifted
//# if loop.index0 < per_invocation - 1
        if (index * ${per_invocation}u + ${loop.index0}u < pass_info.length) {
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
    let folded = reduce_workgroup(c0, ${workgroup_size}u, invocation, subgroup_number, subgroup_width, subgroup_lane);
    if (invocation == 0u) {
        output[pass_info.first_output + group] = ${"folded" | called(store)};
    }
//# include "loops_end.wgsl"
}
