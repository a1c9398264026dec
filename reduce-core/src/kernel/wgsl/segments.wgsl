// Segments: a workgroup folds up to ${tiny.sets * workgroup_size if tiny else workgroup_size} neighbouring groups of at most one row each; the longer ones are left to other passes.
//
//# if tiny
// Where none is longer than ${tiny.elements} elements, ${tiny.sets * workgroup_size} groups are folded by one invocation each. Else the workgroup takes ${workgroup_size} groups after another, as follows.
//# endif
// A group takes as many invocations as its columns need, up to a power of two. The workgroup sorts its groups by that number, those of most
// invocations first, and lays them side by side over its invocations${", " ~ sets ~ " times as many as it has" if sets > 1} at a time: so that none crosses a boundary that it need not. Each group is folded
// in the canonical order of its own elements; a group without elements is the identity.
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
@group(0) @binding(${table}) var<storage, read> offsets: array<u32>;
//# if listed
// The places of the elements, group after group.
@group(0) @binding(${list}) var<storage, read> order: array<u32>;
//# endif
//# if unchecked
// The lists of longer groups, which may have had no room.
@group(0) @binding(${lists}) var<storage, read> group_table: array<vec4<u32>>;
//# endif
//# include "loops_ended.wgsl"

// The groups of the workgroup, sorted: the first element; the number of elements, and above 16 bits the number of the group in the workgroup.
var<workgroup> ranges: array<vec2<u32>, ${workgroup_size}>;
// How many groups take ${workgroup_size}, ${workgroup_size // 2}, … 1 invocations.
var<workgroup> class_counts: array<atomic<u32>, ${workgroup_log + 1}>;
// Where those begin among all invocations, and above 20 bits among the groups; at last the end.
var<workgroup> class_begins: array<u32, ${workgroup_log + 2}>;

//# include "groups/places.wgsl"

// The group at a place among all invocations, the place of the invocation in it, and log2 of the invocations that it takes.
fn group_of(begins: array<u32, ${workgroup_log + 2}>, place: u32) -> vec3<u32> {
    var begin = begins[0];
    var slices_log = ${workgroup_log}u;
//# for class in range(1, workgroup_log + 1)
    if (place >= (begins[${class}] & 0xfffffu)) {
        begin = begins[${class}];
        slices_log = ${workgroup_log - class}u;
    }
//# endfor
    let rest = place - (begin & 0xfffffu);
    return vec3<u32>((begin >> 20u) + (rest >> slices_log), rest & ((1u << slices_log) - 1u), slices_log);
}

// The group so far behind `first_place`, where all groups from there to the next turn take `same` invocations if that is one number.
fn group_at(begins: array<u32, ${workgroup_log + 2}>, same: vec3<u32>, first_place: u32, index: u32) -> vec3<u32> {
    if (same.z <= ${workgroup_log}u) {
        let rest = same.y + index;
        return vec3<u32>(same.x + (rest >> same.z), rest & ((1u << same.z) - 1u), same.z);
    }
    return group_of(begins, first_place + index);
}

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

// The first element of a group and how many it has, if it `is_here`: of offsets that descend, or pass the end, none.
fn range_of(number: u32, is_here: bool) -> vec2<u32> {
    var range = vec2<u32>();
    if (is_here) {
        let begin = offsets[number];
        let end = offsets[number + 1u];
        if (begin < end && end <= pass_info.elements) {
            range = vec2<u32>(begin, end - begin);
        }
    }
    return range;
}

// Writes the result of a group, of whose invocations so many have elements.
fn write_group(first_number: u32, group: u32, lanes: u32, folded: ${exchanged.kind}) {
    write_result(first_number + (ranges[group].y >> 16u), lanes > 0u, folded);
}

//# include "main.wgsl"
//# set first = "(workgroup.y * workgroups.x + workgroup.x) << pass_info.slices_log"
//# if tiny
    let first_of_all = ${first};
//# include "segments/tiny.wgsl"
        for (var turn = 0u; turn < (1u << pass_info.slices_log); turn += ${workgroup_size}u) {
            workgroupBarrier();
            let first_number = first_of_all + turn;
//# filter indent(8)
//# include "segments/sorted.wgsl"
//# endfilter
        }
    }
//# else
    let first_number = ${first};
//# include "segments/sorted.wgsl"
//# endif
//# include "loops_end.wgsl"
}
