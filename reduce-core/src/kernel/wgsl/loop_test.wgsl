// Counts the rounds of its loops: a device that ends loops early shows it here. One invocation a workgroup.

//# set length_of = "not used here"
//# set output_of = "not used here"
//# set has_position = false
//# set has_parts = false
//# include "pass.wgsl"

@group(0) @binding(0) var<storage, read> asked: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>) {
    var seen = 0u;
    // No compiler can know in one step what comes out.
    var word = workgroup.x;
    if (workgroup.x == 0u) {
        for (var round = 0u; round < asked[0]; round += 1u) {
            seen += 1u;
            word = word * 747796405u + 2891336453u;
        }
    } else {
        for (var outer = 0u; outer < asked[1]; outer += 1u) {
            for (var round = 0u; round < asked[1]; round += 1u) {
                seen += 1u;
                word = word * 747796405u + 2891336453u;
            }
        }
    }
    var after = 0u;
    for (var round = 0u; round < 2u + (asked[0] >> 31u); round += 1u) {
        after += 1u;
    }
    output[2u * workgroup.x] = seen;
    output[2u * workgroup.x + 1u] = after;
    output[4u + workgroup.x] = word;
}
