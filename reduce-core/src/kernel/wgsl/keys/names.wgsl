// The key of each group: that of its first element.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// Where each group begins and the end of the last; behind them the words of their keys.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;
// The groups that begin in front of each block of tiles, and behind them how many there are.
@group(0) @binding(3) var<storage, read> before_block: array<u32>;

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

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    let group = (workgroup.y * workgroups.x + workgroup.x) * ${workgroup_size}u + invocation;
    if (group < min(before_block[info.blocks], info.room)) {
        write_name(group, named(key_at(output[group])));
    }
}
