// Before a reduction whose length is in a buffer: one invocation sizes every pass for it.

struct Sizes {
    length: u32,    // the word of the length in its buffer
    count: u32,     // passes that are planned
    at_most: u32,   // elements that they can reduce
    tile: u32,     // elements of a tile
    stride: u32,    // words from one pass to the next
}

@group(0) @binding(0) var<storage, read> lengths: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> sizes: Sizes;
@group(0) @binding(3) var<storage, read> planned: array<u32>;

// How many groups of `size` hold `count`, which may be the largest u32.
fn groups(count: u32, size: u32) -> u32 {
    return count / size + u32(count % size != 0u);
}

@compute @workgroup_size(1)
fn main() {
    let available = min(lengths[sizes.length], sizes.at_most);
    var states = groups(available, sizes.tile);
    for (var index = 0u; index < sizes.count; index += 1u) {
        // A slot is the pass as it is planned for the largest length (its own length first), then its kind, what a
        // workgroup folds, and the element that it starts at; it becomes the pass and its workgroups.
        let here = index * sizes.stride;
        let kind = planned[here + ${kind_word}u];
        let size = planned[here + ${kind_word + 1}u];
        let first = planned[here + ${kind_word + 2}u];
        for (var local = 1u; local < ${kind_word}u; local += 1u) {
            output[here + local] = planned[here + local];
        }
        var length = 0u;
        var width = 1u;
        if (kind == ${kinds.tiles}u) {
            if (available > first) {
                length = min(available - first, planned[here]);
            }
            width = groups(length, size);
        } else if (kind == ${kinds.tree}u) {
            length = states;
            states = groups(states, size);
            width = states;
        } else {
            length = min(states, 1u);
        }
        output[here] = length;
        output[here + ${kind_word}u] = width;
        output[here + ${kind_word + 1}u] = 1u;
        output[here + ${kind_word + 2}u] = 1u;
    }
}
