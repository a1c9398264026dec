//! Sums, products and counts.

use std::marker::PhantomData;

use crate::number::{Integer, Rounded as _};
use crate::{Monoid, Number, Reduce, Reduction, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The sum of all elements. Integers wrap; floats are summed in the canonical order.
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

/// The product of all elements. Integers wrap. Empty: 1.
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

/// The number of elements, modulo 2^32. Empty: 0.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Count<f32>>(&[0.0; 5])?, 5);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = u32, finish = count)]
pub struct Count<T: Number> {
    #[reduce(sum, lift = 1)]
    count: u32,
    input: PhantomData<T>,
}

/// The sum in f32 with what every addition rounds away carried along (Neumaier's variant of Kahan's summation, in
/// the form of Knuth's TwoSum, which needs no order of magnitudes). Empty: 0.
///
/// Error for n elements: one rounding of the result, and of the sum of magnitudes the square of what [`Sum`] rounds,
/// ((31 + log2 n) · 2^-24)². Infinities and NaN as in [`Sum`].
/// Costs six additions an element; memory still sets the pace.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::KahanSum<f32>>(&[1.0, 1e8, -1e8])?, 1.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Debug)]
pub struct KahanSum<T = f32>(PhantomData<fn() -> T>);

/// The state of [`KahanSum`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct Compensated {
    /// The rounded sum.
    pub sum: f32,
    /// What was rounded away.
    pub rest: f32,
}

#[gpu(crate = crate)]
impl Monoid for Compensated {
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
impl<T: Number> Reduction for KahanSum<T> {
    type Input = T;
    type State = Compensated;
    type Output = f32;

    fn lift(x: T) -> Compensated {
        Compensated {
            sum: x.to_f32(),
            rest: 0.0,
        }
    }

    fn finish(state: Compensated) -> f32 {
        state.sum + state.rest
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
#[derive(Debug)]
pub struct WideSum<T>(PhantomData<fn() -> T>);

/// The state of [`WideSum`]: a 64-bit integer.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[reduce(crate = crate)]
pub struct Words {
    /// The lower 32 bits.
    pub low: u32,
    /// The upper 32 bits.
    pub high: u32,
}

#[gpu(crate = crate)]
impl Monoid for Words {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self { low: 0, high: 0 }
    }

    fn combine(a: Self, b: Self) -> Self {
        let low = a.low.wrapping_add(b.low);
        let carry = (low < a.low) as u32;
        Self {
            low,
            high: a.high.wrapping_add(b.high).wrapping_add(carry),
        }
    }
}

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
