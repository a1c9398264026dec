// Serial: one invocation reads everything, from left to right.

//# include "ladder/reads.wgsl"

@compute @workgroup_size(1)
fn main() {
//# if opaque
    // A dispatch folds at most half as many elements as a u32 counts, so this is 0; a compiler cannot know.
    opaque_zero = pass_info.length >> 31u;
//# endif
    var state = state_at(0u);
    for (var index = 1u; index < pass_info.length; index += 1u) {
        state = ${combine}(state, state_at(index));
    }
    output[pass_info.first_output] = ${"state" | called(store)};
//# include "loops_end.wgsl"
}
