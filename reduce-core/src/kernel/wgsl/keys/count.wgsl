// The keys of each digit in every tile.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// Digit by digit, a count for each tile.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;

//# include "keys/digits.wgsl"

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
    count_digits(tile * ${tile}u + invocation * ${run}u, invocation);
    if (invocation < 16u) {
        var count = 0u;
        for (var group = 0u; group < ${workgroup_size // lanes}u; group += 1u) {
            count += group_counts[group * 16u + invocation];
        }
        output[invocation * info.tiles + tile] = count;
    }
}
