//! The operators that every suite runs over: the built-in ones and user-declared ones of every shape.

#![allow(
    missing_docs,
    reason = "each struct is a case and says which; its fields are what the case consists of"
)]

use reduce_wgpu::Storable;
use reduce_wgpu::prelude::*;

use crate::inputs::{Kind, Random, Sample};

/// Calls the macro `$callback` with `name: Type,` for every built-in operator on 32-bit types.
#[macro_export]
macro_rules! for_built_in_operators {
    ($callback:ident) => {
        $callback! {
            sum_f32: $crate::ops::Sum<f32>,
            sum_i32: $crate::ops::Sum<i32>,
            sum_u32: $crate::ops::Sum<u32>,
            product_f32: $crate::ops::Product<f32>,
            product_i32: $crate::ops::Product<i32>,
            product_u32: $crate::ops::Product<u32>,
            min_f32: $crate::ops::Min<f32>,
            min_i32: $crate::ops::Min<i32>,
            min_u32: $crate::ops::Min<u32>,
            max_f32: $crate::ops::Max<f32>,
            max_i32: $crate::ops::Max<i32>,
            max_u32: $crate::ops::Max<u32>,
            min_max_f32: $crate::ops::MinMax<f32>,
            min_max_i32: $crate::ops::MinMax<i32>,
            min_max_u32: $crate::ops::MinMax<u32>,
            mean_f32: $crate::ops::Mean<f32>,
            mean_i32: $crate::ops::Mean<i32>,
            mean_u32: $crate::ops::Mean<u32>,
            any_f32: $crate::ops::Any<f32>,
            any_i32: $crate::ops::Any<i32>,
            any_u32: $crate::ops::Any<u32>,
            all_f32: $crate::ops::All<f32>,
            all_i32: $crate::ops::All<i32>,
            all_u32: $crate::ops::All<u32>,
            count_f32: $crate::ops::Count<f32>,
            count_i32: $crate::ops::Count<i32>,
            count_u32: $crate::ops::Count<u32>,
            bit_and_u32: $crate::ops::BitAnd<u32>,
            bit_or_i32: $crate::ops::BitOr<i32>,
            bit_xor_u32: $crate::ops::BitXor<u32>,
            nan_min_f32: $crate::ops::NanMin<f32>,
            nan_min_i32: $crate::ops::NanMin<i32>,
            nan_max_f32: $crate::ops::NanMax<f32>,
            nan_sum_f32: $crate::ops::NanSum<f32>,
            nan_mean_f32: $crate::ops::NanMean<f32>,
            nan_mean_i32: $crate::ops::NanMean<i32>,
            arg_max_f32: $crate::ops::ArgMax<f32>,
            arg_max_i32: $crate::ops::ArgMax<i32>,
            arg_min_f32: $crate::ops::ArgMin<f32>,
            arg_min_u32: $crate::ops::ArgMin<u32>,
            top_f32: $crate::ops::TopK<f32, 4>,
            top_i32: $crate::ops::TopK<i32, 16>,
            l1_f32: $crate::ops::L1Norm<f32>,
            l1_i32: $crate::ops::L1Norm<i32>,
            l_inf_f32: $crate::ops::LInfNorm<f32>,
            l_inf_u32: $crate::ops::LInfNorm<u32>,
            dot_i32: $crate::ops::Dot<i32>,
            kahan_f32: $crate::ops::KahanSum<f32>,
            wide_sum_u32: $crate::ops::WideSum<u32>,
            wide_sum_i32: $crate::ops::WideSum<i32>,
            fold: $crate::ops::Fold<$crate::operators::Stats>,
            sum_max: ($crate::ops::Sum<f32>, $crate::ops::Max<f32>),
            eight: (
                $crate::ops::Sum<i32>,
                $crate::ops::Max<i32>,
                $crate::ops::Min<i32>,
                $crate::ops::Count<i32>,
                $crate::ops::Any<i32>,
                $crate::ops::Mean<i32>,
                $crate::ops::WideSum<i32>,
                $crate::ops::BitOr<i32>,
            ),
        }
    };
}

