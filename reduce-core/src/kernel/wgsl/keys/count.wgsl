// The keys of each digit in every tile of the sort.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// Digit by digit, a count for each tile.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;

//# include "keys/digits.wgsl"

// As many as an invocation each.
var<workgroup> digit_counts: array<atomic<u32>, ${workgroup_size}>;

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    let tile = workgroup.y * workgroups.x + workgroup.x;
    if (tile >= info.tiles) {
        return;
    }
    atomicStore(&digit_counts[invocation], 0u);
    workgroupBarrier();
    let end = min((tile + 1u) * ${sort_tile}u, info.elements);
    for (var index = tile * ${sort_tile}u + invocation; index < end; index += ${workgroup_size}u) {
        atomicAdd(&digit_counts[digit_of(rank_at(index))], 1u);
    }
    workgroupBarrier();
    if (invocation < info.digits) {
        output[invocation * info.tiles + tile] = atomicLoad(&digit_counts[invocation]);
    }
}
