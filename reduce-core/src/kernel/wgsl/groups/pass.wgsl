struct Pass {
    // Of each axis: its extent and its step among the groups, then those inside a group.
    axes: array<vec4<u32>, 8>,
    group_axes: u32,    // axes of the groups, at least one
    element_axes: u32,  // axes inside a group, at least one
    offset: u32,        // ${offset_of}
    step: u32,          // from one ${item} of a group to the next, where it has one axis
    first_group: u32,   // ${"the first row of the second list, if there is one" if from_table else "the first group of this dispatch"}
    groups: u32,        // groups of this dispatch
    length: u32,        // ${item}s of a group
    first_node: u32,    // the first node of this dispatch
    slices_log: u32,    // a group has two to this power of the invocations of a workgroup,
    apart_log: u32,     // and from one of them to the next it is two to this power
    splits_log: u32,    // two to this power are the workgroups that share a tile
    first_output: u32,  // where the result of the first node of the first group goes
    to_group: u32,      // from there to that of the next group
    to_node: u32,       // and to that of the next node
    elements: u32,      // elements of the input, where groups begin at offsets; ${item}s of a part of a group, where they are counted
    list: u32,          // the list of the groups, where there is one
//# if has_parts
//# for part in parts
    ${part.start}: u32, // where the first element is in ${part.name}
    ${part.step}: u32,  // and how far on the next one is
//# endfor
//# endif
}
