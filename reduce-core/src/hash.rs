//! Hashes that a compiler computes: of names, and of lists of hashes.

/// A method name at the type level: its 64-bit FNV-1a hash.
#[must_use]
pub(crate) const fn name(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0100_0000_01b3);
        index += 1;
    }
    hash
}

/// A hash of hashes, in their order.
#[doc(hidden)]
#[must_use]
pub const fn fingerprint(parts: &[u64]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut index = 0;
    while index < parts.len() {
        hash = (hash ^ parts[index])
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
        index += 1;
    }
    hash
}
