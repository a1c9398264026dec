// Where each group begins, and its key.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// Where each group begins and the end of the last; behind them the words of their keys.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;
// What `heads.wgsl` wrote, how many groups begin in front of a tile in its block of tiles, and in front of the block.
@group(0) @binding(3) var<storage, read> heads: array<u32>;
@group(0) @binding(4) var<storage, read> scanned: array<u32>;
@group(0) @binding(5) var<storage, read> before_block: array<u32>;

//# include "keys/scan.wgsl"

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
    let first = invocation * ${run}u;
    let word = heads[info.heads + tile * ${tile // 32}u + first / 32u];
    var own = (word >> (first % 32u)) & ${2 ** run - 1}u;
    let before = before_in_workgroup(countOneBits(own), invocation);
    var group = scanned[tile] + before_block[tile / ${block}u] + before;
    while (own != 0u) {
        let index = tile * ${tile}u + first + firstTrailingBit(own);
        output[group] = index;
        let key = key_at(index);
//# if words == 2
        output[info.names + 2u * group] = key.x;
        output[info.names + 2u * group + 1u] = key.y;
//# else
        output[info.names + group] = key;
//# endif
        own &= own - 1u;
        group += 1u;
    }
    if (tile == 0u && invocation == 0u) {
        output[before_block[info.blocks]] = info.elements;
    }
}
