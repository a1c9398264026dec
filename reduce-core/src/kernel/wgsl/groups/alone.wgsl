
// The word of the element at this place, which is read alone.
fn load_alone(at: u32) -> ${inside.word} {
    return ${inside.load};
}

// The element at this place, lifted, of the word that was loaded for it.
fn lift_alone(x: ${inside.word}, at: u32${", p: u32" if positioned}) -> ${column.kind} {
    return ${column.lift}(${inside.element});
}
