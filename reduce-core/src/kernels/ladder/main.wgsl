@compute @workgroup_size(${lanes})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
//# if subgroups
    @builtin(subgroup_id) subgroup_number: u32,
    @builtin(subgroup_size) subgroup_width: u32,
    @builtin(subgroup_invocation_id) subgroup_lane: u32,
//# else
    @builtin(local_invocation_index) lane: u32,
//# endif
) {
//# if subgroups
    let lane = subgroup_number * subgroup_width + subgroup_lane;
//# endif
//# if opaque
    // A dispatch folds at most half as many elements as a u32 counts, so this is 0; a compiler cannot know.
    opaque_zero = pass_info.length >> 31u;
//# endif
//# if unit
    // More workgroups than one dimension has lie in rows.
    let group = workgroup.y * workgroups.x + workgroup.x;
    if (group > (pass_info.length - 1u) / ${unit}u) {
        return; // beyond the end of the last row
    }
//# else
    let group = workgroup.x;
//# endif
