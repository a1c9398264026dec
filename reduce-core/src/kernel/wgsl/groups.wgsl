// Groups: one workgroup folds ${"some groups" if group_sets == 1 else group_sets ~ " sets of groups"}, or a part of a tile of each.
//
//# if inside
// The monoid takes the elements of a group in any order. An invocation folds vectors that lie inside the group, and elements beside these. Then the invocations of a group are folded by
//# else
// Each group is folded in the canonical order of its own elements, by tiles of ${tile} elements. An invocation owns
//# if ordered
// a run of ${run_elements} neighbouring elements of a group, which it folds from left to right. Then the invocations of a group are folded by
//# else
// ${"one column" if per_invocation == 1 else per_invocation ~ " neighbouring columns"} of ${"a group" if groups_a_load == 1 else "each of " ~ groups_a_load ~ " groups whose elements take turns"}, and folds ${"each" if per_invocation > 1 else "it"} from top to bottom. Then the columns are folded by
//# endif
//# endif
// a balanced binary tree; what is missing on the right is skipped.
//# if few
// Then each subgroup folds groups of a second list by itself.
//# endif
//# if member
// It folds some members of a tuple; another kernel folds the others of the same states.
//# endif

${declarations}

//# set offset_of = "the first row of its list" if from_table else "the place of the first element of the first group"
//# set item = "element"
//# include "groups/pass.wgsl"

//# for part in parts
@group(0) @binding(${part.number}) var<storage, read> ${part.name}: array<${part.word}>;
//# endfor
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# if listed
// The places of the elements, group after group.
@group(0) @binding(${list}) var<storage, read> order: array<u32>;
//# endif
//# if from_table
//# set row_of_table = "its first element, how many there are, where its result goes, and the position of its first element"
//# include "groups/table.wgsl"
//# endif
//# include "loops_ended.wgsl"

//# include "groups/places.wgsl"
//# if lines and is_shifted
//# include "groups/join_vectors.wgsl"
//# endif

//# include "groups/lanes.wgsl"
//# if members | length > 1

// The columns of an invocation.
struct Columns {
//# for c in range(members | length)
    c${c}: ${column.kind},
//# endfor
}
//# endif
//# include "tiles/row.wgsl"

//# if inside
//# include "groups/alone.wgsl"
//# endif
//# if aligned
// The columns of the first invocation of each subgroup that another may fold.
var<workgroup> first_columns: array<${column.kind}, ${slots * (per_invocation - 1)}>;

//# endif
//# include "main.wgsl"
//# include "groups/" ~ ("packed" if packed else "where") ~ ".wgsl"
//# filter indent(4 if from_table else 0)
    let tile = node >> pass_info.splits_log;
    // The first column of the workgroup, and that of the invocation.
    let left = ((node & ((1u << pass_info.splits_log) - 1u)) << ${slices_log}) * ${columns_a_lane}u;
    let column = left + slice * ${columns_a_lane}u;
    let begin = ${"0u" if from_table else "tile * " ~ tile ~ "u"};
    let first = column${" * " ~ run_elements ~ "u" if ordered};
//# if inside
//# include "groups/inside.wgsl"
//# elif lines
//# include "groups/lines.wgsl"
//# elif rows_many
//# include "groups/many_rows.wgsl"
//# else
//# include "groups/few_rows.wgsl"
//# endif
//# include "groups/" ~ ("meet_packed" if packed else "meet") ~ ".wgsl"
//# include "groups/write.wgsl"
//# endfilter
//# if from_table
        // The next groups need the memory of the workgroup.
        workgroupBarrier();
    }
//# endif
//# if few
//# include "groups/few_by_subgroups.wgsl"
//# endif
//# include "loops_end.wgsl"
}
