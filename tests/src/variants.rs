//! Enums, Options, truth values, narrow numbers and tuples in states, inputs and results; places that functions change.

#![allow(missing_docs, reason = "each item is a case and says which")]
#![allow(clippy::unnecessary_lazy_evaluations, reason = "the closure is the case")]

use reduce_wgpu::prelude::*;

use crate::inputs::{Kind, Random, Sample};

/// The words of a text, as Guy Steele counts them ("Organizing Functions for Parallel Execution", 2009): an enum in input order.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub enum Words {
    /// No blank so far; whether there is a letter.
    Chunk { letters: bool },
    /// A part of a word, whole words, a part of a word.
    Segment(bool, u32, bool),
}

#[gpu]
impl Monoid for Words {
    const COMMUTATIVE: bool = false;

    fn identity() -> Self {
        Words::Chunk { letters: false }
    }

    fn combine(a: Self, b: Self) -> Self {
        use Words::*;
        match (a, b) {
            (Chunk { letters: x }, Chunk { letters: y }) => Chunk { letters: x || y },
            (Chunk { letters }, Segment(left, words, right)) => Segment(letters || left, words, right),
            (Segment(left, words, right), Chunk { letters }) => Segment(left, words, right || letters),
            (Segment(left, m, end), Segment(begin, n, right)) => {
                Self::Segment(left, m + n + (end || begin) as u32, right)
            }
        }
    }
}

pub struct WordCount;

#[gpu]
impl Reduction for WordCount {
    type Input = u8;
    type State = Words;
    type Output = u32;

    fn lift(x: u8) -> Words {
        // Spaces are one byte in eight.
        if x & 7 == 0 {
            Words::Segment(false, 0, false)
        } else {
            Words::Chunk { letters: true }
        }
    }

    fn finish(words: Words) -> u32 {
        match words {
            Words::Chunk { letters } => letters as u32,
            Words::Segment(left, words, right) => u32::from(left) + words + u32::from(right),
        }
    }
}

/// The two largest distinct values, if there are that many.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Podium<T> {
    first: Option<T>,
    second: Option<T>,
}

#[gpu]
impl<T: GpuType + PartialOrd> Podium<T> {
    fn push(self, x: T) -> Self {
        match (self.first, self.second) {
            (None, _) => Podium {
                first: Some(x),
                second: None,
            },
            (Some(first), _) if x > first => Podium {
                first: Some(x),
                second: Some(first),
            },
            (Some(first), None) if x < first => Podium {
                second: Some(x),
                ..self
            },
            (Some(first), Some(second)) if x < first && x > second => Podium {
                second: Some(x),
                ..self
            },
            _ => self,
        }
    }
}

#[gpu]
impl<T: GpuType + PartialOrd> Monoid for Podium<T> {
    const EXACT: bool = true;

    fn identity() -> Self {
        Podium {
            first: None,
            second: None,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let mut all = a;
        if let Some(x) = b.first {
            all = all.push(x);
        }
        if let Some(x) = b.second {
            all = all.push(x);
        }
        all
    }
}

pub struct RunnerUp;

#[gpu]
impl Reduction for RunnerUp {
    type Input = i32;
    type State = Podium<i32>;
    type Output = Option<i32>;

    fn lift(x: i32) -> Podium<i32> {
        Podium {
            first: Some(x % 1000),
            second: None,
        }
    }

    fn finish(podium: Podium<i32>) -> Option<i32> {
        podium.second
    }
}

/// Fields that WGSL stores in another form than it computes with.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Flags {
    #[reduce(any, lift = x > 100.0)]
    pub hot: bool,
    #[reduce(all, lift = [x > 0.0, x < 1e6])]
    pub bounded: [bool; 2],
    #[reduce(xor, lift = x.to_bits() & 1 == 1)]
    pub parity: bool,
    #[reduce(sum, lift = 1)]
    pub n: u32,
}

/// A narrow number, a tuple, a packed array and an Option of a struct, in a state of an operator of its own.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Mixed {
    last: u8,
    span: (u16, i8),
    bytes: [u8; 4],
    best: Option<Scored>,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Scored {
    score: i32,
    even: bool,
}

#[gpu]
impl Monoid for Mixed {
    const COMMUTATIVE: bool = false;

    fn identity() -> Self {
        Mixed {
            last: 0,
            span: (u16::MAX, i8::MIN),
            bytes: [0; 4],
            best: None,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let better = match (a.best, b.best) {
            (Some(x), Some(y)) if y.score > x.score => Some(y),
            (x, y) => x.or(y),
        };
        Mixed {
            last: if b.last == 0 { a.last } else { b.last },
            span: (a.span.0.min(b.span.0), a.span.1.max(b.span.1)),
            bytes: std::array::from_fn(|k| a.bytes[k].wrapping_add(b.bytes[k])),
            best: better,
        }
    }
}

pub struct OfMixed;

#[gpu]
impl Reduction for OfMixed {
    type Input = i32;
    type State = Mixed;
    type Output = Mixed;

    fn lift(x: i32) -> Mixed {
        Mixed {
            last: x as u8,
            span: (x as u16, x as i8),
            bytes: (x as u32).to_le_bytes(),
            best: (x > 0).then(|| Scored {
                score: x,
                even: x % 2 == 0,
            }),
        }
    }

    fn finish(mixed: Mixed) -> Mixed {
        mixed
    }
}

/// An enum of a byte as an element, and in the result.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, GpuType)]
pub enum Base {
    A = b'A',
    C = b'C',
    G = b'G',
    T = b'T',
}

impl Base {
    pub const ALL: [Self; 4] = [Self::A, Self::C, Self::G, Self::T];
}

impl Sample for Base {
    fn sample(_: Kind, random: &mut Random) -> Self {
        Self::ALL[(random.bits() % 4) as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Base)]
pub struct Composition {
    #[reduce(sum, lift = matches!(x, Base::G | Base::C) as u32)]
    pub gc: u32,
    #[reduce(max, lift = x as u32)]
    pub greatest: u32,
    #[reduce(sum, lift = (x > Base::C) as u32)]
    pub behind_c: u32,
    #[reduce(any, lift = x == Base::T)]
    pub has_t: bool,
}

/// The K largest values, in descending order: places that loops and methods change.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct TopK<const K: usize> {
    values: [i32; K],
}

#[gpu]
impl<const K: usize> TopK<K> {
    fn insert(&mut self, mut x: i32) {
        for v in self.values.iter_mut() {
            if x > *v {
                std::mem::swap(v, &mut x);
            }
        }
    }
}

#[gpu]
impl<const K: usize> Monoid for TopK<K> {
    const EXACT: bool = true;

    fn identity() -> Self {
        TopK { values: [i32::MIN; K] }
    }

    fn combine(mut a: Self, b: Self) -> Self {
        for x in b.values {
            a.insert(x);
        }
        a
    }
}

pub struct Largest<const K: usize>;

#[gpu]
impl<const K: usize> Reduction for Largest<K> {
    type Input = i32;
    type State = TopK<K>;
    type Output = [i32; K];

    fn lift(&self, x: i32) -> TopK<K> {
        let mut top = TopK::identity();
        top.values[0] = x;
        top
    }

    fn finish(&self, top: TopK<K>) -> [i32; K] {
        top.values
    }
}
