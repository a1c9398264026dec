// The tree over the states of each group: one workgroup folds neighbouring states of some groups into one of each.
//
// An invocation folds its own run of ${run} by a balanced binary tree over their index, then the invocations of a group go on with the same tree;
// what is missing on the right is skipped.

${declarations}

//# set offset_of = "the first row of its list" if from_table else "from the first state of a group to that of the next one"
//# set item = "state"
//# set has_parts = false
//# include "groups/pass.wgsl"

@group(0) @binding(0) var<storage, read> states: array<${stored}>;
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# if from_table
//# set table = 3
//# set row_of_table = "its first state, how many there are, and where its result goes"
//# include "groups/table.wgsl"
//# endif
//# include "loops_ended.wgsl"

// The states of the group of this number that the workgroup of this node folds.
fn states_of(number: u32, node: u32) -> u32 {
//# if from_table
    let length = row_of(number).y;
//# else
    let length = pass_info.length;
//# endif
    let begin = node * (${run}u << ${slices_log});
    return select(0u, min(length - min(length, begin), ${run}u << ${slices_log}), number < ${"listed" if from_table else "pass_info.groups"});
}

//# include "groups/lanes.wgsl"

//# include "main.wgsl"
//# include "groups/where.wgsl"
//# filter indent(4 if from_table else 0)
    let count = states_of(first_group + member, node);
//# if from_table
    let base = row_of(first_group + member).x + (node * (${run}u << ${slices_log}) + slice * ${run}u) * pass_info.step;
//# else
    let group = min(first_group + member, pass_info.groups - 1u);
    let base = group * pass_info.offset + (node * (${run}u << ${slices_log}) + slice * ${run}u) * pass_info.step;
//# endif
    let first = slice * ${run}u;
//# for r in range(run)
    var s${r}: ${state};
    if (first + ${r}u < count) {
        s${r} = ${("states[base + " ~ r ~ "u * pass_info.step]") | called(load)};
    }
//# endfor
//# for step in run_tree
    if (first + ${step.right}u < count) {
        s${step.left} = ${combine}(s${step.left}, s${step.right});
    }
//# endfor
    var lanes0 = (count + ${run - 1}u) / ${run}u;
    let state0 = s0;
//# include "groups/meet.wgsl"
//# include "groups/write.wgsl"
//# endfilter
//# if from_table
        // The next groups need the memory of the workgroup.
        workgroupBarrier();
    }
//# endif
//# include "loops_end.wgsl"
}
