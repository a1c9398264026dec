// Tiles of the ordered variant: one workgroup folds one tile of ${tile} elements in input order.
//
// An invocation folds its own run of ${run_elements} neighbouring elements from left to right, then the invocations are folded by a
// balanced binary tree; what is missing on the right is skipped.
//# if member
// It folds the members of a tuple that do not commute; the kernel of tiles folds the others of the same states.
//# endif

${declarations}

//# include "bindings.wgsl"

//# include "workgroup.wgsl"
//# include "tiles/row.wgsl"

//# include "main.wgsl"
    let available = pass_info.length - workgroup.x * ${tile}u;
    let first = invocation * ${run_elements}u;
    let base = workgroup.x * ${rows * workgroup_size}u + invocation * ${rows}u;
//# if positioned
    let position = pass_info.first_element + workgroup.x * ${tile}u + first;
//# endif
    var columns: ${columns_type};
//# if lines
    if (available >= ${tile}u) {
//# filter indent(4)
//# include "tiles/lines.wgsl"
//# endfilter
    } else if (first + ${run_elements}u <= available) {
//# else
    if (first + ${run_elements}u <= available) {
//# endif
//# filter indent(4)
//# include "tiles/full.wgsl"
//# endfilter
    } else if (first < available) {
        // The input ends in this run: its full rows, then the row that ends early.
        let full_rows = (available - first) / ${per_invocation}u;
        for (var row = 0u; row < full_rows; row += 1u) {
            columns = fold_row(columns, ${reads.row}, row == 0u);
        }
//# if per_invocation > 1
        let index = first + full_rows * ${per_invocation}u;
        if (index < available) {
            let here = base + full_rows;
//# if positioned
            let p0 = position + full_rows * ${per_invocation}u;
//# endif
//# for load in reads.group_loads
            let ${load.name} = ${load.text};
//# endfor
//# for load in reads.own_loads[0]
            let ${load.name} = ${load.text};
//# endfor
            columns = fold_element(columns, ${column.lift}(${reads.elements[0]}), full_rows == 0u);
//# for c in range(1, per_invocation - 1)
            if (index + ${c}u < available) {
//# for load in reads.own_loads[c]
                let ${load.name} = ${load.text};
//# endfor
                columns = ${column.fold}(columns, ${column.lift}(${reads.elements[c]}));
            }
//# endfor
        }
//# endif
    }

    let count = min((available + ${run_elements - 1}u) / ${run_elements}u, ${workgroup_size}u);
    let folded = reduce_workgroup(columns, count, invocation${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
    if (invocation == 0u) {
//# for store in stores
        output[pass_info.first_output + workgroup.x]${store.to} = ${("folded" ~ store.from) | called(store.by)};
//# endfor
    }
//# include "loops_end.wgsl"
}
