//! Operators with parameters of every shape: scalars, arrays, nested structs, 64 bits; read by `lift`, by `finish`, in order, in tuples.

#![allow(
    missing_docs,
    reason = "each item is a case and says which; its fields are what the case consists of"
)]

use reduce_wgpu::prelude::*;

use crate::ops::{Max, Sum, Words};

/// Calls the macro `$callback` with `name: Type,` for every operator with parameters on types that all devices have.
#[macro_export]
macro_rules! for_operators_with_parameters {
    ($callback:ident) => {
        $callback! {
            count_above: $crate::parameters::CountAbove,
            polynomial: $crate::parameters::Polynomial,
            to_base: $crate::parameters::ToBase,
            scaled: $crate::parameters::Scaled<f32>,
            in_two_orders: $crate::parameters::InTwoOrders,
            window: $crate::parameters::Window,
            weighed: $crate::parameters::Weighed,
            equal_bins: $crate::ops::Histogram<f32, 32>,
            equal_bins_of_bytes: $crate::ops::Histogram<u8, 32>,
            equal_bins_of_integers: $crate::ops::Histogram<i32, 20>,
            equal_bins_in_a_tuple: ($crate::ops::Histogram<f32, 8>, $crate::ops::Max<f32>),
            quartiles: $crate::ops::Quantiles<f32, 32, 3>,
            median_of_integers: $crate::ops::Quantiles<i32, 20, 1>,
            parameters_in_a_nested_tuple: ($crate::ops::Sum<f32>, ($crate::parameters::Polynomial, $crate::parameters::CountAbove)),
        }
    };
}

/// The example of the design, word for word.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct CountAbove {
    pub threshold: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Tally {
    #[reduce(sum)]
    pub n: u32,
}

#[gpu]
impl Reduction for CountAbove {
    type Input = f32;
    type State = Tally;
    type Output = u32;
    fn lift(&self, x: f32) -> Self::State {
        Tally {
            n: (x > self.threshold) as u32,
        }
    }
    fn finish(&self, s: Self::State) -> u32 {
        s.n
    }
}

/// A nested struct and an array, read by a loop and by a method; more words than a vector has.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Polynomial {
    pub coefficients: [f32; 5],
    pub domain: Domain,
    pub rounds: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Domain {
    pub low: f32,
    pub high: f32,
}

#[gpu]
impl Domain {
    fn clamp(self, x: f32) -> f32 {
        if x < self.low {
            self.low
        } else if x > self.high {
            self.high
        } else {
            x
        }
    }
}

#[gpu]
impl Reduction for Polynomial {
    type Input = f32;
    type State = Max<f32>;
    type Output = f32;
    fn lift(&self, x: f32) -> Max<f32> {
        let Polynomial { domain, .. } = *self;
        let x = domain.clamp(x);
        let mut sum = 0.0;
        for power in 0..5 {
            if power as u32 <= self.rounds {
                sum = sum * 0.5 + self.coefficients[power] * x;
            }
        }
        Max::<f32>::lift(sum)
    }
    /// Reads a parameter as well.
    fn finish(&self, s: Max<f32>) -> f32 {
        Max::<f32>::finish(s) + self.domain.low
    }
}

/// Keeps the order of the input: the value of its digits to a base, modulo a prime, and the power of the base.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Digits {
    value: u32,
    power: u32,
}

#[gpu]
impl Monoid for Digits {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;
    fn identity() -> Self {
        Digits { value: 0, power: 1 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Digits {
            value: (a.value * b.power + b.value) % 65_521,
            power: a.power * b.power % 65_521,
        }
    }
}

/// The base of [`Digits`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct ToBase {
    pub base: u32,
}

#[gpu]
impl Reduction for ToBase {
    type Input = f32;
    type State = Digits;
    type Output = u32;
    fn lift(&self, x: f32) -> Digits {
        Digits {
            value: (x.abs() as u32) % self.base,
            power: self.base % 65_521,
        }
    }
    fn finish(&self, s: Digits) -> u32 {
        s.value
    }
}

/// Any order, bits that depend on it, and a scale that `finish` takes back.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Scaled<T: Scalar> {
    pub by: T,
}

#[gpu]
impl<T: Scalar> Reduction for Scaled<T>
where
    reduce_wgpu::field::sum: reduce_wgpu::field::Operator<T>,
{
    type Input = T;
    type State = Sum<T>;
    type Output = T;
    fn lift(&self, x: T) -> Sum<T> {
        Sum::<T>::lift(x * self.by)
    }
    fn finish(&self, s: Sum<T>) -> T {
        Sum::<T>::finish(s) - self.by
    }
}

/// Two kernels read the input: one in order, one by columns. The same operator twice, with other parameters.
pub type InTwoOrders = (ToBase, Scaled<f32>, CountAbove, ToBase);

/// Reads positions, counted within a window.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Window {
    pub first: u32,
    pub length: u32,
}

#[gpu]
impl Reduction for Window {
    type Input = Indexed<f32>;
    type State = Words;
    type Output = u32;
    fn lift(&self, x: Indexed<f32>) -> Words {
        let inside = x.index >= self.first && x.index - self.first < self.length;
        Words {
            low: (inside && x.value > 0.0) as u32,
            high: 0,
        }
    }
    fn finish(&self, s: Words) -> u32 {
        s.low
    }
}

/// Packed elements, one of each two weighed by a parameter.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Weighed {
    pub weights: [u32; 3],
}

#[gpu]
impl Reduction for Weighed {
    type Input = (u8, i16);
    type State = Sum<u32>;
    type Output = u32;
    fn lift(&self, x: (u8, i16)) -> Sum<u32> {
        Sum::<u32>::lift(x.0 as u32 * self.weights[(x.1 as i32).unsigned_abs() as usize % 3])
    }
    fn finish(&self, s: Sum<u32>) -> u32 {
        Sum::<u32>::finish(s)
    }
}