/// `for_built_in_operators` for elements that are packed, counted or in several buffers.
#[macro_export]
macro_rules! for_operators_on_other_inputs {
    ($callback:ident) => {
        $callback! {
            sum_u8: $crate::ops::Sum<u8>,
            sum_i8: $crate::ops::Sum<i8>,
            sum_u16: $crate::ops::Sum<u16>,
            sum_i16: $crate::ops::Sum<i16>,
            sum_f16: $crate::ops::Sum<half::f16>,
            max_u8: $crate::ops::Max<u8>,
            min_i8: $crate::ops::Min<i8>,
            min_max_i16: $crate::ops::MinMax<i16>,
            max_f16: $crate::ops::Max<half::f16>,
            mean_u8: $crate::ops::Mean<u8>,
            variance_u8: $crate::ops::Variance<u8>,
            deviation_i16: $crate::ops::StdDev<i16, 1>,
            variance_u32: $crate::ops::Variance<u32>,
            l2_i32: $crate::ops::L2Norm<i32>,
            kahan_u32: $crate::ops::KahanSum<u32>,
            any_u16: $crate::ops::Any<u16>,
            all_f16: $crate::ops::All<half::f16>,
            bit_xor_u8: $crate::ops::BitXor<u8>,
            arg_max_u8: $crate::ops::ArgMax<u8>,
            arg_min_f16: $crate::ops::ArgMin<half::f16>,
            top_u8: $crate::ops::TopK<u8, 3>,
            top_f16: $crate::ops::TopK<half::f16, 7>,
            l1_i8: $crate::ops::L1Norm<i8>,
            l_inf_i16: $crate::ops::LInfNorm<i16>,
            dot_u8: $crate::ops::Dot<u8>,
            weighted_mean_f32: $crate::ops::WeightedMean<f32>,
            nan_sum_f16: $crate::ops::NanSum<half::f16>,
            wide_sum_u8: $crate::ops::WideSum<u8>,
            wide_sum_i16: $crate::ops::WideSum<i16>,
            kahan_f16: $crate::ops::KahanSum<half::f16>,
            sum_bf16: $crate::ops::Sum<half::bf16>,
            min_max_bf16: $crate::ops::MinMax<half::bf16>,
            mean_bf16: $crate::ops::Mean<half::bf16>,
            arg_max_bf16: $crate::ops::ArgMax<half::bf16>,
            any_bool: $crate::ops::Any<bool>,
            all_bool: $crate::ops::All<bool>,
            sum_bool: $crate::ops::Sum<bool>,
            mean_bool: $crate::ops::Mean<bool>,
            arg_max_bool: $crate::ops::ArgMax<bool>,
            chosen: $crate::operators::Chosen,
            pairs: $crate::operators::Pairs,
            mixed: $crate::operators::Mixed,
            masked: $crate::operators::Masked,
            particles: $crate::operators::Particles,
            first_and_last: $crate::operators::FirstAndLast,
        }
    };
}

/// `for_built_in_operators` for the user-declared operators on 32-bit types.
#[macro_export]
macro_rules! for_user_operators {
    ($callback:ident) => {
        $callback! {
            stats: $crate::operators::Stats,
            own_mean: $crate::operators::OwnMean,
            truths: $crate::operators::Truths,
            casts: $crate::operators::Casts,
            nested: $crate::operators::Nested,
            tuple: $crate::operators::Tuple,
            generic: $crate::operators::Spans<i32, 3>,
            cloud: $crate::operators::Cloud,
            plane: $crate::operators::Plane,
            wrapped: $crate::operators::Warmest,
            twelve: $crate::operators::Twelve,
            bands: $crate::operators::Bands,
            cells: $crate::operators::Cells,
        }
    };
}

/// `for_built_in_operators` for operators that need 64-bit types on the device.
#[macro_export]
macro_rules! for_wide_operators {
    ($callback:ident) => {
        $callback! {
            sum_f64: $crate::ops::Sum<f64>,
            nan_mean_f64: $crate::ops::NanMean<f64>,
            sum_i64: $crate::ops::Sum<i64>,
            sum_u64: $crate::ops::Sum<u64>,
            product_f64: $crate::ops::Product<f64>,
            product_i64: $crate::ops::Product<i64>,
            product_u64: $crate::ops::Product<u64>,
            min_f64: $crate::ops::Min<f64>,
            min_i64: $crate::ops::Min<i64>,
            min_u64: $crate::ops::Min<u64>,
            max_f64: $crate::ops::Max<f64>,
            max_i64: $crate::ops::Max<i64>,
            max_u64: $crate::ops::Max<u64>,
            min_max_f64: $crate::ops::MinMax<f64>,
            min_max_i64: $crate::ops::MinMax<i64>,
            min_max_u64: $crate::ops::MinMax<u64>,
            mean_f64: $crate::ops::Mean<f64>,
            mean_i64: $crate::ops::Mean<i64>,
            mean_u64: $crate::ops::Mean<u64>,
            kahan_f64: $crate::ops::KahanSum<f64>,
            kahan_u64: $crate::ops::KahanSum<u64>,
            any_f64: $crate::ops::Any<f64>,
            any_i64: $crate::ops::Any<i64>,
            any_u64: $crate::ops::Any<u64>,
            all_f64: $crate::ops::All<f64>,
            all_i64: $crate::ops::All<i64>,
            all_u64: $crate::ops::All<u64>,
            count_f64: $crate::ops::Count<f64>,
            count_i64: $crate::ops::Count<i64>,
            count_u64: $crate::ops::Count<u64>,
            wide: $crate::operators::Wide,
            arg_max_f64: $crate::ops::ArgMax<f64>,
            arg_min_i64: $crate::ops::ArgMin<i64>,
            top_f64: $crate::ops::TopK<f64, 5>,
            nan_min_f64: $crate::ops::NanMin<f64>,
            l1_i64: $crate::ops::L1Norm<i64>,
            sum_count_f64: ($crate::ops::Sum<f64>, $crate::ops::Count<f64>),
            two_orders_f64: $crate::two_orders::Wide,
        }
    };
}

