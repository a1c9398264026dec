// The group that an invocation reads: where its first element is, the index of its last one, and the position of its first one.
var<private> group_place: u32;
var<private> group_last: u32;
//# if positioned
var<private> group_position: u32;
//# endif
//# if from_table

// Goes to the group of this number in the table, and returns how many elements it has; none if there is no such group.
fn enter(number: u32, tile: u32) -> u32 {
    let entry = group_table[min(number, pass_info.groups - 1u)];
    group_place = entry.x;
    group_last = entry.y - 1u;
//# if positioned
    group_position = entry.w;
//# endif
    return select(0u, entry.y, number < pass_info.groups);
}
//# else

// Goes to the group of this number, and returns how many elements its tile has; none if there is no such group or tile.
fn enter(number: u32, tile: u32) -> u32 {
    let begin = tile * ${tile}u;
    let is_there = number < pass_info.groups && begin < pass_info.length;
    var rest = pass_info.first_group + min(number, pass_info.groups - 1u);
    group_place = pass_info.offset;
    for (var axis = pass_info.group_axes - 1u; axis > 0u; axis -= 1u) {
        let along = pass_info.axes[axis];
        group_place += rest % along.x * along.y;
        rest /= along.x;
    }
    group_place += rest * pass_info.axes[0].y;
    group_last = pass_info.length - 1u;
//# if positioned
    group_position = 0u;
//# endif
    return select(0u, min(pass_info.length - begin, ${tile}u), is_there);
}
//# endif
//# if has_parts

// The place of the element of the group at `index`; behind the last one, that of the last one.
fn place(index: u32) -> u32 {
//# if listed
    return order[group_place + min(index, group_last)];
//# elif has_axes
    var rest = min(index, group_last);
    var found = group_place;
    for (var axis = pass_info.element_axes - 1u; axis > 0u; axis -= 1u) {
        let along = pass_info.axes[axis];
        found += rest % along.z * along.w;
        rest /= along.z;
    }
    return found + rest * pass_info.axes[0].w;
//# else
    return group_place + min(index, group_last) * pass_info.step;
//# endif
}
//# for part in parts

// The index in `${part.name}` of the element of the group at `index`.
fn ${part.at}(index: u32) -> u32 {
    return pass_info.${part.start} + place(index) * pass_info.${part.step};
}
//# endfor
//# endif
