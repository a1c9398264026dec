
// The segments that begin in front of a tile.
fn before_tile(tile: u32) -> u32 {
    return scanned[tile] + before_block[tile / ${block}u];
}

// The first element of the segment of this number, which is that of all elements behind the last segment.
fn begin_of(number: u32) -> u32 {
    let tiles = groups(info.elements, ${key_tile}u);
    if (number >= before_block[groups(tiles, ${block}u)]) {
        return info.elements;
    }
    // The last tile in front of which no more than `number` segments begin.
    var tile = 0u;
    var beyond = tiles;
    while (beyond - tile > 1u) {
        let middle = (tile + beyond) / 2u;
        if (before_tile(middle) <= number) {
            tile = middle;
        } else {
            beyond = middle;
        }
    }
    var rest = number - before_tile(tile);
    var word = tiles + tile * ${key_tile // 32}u;
    var bits = heads[word];
    while (countOneBits(bits) <= rest) {
        rest -= countOneBits(bits);
        word += 1u;
        bits = heads[word];
    }
    for (; rest > 0u; rest -= 1u) {
        bits &= bits - 1u;
    }
    return (word - tiles) * 32u + countTrailingZeros(bits);
}

// A word of the bits, of which there are none behind the last element.
fn word_of_heads(word: u32) -> u32 {
    let tiles = groups(info.elements, ${key_tile}u);
    let end = tiles + tiles * ${key_tile // 32}u;
    return select(0u, heads[min(word, end - 1u)], word < end);
}

// The last segment that begins in the `row`th `info.short` elements, if it is longer than these or ends with the input; else none, whose number is `${no_row}u`.
fn last_of(row: u32) -> Segment {
    let none = Segment(${no_row}u, 0u, 0u);
    let first = row * info.short;
    if (first / info.short != row || first >= info.elements) {
        return none;
    }
    // Only these few segments are numbered. `info.short` is a multiple of 256, so these have whole words.
    let tiles = groups(info.elements, ${key_tile}u);
    var word = tiles + first / 32u + info.short / 32u;
    var bits = 0u;
    while (bits == 0u && word > tiles + first / 32u) {
        word -= 1u;
        bits = word_of_heads(word);
    }
    if (bits == 0u) {
        return none;
    }
    let begin = (word - tiles) * 32u + 31u - countLeadingZeros(bits);
    let beyond = word + info.short / 32u;
    bits = 0u;
    var next = word;
    while (bits == 0u && next < beyond) {
        next += 1u;
        bits = word_of_heads(next);
    }
    if (bits != 0u && (next - tiles) * 32u + countTrailingZeros(bits) - begin <= info.short) {
        return none;
    }
    let tile = begin / ${key_tile}u;
    var number = before_tile(tile) - 1u;
    for (var index = tiles + tile * ${key_tile // 32}u; index <= word; index += 1u) {
        number += countOneBits(word_of_heads(index));
    }
    return Segment(number, begin, begin_of(number + 1u));
}
