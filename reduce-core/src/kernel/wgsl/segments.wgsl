// Segments: a workgroup folds up to ${groups_of_workgroup} neighbouring groups of ${"one row" if one_row else "a few rows"} each; the longer ones are left to other passes.
//
//# if tiny
// Where none is longer than ${tiny.elements} elements, ${tiny.sets * workgroup_size} groups are folded by one invocation each. Else ${"they are folded" if side_by_side else "the workgroup takes " ~ workgroup_size ~ " groups after another,"} as follows.
//# endif
//# if side_by_side
// Each subgroup lays neighbouring groups side by side over its lanes, each over as many as its columns need and as many groups at a time as find room; a group of more lanes takes several rounds.
// Each group is folded in the canonical order of its own elements; a group without elements is the identity.
//# else
// A group takes as many invocations as its columns need, up to a power of two${": or its halves do, as two pieces, if they need fewer together" if by_subgroups and splits}. The workgroup sorts its groups by that number, those of most
// invocations first, and lays them side by side over its ${"subgroups" if by_subgroups else "invocations"}: so that none crosses a boundary that it need not. Each group is folded
// in the canonical order of its own elements; a group without elements is the identity.
//# endif
//# if member
// It folds some members of a tuple; another kernel folds the others of the same states.
//# endif

${declarations}

//# set offset_of = "not used here"
//# set item = "element"
//# include "groups/pass.wgsl"

//# for part in parts
@group(0) @binding(${part.number}) var<storage, read> ${part.name}: array<${part.word}>;
//# endfor
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
// Where each group begins, and the end of the last.
@group(0) @binding(${table}) var<storage, read> offsets: array<${"vec2<u32>" if wide else "u32"}>;
//# if listed
// The places of the elements, group after group.
@group(0) @binding(${list}) var<storage, read> order: array<u32>;
//# endif
//# if unchecked
// The lists of longer groups, which may have had no room.
@group(0) @binding(${lists}) var<storage, read> group_table: array<vec4<u32>>;
//# endif
//# include "loops_ended.wgsl"

//# if side_by_side
//# include "segments/own_group.wgsl"
//# elif by_subgroups
//# include "segments/places_in_subgroups.wgsl"
//# else
//# include "segments/places_in_workgroup.wgsl"
//# endif

//# include "groups/places.wgsl"

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
//# if tiny
//# include "segments/loads.wgsl"
//# endif

//# include "segments/write.wgsl"

//# if tiny or not side_by_side
//# include "segments/range_of.wgsl"
//# else
//# include "segments/offset_at.wgsl"
//# endif

//# include "main.wgsl"
//# set first = "(workgroup.y * workgroups.x + workgroup.x) << pass_info.slices_log"
//# if tiny
    let first_of_all = ${first};
//# include "segments/tiny.wgsl"
//# if side_by_side
//# filter indent(4)
//# include "segments/side_by_side.wgsl"
//# endfilter
//# else
        for (var turn = 0u; turn < (1u << pass_info.slices_log); turn += ${workgroup_size}u) {
            workgroupBarrier();
            let first_number = first_of_all + turn;
//# filter indent(8)
//# include "segments/" ~ ("by_subgroups" if by_subgroups else "by_workgroup") ~ ".wgsl"
//# endfilter
        }
//# endif
    }
//# elif side_by_side
    let first_of_all = ${first};
//# include "segments/side_by_side.wgsl"
//# else
    let first_number = ${first};
//# include "segments/" ~ ("by_subgroups" if by_subgroups else "by_workgroup") ~ ".wgsl"
//# endif
//# include "loops_end.wgsl"
}
