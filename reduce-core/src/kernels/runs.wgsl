// Blocks of the ordered variant: one workgroup folds one block of ${block} elements in input order.
//
// A lane folds its own run of ${run_elements} neighbouring elements from left to right, then the lanes are folded by a
// balanced binary tree; what is missing on the right is skipped.

${declarations}

//# include "bindings.wgsl"

//# include "fold_lanes.wgsl"

//# include "main.wgsl"
    let available = pass_info.length - workgroup.x * ${block}u;
    let first = lane * ${run_elements}u;
    let base = workgroup.x * ${block // load_width}u + lane * ${run_elements // load_width}u;
    var c0: ${state};
    if (first + ${run_elements}u <= available) {
        // ${in_flight} loads are in flight before the first is used.
        for (var row = 0u; row < ${run_elements // load_width}u; row += ${in_flight}u) {
//# for r in range(in_flight)
            let x${r} = input[base + row + ${r}u];
//# endfor
            if (row == 0u) {
                c0 = ${lift}(${in_order[0]});
            } else {
                c0 = ${combine}(c0, ${lift}(${in_order[0]}));
            }
//# for element in in_order[1:]
            c0 = ${combine}(c0, ${lift}(${element}));
//# endfor
        }
    } else {
        // The input ends in this run, or before it: ask at every element.
        for (var index = 0u; index < ${run_elements}u; index += 1u) {
            if (first + index >= available) {
                break;
            }
//# if vector
            let value = ${lift}(input[base + index / ${load_width}u][index % ${load_width}u]);
//# else
            let value = ${lift}(input[base + index]);
//# endif
            if (index == 0u) {
                c0 = value;
            } else {
                c0 = ${combine}(c0, value);
            }
        }
    }

    let count = min((available + ${run_elements - 1}u) / ${run_elements}u, ${lanes}u);
    let folded = fold_lanes(c0, count, lane${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
    if (lane == 0u) {
        output[pass_info.first_output + workgroup.x] = folded;
    }
}
