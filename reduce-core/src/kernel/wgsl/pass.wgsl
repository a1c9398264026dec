struct Pass {
    length: u32,        // ${length_of}
    first_output: u32,  // ${output_of}
//# if has_position
    first_element: u32, // the position of its first element in the input
//# endif
//# if has_parts
//# for part in parts
    ${part.start}: u32, // where that element is in ${part.name}
    ${part.step}: u32,  // and how far on the next one is
//# endfor
//# endif
}
