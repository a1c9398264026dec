// The bits in which the ranks of the keys differ: digits without any need no pass of the sort.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// A word for each of a rank.
@group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> info: Keys;

var<workgroup> workgroup_bits: array<atomic<u32>, ${words}>;

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    if (invocation < ${words}u) {
        atomicStore(&workgroup_bits[invocation], 0u);
    }
    workgroupBarrier();
    let first = rank_at(0u);
    var own = first ^ first;
    let all = workgroups.x * ${workgroup_size}u;
    for (var index = workgroup.x * ${workgroup_size}u + invocation; index < info.elements; index += all) {
        own |= rank_at(index) ^ first;
    }
//# if words == 2
    atomicOr(&workgroup_bits[0], own.x);
    atomicOr(&workgroup_bits[1], own.y);
//# else
    atomicOr(&workgroup_bits[0], own);
//# endif
    workgroupBarrier();
    if (invocation < ${words}u) {
        atomicOr(&output[invocation], atomicLoad(&workgroup_bits[invocation]));
    }
}
