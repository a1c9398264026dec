//# if from_table
// Segments: one workgroup counts the elements of a part of a long group in ${bins} ${"bin" if bins == 1 else "bins"}, and adds what it counted to the counts of the group.
//# else
// Segments: one workgroup counts the elements of ${"a group" if groups == 1 else groups ~ " neighbouring groups"} in ${bins} ${"bin" if bins == 1 else "bins"}; the longer ones are left to other passes.
//# endif
//
// Counts are integers: no order of adding changes a bit. So the invocations take the loads of ${"the part" if from_table else "the group" if groups == 1 else "all of its groups"} in turn${", whichever groups these are of, and none waits for a longer one" if groups > 1}.
// An invocation reads ${"one element" if per_invocation == 1 else per_invocation ~ " neighbouring elements"} at a time.

${declarations}

//# set offset_of = "the first row of its list" if from_table else "not used here"
//# set item = "element"
//# include "groups/pass.wgsl"

//# for part in parts
@group(0) @binding(${part.number}) var<storage, read> ${part.name}: array<${part.word}>;
//# endfor
@group(0) @binding(1) var<storage, read_write> output: array<${"atomic<u32>" if from_table else "u32"}>;
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# if from_table
//# set row_of_table = "its first element, how many there are, and the number of the group"
//# include "groups/table.wgsl"
//# else
// Where each group begins, and the end of the last.
@group(0) @binding(${table}) var<storage, read> offsets: array<${"vec2<u32>" if wide else "u32"}>;
//# endif
//# if listed
// The places of the elements, group after group.
@group(0) @binding(${list}) var<storage, read> order: array<u32>;
//# endif
//# include "loops_ended.wgsl"

//# if not ragged
//# include "groups/places.wgsl"

//# endif
//# if groups > 1
// The first element of each group of the workgroup${", from the first of the buffer on" if ragged}, and how many it has.
var<workgroup> ranges: array<vec2<u32>, ${groups}>;
// The loads of the groups in front of each.
var<workgroup> loads_before: array<u32, ${groups}>;
//# include "keys/scan.wgsl"

//# endif
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

// The loads of a group: its first element and how many there are.
fn loads_of(range: vec2<u32>) -> u32 {
//# if ragged
    // They begin at the vector that has its first element.
    return select((range.x % ${per_invocation}u + range.y + ${per_invocation - 1}u) / ${per_invocation}u, 0u, range.y == 0u);
//# else
    return (range.y + ${per_invocation - 1}u) / ${per_invocation}u;
//# endif
}

// Counts what a load has of a group.
fn count_load(range: vec2<u32>, own_load: u32, first_slot: u32) {
    let available = range.y;
//# if ragged
    let here = range.x / ${per_invocation}u + own_load;
    // The first element of the load in the group. Where that lies in front of the group, unsigned numbers wrap, and this is beyond its end.
    let index = here * ${per_invocation}u - range.x;
//# else
    let here = own_load;
    let index = here${" * " ~ per_invocation ~ "u" if per_invocation > 1};
//# endif
//# if sparing
    // One copy of the operator for all loads: ask at every element.
    {
//# include "counts/guarded_row.wgsl"
    }
//# elif per_invocation == 1
    let x0 = ${reads.in_flight[0].text};
    count_row(${reads.in_flight[0].arguments}${beside});
//# else
    if (${"index < available && " if ragged}index + ${per_invocation}u <= available) {
        let x0 = ${reads.in_flight[0].text};
        count_row(${reads.in_flight[0].arguments}${beside});
    } else {
//# include "counts/guarded_row.wgsl"
    }
//# endif
}
//# if not from_table

//# include "segments/range_of.wgsl"

// The first element of a group that is counted here and how many it has: none, if it is listed.
fn short_range_of(number: u32) -> vec2<u32> {
    let range = range_of(number, number < pass_info.groups);
    return select(${"vec2<u32>(pass_info." ~ parts[0].start ~ " + range.x, range.y)" if ragged else "range"}, vec2<u32>(), range.y > pass_info.length);
}
//# endif

