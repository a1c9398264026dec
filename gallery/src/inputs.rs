//! Inputs that gallery/reference.py makes as well, to the last bit: whole numbers from a hash, and what f32 makes of them.

use glam::Vec3;

use super::graphics::mesh_volume::Triangle;

/// The hash of an index, another one for each seed: the finaliser of MurmurHash3.
pub(super) fn hash(seed: u32, index: u32) -> u32 {
    let mut bits = index.wrapping_mul(0x9e37_79b9) ^ seed.wrapping_mul(0x7feb_352d);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xc2b2_ae35);
    bits ^ (bits >> 16)
}

/// `n` hashes.
pub(super) fn bits(seed: u32, n: usize) -> Vec<u32> {
    (0..n as u32).map(|index| hash(seed, index)).collect()
}

/// Whole numbers below `limit`.
pub(super) fn below(limit: u32, seed: u32, n: usize) -> Vec<u32> {
    bits(seed, n).into_iter().map(|bits| (bits >> 8) % limit).collect()
}

/// Bytes below `limit`.
pub(super) fn bytes(limit: u32, seed: u32, n: usize) -> Vec<u8> {
    below(limit, seed, n).into_iter().map(|value| value as u8).collect()
}

/// Hashes of that many different words.
pub(super) fn words(different: u32, seed: u32, n: usize) -> Vec<u32> {
    let words = below(different, seed, n);
    words.into_iter().map(|word| hash(0, word)).collect()
}

/// Letters of an alphabet.
pub(super) fn letters(alphabet: &[u8], seed: u32, n: usize) -> Vec<u8> {
    let indices = below(alphabet.len() as u32, seed, n);
    indices.into_iter().map(|index| alphabet[index as usize]).collect()
}

/// Numbers from 0 to 1, without 1.
pub(super) fn units(seed: u32, n: usize) -> Vec<f32> {
    let scale = 1.0 / 16_777_216.0;
    bits(seed, n)
        .into_iter()
        .map(|bits| (bits >> 8) as f32 * scale)
        .collect()
}

/// Numbers from `low` to `high`.
pub(super) fn between(low: f32, high: f32, seed: u32, n: usize) -> Vec<f32> {
    units(seed, n)
        .into_iter()
        .map(|unit| low + (high - low) * unit)
        .collect()
}

/// Such numbers in ascending order.
pub(super) fn sorted(low: f32, high: f32, seed: u32, n: usize) -> Vec<f32> {
    let mut numbers = between(low, high, seed, n);
    numbers.sort_by(f32::total_cmp);
    numbers
}

/// Vectors of such numbers, of three seeds from this one on.
pub(super) fn vectors(low: f32, high: f32, seed: u32, n: usize) -> Vec<[f32; 3]> {
    let [x, y, z] = [0, 1, 2].map(|axis| between(low, high, seed + axis, n));
    (0..n).map(|k| [x[k], y[k], z[k]]).collect()
}

/// Numbers about a line over `between(low, high, seed, n)`, up to 1 off it.
pub(super) fn about_a_line(slope: f32, intercept: f32, [low, high]: [f32; 2], seed: u32, n: usize) -> Vec<f32> {
    zip(
        &between(low, high, seed, n),
        &between(-1.0, 1.0, seed + 1, n),
        |x, noise| slope * x + intercept + noise,
    )
}

/// What `join` makes of the elements of two inputs.
pub(super) fn zip<A: Copy, B: Copy, C>(a: &[A], b: &[B], join: impl Fn(A, B) -> C) -> Vec<C> {
    a.iter().zip(b).map(|(&a, &b)| join(a, b)).collect()
}

/// Bytes of `first`, each of them replaced by a letter of the alphabet once in `often` times.
pub(super) fn altered(first: &[u8], alphabet: &[u8], often: u32, seed: u32) -> Vec<u8> {
    let choice = below(often, seed, first.len());
    let others = letters(alphabet, seed + 1, first.len());
    (0..first.len())
        .map(|k| if choice[k] == 0 { others[k] } else { first[k] })
        .collect()
}

/// The first of the 49 152 triangles of a sphere: a cube whose faces have 64 by 64 squares, blown up.
pub(super) fn sphere(n: usize) -> Vec<Triangle> {
    const SQUARES: usize = 64;
    (0..n)
        .map(|index| {
            let (face, square) = (index / (2 * SQUARES * SQUARES), index / 2 % (SQUARES * SQUARES));
            let (i, j) = (square / SQUARES, square % SQUARES);
            let corner = |di: usize, dj: usize| {
                let side = if face < 3 { 1.0 } else { -1.0 };
                let along = |step: usize| step as f32 / 32.0 - 1.0;
                let mut point = [0.0; 3];
                point[face % 3] = side;
                point[(face + 1) % 3] = along(i + di);
                point[(face + 2) % 3] = along(j + dj) * side;
                let [x, y, z] = point;
                let length = (x * x + y * y + z * z).sqrt();
                Vec3::new(x / length, y / length, z / length)
            };
            let (b, c) = if index % 2 == 0 {
                (corner(1, 0), corner(1, 1))
            } else {
                (corner(1, 1), corner(0, 1))
            };
            Triangle { a: corner(0, 0), b, c }
        })
        .collect()
}

/// Opening parentheses among letters, and behind them their mirror image.
pub(super) fn parentheses(seed: u32, n: usize) -> Vec<u8> {
    let half = letters(b"(ab", seed, n / 2);
    let mirror = half.iter().rev().map(|&byte| if byte == b'(' { b')' } else { byte });
    half.iter().copied().chain(mirror).collect()
}

/// At most `n` bytes of UTF-8, in characters of one to four bytes, filled up with `a`.
pub(super) fn characters(seed: u32, n: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(n);
    for index in below(6, seed, n) {
        let character = ["a", "é", "€", "한", "𝄞", "\u{10fffd}"][index as usize].as_bytes();
        if text.len() + character.len() > n {
            break;
        }
        text.extend_from_slice(character);
    }
    text.resize(n, b'a');
    text
}
