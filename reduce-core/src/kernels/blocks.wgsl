//# if shared_by > 1
// Blocks of the canonical order: ${shared_by} workgroups fold a block of ${block} elements, each ${lanes} of its columns.
//# else
// Blocks of the canonical order: one workgroup folds one block of ${block} elements.
//# endif
//
// As a matrix in row-major order a block has ${rows} rows of ${columns} columns, and a lane owns
// ${per_lane} neighbouring column(s). Every column is folded from top to bottom, then the columns are
// folded by a balanced binary tree; what is missing on the right is skipped.
//# if merged > 1
// The monoid is exact: ${merged} columns are folded as one, and no bit depends on it.
//# endif

${declarations}

//# include "bindings.wgsl"

//# include "fold_lanes.wgsl"

//# include "main.wgsl"
//# if shared_by > 1
    let block = workgroup.x / ${shared_by}u;
    let column = workgroup.x % ${shared_by}u * ${lanes}u + lane;
//# else
    let block = workgroup.x;
    let column = lane * ${per_lane}u;
//# endif
    let available = pass_info.length - block * ${block}u;
    let base = block * ${rows * lanes * shared_by}u + ${"column" if shared_by > 1 else "lane"};
//# if positioned
    let position = pass_info.first_element + block * ${block}u + column;
//# endif
//# for c in range(per_lane // merged)
    var c${c}: ${column.kind};
//# endfor
    if (available >= ${block}u) {
//# for phase in phases
//# if phase == "begin"
        // Begin every column; ${in_flight} loads are in flight before the first is used.
        {
            let here = base;
//# elif phase == "go on"
        // Go on with it.
        for (var row = ${in_flight}u; row < ${rows}u; row += ${in_flight}u) {
            let here = base + row * ${lanes * shared_by}u;
//# else
        // Fold every column; ${in_flight} loads are in flight before the first is used.
        for (var row = 0u; row < ${rows}u; row += ${in_flight}u) {
            let here = base + row * ${lanes * shared_by}u;
//# endif
//# for r in range(in_flight)
//# for load in whole[r].loads
            let ${load.name} = ${load.text};
//# endfor
//# if positioned
            let p${r} = position + ${(r * columns) ~ "u" if phase == "begin" else "(row + " ~ r ~ "u) * " ~ columns ~ "u"};
//# endif
//# endfor
//# if phase == "both"
            if (row == 0u) {
//# for lifted in whole[0].lifted
                c${lifted.column} = ${lifted.value if lifted.is_first else column.fold ~ "(c" ~ lifted.column ~ ", " ~ lifted.value ~ ")"};
//# endfor
            } else {
//# for lifted in whole[0].lifted
                c${lifted.column} = ${column.fold}(c${lifted.column}, ${lifted.value});
//# endfor
            }
//# elif phase == "begin"
//# for lifted in whole[0].lifted
            c${lifted.column} = ${lifted.value if lifted.is_first else column.fold ~ "(c" ~ lifted.column ~ ", " ~ lifted.value ~ ")"};
//# endfor
//# endif
//# for r in range(0 if phase == "go on" else 1, in_flight)
//# for lifted in whole[r].lifted
            c${lifted.column} = ${column.fold}(c${lifted.column}, ${lifted.value});
//# endfor
//# endfor
        }
//# endfor
    } else {
        // The last block of the input ends early: ask at every element.
        for (var row = 0u; row < ${rows}u; row += 1u) {
            let index = row * ${columns}u + column;
            if (index >= available) {
                break;
            }
            let here = base + row * ${lanes * shared_by}u;
//# for load in single.loads
            let ${load.name} = ${load.text};
//# endfor
//# if positioned
            let p0 = position + row * ${columns}u;
//# endif
//# for c in range(per_lane)
            if (index + ${c}u < available) {
//# for load in single.own[c]
                let ${load.name} = ${load.text};
//# endfor
                let value = ${column.lift}(${single.elements[c]});
//# if c % merged == 0
                if (row == 0u) {
                    c${c // merged} = value;
                } else {
                    c${c // merged} = ${column.fold}(c${c // merged}, value);
                }
//# else
                c${c // merged} = ${column.fold}(c${c // merged}, value);
//# endif
            }
//# endfor
        }
    }

    // Fold the columns of the lane.
    let count = min(available, ${columns}u);
//# for step in column_tree
    if (column + ${step.right * merged}u < count) {
        c${step.left} = ${column.combine}(c${step.left}, c${step.right});
    }
//# endfor

//# if shared_by > 1
    // The plan leaves out the workgroups whose first column is missing.
    let lanes_with_columns = min(count - (column - lane), ${lanes}u);
//# else
    let lanes_with_columns = (count + ${per_lane - 1}u) / ${per_lane}u;
//# endif
    let folded = fold_lanes(${column.first}, lanes_with_columns, lane${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
    if (lane == 0u) {
        output[pass_info.first_output + workgroup.x] = ${column.result};
    }
}
