// Where a word of a tile lies in workgroup memory: behind each 32 words one is left out, so that neighbours of an invocation lie in different banks.
fn banked(index: u32) -> u32 {
    return index + index / 32u;
}
