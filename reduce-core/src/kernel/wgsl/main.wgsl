@compute @workgroup_size(${lanes})
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
    @builtin(local_invocation_index) lane: u32,
//# endif
) {
//# if subgroups
    // Below ${lanes} by itself where subgroups are full, as they were when the device was opened.
    let lane = min(subgroup_number * subgroup_width + subgroup_lane, ${lanes - 1}u);
//# endif
//# if opaque
    // Block results fit a binding, so this is 0; a compiler cannot know.
    opaque_zero = pass_info.first_output >> 31u;
//# endif
