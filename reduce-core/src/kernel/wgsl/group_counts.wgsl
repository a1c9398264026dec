// Groups: one workgroup counts the elements of ${"a group, or of a part of it," if groups == 1 else groups ~ " groups, or of a part of each,"} in ${bins} ${"bin" if bins == 1 else "bins"}.
//
// Counts are integers: no order of adding changes a bit, so a part is as long as suits the device. ${"One invocation has" if slices == 1 else slices ~ " invocations share"} a part${", and reads" if slices == 1 else ": each reads"}
// ${"one element" if per_invocation == 1 else per_invocation ~ " neighbouring elements"} at a time.

${declarations}

//# set offset_of = "the place of the first element of the first group"
//# set item = "element"
//# include "groups/pass.wgsl"

//# for part in parts
@group(0) @binding(${part.number}) var<storage, read> ${part.name}: array<${part.word}>;
//# endfor
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# include "loops_ended.wgsl"

//# include "groups/places.wgsl"

//# if copies > 1
// ${copies} copies of the counts of a group, one beside the other: so many neighbouring invocations never count at one place.
//# endif
//# if groups > 1
// The counts of the groups, ${apart} places from one group to the next${": an odd number, so that groups seldom meet in one bank of the memory" if apart % 2 == 1}.
//# endif
//# if sparing
// The last place of a group is for what has no bin.
//# endif
var<workgroup> workgroup_counts: array<atomic<u32>, ${groups * apart * copies}>;
//# include "counts/count_row.wgsl"

//# include "main.wgsl"
//# include "groups/where.wgsl"
    for (var slot = invocation; slot < ${groups * apart * copies}u; slot += ${workgroup_size}u) {
        atomicStore(&workgroup_counts[slot], 0u);
    }
    workgroupBarrier();
    let all = enter(first_group + member);
    let begin = node * pass_info.elements;
    let available = min(all - min(all, begin), pass_info.elements);
    let column = slice${" * " ~ per_invocation ~ "u" if per_invocation > 1};
    let base = ${"group_base + " if has_vectors}(begin + column)${" / " ~ per_invocation ~ "u" if per_invocation > 1};
    let first_slot = member * ${apart * copies}u${" + slice % " ~ copies ~ "u" if copies > 1};
//# if sparing
    // One copy of the operator for whole rows and for the last one, which ends early: ask at every element.
    let rows = (available + ${row_len - 1}u) / ${row_len}u;
    for (var row = 0u; row < rows; row += 1u) {
        let index = row * ${row_len}u + column;
        if (index < available) {
            let here = base + row * ${slices}u;
//# filter indent(4)
//# include "counts/guarded_row.wgsl"
//# endfilter
        }
    }
//# else
    // The rows in which the invocation has ${"an element" if per_invocation == 1 else "all elements of a load"}.
    var full_rows = 0u;
    if (column + ${per_invocation}u <= available) {
        full_rows = (available - column - ${per_invocation}u) / ${row_len}u + 1u;
    }
    var row = 0u;
//# if in_flight > 1
    for (; row + ${in_flight}u <= full_rows; row += ${in_flight}u) {
        // ${in_flight} loads are in flight before the first is used.
        let here = base + row * ${slices}u;
//# for load in reads.in_flight
        let x${loop.index0} = ${load.text};
//# endfor
//# for load in reads.in_flight
        count_row(${load.arguments}${beside});
//# endfor
    }
    if (row < full_rows) {
        // Fewer: the last one is loaded again.
        let last = full_rows - 1u;
//# for load in rest_in_flight
        let x${loop.index0} = ${load.text};
//# endfor
//# for load in rest_in_flight
        if (row + ${loop.index0}u <= last) {
            count_row(${load.arguments}${beside});
        }
//# endfor
    }
//# else
    for (; row < full_rows; row += 1u) {
        count_row(${reads.row}${beside});
    }
//# endif
//# if per_invocation > 1
    // The row that ends early.
    let index = column + full_rows * ${row_len}u;
    if (index < available) {
        let here = base + full_rows * ${slices}u;
//# include "counts/guarded_row.wgsl"
    }
//# endif
//# endif
    workgroupBarrier();
    // Neighbours write neighbouring counts of a group.
    for (var place = invocation; place < ${groups * bins}u; place += ${workgroup_size}u) {
//# include "counts/counted.wgsl"
        let group = first_group${" + place / " ~ bins ~ "u" if groups > 1};
        if (group < pass_info.groups) {
            let to = group * pass_info.to_group + node * pass_info.to_node;
            output[pass_info.first_output + to * ${bins}u + bin] = value;
        }
    }
//# include "loops_end.wgsl"
}