impl Sample for Stats {
    fn sample(kind: Kind, random: &mut Random) -> Self {
        Self::lift(f32::sample(kind, random))
    }
}

/// Two buffers of one element size: vectors from both.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (f32, i32))]
pub struct Pairs {
    #[reduce(min, lift = x.0)]
    pub least: f32,
    #[reduce(sum, lift = x.1)]
    pub sum: i32,
}

/// A number of four counts that tells them apart.
#[derive(Debug)]
pub struct Weighed;

#[gpu]
impl Reduction for Weighed {
    type Input = [u32; 4];
    type State = ops::Sum<u32>;
    type Output = u32;
    fn lift(x: [u32; 4]) -> ops::Sum<u32> {
        ops::Sum::<u32>::lift(x[0] + 7 * x[1] + 100 * x[2] + 1003 * x[3])
    }
    fn finish(s: ops::Sum<u32>) -> u32 {
        ops::Sum::<u32>::finish(s)
    }
}

/// Three buffers of 1, 2 and 4 bytes per element, in groups of four.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (u8, i16, u32))]
pub struct Mixed {
    #[reduce(sum, lift = x.0 as u32)]
    pub bytes: u32,
    #[reduce(max, lift = x.1 as i32)]
    pub greatest: i32,
    #[reduce(xor, lift = x.2)]
    pub bits: u32,
}

/// A wide state, which makes groups of one element: bytes are then a part of a word.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (u16, u8))]
pub struct Masked {
    #[reduce(sum, lift = x.1 as u32)]
    pub mask: u32,
    #[reduce(max, lift = [x.1 as u32, 2, x.1 as u32 + 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])]
    pub wide: [u32; 17],
}

/// Truth values beside numbers: each as it is, negated, and as a number.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (f32, bool))]
pub struct Chosen {
    #[reduce(sum, lift = x.1 as u32)]
    pub number: u32,
    #[reduce(max, lift = if x.1 { x.0 } else { f32::NEG_INFINITY })]
    pub greatest: f32,
    #[reduce(all, lift = x.1)]
    pub all: u32,
    #[reduce(any, lift = !x.1)]
    pub left_out: u32,
}

/// A position, several buffers, and a struct of 8 bytes, two of which make a group.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Indexed<(Point, f32)>)]
pub struct Particles {
    #[reduce(max, lift = if x.value.1.to_bits() < 0x8000_0000 { x.index } else { 0 })]
    pub last: u32,
    #[reduce(min, lift = x.value.1)]
    pub least: f32,
    #[reduce(sum, lift = x.index)]
    pub positions: u32,
}

/// Positions in input order: the first and the last element that is below its bound, whatever the positions are.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct FirstAndLast {
    pub first: u32,
    pub last: u32,
    pub found: u32,
}

#[gpu]
impl Monoid for FirstAndLast {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            first: 0,
            last: 0,
            found: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        Self {
            first: if a.found > 0 { a.first } else { b.first },
            last: if b.found > 0 { b.last } else { a.last },
            found: a.found | b.found,
        }
    }
}

#[gpu]
impl Reduction for FirstAndLast {
    type Input = Indexed<(u8, i16)>;
    type State = Self;
    type Output = Self;

    fn lift(x: Indexed<(u8, i16)>) -> Self {
        let found = ((x.value.1 as i32) < (x.value.0 as i32)) as u32;
        Self {
            first: x.index * found,
            last: x.index * found,
            found,
        }
    }

    fn finish(state: Self) -> Self {
        state
    }
}

/// The example of the documentation; 16-byte loads of vectors, four columns per invocation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Stats {
    #[reduce(sum, lift = 1)]
    pub count: u32,
    #[reduce(sum)]
    pub sum: f32,
    #[reduce(min)]
    pub min: f32,
    #[reduce(max)]
    pub max: f32,
}

/// An output of another type than the state.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = sum / count as f32)]
pub struct OwnMean {
    #[reduce(sum)]
    sum: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
}

