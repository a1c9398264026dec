//! Operators as people write them, with ties, infinities and rounding: nothing is wrong with them.

use reduce_wgpu::prelude::*;

/// The greatest value and the smallest index that has it; a NaN is greater than all.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Best {
    value: f32,
    index: u32,
}

#[gpu]
impl Monoid for Best {
    const EXACT: bool = true;
    fn identity() -> Self {
        Best {
            value: f32::NEG_INFINITY,
            index: u32::MAX,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        if a.value.is_nan() && b.value.is_nan() {
            return Best {
                value: a.value,
                index: a.index.min(b.index),
            };
        }
        if b.value.is_nan() || b.value > a.value {
            return b;
        }
        if b.value == a.value && b.index < a.index {
            return b;
        }
        a
    }
}

struct Find;

#[gpu]
impl Reduction for Find {
    type Input = [i32; 2];
    type State = Best;
    type Output = u32;
    fn lift(x: [i32; 2]) -> Best {
        Best {
            value: x[0] as f32,
            index: x[1] as u32,
        }
    }
    fn finish(s: Best) -> u32 {
        s.index
    }
}

#[test]
fn the_greatest_with_its_index() {
    check_monoid!(Best);
    check_monoid!(Find);
}

/// Sums of exponentials, with the greatest exponent in front.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Exponentials {
    greatest: f32,
    sum: f32,
}

#[gpu]
impl Monoid for Exponentials {
    fn identity() -> Self {
        Exponentials {
            greatest: f32::NEG_INFINITY,
            sum: 0.0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        let greatest = if b.greatest > a.greatest {
            b.greatest
        } else {
            a.greatest
        };
        if greatest == f32::NEG_INFINITY {
            return a;
        }
        Exponentials {
            greatest,
            sum: a.sum * (a.greatest - greatest).exp() + b.sum * (b.greatest - greatest).exp(),
        }
    }
}

struct LogSumExp;

#[gpu]
impl Reduction for LogSumExp {
    type Input = f32;
    type State = Exponentials;
    type Output = f32;
    fn lift(x: f32) -> Exponentials {
        Exponentials { greatest: x, sum: 1.0 }
    }
    fn finish(s: Exponentials) -> f32 {
        s.greatest + s.sum.ln()
    }
}

#[test]
fn the_logarithm_of_a_sum_of_exponentials() {
    check_monoid!(LogSumExp);
    check_monoid!(Exponentials);
}

/// A sum with the losses of its roundings.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Compensated {
    sum: f32,
    lost: f32,
}

#[gpu]
impl Monoid for Compensated {
    fn identity() -> Self {
        Compensated { sum: 0.0, lost: 0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        let sum = a.sum + b.sum;
        let part = sum - a.sum;
        let lost = (a.sum - (sum - part)) + (b.sum - part);
        Compensated {
            sum,
            lost: a.lost + b.lost + lost,
        }
    }
}

struct Kahan;

#[gpu]
impl Reduction for Kahan {
    type Input = f32;
    type State = Compensated;
    type Output = f32;
    fn lift(x: f32) -> Compensated {
        Compensated { sum: x, lost: 0.0 }
    }
    fn finish(s: Compensated) -> f32 {
        s.sum + s.lost
    }
}

#[test]
fn a_compensated_sum() {
    // Not on a GPU: Mesa's compiler takes `(a + b) - a` for `b`, and nothing is left of the losses.
    check_monoid!(Kahan, cpu);
}

/// Products of matrices, in order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Matrix {
    m: [f32; 4],
}

#[gpu]
impl Monoid for Matrix {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Matrix {
            m: [1.0, 0.0, 0.0, 1.0],
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        Matrix {
            m: [
                a.m[0] * b.m[0] + a.m[1] * b.m[2],
                a.m[0] * b.m[1] + a.m[1] * b.m[3],
                a.m[2] * b.m[0] + a.m[3] * b.m[2],
                a.m[2] * b.m[1] + a.m[3] * b.m[3],
            ],
        }
    }
}

struct Rotations;

#[gpu]
impl Reduction for Rotations {
    type Input = f32;
    type State = Matrix;
    type Output = Matrix;
    fn lift(x: f32) -> Matrix {
        Matrix {
            m: [x.cos(), -x.sin(), x.sin(), x.cos()],
        }
    }
    fn finish(s: Matrix) -> Matrix {
        s
    }
}

#[test]
fn a_product_of_matrices() {
    check_monoid!(Matrix, cpu);
    check_monoid!(Rotations);
}

/// Truth values and a state of another type, derived, without a reduction.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Reduce)]
struct Derived {
    #[reduce(any)]
    any: u32,
    #[reduce(all)]
    all: [u32; 2],
    #[reduce(max)]
    greatest: f32,
    inner: Best,
}

#[test]
fn a_derived_monoid_alone() {
    check_monoid!(Derived);
}

/// The built-in operators whose results depend on how a driver rounds; `devices/laws.rs` has the others.
#[test]
fn built_in_operators_that_round() {
    use reduce_tests::ops;
    check_monoid!(ops::Variance<f32>);
    check_monoid!(ops::Skewness<f32>);
    check_monoid!(ops::Kurtosis<f32>);
    check_monoid!(ops::Covariance<f32, 1>);
    check_monoid!(ops::Correlation<f32>);
    check_monoid!(ops::NanSum<f32>);
    check_monoid!(ops::NanMean<f32>);
    check_monoid!(ops::WeightedMean<f32>);
    check_monoid!(ops::CountAbove<f32>, using = ops::CountAbove { threshold: 0.5 });
    check_monoid!(ops::DistanceTo<2>, using = ops::DistanceTo { point: [1.0, -2.0] });
    check_monoid!(ops::Variance<u8, 1>);
    check_monoid!(ops::StdDev<f32>);
    check_monoid!(ops::LogSumExp<f32>);
    check_monoid!(ops::L2Norm<f32>);
    check_monoid!(ops::L2Norm<i16>);
    check_monoid!(ops::Dot<f32>);
}

/// The largest states of a built-in operator.
#[test]
fn the_greatest_elements() {
    use reduce_tests::ops;
    check_monoid!(ops::TopK<f32, 5>);
    check_monoid!(ops::TopK<u8, 16>);
}