//# include "main.wgsl"
//# if from_table
    // The workgroups share the list, in which parts of one group are neighbours: only the last of these that a workgroup has adds what it counted.
    let end = count_listed(pass_info.list);
    let workgroups_of_all = workgroups.x * workgroups.y;
    let parts_here = (end + workgroups_of_all - 1u) / workgroups_of_all;
    let first_part = (workgroup.y * workgroups.x + workgroup.x) * parts_here;
    let end_here = min(first_part + parts_here, end);
    var is_first = true;
    for (var number = first_part; number < end_here; number += 1u) {
//# else
    let first_group = (workgroup.y * workgroups.x + workgroup.x) * ${groups}u;
//# endif
//# filter indent(4 if from_table else 0)
//# if from_table
    if (is_first) {
//# endif
//# filter indent(4 if from_table else 0)
    for (var slot = invocation; slot < ${groups * apart * copies}u; slot += ${workgroup_size}u) {
        atomicStore(&workgroup_counts[slot], 0u);
    }
//# endfilter
//# if from_table
        workgroupBarrier();
    }
//# endif
//# if groups == 1
//# if from_table
    let row = row_of(number);
    let range = ${"vec2<u32>(pass_info." ~ parts[0].start ~ " + row.x, row.y)" if ragged else "row.xy"};
//# else
    let range = short_range_of(first_group);
    workgroupBarrier();
//# endif
//# if not ragged
    go_to(range);
//# endif
    let loads_here = loads_of(range);
//# else
    var own_range = vec2<u32>();
    if (invocation < ${groups}u) {
        own_range = short_range_of(first_group + invocation);
    }
    let before = before_in_workgroup(loads_of(own_range), invocation);
    if (invocation < ${groups}u) {
        ranges[invocation] = own_range;
        loads_before[invocation] = before;
    }
    workgroupBarrier();
    let loads_here = in_workgroup();
//# endif
//# if groups > 1
    for (var load = invocation; load < loads_here; load += ${workgroup_size}u) {
        // The last group in front of which no more loads are.
        var member = 0u;
//# for level in range(groups_log)
        member += select(0u, ${2 ** (groups_log - 1 - level)}u, loads_before[member + ${2 ** (groups_log - 1 - level)}u] <= load);
//# endfor
        let range = ranges[member];
//# if not ragged
        go_to(range);
//# endif
        count_load(range, load - loads_before[member], member * ${apart * copies}u${" + invocation % " ~ copies ~ "u" if copies > 1});
    }
//# else
    let first_slot = ${"invocation % " ~ copies ~ "u" if copies > 1 else "0u"};
    var load = invocation;
//# if in_flight > 1
    // Between the first load and the last, all elements belong to the group: so many loads are in flight before the first is used.
    for (load += 1u; load + ${(in_flight - 1) * workgroup_size + 1}u < loads_here; load += ${in_flight * workgroup_size}u) {
        let here = range.x / ${per_invocation}u + load;
//# for load in reads.in_flight
        let x${loop.index0} = ${load.text};
//# endfor
//# for load in reads.in_flight
        count_row(${load.arguments}${beside});
//# endfor
    }
    if (invocation == 0u && loads_here > 0u) {
        count_load(range, 0u, first_slot);
    }
//# endif
    for (; load < loads_here; load += ${workgroup_size}u) {
        count_load(range, load, first_slot);
    }
//# endif
    workgroupBarrier();
//# if from_table
    is_first = number + 1u == end_here || row_of(number + 1u).z != row.z;
    if (is_first) {
//# filter indent(4)
    // Neighbours add neighbouring counts to those of the group.
    for (var place = invocation; place < ${groups * bins}u; place += ${workgroup_size}u) {
//# include "counts/counted.wgsl"
        if (value > 0u) {
            atomicAdd(&output[pass_info.first_output + row.z * ${bins}u + bin], value);
        }
    }
    // The next group needs the memory of the workgroup.
    workgroupBarrier();
//# endfilter
    }
//# else
    // Neighbours write neighbouring counts of a group.
    for (var place = invocation; place < ${groups * bins}u; place += ${workgroup_size}u) {
//# include "counts/counted.wgsl"
        let group = first_group${" + member" if groups > 1};
        if (group < pass_info.groups) {
            output[pass_info.first_output + group * ${bins}u + bin] = value;
        }
    }
//# endif
//# endfilter
//# if from_table
    }
//# endif
//# include "loops_end.wgsl"
}
