// Where each group begins, and its key. Where there is room for more groups than there are, the others begin and end behind the last element.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// Where each group begins and the end of the last; behind them the words of their keys.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;
// The counts and the bits of `heads.wgsl`; the groups that begin in front of a tile in its block of tiles; those that begin in front of the block.
@group(0) @binding(3) var<storage, read> heads: array<u32>;
@group(0) @binding(4) var<storage, read> scanned: array<u32>;
@group(0) @binding(5) var<storage, read> before_block: array<u32>;

//# include "keys/scan.wgsl"

// The key of a rank.
fn named(key: Key) -> Key {
//# if not is_sorted or named_order == "unsigned"
    return key;
//# elif words == 2
//#   if named_order == "signed"
    return Key(key.x, key.y ^ ${named_sign}u);
//#   else
    return select(~key, Key(key.x, key.y & ${named_sign - 1}u), (key.y & ${named_sign}u) != 0u);
//#   endif
//# elif named_order == "signed"
    return key ^ ${named_sign}u;
//# else
    return select(~key & ${named_mask}u, key & ${named_sign - 1}u, (key & ${named_sign}u) != 0u);
//# endif
}

fn write_name(group: u32, name: Key) {
//# if words == 2
    output[info.names + 2u * group] = name.x;
    output[info.names + 2u * group + 1u] = name.y;
//# else
    output[info.names + group] = name;
//# endif
}

// The elements of the tile with which groups begin, by their place in it.
var<workgroup> begins: array<u32, ${tile}>;

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
    let first = tile * ${tile}u;
    let place = invocation * ${run}u;
    let word = heads[info.heads + tile * ${tile // 32}u + place / 32u];
    var own = (word >> (place % 32u)) & ${2 ** run - 1}u;
    var next = before_in_workgroup(countOneBits(own), invocation);
    for (; own != 0u; own &= own - 1u) {
        begins[next] = place + countTrailingZeros(own);
        next += 1u;
    }
    workgroupBarrier();
    let count = scanned_values[${workgroup_size - 1}u];
    let before = scanned[tile] + before_block[tile / ${block}u];
    let groups = before_block[info.blocks];
    for (var index = invocation; index < count; index += ${workgroup_size}u) {
        let group = before + index;
        let element = first + begins[index];
        if (group <= info.room) {
            output[group] = element;
        }
        if (group < info.room) {
            write_name(group, named(key_at(element)));
        }
    }
    // Where there is room for more groups, an offset for each element: for those that begin no group, behind those of the groups.
    if (groups < info.room) {
        let others = min(${tile}u, info.elements - first) - count;
        for (var index = invocation; index < others; index += ${workgroup_size}u) {
            let other = groups + 1u + (first - before) + index;
            if (other <= info.room) {
                output[other] = info.elements;
            }
        }
    }
    if (tile == 0u && invocation == 0u && groups <= info.room) {
        output[groups] = info.elements;
    }
}
