// The elements whose key is not that of the one in front of them: with each a group begins.

//# include "keys/info.wgsl"

//# include "keys/load.wgsl"

// How many there are in each tile, with the highest bit set if none is among some ${bare} elements from a multiple of ${bare} on; behind these a bit for each element${"; behind these, for each " ~ span ~ " elements, the keys of the groups that begin there, if there are " ~ span_least ~ " to " ~ span_keys if stages}.
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> info: Keys;

// A bit for each element of an invocation.
var<workgroup> lane_heads: array<u32, ${workgroup_size}>;
//# if stages
//# include "keys/staged.wgsl"

// A word of heads for each 32 elements, and where the key of its first one goes.
var<workgroup> words: array<u32, ${tile // 32}>;
var<workgroup> staged: array<u32, ${tile // 32}>;
//# endif
// How many there are among each ${bare} elements.
var<workgroup> head_counts: array<atomic<u32>, ${tile // bare}>;

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
    if (invocation < ${tile // bare}u) {
        atomicStore(&head_counts[invocation], 0u);
    }
    let first = tile * ${tile}u + invocation * ${run}u;
    var heads = 0u;
    if (first < info.elements) {
        // All are loaded before the first is compared; behind the end the last ${"vector" if by_vectors else "one"} stands for others.
        let last = info.elements - 1u;
//# if by_vectors
        let vector = ${"(info.apart + first)" if is_sorted else "first"} / 4u;
        let last_vector = ${"(info.apart + last)" if is_sorted else "last"} / 4u;
        let key0 = key_vectors[max(vector, 1u) - 1u].w;
//# for load in range(run // 4)
        let vector${load} = key_vectors[min(vector + ${load}u, last_vector)];
//# endfor
//# for key in range(run)
        let key${key + 1} = vector${key // 4}[${key % 4}];
//# endfor
//# else
        let key0 = key_at(max(first, 1u) - 1u);
//# for key in range(run)
        let key${key + 1} = key_at(min(first + ${key}u, last));
//# endfor
//# endif
//# for key in range(run)
        heads |= u32(!is_same(key${key}, key${key + 1})) << ${key}u;
//# endfor
        heads |= u32(first == 0u);
        heads &= (2u << min(${run - 1}u, last - first)) - 1u;
    }
    lane_heads[invocation] = heads;
    workgroupBarrier();
    if (invocation < ${tile // 32}u) {
        var word = 0u;
        for (var lane = 0u; lane < ${32 // run}u; lane += 1u) {
            word |= lane_heads[invocation * ${32 // run}u + lane] << (lane * ${run}u);
        }
        output[info.heads + tile * ${tile // 32}u + invocation] = word;
//# if stages
        words[invocation] = word;
//# endif
        atomicAdd(&head_counts[invocation / ${bare // 32}u], countOneBits(word));
    }
    workgroupBarrier();
    if (invocation == 0u) {
        var count = 0u;
        for (var index = 0u; index < ${tile // bare}u; index += 1u) {
            let own = atomicLoad(&head_counts[index]);
            let is_bare = own == 0u && (info.elements - tile * ${tile}u) / ${bare}u > index;
            count = (count + own) | (u32(is_bare) << 31u);
        }
        output[tile] = count;
    }
//# if stages
    if (invocation < ${tile // 32}u) {
        let span = invocation / ${span // 32}u;
        var before = 0u;
        var all = 0u;
        for (var index = span * ${span // 32}u; index < (span + 1u) * ${span // 32}u; index += 1u) {
            let count = countOneBits(words[index]);
            before += select(0u, count, index < invocation);
            all += count;
        }
        staged[invocation] = select(0u, staged_of_span(tile * ${tile // span}u + span) + before, are_staged(all));
    }
    workgroupBarrier();
    // The bits of the heads stand in front: no key goes to 0. The keys are read again where they just were.
    let own_word = invocation * ${run}u / 32u;
    var staged_at = staged[own_word];
    if (staged_at != 0u) {
        staged_at += countOneBits(words[own_word] & ((1u << (invocation * ${run}u % 32u)) - 1u));
        for (; heads != 0u; heads &= heads - 1u) {
            output[staged_at] = key_at(first + countTrailingZeros(heads));
            staged_at += 1u;
        }
    }
//# endif
}
