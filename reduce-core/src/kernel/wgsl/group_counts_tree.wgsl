// The counts of parts of groups to those of fewer parts, or of whole groups: one workgroup adds up neighbouring parts of some groups, bin by bin.
//
// So many invocations as there are bins, or a few more, lie side by side and read the counts of one part, the next ones those of the next part.

${declarations}

//# set offset_of = "from the first part of a group to that of the next one"
//# set item = "part"
//# set has_parts = false
//# include "groups/pass.wgsl"

@group(0) @binding(0) var<storage, read> states: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# include "loops_ended.wgsl"

// The counts of the groups of the workgroup: no more than it has invocations.
var<workgroup> workgroup_counts: array<atomic<u32>, ${workgroup_size}>;

//# include "main.wgsl"
//# include "groups/where.wgsl"
    atomicStore(&workgroup_counts[invocation], 0u);
    workgroupBarrier();
    let begin = node * pass_info.elements;
    let count = min(pass_info.length - min(pass_info.length, begin), pass_info.elements);
    let slot = slice % ${width}u;
    if (slot < ${bins}u && count > 0u && first_group + member < pass_info.groups) {
        let base = (first_group + member) * pass_info.offset + begin * pass_info.step;
        let stride = (1u << pass_info.slices_log) / ${width}u;
        var value = 0u;
        for (var row = slice / ${width}u; row < count; row += ${in_flight}u * stride) {
            // All loads of a round are issued before the first is used. Behind the last part it is loaded again.
//# for load in range(in_flight)
            let x${load} = states[(base + min(row + ${load}u * stride, count - 1u) * pass_info.step) * ${bins}u + slot];
//# endfor
            value += x0;
//# for load in range(1, in_flight)
            value += select(0u, x${load}, row + ${load}u * stride < count);
//# endfor
        }
        atomicAdd(&workgroup_counts[member * ${bins}u + slot], value);
    }
    workgroupBarrier();
    // Neighbours write neighbouring counts of a group.
    let group = first_group + invocation / ${bins}u;
    if (invocation < (${bins}u << groups_log) && group < pass_info.groups) {
        let to = group * pass_info.to_group + node * pass_info.to_node;
        let bin = invocation % ${bins}u;
        output[pass_info.first_output + to * ${bins}u + bin] = atomicLoad(&workgroup_counts[invocation]);
    }
//# include "loops_end.wgsl"
}
