//# if words == 2
// The lower and the upper word.
alias Key = vec2<u32>;
//# else
alias Key = u32;
//# endif

//# if by_vectors
// ${"Lists: the places of the elements, or these themselves, and the words of their ranks" if is_sorted else "The keys as they lie in memory"}; four of them a vector.
@group(0) @binding(0) var<storage, read> key_vectors: array<vec4<u32>>;

fn key_at(index: u32) -> Key {
    let place = ${"info.apart + " if is_sorted}index;
    return key_vectors[place / 4u][place % 4u];
}
//# elif is_sorted
// Lists: the places of the elements, or these themselves, and the words of their ranks.
@group(0) @binding(0) var<storage, read> keys: array<u32>;

fn place_at(index: u32) -> u32 {
    return keys[index];
}

fn rank_at(index: u32) -> Key {
//# if words == 2
    return Key(keys[info.apart + index], keys[2u * info.apart + index]);
//# else
    return keys[info.apart + index];
//# endif
}

fn key_at(index: u32) -> Key {
    return rank_at(index);
}
//# else
// The keys as they lie in memory.
@group(0) @binding(0) var<storage, read> keys: array<u32>;

fn place_at(index: u32) -> u32 {
    return index;
}

fn key_at(index: u32) -> Key {
//# if bits == 64
    return Key(keys[2u * index], keys[2u * index + 1u]);
//# elif bits == 32
    return keys[index];
//# else
    // ${32 // bits} of them share a word.
    return (keys[index / ${32 // bits}u] >> (index % ${32 // bits}u * ${bits}u)) & ${mask}u;
//# endif
}

// A number in the order of the keys.
fn rank_at(index: u32) -> Key {
    let key = key_at(index);
//# if order == "unsigned"
    return key;
//# elif order == "signed"
//#   if words == 2
    return Key(key.x, key.y ^ ${sign}u);
//#   else
    return key ^ ${sign}u;
//#   endif
//# elif words == 2
    // All NaNs are one key, the last.
    let upper = key.y & ${sign - 1}u;
    let is_nan = upper > ${infinity}u || (upper == ${infinity}u && key.x != 0u);
    let bits = select(key, Key(0u, ${nan}u), is_nan);
    return select(Key(bits.x, bits.y | ${sign}u), ~bits, (bits.y & ${sign}u) != 0u);
//# else
    // All NaNs are one key, the last.
    let bits = select(key, ${nan}u, (key & ${sign - 1}u) > ${infinity}u);
    return select(bits | ${sign}u, ~bits & ${mask}u, (bits & ${sign}u) != 0u);
//# endif
}
//# endif

// Compares two keys by `==`.
fn is_same(left: Key, right: Key) -> bool {
//# if words == 2
    let same = all(left == right);
//#   if order == "float" and not is_sorted
    let upper = left.y & ${sign - 1}u;
    let is_nan = upper > ${infinity}u || (upper == ${infinity}u && left.x != 0u);
    let both_zero = (((left.y | right.y) & ${sign - 1}u) | left.x | right.x) == 0u;
    return both_zero || (same && !is_nan);
//#   else
    return same;
//#   endif
//# elif order == "float" and not is_sorted
    let both_zero = ((left | right) & ${sign - 1}u) == 0u;
    return both_zero || (left == right && (left & ${sign - 1}u) <= ${infinity}u);
//# else
    return left == right;
//# endif
}
