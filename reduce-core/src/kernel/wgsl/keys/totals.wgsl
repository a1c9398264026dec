// Scans the totals of all blocks, and tells the total of all, and whether the highest bit is set in one of them, of which it is no part.

//# include "keys/info.wgsl"

@group(0) @binding(0) var<storage, read> blocks: array<u32>;
// The sum of all blocks in front of each, and behind them that of all and the highest bit.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;

//# include "keys/scan.wgsl"

var<workgroup> highest_bits: atomic<u32>;

@compute @workgroup_size(${workgroup_size})
fn main(@builtin(local_invocation_index) invocation: u32) {
    if (invocation == 0u) {
        atomicStore(&highest_bits, 0u);
    }
    workgroupBarrier();
    let share = (info.blocks + ${workgroup_size - 1}u) / ${workgroup_size}u;
    let first = invocation * share;
    let end = min(first + share, info.blocks);
    var own = 0u;
    var highest = 0u;
    for (var block = first; block < end; block += 1u) {
        own += blocks[info.totals + block] & 0x7fffffffu;
        highest |= blocks[info.totals + block] & 0x80000000u;
    }
    if (highest != 0u) {
        atomicOr(&highest_bits, highest);
    }
    var sum = before_in_workgroup(own, invocation);
    if (invocation == ${workgroup_size - 1}u) {
        output[info.blocks] = sum + own;
        output[info.blocks + 1u] = atomicLoad(&highest_bits);
    }
    for (var block = first; block < end; block += 1u) {
        output[block] = sum;
        sum += blocks[info.totals + block] & 0x7fffffffu;
    }
}
