//! Sums, products and counts.

use std::marker::PhantomData;

use super::Words;
use crate::builtin::number::statistic::Total;
use crate::builtin::number::{Integer, Rounded as _};
use crate::{Element, Monoid, Number, Reduce, Reduction, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The sum of all elements. Integers wrap; floats are summed in the canonical order.
///
/// The result is a u32 for u8 and u16, an i32 for i8 and i16, an f32 for f16, the type itself for all others. A sum of integers that leaves it wraps
/// around, one of floats is infinite: [`WideSum`] adds integers in 64 bits, [`KahanSum`] and [`Mean`](super::Mean) in as many as it takes.
///
/// Empty: 0 (for floats −0, the float that changes nothing when added). Error of a float sum of n elements: at most
/// (31 + log2 n) rounding steps of the sum of magnitudes, against n for a loop.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Sum<f32>>(&[0.5, 0.25])?, 0.75);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T::Wide, finish = sum)]
pub struct Sum<T: Number> {
    #[reduce(sum, lift = x.widen())]
    pub(super) sum: T::Wide,
}

/// The product of all elements, in the type of [`Sum`]. Integers wrap around; floats beyond the greatest one are infinite, and below the
/// least one 0. Empty: 1. Error of a float product of n elements: at most n − 1 rounding steps, relative.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Product<i32>>(&[2, -3, 7])?, -42);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T::Wide, finish = product)]
pub struct Product<T: Number> {
    #[reduce(product, lift = x.widen())]
    product: T::Wide,
}

/// The number of elements of any type, in 64 bits. Empty: 0.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Count<f32>>(&[0.0; 5])?, 5);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = u64, finish = u32::long(count.low, count.high))]
pub struct Count<T: Element> {
    #[reduce(lift = Words { low: 1, high: 0 })]
    count: Words,
    input: PhantomData<T>,
}

/// Functions of the plain sums in which statistics accumulate floats.
macro_rules! plain {
    ($($float:ident { $($of:ident($x:ident: $t:ty) $value:expr;)* })*) => {$(
        #[gpu(crate = crate)]
        #[allow(dead_code, reason = "`real` and `over` are those of devices")]
        impl Sum<$float> {
            $(pub(crate) fn $of($x: $t) -> Self {
                Self { sum: $value }
            })*

            fn real(self) -> $float {
                self.sum
            }

            fn over(self, count: Words) -> $float {
                self.sum / (count.high as $float * 4_294_967_296.0 + count.low as $float)
            }
        }

        impl Total for Sum<$float> {
            type Real = $float;

            fn real(self) -> $float {
                self.sum
            }

            fn over(self, count: Words) -> $float {
                self.sum / count.unsigned() as $float
            }
        }
    )*};
}

plain! {
    f32 {
        of_f32(x: f32) x;
        magnitude_of_f32(x: f32) x.abs();
        square_of_f32(x: f32) x * x;
    }
    f64 {
        of_f64(x: f64) x;
        magnitude_of_f64(x: f64) x.abs();
        square_of_f64(x: f64) x * x;
        square_of_u64(x: u64) x as f64 * x as f64;
        square_of_i64(x: i64) x as f64 * x as f64;
    }
}

/// The sum with the rounding error of every addition carried along (Neumaier's variant of Kahan's summation, in the form of Knuth's TwoSum, which
/// needs no order of magnitudes): in f32 for f32 and f16, in f64 for f64. For integers the exact sum, rounded once to an f64. Empty: 0.
///
/// Error for n elements: one rounding of the result, and the sum of magnitudes times the square of [`Sum`]'s relative error, ((31 + log2 n) ·
/// 2^-24)², for f64 with 2^-53. Infinities and NaN as in [`Sum`]. Costs six additions per element; memory still sets the pace.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::KahanSum<f32>>(&[1.0, 1e8, -1e8])?, 1.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KahanSum<T = f32>(PhantomData<fn() -> T>);

/// A compensated sum of floats.
macro_rules! compensated {
    ($(#[$doc:meta])* $name:ident of $float:ident by $of:ident) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        #[reduce(crate = crate)]
        pub struct $name {
            /// The rounded sum.
            pub sum: $float,
            /// The part that was rounded away.
            pub rest: $float,
        }

        #[gpu(crate = crate)]
        impl Monoid for $name {
            fn identity() -> Self {
                Self { sum: -0.0, rest: 0.0 }
            }

            fn combine(a: Self, b: Self) -> Self {
                let sum = (a.sum + b.sum).rounded();
                let of_b = (sum - a.sum).rounded();
                let lost = (a.sum - (sum - of_b)) + (b.sum - of_b);
                // Infinities have lost nothing.
                let lost = if lost.is_finite() { lost } else { 0.0 };
                Self {
                    sum,
                    rest: (a.rest + b.rest) + lost,
                }
            }
        }

        #[gpu(crate = crate)]
        #[allow(dead_code, reason = "`real` and `over` are those of devices")]
        impl $name {
            pub(crate) fn $of(x: $float) -> Self {
                Self { sum: x, rest: 0.0 }
            }

            fn real(self) -> $float {
                self.sum + self.rest
            }

            fn over(self, count: Words) -> $float {
                Sum::<$float> { sum: self.sum + self.rest }.over(count)
            }
        }

        impl Total for $name {
            type Real = $float;

            fn real(self) -> $float {
                self.sum + self.rest
            }

            fn over(self, count: Words) -> $float {
                Total::over(Sum::<$float> { sum: self.sum + self.rest }, count)
            }
        }
    };
}

compensated! {
    /// The state of [`KahanSum`] for f32 and f16.
    Compensated of f32 by of_f32
}

compensated! {
    /// The state of [`KahanSum`] for f64.
    Compensated64 of f64 by of_f64
}

#[gpu(crate = crate)]
impl<T: Number> Reduction for KahanSum<T> {
    type Input = T;
    type State = T::Compensated;
    type Output = T::Real;

    fn lift(x: T) -> T::Compensated {
        x.compensated()
    }

    fn finish(state: T::Compensated) -> T::Real {
        state.real()
    }
}

/// The sum of integers in 64 bits, on any device: two words are carried where it has no 64-bit integers. Exact;
/// wraps beyond 64 bits. Empty: 0.
///
/// u8, u16 and u32 give a u64; i8, i16 and i32 an i64.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::WideSum<u32>>(&[u32::MAX; 3])?, 3 * u64::from(u32::MAX));
/// assert_eq!(Cpu::new().reduce::<ops::WideSum<i8>>(&[-128; 3])?, -384);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WideSum<T>(PhantomData<fn() -> T>);

#[gpu(crate = crate)]
impl<T: Integer> Reduction for WideSum<T> {
    type Input = T;
    type State = Words;
    type Output = T::Long;

    fn lift(x: T) -> Words {
        Words {
            low: x.low_word(),
            high: x.high_word(),
        }
    }

    fn finish(state: Words) -> T::Long {
        T::long(state.low, state.high)
    }
}
