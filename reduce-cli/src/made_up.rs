//! Numbers to measure with: the same in every run, floats from 0 to 1 and integers of any bits.

use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// `count` numbers of this type.
///
/// # Errors
/// If the memory has no room for them.
pub(crate) fn numbers(element: ElementType, count: u64) -> Result<Piece, Failure> {
    let bytes = usize::try_from(count)
        .ok()
        .and_then(|count| count.checked_mul(element.bytes()));
    let word = |index: u64| match element {
        ElementType::F32 => two(index, |bits| (bits as f32 / 16_777_216.0).to_bits()),
        ElementType::F64 => (f64::from(hash(index as u32) >> 8) / 16_777_216.0).to_bits(),
        _ => u64::from(hash(2 * index as u32)) | u64::from(hash(2 * index as u32 + 1)) << 32,
    };
    bytes.and_then(|bytes| Piece::of_words(bytes, word)).ok_or_else(|| {
        Failure::input(format!(
            "the memory has no room for {count} numbers of type {element}; give fewer, as in -n 1Mi"
        ))
    })
}

/// Two numbers of 32 bits, each of the 24 bits of a hash.
fn two(index: u64, number: impl Fn(u32) -> u32) -> u64 {
    let at = 2 * index as u32;
    u64::from(number(hash(at) >> 8)) | u64::from(number(hash(at + 1) >> 8)) << 32
}

/// A PCG hash.
fn hash(index: u32) -> u32 {
    let state = index.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}
