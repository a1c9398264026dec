// How the invocations of a workgroup lie in its subgroups: every invocation says where it is and which neighbours it met.

//# set length_of = "not used here"
//# set output_of = "not used here"
//# set has_position = false
//# set has_parts = false
//# include "pass.wgsl"

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<u32>>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(local_invocation_index) invocation: u32,
    @builtin(subgroup_id) subgroup_number: u32,
    @builtin(subgroup_size) subgroup_width: u32,
    @builtin(subgroup_invocation_id) subgroup_lane: u32,
) {
    let lane = subgroup_number * subgroup_width + subgroup_lane;
    // The bit of each distance at which both shuffles came from where a tree takes its right neighbour.
    var met = 0u;
    for (var distance = 1u; distance < subgroup_width; distance <<= 1u) {
        let is_last = subgroup_lane + distance >= subgroup_width;
        let behind = subgroupShuffleDown(lane, distance);
        let meets = subgroupShuffleXor(lane, distance) == (lane ^ distance) && (is_last || behind == lane + distance);
        met |= select(0u, distance, meets);
    }
    output[invocation] = vec4<u32>(subgroup_number, subgroup_width, subgroup_lane, met);
}
