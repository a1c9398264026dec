//# if counts
// The identity, to which the last workgroup adds, and a count of none.
//# else
// The identity, to which atomics add.
//# endif

${declarations}

//# set length_of = "not used here"
//# set output_of = "not used here"
//# set has_position = false
//# set has_parts = false
//# include "pass.wgsl"

@group(0) @binding(0) var<storage, read> states: array<${stored}>;
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;

@compute @workgroup_size(1)
fn main() {
//# if counts
    output.result = ${(identity ~ "()") | called(store)};
    atomicStore(&output.done, 0u);
//# else
    output[0] = ${(identity ~ "()") | called(store)};
//# endif
}
