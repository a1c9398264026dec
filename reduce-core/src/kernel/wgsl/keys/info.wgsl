struct Keys {
    elements: u32, // one key for each
    tiles: u32,    // of ${tile} elements, or of ${sort_tile} in a sort
    apart: u32,    // from one list of sorted keys to the next
    shift: u32,    // bits below the digit in its word
    word: u32,     // the word of the digit
    counts: u32,   // counts that are scanned
    blocks: u32,   // of ${block} counts
    totals: u32,   // where the totals of the blocks begin, behind their counts
    heads: u32,    // where the bits of the heads begin, behind the counts of the tiles
    names: u32,    // where the keys of the groups begin, behind their offsets
    room: u32,     // groups that there is room for
    digits: u32,   // values of a digit
    staged: u32,   // where the keys of groups begin that lie side by side, behind the bits of the heads
}