/// The operators that no built-in has, and lifts that compare, cast, shift and select.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = i32)]
pub struct Truths {
    #[reduce(and)]
    and: i32,
    #[reduce(or, lift = (x >> 3) as u32)]
    or: u32,
    #[reduce(xor, lift = (x ^ -1) as u32)]
    xor: u32,
    #[reduce(any, lift = x > 2_000_000_000)]
    any: u32,
    #[reduce(all, lift = x != 77 && !(x == 78))]
    all: u32,
    #[reduce(product, lift = if x % 2 == 0 { 3 } else { 5 })]
    product: u32,
}

/// Every cast between 32-bit numbers: floats saturate, NaN becomes 0, integers round to the nearest float.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Casts {
    #[reduce(xor, lift = x as u32)]
    to_u32: u32,
    #[reduce(xor, lift = x as i32)]
    to_i32: i32,
    #[reduce(xor, lift = x.to_bits())]
    bits: u32,
    #[reduce(xor, lift = (x.to_bits() as f32).to_bits())]
    from_u32: u32,
    #[reduce(xor, lift = (x.to_bits() as i32 as f32).to_bits())]
    from_i32: u32,
}

/// A monoid that becomes a field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Range {
    #[reduce(min)]
    low: f32,
    #[reduce(max)]
    high: f32,
}

/// Monoids inside a monoid, one of them built in.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Nested {
    range: Range,
    total: ops::Sum<f32>,
    #[reduce(sum, lift = 1)]
    count: u32,
}

/// Fields without names.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
pub struct Tuple(#[reduce(min)] u32, #[reduce(sum, lift = x & 255)] u32);

/// A type and a length as parameters; the elements are 12 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [T; N])]
pub struct Spans<T: Scalar, const N: usize>
where
    [T; N]: Storable,
    reduce_wgpu::field::min: reduce_wgpu::field::Operator<[T; N]>,
    reduce_wgpu::field::max: reduce_wgpu::field::Operator<[T; N]>,
{
    #[reduce(min)]
    least: [T; N],
    #[reduce(max)]
    greatest: [T; N],
}

/// An input of 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Particle {
    pub position: [f32; 3],
    pub mass: f32,
}

/// A struct for an element, and arrays for fields.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Particle)]
pub struct Cloud {
    #[reduce(min, lift = x.position)]
    low: [f32; 3],
    #[reduce(max, lift = x.position)]
    high: [f32; 3],
    #[reduce(sum, lift = x.mass)]
    mass: f32,
    #[reduce(max, lift = x.position[1] - x.mass)]
    above: f32,
}

/// An input of 8 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

/// Two columns per invocation, whose elements are no vectors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Point)]
pub struct Plane {
    #[reduce(sum, lift = x.x)]
    x: f32,
    #[reduce(sum, lift = x.y.abs())]
    y: f32,
    #[reduce(max, lift = x.x + x.y)]
    corner: f32,
}

/// A number in a struct of its own.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Celsius {
    pub degrees: f32,
}

/// Four columns per invocation, whose elements are no vectors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Celsius)]
pub struct Warmest {
    #[reduce(max, lift = x.degrees)]
    degrees: f32,
    #[reduce(sum, lift = if x.degrees > 0.5 { 1 } else { 0 })]
    thawing: u32,
}

/// 48 bytes of state: two columns per invocation, loaded as vectors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Twelve {
    #[reduce(sum, lift = [x, -x, x.abs(), x + 1.0])]
    sums: [f32; 4],
    #[reduce(min, lift = [x, -x, x.abs(), x.floor()])]
    least: [f32; 4],
    #[reduce(max, lift = [x, -x, x.trunc(), x.ceil()])]
    greatest: [f32; 4],
}

/// 108 bytes of state: one column per invocation, and a tree of one state per invocation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Bands {
    #[reduce(sum, lift = [x; 9])]
    sums: [f32; 9],
    #[reduce(min, lift = [x; 9])]
    least: [f32; 9],
    #[reduce(max, lift = [x; 9])]
    greatest: [f32; 9],
}

/// 27 floats in an element and in the state.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [f32; 27])]
pub struct Cells {
    #[reduce(sum)]
    cells: [f32; 27],
}

/// All 64-bit types in one state, with a 32-bit field behind them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = i64)]
pub struct Wide {
    #[reduce(sum, lift = x as f64)]
    float: f64,
    #[reduce(min)]
    least: i64,
    #[reduce(xor, lift = x as u64)]
    bits: u64,
    #[reduce(any, lift = x < 0)]
    negative: u32,
    #[reduce(max, lift = x as i32)]
    low: i32,
}

macro_rules! sample {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl Sample for $name {
            fn sample(kind: Kind, random: &mut Random) -> Self {
                Self { $($field: Sample::sample(kind, random)),* }
            }
        }
    )*};
}

sample! {
    Particle { position, mass }
    Point { x, y }
    Celsius { degrees }
}
