struct Pass {
    length: u32,        // elements that this dispatch folds
    first_output: u32,  // where the state of its first block goes
//# if positioned or loose
    first_element: u32, // the position of its first element in the input
//# endif
//# if loose
//# for part in parts
    ${part.start}: u32, // where that element is in ${part.name}
    ${part.step}: u32,  // and how far on the next one is
//# endfor
//# endif
}

//# for part in parts
@group(0) @binding(${part.number}) var<storage, read> ${part.name}: array<${part.word}>;
//# endfor
@group(0) @binding(1) ${"@coherent " if coherent}var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# include "loops_ended.wgsl"
