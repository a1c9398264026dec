//# set length_of = "elements that this dispatch folds"
//# set output_of = "where the state of its first tile goes"
//# set has_position = positioned or unaligned
//# set has_parts = unaligned
//# include "pass.wgsl"

//# for part in parts
@group(0) @binding(${part.number}) var<storage, read> ${part.name}: array<${part.word}>;
//# endfor
@group(0) @binding(1) ${"@coherent " if coherent}var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# include "loops_ended.wgsl"
//# if has_parts
//# for part in parts

// The index in `${part.name}` of element `index` of this dispatch.
fn ${part.at}(index: u32) -> u32 {
    return pass_info.${part.start} + index * pass_info.${part.step};
}
//# endfor
//# endif
