//! The bits of results are part of the interface: a table of hashes, operator by length, that a change of the order or of an operator breaks.
//!
//! `golden.txt` holds a line for each operator: its name, then the hashes of its results for the lengths of the first line. After a change
//! that is meant, which is a major version and another `ORDER`, `REDUCE_BLESS=1` writes the file again.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use std::fmt::Debug;
use std::{env, fs};

use half::f16;
use reduce_core::ops::*;
use reduce_core::{Cpu, Element, GpuType, Monoid, NoParameters, ORDER, Operator, Reduction, gpu};

/// About an invocation, a row, a tile and several tiles, of any width of elements.
const LENGTHS: [usize; 12] = [0, 1, 2, 3, 255, 1025, 4097, 32_768, 32_769, 131_073, 300_007, 1 << 20];

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");

/// The number after `state` of a linear congruential generator (Knuth's MMIX), of which the upper half is used.
fn next(state: &mut u64) -> u32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 32) as u32
}

/// Numbers of all signs and of a few orders of magnitude.
trait Drawn: Element {
    fn drawn(bits: u32) -> Self;
}

macro_rules! drawn {
    ($($t:ident: |$bits:ident| $value:expr;)*) => {$(
        impl Drawn for $t {
            fn drawn($bits: u32) -> Self {
                $value
            }
        }
    )*};
}

drawn! {
    f32: |bits| (bits as i32) as f32 * 2f32.powi(-((bits % 37) as i32));
    f64: |bits| f64::from(bits as i32) * 2f64.powi(-((bits % 61) as i32)) / 3.0;
    f16: |bits| f16::from_f32(f32::from(bits as i16) / 256.0);
    u8: |bits| bits as u8;
    i16: |bits| bits as i16;
    i32: |bits| bits as i32;
    u32: |bits| bits;
    i64: |bits| i64::from(bits) * i64::from(bits as i32);
}

/// FNV-1a of a printed result, which tells all bits but those of a NaN.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn line<R: Operator<Params: NoParameters, Output: Debug>>(name: &str, data: &[R::Input]) -> String {
    let cpu = Cpu::new();
    let hashes = LENGTHS.map(|length| {
        let result = cpu.reduce::<R>(&data[..length]).unwrap();
        format!(" {:016x}", hash(&format!("{result:?}")))
    });
    format!("{name}{}\n", hashes.concat())
}

/// Reflections and shifts, one after the other: in the order of the input, with sums that round.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = reduce_core)]
struct Shift {
    sign: f32,
    by: f32,
}

#[gpu(crate = reduce_core)]
impl Monoid for Shift {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Shift { sign: 1.0, by: -0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Shift {
            sign: if b.sign < 0.0 { -a.sign } else { a.sign },
            by: (if b.sign < 0.0 { -a.by } else { a.by }) + b.by,
        }
    }
}

#[derive(Debug)]
struct Shifts;

#[gpu(crate = reduce_core)]
impl Reduction for Shifts {
    type Input = f32;
    type State = Shift;
    type Output = Shift;
    fn lift(x: f32) -> Shift {
        Shift {
            sign: if x < 0.0 { -1.0 } else { 1.0 },
            by: x,
        }
    }
    fn finish(s: Shift) -> Shift {
        s
    }
}

macro_rules! lines {
    ($($t:ident: $($operator:ty),*;)*) => {{
        let mut text = format!("# order {ORDER}; lengths {LENGTHS:?}\n");
        $({
            let mut state = 1;
            let data: Vec<$t> = (0..1 << 20).map(|_| <$t>::drawn(next(&mut state))).collect();
            $(text += &line::<$operator>(&stringify!($operator).replace(' ', ""), &data);)*
        })*
        text
    }};
}

#[test]
fn results_have_the_bits_that_they_had() {
    let found = lines! {
        f32: Sum<f32>, Product<f32>, KahanSum<f32>, Min<f32>, Max<f32>, Mean<f32>, Variance<f32>, StdDev<f32, 1>, L1Norm<f32>, L2Norm<f32>, (Sum<f32>, Max<f32>), Count<f32>;
        f64: Sum<f64>, KahanSum<f64>, Mean<f64>, Variance<f64>, StdDev<f64, 1>, L2Norm<f64>, (Mean<f64>, Max<f64>);
        f16: Sum<f16>, Mean<f16>, Max<f16>;
        u8: Sum<u8>, Mean<u8>, Variance<u8>;
        i16: Sum<i16>, StdDev<i16>;
        i32: Sum<i32>, WideSum<i32>, Mean<i32>, Variance<i32>, L1Norm<i32>;
        u32: Mean<u32>, L2Norm<u32>, BitXor<u32>;
        i64: Sum<i64>, Mean<i64>, Variance<i64>;
        f32: Shifts, (Sum<f32>, Shifts);
    };
    if env::var_os("REDUCE_BLESS").is_some() {
        fs::write(GOLDEN, &found).unwrap();
    }
    let golden = fs::read_to_string(GOLDEN).unwrap();
    for (found, golden) in found.lines().zip(golden.lines()) {
        assert_eq!(found, golden, "other bits than before: a major version, if it is meant");
    }
    assert_eq!(found.lines().count(), golden.lines().count());
}
