@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
//# if in_rows
    @builtin(num_workgroups) workgroups: vec3<u32>,
//# endif
//# if subgroups
    @builtin(subgroup_id) subgroup_number: u32,
    @builtin(subgroup_size) subgroup_width: u32,
    @builtin(subgroup_invocation_id) subgroup_lane: u32,
//# else
    @builtin(local_invocation_index) invocation: u32,
//# endif
) {
//# if subgroups
    // Below ${workgroup_size} by itself where subgroups are full, as they were when the device was opened.
    let invocation = min(subgroup_number * subgroup_width + subgroup_lane, ${workgroup_size - 1}u);
//# endif
//# if opaque
    // Tile results fit a binding, so this is 0; a compiler cannot know.
    opaque_zero = pass_info.first_output >> 31u;
//# endif
