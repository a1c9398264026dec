// Scans counts block by block: each becomes the sum of those in front of it in its block. The highest bit of a count is no part of it, and is set in the total of the block if it is in
// one of its counts.

//# include "keys/info.wgsl"

@group(0) @binding(0) var<storage, read> counts: array<u32>;
// The sums, and behind them the total of each block.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;

//# include "keys/scan.wgsl"

var<workgroup> highest_bits: atomic<u32>;

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    let block = workgroup.y * workgroups.x + workgroup.x;
    if (block >= info.blocks) {
        return;
    }
    if (invocation == 0u) {
        atomicStore(&highest_bits, 0u);
    }
    workgroupBarrier();
    let first = block * ${block}u + invocation * ${block // workgroup_size}u;
    let end = min(first + ${block // workgroup_size}u, info.counts);
    var own = 0u;
    var highest = 0u;
    for (var index = first; index < end; index += 1u) {
        own += counts[index] & 0x7fffffffu;
        highest |= counts[index] & 0x80000000u;
    }
    if (highest != 0u) {
        atomicOr(&highest_bits, highest);
    }
    var sum = before_in_workgroup(own, invocation);
    if (invocation == ${workgroup_size - 1}u) {
        output[info.totals + block] = (sum + own) | atomicLoad(&highest_bits);
    }
    for (var index = first; index < end; index += 1u) {
        output[index] = sum;
        sum += counts[index] & 0x7fffffffu;
    }
}
