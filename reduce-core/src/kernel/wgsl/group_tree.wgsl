// The tree over the states of each group: one workgroup folds neighbouring states of some groups into one of each.
//
// An invocation folds its own run of ${run} by a balanced binary tree over their index, then the invocations of a group go on with the same tree;
// what is missing on the right is skipped.

${declarations}

//# set length_of = "states of a group"
//# set has_parts = false
//# include "groups/pass.wgsl"

@group(0) @binding(0) var<storage, read> states: array<${stored}>;
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# if from_table
// Of each group: its first state, how many there are, and where its result goes.
@group(0) @binding(3) var<storage, read> group_table: array<vec4<u32>>;
//# endif
//# include "loops_ended.wgsl"

//# include "groups/lanes.wgsl"

//# include "main.wgsl"
//# include "groups/where.wgsl"
    let index_of_group = (set << (${workgroup_log}u - pass_info.slices_log)) + member;
    let is_there = index_of_group < pass_info.groups;
//# if from_table
    let entry = group_table[min(index_of_group, pass_info.groups - 1u)];
    let base = entry.x;
    let available = entry.y;
    let to = entry.z;
//# else
    let begin = node * (${run}u << pass_info.slices_log);
    let base = min(index_of_group, pass_info.groups - 1u) * pass_info.offset + begin * pass_info.step;
    let available = pass_info.length - min(pass_info.length, begin);
    let to = pass_info.first_output + index_of_group * pass_info.to_group + node * pass_info.to_node;
//# endif
    let count = select(0u, min(available, ${run}u << pass_info.slices_log), is_there);
    let first = slice * ${run}u;
//# for r in range(run)
    var s${r}: ${state};
    if (first + ${r}u < count) {
        s${r} = ${("states[base + (first + " ~ r ~ "u) * pass_info.step]") | called(load)};
    }
//# endfor
//# for step in run_tree
    if (first + ${step.right}u < count) {
        s${step.left} = ${combine}(s${step.left}, s${step.right});
    }
//# endfor
    let folded = reduce_group(s0, (count + ${run - 1}u) / ${run}u, slice, invocation${", subgroup_width" if subgroups});
    if (slice == 0u && count > 0u) {
        output[to] = ${"folded" | called(store)};
    }
//# include "loops_end.wgsl"
}
