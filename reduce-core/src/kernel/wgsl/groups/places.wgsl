// The group that an invocation reads.
//# if has_vectors
var<private> group_base: u32; // the first load of its elements
//# elif has_axes or listed
var<private> group_place: u32; // the place of its first element
//# else
//# for part in parts
var<private> group_${part.start}: u32; // where in ${part.name} its first element is
//# endfor
//# endif
//# if not rows_many
var<private> group_last: u32; // the index of its last element
//# endif
//# if positioned
var<private> group_position: u32; // the position of its first element
//# endif

//# if at_offsets
// Goes to the ${"piece" if splits else "group"} that begins at the first of these, and has as many elements as the lower half of the second says.
fn go_to(range: vec2<u32>) {
    let place = range.x;
//# elif counts
// Goes to the group of this number, and returns how many elements it has; none if there is no such group.
fn enter(number: u32) -> u32 {
//# else
// Goes to the group of this number, and returns how many elements its tile has; none if there is no such group or tile.
fn enter(number: u32, tile: u32) -> u32 {
//# endif
//# if at_offsets
//# if positioned
    group_position = ${"select((" ~ elements_a_lane ~ "u << (range.y >> 24u)) >> 1u, 0u, (range.y >> 24u) == 0u)" if splits else "0u"};
//# endif
//# elif from_table
    let entry = ${"row_here" if ahead else "row_of(number)"};
    let place = entry.x;
//# if positioned
    group_position = entry.w;
//# endif
//# else
    ${"let" if one_axis else "var"} rest = pass_info.first_group + min(number, pass_info.groups - 1u);
    var place = pass_info.offset;
//# if not one_axis
    for (var axis = pass_info.group_axes - 1u; axis > 0u; axis -= 1u) {
        let along = pass_info.axes[axis];
        place += rest % along.x * along.y;
        rest /= along.x;
    }
//# endif
    place += rest * pass_info.axes[0].y;
//# if positioned
    group_position = 0u;
//# endif
//# endif
//# if has_vectors
    group_base = place / ${elements_a_load}u;
//# elif has_axes or listed
    group_place = place;
//# else
//# for part in parts
    group_${part.start} = pass_info.${part.start} + place * pass_info.${part.step};
//# endfor
//# endif
//# if not rows_many
    group_last = ${"max(range.y & 0xffffu, 1u)" if at_offsets else "pass_info.length"} - 1u;
//# endif
//# if at_offsets
//# elif from_table
    return select(0u, entry.y, number < listed && tile == 0u);
//# elif counts
    return select(0u, pass_info.length, number < pass_info.groups);
//# else
    let begin = tile * ${tile}u;
    return select(0u, min(pass_info.length - begin, ${tile}u), number < pass_info.groups && begin < pass_info.length);
//# endif
}
//# if has_parts
//# if has_axes or listed

// The place of the element of the group at `index`.
fn place_at(index: u32) -> u32 {
//# if listed
    return order[group_place + index];
//# else
    var rest = index;
    var place = group_place;
    for (var axis = pass_info.element_axes - 1u; axis > 0u; axis -= 1u) {
        let along = pass_info.axes[axis];
        place += rest % along.z * along.w;
        rest /= along.z;
    }
    return place + rest * pass_info.axes[0].w;
//# endif
}
//# endif
//# if is_shifted
//# for part in parts
//# include "groups/shifted.wgsl"
//# endfor
//# elif not is_inside
//# for part in parts

// The index in `${part.name}` of the element of the group at `index`${"" if rows_many else "; behind the last one, that of the last one"}.
fn ${part.at}(index: u32) -> u32 {
//# set at = "index" if rows_many else "min(index, group_last)"
//# if has_axes or listed
    return pass_info.${part.start} + place_at(${at}) * pass_info.${part.step};
//# else
    return group_${part.start} + ${at} * (pass_info.step * pass_info.${part.step});
//# endif
}
//# endfor
//# endif
//# endif
//# if groups_a_load > 1

// The group of an invocation among those of the workgroup: `index` counts its sets one after the other, of which ${sets_a_load} have groups of the same loads${", the last ones none" if sets_a_load > groups_a_load}.
fn group_of_set(index: u32) -> u32 {
    let groups_log = ${workgroup_log}u - ${slices_log};
    let number = index >> groups_log;
    let load = ((number / ${sets_a_load}u) << groups_log) + (index & ((1u << groups_log) - 1u));
//# if sets_a_load > groups_a_load
    let turn = number % ${sets_a_load}u;
    return select(pass_info.groups, load * ${groups_a_load}u + turn, turn < ${groups_a_load}u);
//# else
    return load * ${groups_a_load}u + number % ${groups_a_load}u;
//# endif
}
//# endif
//# if not counts

// The invocations of a group that have columns, of a tile with so many elements, in the workgroup whose first column is `left`.
fn invocations_with(all: u32, left: u32) -> u32 {
//# if ordered
    let count = (all + ${run_elements - 1}u) / ${run_elements}u;
//# else
    let count = min(all, ${columns}u);
//# endif
    return (count - min(count, left) + ${columns_a_lane - 1}u) / ${columns_a_lane}u;
}
//# endif
