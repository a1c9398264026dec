// Where a group begins and ends, as the offsets say.
fn bounds_of(number: u32) -> vec2<u32> {
    let first = min(number, pass_info.groups);
    return vec2<u32>(offset_at(first), offset_at(min(first + 1u, pass_info.groups)));
}

// The first element and the number of elements of a group between these, if it `is_here`. Of one that is left to other passes, and of one that is not here, that number is ${left_to_others}: none, in the
// lower half. No branch stands in it, so that offsets may be loaded long before they are used.
fn own_group(bounds: vec2<u32>, is_here: bool) -> vec2<u32> {
//# if unchecked
    // Of offsets that descend, or pass the end, there are none.
    let is_good = bounds.x < bounds.y && bounds.y <= pass_info.elements;
    let length = select(0u, bounds.y - bounds.x, is_good);
    // Where the lists had no room, longer ones are groups without elements.
    let is_overfull = group_table[${overflow // 4}][${overflow % 4}] == 1u;
    let others = select(${left_to_others}u, 0u, is_here & is_overfull);
//# else
    let length = bounds.y - bounds.x;
    let others = ${left_to_others}u;
//# endif
    return select(vec2<u32>(0u, others), vec2<u32>(bounds.x, length), is_here && length <= pass_info.length);
}

// The invocations that it takes, at least one.
fn lanes_of(range: vec2<u32>) -> u32 {
    return max(invocations_with(range.y & 0xffffu, 0u), 1u);
}
