//! Rows of the table as lines of groups: a group is one `Reduction` whose `lift` computes all of them from one input, one word per row.

use std::fmt::Debug;

use bytemuck::Pod;
use reduce_wgpu::prelude::*;

use reduce_tests::inputs::Random;

/// One row of the table.
#[derive(Clone, Copy)]
pub(crate) struct Row<I> {
    /// The first cell.
    pub(crate) name: &'static str,
    /// The function of `as_word` that made a word of the result.
    pub(crate) kind: &'static str,
    /// The largest difference of the results; none: not a bit.
    pub(crate) within: Option<Bound<I>>,
}

/// The largest difference of a result from Rust's.
#[derive(Clone, Copy)]
pub(crate) enum Bound<I> {
    /// Units in the last place of Rust's result.
    Ulps(f64),
    /// As the function returns it for an input and Rust's result.
    By(fn(&I, f64) -> f64),
}

/// The bound of a row that has one.
pub(crate) fn only<I: Copy>(bounds: &[Bound<I>]) -> Option<Bound<I>> {
    bounds.first().copied()
}

/// A group of rows.
pub(crate) trait Rows: Reduction<Input: Pod + Debug, State: Pod> {
    /// Its rows, in the order of the words.
    fn rows() -> Vec<Row<Self::Input>>;
    /// The inputs of the rows.
    fn inputs(flushes_subnormals: bool) -> Vec<Self::Input>;
}

/// The results of the rows of a group.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub(crate) struct Words<const K: usize> {
    #[reduce(sum)]
    pub(crate) words: [u32; K],
}

// SAFETY: it is an array of u32 and nothing else.
unsafe impl<const K: usize> bytemuck::Zeroable for Words<K> {}
// SAFETY: as above.
unsafe impl<const K: usize> Pod for Words<K> {}

/// Declares a group: `"name" [code] kind within bound;` for each row, where a row without a name is called like its code.
/// Rows are computed from the fields of the input, and from the variables that `with` makes of them.
macro_rules! rows {
    (
        $(#[$doc:meta])* $group:ident of $input:ident { $($field:ident)* } $(with { $($made:ident = $make:expr;)* })? from $inputs:expr;
        $($($name:literal)? [$($code:tt)*] $kind:ident $(within $bound:expr)?;)*
    ) => {
        $(#[$doc])*
        pub(crate) struct $group;

        #[gpu]
        impl Reduction for $group {
            type Input = $input;
            type State = Words<{ [$(stringify!($kind)),*].len() }>;
            type Output = Words<{ [$(stringify!($kind)),*].len() }>;
            fn lift(input: $input) -> Words<{ [$(stringify!($kind)),*].len() }> {
                $(let $field = input.$field;)*
                $($(let $made = $make;)*)?
                Words { words: [$(as_word::$kind($($code)*)),*] }
            }
            fn finish(s: Words<{ [$(stringify!($kind)),*].len() }>) -> Words<{ [$(stringify!($kind)),*].len() }> {
                s
            }
        }

        impl Rows for $group {
            fn rows() -> Vec<Row<$input>> {
                vec![$({
                    let names = [$($name,)? stringify!($($code)*)];
                    Row { name: names[0], kind: stringify!($kind), within: $crate::rows::only(&[$($bound)?]) }
                }),*]
            }
            fn inputs(flushes_subnormals: bool) -> Vec<$input> {
                $inputs(flushes_subnormals)
            }
        }
    };
}

pub(crate) use rows;

/// The input of rows of 32-bit types.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub(crate) struct Narrow {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) z: f32,
    pub(crate) i: i32,
    pub(crate) j: i32,
    pub(crate) u: u32,
    pub(crate) v: u32,
    pub(crate) n: u32,
}

/// Floats at which methods change their course.
pub(crate) const SPECIAL: [f32; 34] = [
    0.0,
    -0.0,
    0.25,
    -0.25,
    0.5,
    -0.5,
    0.49999997,
    -0.49999997,
    1.0,
    -1.0,
    1.5,
    -1.5,
    2.5,
    -2.5,
    3.0,
    -3.0,
    0.99999994,
    8388607.5,
    -8388607.5,
    8388609.0,
    16777216.0,
    2147483520.0,
    2147483648.0,
    -2147483648.0,
    4294967040.0,
    4294967296.0,
    1e20,
    -1e20,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::MIN_POSITIVE,
];

/// Integers at which methods change their course.
pub(crate) const EDGES: [u32; 16] = [
    0,
    1,
    2,
    3,
    7,
    31,
    255,
    65_535,
    65_536,
    16_777_217,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
];

/// One in four of the special values, else any bits.
pub(crate) fn any_float(random: &mut Random, flushes_subnormals: bool) -> f32 {
    let bits = random.bits();
    let x = match bits % 4 {
        0 => SPECIAL[(bits >> 8) as usize % SPECIAL.len()],
        1 => ((bits >> 8) as i16) as f32 / 4.0,
        _ => f32::from_bits((bits >> 32) as u32),
    };
    if x.is_subnormal() && flushes_subnormals { 1.0 } else { x }
}

/// One in two of the special values, else any bits.
pub(crate) fn any_integer(random: &mut Random) -> u32 {
    let bits = random.bits();
    if bits.is_multiple_of(2) {
        EDGES[(bits >> 8) as usize % EDGES.len()]
    } else {
        (bits >> 32) as u32
    }
}

/// A float between `low` and `high`.
pub(crate) fn between(random: &mut Random, low: f32, high: f32) -> f32 {
    low + (high - low) * (random.bits() % (1 << 24)) as f32 / (1 << 24) as f32
}

/// Inputs of any bits: all pairs of special values first.
pub(crate) fn any_bits(flushes_subnormals: bool) -> Vec<Narrow> {
    let mut random = Random(7);
    let mut all: Vec<Narrow> = (0..12_000)
        .map(|_| Narrow {
            x: any_float(&mut random, flushes_subnormals),
            y: any_float(&mut random, flushes_subnormals),
            z: any_float(&mut random, flushes_subnormals),
            i: any_integer(&mut random) as i32,
            j: any_integer(&mut random) as i32,
            u: any_integer(&mut random),
            v: any_integer(&mut random),
            n: (random.bits() % 70) as u32,
        })
        .collect();
    for (index, one) in all.iter_mut().take(SPECIAL.len() * SPECIAL.len()).enumerate() {
        (one.x, one.y) = (SPECIAL[index / SPECIAL.len()], SPECIAL[index % SPECIAL.len()]);
        let index = index % (EDGES.len() * EDGES.len());
        (one.u, one.v) = (EDGES[index / EDGES.len()], EDGES[index % EDGES.len()]);
        (one.i, one.j) = (one.u as i32, one.v as i32);
    }
    all
}

/// Small inputs: floats in quarters, integers around zero, nothing to divide by zero.
pub(crate) fn small(_: bool) -> Vec<Narrow> {
    let mut random = Random(8);
    let mut upto = |most: u64| (random.bits() % most) as i32;
    (0..4000)
        .map(|_| {
            let (y, j) = (upto(255) - 127, upto(81) - 40);
            Narrow {
                x: (upto(513) - 256) as f32 / 4.0,
                y: if y == 0 { 0.75 } else { y as f32 / 4.0 },
                z: upto(20) as f32 + 0.5,
                i: upto(81) - 40,
                j: if j == 0 { 3 } else { j },
                u: upto(41) as u32,
                v: upto(40) as u32 + 1,
                n: upto(6) as u32,
            }
        })
        .collect()
}
