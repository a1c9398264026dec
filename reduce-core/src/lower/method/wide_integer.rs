//! The methods of u64 and i64 that WGSL has for 32 bits only: they are composed from both halves.

use super::functions;

functions!(u64 i64 => {
    "count_ones" => "count_ones_INT" "(x: INT) -> u32 {
    let bits = bitcast<u64>(x);
    return countOneBits(u32(bits >> 32u)) + countOneBits(u32(bits & 0xffffffff));
}",
    "count_zeros" => "count_zeros_INT" "(x: INT) -> u32 {
    let bits = bitcast<u64>(~x);
    return countOneBits(u32(bits >> 32u)) + countOneBits(u32(bits & 0xffffffff));
}",
    "leading_zeros" => "leading_zeros_INT" "(x: INT) -> u32 {
    let bits = bitcast<u64>(x);
    let high = u32(bits >> 32u);
    return countLeadingZeros(high) + select(0u, countLeadingZeros(u32(bits & 0xffffffff)), high == 0u);
}",
    "leading_ones" => "leading_ones_INT" "(x: INT) -> u32 {
    let bits = bitcast<u64>(~x);
    let high = u32(bits >> 32u);
    return countLeadingZeros(high) + select(0u, countLeadingZeros(u32(bits & 0xffffffff)), high == 0u);
}",
    "trailing_zeros" => "trailing_zeros_INT" "(x: INT) -> u32 {
    let bits = bitcast<u64>(x);
    let low = u32(bits & 0xffffffff);
    return countTrailingZeros(low) + select(0u, countTrailingZeros(u32(bits >> 32u)), low == 0u);
}",
    "trailing_ones" => "trailing_ones_INT" "(x: INT) -> u32 {
    let bits = bitcast<u64>(~x);
    let low = u32(bits & 0xffffffff);
    return countTrailingZeros(low) + select(0u, countTrailingZeros(u32(bits >> 32u)), low == 0u);
}",
    "ilog2" => "ilog2_INT" "(x: INT) -> u32 {
    let bits = bitcast<u64>(x);
    let high = u32(bits >> 32u);
    return 63u - countLeadingZeros(high) - select(0u, countLeadingZeros(u32(bits & 0xffffffff)), high == 0u);
}",
    "reverse_bits" => "reverse_bits_INT" "(x: INT) -> INT {
    let bits = bitcast<u64>(x);
    let high = u64(reverseBits(u32(bits & 0xffffffff)));
    return bitcast<INT>((high << 32u) | u64(reverseBits(u32(bits >> 32u))));
}",
    "swap_bytes" => "swap_bytes_INT" "(x: INT) -> INT {
    var bits = bitcast<u64>(x);
    bits = ((bits & 0x00ff00ff00ff00fflu) << 8u) | ((bits >> 8u) & 0x00ff00ff00ff00fflu);
    bits = ((bits & 0x0000ffff0000fffflu) << 16u) | ((bits >> 16u) & 0x0000ffff0000fffflu);
    return bitcast<INT>((bits << 32u) | (bits >> 32u));
}",
});
