// An offset${"; for one of more than 32 bits, which lies behind all elements, the greatest of 32" if wide}.
fn offset_at(index: u32) -> u32 {
//# if wide
    let words = offsets[index];
    return select(0xffffffffu, words.x, words.y == 0u);
//# else
    return offsets[index];
//# endif
}
