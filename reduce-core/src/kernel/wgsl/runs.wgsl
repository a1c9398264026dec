// Tiles of the ordered variant: one workgroup folds one tile of ${tile} elements in input order.
//
// An invocation folds its own run of ${run_elements} neighbouring elements from left to right, then the invocations are folded by a
// balanced binary tree; what is missing on the right is skipped.
//# if member
// Of the members of a tuple it folds those that do not commute; the kernel of tiles folds the others of the same states.
//# endif

${declarations}

//# include "bindings.wgsl"

//# include "workgroup.wgsl"

//# include "main.wgsl"
    let available = pass_info.length - workgroup.x * ${tile}u;
    let first = invocation * ${run_elements}u;
    let base = workgroup.x * ${rows * workgroup_size}u + invocation * ${rows}u;
//# if positioned
    let position = pass_info.first_element + workgroup.x * ${tile}u + first;
//# endif
    var c0: ${state};
    if (first + ${run_elements}u <= available) {
        // ${in_flight} loads are in flight before the first is used.
        for (var row = 0u; row < ${rows}u; row += ${in_flight}u) {
            let here = base + row;
//# for r in range(in_flight)
//# for load in whole[r].loads
            let ${load.name} = ${load.text};
//# endfor
//# if positioned
            let p${r} = position + (row + ${r}u) * ${per_invocation}u;
//# endif
//# endfor
            if (row == 0u) {
                c0 = ${lift}(${whole[0].elements[0]});
            } else {
                c0 = ${combine}(c0, ${lift}(${whole[0].elements[0]}));
            }
//# for r in range(in_flight)
//# for c in range(1 if r == 0 else 0, per_invocation)
            c0 = ${combine}(c0, ${lift}(${whole[r].elements[c]}));
//# endfor
//# endfor
        }
    } else {
        // The input ends in this run, or before it: ask at every element.
        for (var row = 0u; row < ${rows}u; row += 1u) {
            let index = first + row * ${per_invocation}u;
            if (index >= available) {
                break;
            }
            let here = base + row;
//# for load in single.loads
            let ${load.name} = ${load.text};
//# endfor
//# if positioned
            let p0 = position + row * ${per_invocation}u;
//# endif
//# for c in range(per_invocation)
            if (index + ${c}u < available) {
//# for load in single.own[c]
                let ${load.name} = ${load.text};
//# endfor
                let value = ${lift}(${single.elements[c]});
//# if c == 0
                if (row == 0u) {
                    c0 = value;
                } else {
                    c0 = ${combine}(c0, value);
                }
//# else
                c0 = ${combine}(c0, value);
//# endif
            }
//# endfor
        }
    }

    let count = min((available + ${run_elements - 1}u) / ${run_elements}u, ${workgroup_size}u);
    let folded = reduce_workgroup(c0, count, invocation${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
    if (invocation == 0u) {
//# for store in stores
        output[pass_info.first_output + workgroup.x]${store.to} = folded${store.from};
//# endfor
    }
//# include "loops_end.wgsl"
}
