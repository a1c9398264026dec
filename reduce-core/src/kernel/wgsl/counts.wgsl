// Counts of tiles: one workgroup counts the elements of one tile of ${tile} elements in ${bins} ${"bin" if bins == 1 else "bins"}.
//
// As a matrix in row-major order a tile has ${rows} rows of ${columns} columns, and an invocation reads
// ${"one column" if per_invocation == 1 else per_invocation ~ " neighbouring columns"}. Counts are integers: no order of adding changes a bit.

${declarations}

//# include "bindings.wgsl"

//# if copies > 1
// ${copies} copies of the counts, one beside the other: so many neighbouring invocations never count at one place.
//# endif
//# if sparing
// The last place is for what has no bin.
var<workgroup> workgroup_counts: array<atomic<u32>, ${bins + 1}>;
//# else
var<workgroup> workgroup_counts: array<atomic<u32>, ${bins * copies}>;
//# endif
//# include "counts/count_row.wgsl"

//# include "main.wgsl"
    for (var slot = invocation; slot < ${bins * copies}u; slot += ${workgroup_size}u) {
        atomicStore(&workgroup_counts[slot], 0u);
    }
    workgroupBarrier();
    let tile = workgroup.x;
    let available = pass_info.length - tile * ${tile}u;
    let column = invocation${" * " ~ per_invocation ~ "u" if per_invocation > 1};
    let base = tile * ${rows * workgroup_size}u + invocation;
//# if copies > 1
    let copy = invocation % ${copies}u;
//# endif
//# if sparing
    // One copy of the operator for full tiles and for the last one, which ends early: ask at every element.
    for (var row = 0u; row < ${rows}u; row += 1u) {
        let index = row * ${columns}u + column;
        if (index >= available) {
            break;
        }
        let here = base + row * ${workgroup_size}u;
//# include "counts/guarded_row.wgsl"
    }
//# else
    if (available >= ${tile}u) {
//# if in_flight < rows
        for (var row = 0u; row < ${rows}u; row += ${in_flight}u) {
//# endif
//# filter indent(4 if in_flight < rows else 0)
        // ${in_flight} ${"load is" if in_flight == 1 else "loads are"} in flight before the first is used.
//# if in_flight < rows
        let here = base + row * ${workgroup_size}u;
//# endif
//# for load in reads.in_flight
        let x${loop.index0} = ${load.text};
//# endfor
//# for load in reads.in_flight
        count_row(${load.arguments}${beside});
//# endfor
//# endfilter
//# if in_flight < rows
        }
//# endif
    } else {
        // The last tile of the input: its full rows, then the row that ends early.
        let full_rows = available / ${columns}u;
        for (var row = 0u; row < full_rows; row += 1u) {
            count_row(${reads.row}${beside});
        }
        let index = full_rows * ${columns}u + column;
        if (index < available) {
            let here = base + full_rows * ${workgroup_size}u;
//# filter indent(4)
//# include "counts/guarded_row.wgsl"
//# endfilter
        }
    }
//# endif
    workgroupBarrier();
    for (var slot = invocation; slot < ${bins}u; slot += ${workgroup_size}u) {
//# if copies > 1
        // Neighbours begin with copies side by side, which lie apart in memory.
        var value = 0u;
        for (var turn = 0u; turn < ${copies}u; turn += 1u) {
            value += atomicLoad(&workgroup_counts[slot * ${copies}u + (invocation + turn) % ${copies}u]);
        }
//# else
        let value = atomicLoad(&workgroup_counts[slot]);
//# endif
        output[(pass_info.first_output + workgroup.x) * ${bins}u + slot] = value;
    }
//# include "loops_end.wgsl"
}
