//# if is_split
// Tiles of the canonical order: ${splits} workgroups fold a tile of ${tile} elements, each ${workgroup_size} of its columns.
//# elif is_whole
// Full tiles of the canonical order: one workgroup folds one tile of ${tile} elements, and none ends early.
//# else
// Tiles of the canonical order: one workgroup folds one tile of ${tile} elements.
//# endif
//
// As a matrix in row-major order a tile has ${rows} rows of ${columns} columns, and an invocation owns
// ${per_invocation} neighbouring column(s). Every column is folded from top to bottom, then the columns are
// folded by a balanced binary tree${"." if is_whole else "; what is missing on the right is skipped."}
//# if turns > 1
// The state is large: the invocations fold ${workgroup_size * per_invocation} columns at a time, in ${turns} turns.
//# endif
//# if member
// Of the members of a tuple it folds those that commute; the kernel of runs folds the others of the same states.
//# endif
//# if merged > 1
// The monoid is exact: ${merged} columns are folded as one, and no bit depends on it.
//# endif

${declarations}

//# include "bindings.wgsl"

//# include "workgroup.wgsl"

//# include "main.wgsl"
//# if is_split
    let tile = workgroup.x / ${splits}u;
    let split = workgroup.x % ${splits}u;
//# else
    let tile = workgroup.x;
//# endif
//# if not is_whole
    let available = pass_info.length - tile * ${tile}u;
    let count = min(available, ${columns}u);
//# endif
//# if turns > 1
    // The results of the turns are nodes of the tree over the columns; on each level one may wait for its right neighbour.
    var waiting: array<${state}, ${levels}>;
    var turns = 0u;
    for (var split = 0u; split < ${turns}u; split += 1u) {
        if (split * ${workgroup_size * per_invocation}u >= count) {
            break;
        }
//# endif
//# filter indent(4 if turns > 1 else 0, true)
//# if splits > 1
    let column = (split * ${workgroup_size}u + invocation) * ${per_invocation}u;
    let base = tile * ${rows * workgroup_size * splits}u + split * ${workgroup_size}u + invocation;
//# else
    let column = invocation * ${per_invocation}u;
    let base = tile * ${rows * workgroup_size}u + invocation;
//# endif
//# if positioned
    let position = pass_info.first_element + tile * ${tile}u + column;
//# endif
//# for c in range(per_invocation // merged)
    var c${c}: ${column.kind};
//# endfor
//# if sparing
    {
        // One copy of the operator for full tiles and for the last one, which ends early: ask at every element.
//# else
//# if is_whole
    {
//# else
    if (available >= ${tile}u) {
//# if weights
        // A column counts its rows, so the weight of the next element is known.
        counting = true;
//# endif
//# endif
//# for phase in phases
//# if phase == "begin"
        // Begin every column; ${in_flight} loads are in flight before the first is used.
        {
            let here = base;
//# elif phase == "go on"
        // Go on with it.
        for (var row = ${in_flight}u; row < ${rows}u; row += ${in_flight}u) {
            let here = base + row * ${workgroup_size * splits}u;
//# else
        // Fold every column; ${in_flight} loads are in flight before the first is used.
        for (var row = 0u; row < ${rows}u; row += ${in_flight}u) {
            let here = base + row * ${workgroup_size * splits}u;
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
//# if weights
            known_weight = ${weights[0][1]};
//# endif
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
//# if weights
            known_weight = ${weights[r][0 if phase == "begin" else 1]};
//# endif
//# for lifted in whole[r].lifted
            c${lifted.column} = ${column.fold}(c${lifted.column}, ${lifted.value});
//# endfor
//# endfor
        }
//# endfor
//# if is_whole
    }
//# else
//# if weights
        counting = false;
//# endif
    } else {
        // The last tile of the input ends early: ask at every element.
//# endif
//# endif
//# if not is_whole
        for (var row = 0u; row < ${rows}u; row += 1u) {
            let index = row * ${columns}u + column;
            if (index >= available) {
                break;
            }
            let here = base + row * ${workgroup_size * splits}u;
//# for load in single.loads
            let ${load.name} = ${load.text};
//# endfor
//# if positioned
            let p0 = position + row * ${columns}u;
//# endif
//# for c in range(per_invocation)
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
//# endif

    // Fold the columns of the invocation.
//# if is_whole
    // Both operands hold equally many elements from here on.
    known_weight = 0.5lf;
//# for step in column_tree
    c${step.left} = ${column.combine}(c${step.left}, c${step.right});
//# endfor
    let folded = reduce_workgroup(${column.first}, ${workgroup_size}u, invocation${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
//# else
//# for step in column_tree
    if (column + ${step.right * merged}u < count) {
        c${step.left} = ${column.combine}(c${step.left}, c${step.right});
    }
//# endfor

//# if is_split
    // The plan leaves out the workgroups whose first column is missing.
//# endif
//# if splits > 1
    let invocations_with_columns = min((count - split * ${workgroup_size * per_invocation}u + ${per_invocation - 1}u) / ${per_invocation}u, ${workgroup_size}u);
//# else
    let invocations_with_columns = (count + ${per_invocation - 1}u) / ${per_invocation}u;
//# endif
    let folded = reduce_workgroup(${column.first}, invocations_with_columns, invocation${", subgroup_number, subgroup_width, subgroup_lane" if subgroups});
//# endif
//# if turns > 1
    if (invocation == 0u) {
        var node = ${column.result};
        var level = 0u;
        // The turn is a right child as often as its number ends in ones.
        for (; ((split >> level) & 1u) == 1u; level += 1u) {
            node = ${combine}(waiting[level], node);
        }
        waiting[level] = node;
    }
    turns = split + 1u;
    // The next turn writes to workgroup memory that this one may still read.
    workgroupBarrier();
//# endif

//# endfilter
//# if turns > 1
    }
    if (invocation == 0u) {
        // On the right edge of the tree each node waits for those after it.
        var level = countTrailingZeros(turns);
        var node = waiting[level];
        for (level += 1u; level < ${levels}u; level += 1u) {
            if (((turns >> level) & 1u) == 1u) {
                node = ${combine}(waiting[level], node);
            }
        }
//# for store in stores
        output[pass_info.first_output + workgroup.x]${store.to} = node${store.from};
//# endfor
    }
//# else
    if (invocation == 0u) {
//# if stores | length > 1
        let node = ${column.result};
//# endif
//# for store in stores
        output[pass_info.first_output + workgroup.x]${store.to} = ${"node" if stores | length > 1 else column.result}${store.from};
//# endfor
    }
//# endif
//# include "loops_end.wgsl"
}
