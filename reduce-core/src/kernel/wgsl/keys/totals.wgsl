// Scans the totals of all blocks, and tells the total of all.

//# include "keys/info.wgsl"

@group(0) @binding(0) var<storage, read> blocks: array<u32>;
// The sum of all blocks in front of each, and behind them that of all.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;

//# include "keys/scan.wgsl"

@compute @workgroup_size(${workgroup_size})
fn main(@builtin(local_invocation_index) invocation: u32) {
    let share = (info.blocks + ${workgroup_size - 1}u) / ${workgroup_size}u;
    let first = invocation * share;
    let end = min(first + share, info.blocks);
    var own = 0u;
    for (var block = first; block < end; block += 1u) {
        own += blocks[info.totals + block];
    }
    var sum = before_in_workgroup(own, invocation);
    if (invocation == ${workgroup_size - 1}u) {
        output[info.blocks] = sum + own;
    }
    for (var block = first; block < end; block += 1u) {
        output[block] = sum;
        sum += blocks[info.totals + block];
    }
}
