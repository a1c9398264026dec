//! Unit tests for Valgrind's memcheck (`cargo xtask test memcheck`): every byte that unsafe code reads is inside of its slice, and
//! every byte that it gives was written.
//!
//! Each assertion branches on the bytes, and memcheck refuses a branch on one that was never written.

use std::num::NonZeroUsize;

use half::f16;

use crate::{Cpu, Partial, ops};

/// `count` elements in memory of exactly their size, behind which nothing may be read.
fn elements<T>(count: usize, element: impl Fn(usize) -> T) -> Box<[T]> {
    (0..count).map(element).collect()
}

/// The number of zero bytes: a branch on each of them.
fn zeros(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == 0).count()
}

/// Lengths around the ends of vectors, rows and tiles of `tile` elements.
fn lengths(tile: usize) -> [usize; 9] {
    [0, 1, 7, 255, 257, 4097, tile - 1, tile, tile + 33]
}

/// Reduces inputs of each length in one call, in pieces and as a part, whose bytes are read again from a place that is not aligned.
macro_rules! reduced {
    ($operator:ty, $element:expr) => {{
        let mut counted = 0;
        for count in lengths(Partial::<$operator>::tile_len() as usize) {
            let data = elements(count, $element);
            let cpu = Cpu::with_threads(NonZeroUsize::MIN).unwrap();
            let bytes = cpu.partial::<$operator>(&data, 0).unwrap().to_bytes();
            counted += zeros(&bytes);
            let shifted: Box<[u8]> = std::iter::once(0).chain(bytes.iter().copied()).collect();
            let again = Partial::<$operator>::from_bytes(&shifted[1..]).unwrap();
            assert!(again.to_bytes() == bytes, "{count} elements");
            let whole = cpu.reduce::<$operator>(&data).unwrap();
            let mut stream = cpu.reducer::<$operator>().unwrap().stream().unwrap();
            for piece in data.chunks(1000) {
                stream.push(piece).unwrap();
            }
            let streamed = stream.finish().unwrap();
            assert!(format!("{whole:?}") == format!("{streamed:?}"), "{count} elements");
        }
        assert!(counted > 0, "no byte is zero, where counts have some");
    }};
}

#[test]
fn every_byte_of_plain_states_was_written() {
    reduced!(ops::Sum<f32>, |at| at as f32);
    reduced!(ops::Mean<f32>, |at| at as f32);
    reduced!(ops::Variance<f32>, |at| at as f32);
    reduced!(ops::Max<f64>, |at| at as f64);
}

#[test]
fn every_byte_of_narrow_elements_was_written() {
    reduced!(ops::Sum<u8>, |at| at as u8);
    reduced!(ops::Min<i16>, |at| at as i16);
    reduced!(ops::Sum<f16>, |at| f16::from_f32(at as f32));
}

#[test]
fn every_byte_of_states_with_their_positions_was_written() {
    reduced!(ops::ArgMax<f32>, |at| (at % 1000) as f32);
}

/// A state of 8 bytes between two of 4 has padding on both sides, which `to_bytes` leaves zero.
#[test]
fn every_byte_of_states_with_padding_was_written() {
    reduced!((ops::Sum<i64>, ops::Any<i64>), |at| at as i64);
    reduced!((ops::Any<i64>, ops::Max<i64>, ops::Any<i64>), |at| at as i64);
}
