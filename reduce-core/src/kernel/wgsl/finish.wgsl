// The end: one invocation finishes the last state and stores the ${words | length} word(s) of the result.

${declarations}

//# set length_of = "states that there are: one, or none if the input is empty"
//# set output_of = "the word of the output where the result goes"
//# set has_position = false
//# set has_parts = false
//# include "pass.wgsl"

@group(0) @binding(0) var<storage, read> states: array<${stored}>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> pass_info: Pass;

@compute @workgroup_size(1)
fn main() {
//# if opaque
    // Tile results fit a binding, so this is 0; a compiler cannot know.
    opaque_zero = pass_info.first_output >> 31u;
//# endif
    var state = ${identity}();
    if (pass_info.length > 0u) {
        state = ${"states[0]" | called(load)};
    }
    let value = ${finish}(state);
//# for word in words
    output[pass_info.first_output + ${loop.index0}u] = ${word};
//# endfor
}
