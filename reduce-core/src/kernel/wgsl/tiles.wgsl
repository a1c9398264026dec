//# if is_split
// Split tiles of the canonical order: ${splits} workgroups fold one tile of ${tile} elements, each ${workgroup_size} of its columns.
//# elif is_full
// Full tiles of the canonical order: one workgroup folds one tile of ${tile} elements, and none ends early.
//# else
// Tiles of the canonical order: one workgroup folds one tile of ${tile} elements.
//# endif
//
// As a matrix in row-major order a tile has ${rows} rows of ${columns} columns, and an invocation owns
// ${"one column" if per_invocation == 1 else per_invocation ~ " neighbouring columns"}. Every column is folded from top to bottom, then the columns are
// folded by a balanced binary tree${"." if is_full else "; what is missing on the right is skipped."}
//# if turns > 1
// The state is large: the invocations fold ${workgroup_size * per_invocation} columns at a time, in ${turns} turns.
//# endif
//# if member
// It folds the members of a tuple that commute; the kernel of runs folds the others of the same states.
//# endif
//# if merged > 1
// The monoid is exact: ${merged} columns are folded as one, and no bit depends on it.
//# endif

${declarations}

//# include "bindings.wgsl"

//# include "workgroup.wgsl"
//# if members | length > 1

// The columns of an invocation.
struct Columns {
//# for c in range(members | length)
    c${c}: ${column.kind},
//# endfor
}
//# endif
//# include "tiles/row.wgsl"

//# include "main.wgsl"
//# if is_split
    let tile = workgroup.x / ${splits}u;
    let split = workgroup.x % ${splits}u;
//# else
    let tile = workgroup.x;
//# endif
//# if not is_full
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
//# filter indent(4 if turns > 1 else 0)
//# if splits > 1
    let column = (split * ${workgroup_size}u + invocation) * ${per_invocation}u;
    let base = tile * ${rows * workgroup_size * splits}u + split * ${workgroup_size}u + invocation;
//# else
    let column = invocation${" * " ~ per_invocation ~ "u" if per_invocation > 1};
    let base = tile * ${rows * workgroup_size}u + invocation;
//# endif
//# if positioned
    let position = pass_info.first_element + tile * ${tile}u + column;
//# endif
    var columns: ${columns_type};
//# if sparing
//# include "tiles/sparing.wgsl"
//# elif is_full
//# include "tiles/full.wgsl"
//# else
    if (available >= ${tile}u) {
//# filter indent(4)
//# include "tiles/full.wgsl"
//# endfilter
    } else {
//# filter indent(4)
//# include "tiles/partial.wgsl"
//# endfilter
    }
//# endif

//# include "tiles/columns.wgsl"
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
        output[pass_info.first_output + workgroup.x]${store.to} = ${("node" ~ store.from) | called(store.by)};
//# endfor
    }
//# else
    if (invocation == 0u) {
//# if stores | length > 1
        let node = ${column.result};
//# endif
//# for store in stores
        output[pass_info.first_output + workgroup.x]${store.to} = ${(("node" if stores | length > 1 else column.result) ~ store.from) | called(store.by)};
//# endfor
    }
//# endif
//# include "loops_end.wgsl"
}
