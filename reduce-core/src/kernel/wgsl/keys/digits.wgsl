// The digit of a rank by which a pass of the sort orders: up to eight neighbouring bits of a word.

fn digit_of(rank: Key) -> u32 {
//# if words == 2
    let word = select(rank.x, rank.y, info.word == 1u);
//# else
    let word = rank;
//# endif
    return (word >> info.shift) & (info.digits - 1u);
}
