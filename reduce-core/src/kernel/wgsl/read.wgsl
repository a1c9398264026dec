// Reads everything once and computes next to nothing: how fast a device can be fed.

//# set length_of = "groups of 16 bytes"
//# set output_of = "not used here"
//# set has_position = false
//# set has_parts = false
//# include "pass.wgsl"

@group(0) @binding(0) var<storage, read> input: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(global_invocation_id) invocation: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
) {
    let step = ${workgroup_size}u * workgroups.x;
    var seen = vec4<u32>();
    var index = invocation.x;
    // All loads of a round are issued before the first is used.
    for (; index + ${in_flight - 1}u * step < pass_info.length; index += ${in_flight}u * step) {
//# for load in range(in_flight)
        let x${load} = input[index${" + " ~ load ~ "u * step" if load}];
//# endfor
//# for load in range(in_flight)
        seen |= x${load};
//# endfor
    }
    for (; index < pass_info.length; index += step) {
        seen |= input[index];
    }
    // A compiler cannot know that nobody looks: otherwise nothing would have to be read.
    if (dot(seen, vec4<u32>(1u)) == 1u) {
        output[0] = 1u;
    }
}
