// ${"Where each group begins, and its" if has_offsets else "Each group's"} key: that of its first element.${" Where there is room for more groups than there are, the others begin and end behind the last element." if has_offsets}

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// ${"Where each group begins, and the end of the last; behind them the" if has_offsets else "The"} words of their keys.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;
// The counts and the bits of `heads.wgsl`${", and keys that it has laid side by side" if are_staged}.
@group(0) @binding(3) var<storage, read> heads: array<u32>;
// The groups that begin in front of a tile in its block of tiles; those that begin in front of the block.
@group(0) @binding(4) var<storage, read> scanned: array<u32>;
@group(0) @binding(5) var<storage, read> before_block: array<u32>;

//# include "keys/names.wgsl"

//# include "keys/scan.wgsl"
//# if are_staged

//# include "keys/staged.wgsl"
//# endif

fn write_key(group: u32, key: Key) {
    if (group < info.room) {
        write_name(group, named(key));
    }
}
//# if has_offsets

fn write_group(group: u32, place: u32, key: Key) {
    if (group <= info.room) {
        output[group] = place;
    }
    write_key(group, key);
}
//# endif

// A word of heads for each invocation, and how many groups of the workgroup begin in front of it.
var<workgroup> words: array<u32, ${workgroup_size}>;
var<workgroup> before_word: array<u32, ${workgroup_size + (0 if has_offsets else 1)}>;
//# if not has_offsets
var<workgroup> heads_of_all: u32;
var<workgroup> staged: array<Key, ${staged_keys * workgroup_size}>;
//# endif

@compute @workgroup_size(${workgroup_size})
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    // A workgroup has ${group_tiles} tiles.
    let tile = (workgroup.y * workgroups.x + workgroup.x) * ${group_tiles}u;
    if (tile >= info.tiles) {
        return;
    }
    let first = tile * ${tile}u;
    let before = scanned[tile] + before_block[tile / ${block}u];
    let own_word = tile * ${tile // 32}u + invocation;
    var own = 0u;
    if (own_word < info.tiles * ${tile // 32}u) {
        own = heads[info.heads + own_word];
    }
    words[invocation] = own;
    before_word[invocation] = before_in_workgroup(countOneBits(own), invocation);
    workgroupBarrier();
//# if has_offsets
    let count = in_workgroup();
//# else
    if (invocation == 0u) {
        heads_of_all = in_workgroup();
        before_word[${workgroup_size}] = heads_of_all;
    }
    let count = workgroupUniformLoad(&heads_of_all);
//# endif
    if (count <= ${few_heads * workgroup_size}u) {
        var group = before + before_word[invocation];
//# if are_staged
        let first_of_span = invocation / ${span // 32}u * ${span // 32}u;
        let before_span = before_word[first_of_span];
        if (are_staged(before_word[first_of_span + ${span // 32}u] - before_span)) {
            var staged_at = staged_of_span(first / ${span}u + invocation / ${span // 32}u) + before_word[invocation] - before_span;
            for (var left = countOneBits(own); left > 0u; left -= 1u) {
                write_key(group, heads[staged_at]);
                group += 1u;
                staged_at += 1u;
            }
            own = 0u;
        }
//# endif
        for (; own != 0u; own &= own - 1u) {
            let place = first + invocation * 32u + countTrailingZeros(own);
            ${"write_group(group, place, key_at(place))" if has_offsets else "write_key(group, key_at(place))"};
            group += 1u;
        }
    } else {
//# if has_offsets
        // Neighbouring invocations have neighbouring elements, and write for neighbouring groups.
        let last = info.elements - 1u;
        for (var turn = 0u; turn < ${group_tiles * tile // workgroup_size // 4}u; turn += 1u) {
            let index = turn * ${4 * workgroup_size}u + invocation;
            // All keys are loaded before the first is written, those of no group among them.
//# for step in range(4)
            let key${step} = key_at(min(first + index + ${step * workgroup_size}u, last));
//# endfor
//# for step in range(4)
            {
                let here = index + ${step * workgroup_size}u;
                let word = words[here / 32u];
                let below = (1u << (here % 32u)) - 1u;
                if ((word & (below + 1u)) != 0u) {
                    write_group(before + before_word[here / 32u] + countOneBits(word & below), first + here, key${step});
                }
            }
//# endfor
        }
//# else
        // The keys of some elements at a time are laid side by side in workgroup memory.
        for (var turn = 0u; turn < ${group_tiles * tile // workgroup_size // staged_keys}u; turn += 1u) {
            let index = (turn * ${workgroup_size}u + invocation) * ${staged_keys}u;
            let last = info.elements - 1u;
//# if by_vectors
            let loaded = key_vectors[${"(info.apart + min(first + index, last))" if is_sorted else "min(first + index, last)"} / ${staged_keys}u];
//# endif
//# for key in range(staged_keys)
            let key${key} = ${("loaded[" ~ key ~ "]") if by_vectors else ("key_at(min(first + index + " ~ key ~ "u, last))")};
//# endfor
            let word = words[index / 32u];
            let first_staged = before_word[turn * ${workgroup_size * staged_keys // 32}u];
            var slot = before_word[index / 32u] + countOneBits(word & ((1u << (index % 32u)) - 1u)) - first_staged;
//# for key in range(staged_keys)
            if (((word >> (index % 32u)) & ${2 ** key}u) != 0u) {
                staged[slot] = key${key};
                slot += 1u;
            }
//# endfor
            workgroupBarrier();
            let staged_here = before_word[(turn + 1u) * ${workgroup_size * staged_keys // 32}u] - first_staged;
            for (var copied = invocation; copied < staged_here; copied += ${workgroup_size}u) {
                write_key(before + first_staged + copied, staged[copied]);
            }
            workgroupBarrier();
        }
//# endif
    }
//# if has_offsets
    let groups = before_block[info.blocks];
    // Where there is room for more groups, an offset for each element: for those that begin no group, behind those of the groups.
    if (groups < info.room) {
        let others = min(${group_tiles * tile}u, info.elements - first) - count;
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
//# endif
}
