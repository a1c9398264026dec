// One pass of a radix sort by a digit, from the least significant: keys of a digit go behind all of smaller digits, in the order in which they were.
//
// A workgroup sorts its tile in its own memory, by four bits at a time, so that the keys of a digit leave it side by side.
// Satish, Harris, Garland: Designing Efficient Sorting Algorithms for Manycore GPUs, 2009.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// The places of the elements, or the elements themselves, and the words of their ranks.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;
// How many keys are in front of those of a digit in a tile: in its block, and in front of the block.
@group(0) @binding(3) var<storage, read> scanned: array<u32>;
@group(0) @binding(4) var<storage, read> before_block: array<u32>;
//# if moves_elements
@group(0) @binding(5) var<storage, read> elements: array<u32>;
//# endif

//# include "keys/digits.wgsl"

//# include "keys/scan.wgsl"

//# include "keys/banked.wgsl"

// One word of each key of the tile, or the counts of `rank.wgsl`.
var<workgroup> tile_words: array<u32, ${sort_tile + sort_tile // 32}>;
// Of each digit, how far its keys go from where they lie in the tile.
var<workgroup> digit_shifts: array<u32, ${workgroup_size}>;

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
    let first = tile * ${sort_tile}u;
    let present = min(${sort_tile}u, info.elements - first);
    // Invocations behind the end of the keys take the greatest rank, so that they are sorted last.
//# for key in range(sort_run)
    var place${key} = 0u;
    var rank${key} = Key(${"0xffffffffu, 0xffffffffu" if words == 2 else "0xffffffffu"});
    if (${key * workgroup_size}u + invocation < present) {
        place${key} = ${"elements[" if moves_elements else "place_at("}first + ${key * workgroup_size}u + invocation${"]" if moves_elements else ")"};
        rank${key} = rank_at(first + ${key * workgroup_size}u + invocation);
    }
//# endfor
    // An invocation takes neighbouring keys.
//# for key in range(sort_run)
    var to${key} = ${key * workgroup_size}u + invocation;
//# endfor
    for (var bit = 0u; ; bit += 4u) {
        // Behind the last sort, neighbouring invocations have neighbouring keys again.
        let is_sorted = (1u << bit) >= info.digits;
        let next = select(invocation * ${sort_run}u, invocation, is_sorted);
        let step = select(1u, ${workgroup_size}u, is_sorted);
//# for word in ["place"] + (["rank", "rank"] if words == 2 else ["rank"])
//#   set member = "" if words == 1 or word == "place" else (".x" if loop.index0 == 1 else ".y")
        workgroupBarrier();
//#   for key in range(sort_run)
        tile_words[banked(to${key})] = ${word}${key}${member};
//#   endfor
        workgroupBarrier();
//#   for key in range(sort_run)
        ${word}${key}${member} = tile_words[banked(next + ${key}u * step)];
//#   endfor
//# endfor
        if (is_sorted) {
            break;
        }
        workgroupBarrier();
//# include "keys/rank.wgsl"
    }
    // A digit begins where the key in front has another one.
    workgroupBarrier();
//# for key in range(sort_run)
    let digit${key} = digit_of(rank${key});
    tile_words[banked(${key * workgroup_size}u + invocation)] = digit${key};
//# endfor
    workgroupBarrier();
//# for key in range(sort_run)
    {
        let at = ${key * workgroup_size}u + invocation;
        if (at == 0u || tile_words[banked(max(at, 1u) - 1u)] != digit${key}) {
            let count = digit${key} * info.tiles + tile;
            digit_shifts[digit${key}] = scanned[count] + before_block[count / ${block}u] - at;
        }
    }
//# endfor
    workgroupBarrier();
//# for key in range(sort_run)
    if (${key * workgroup_size}u + invocation < present) {
        let to = ${key * workgroup_size}u + invocation + digit_shifts[digit${key}];
        output[to] = place${key};
//#   if words == 2
        output[info.apart + to] = rank${key}.x;
        output[2u * info.apart + to] = rank${key}.y;
//#   else
        output[info.apart + to] = rank${key};
//#   endif
    }
//# endfor
}
