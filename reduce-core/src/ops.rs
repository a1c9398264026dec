//! The built-in operators, each declared with the derive that users have.

use crate::{Number, Reduce};

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
#[reduce(crate = crate, input = T, output = T, finish = sum)]
pub struct Sum<T: Number> {
    #[reduce(sum)]
    sum: T,
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
#[reduce(crate = crate, input = T, output = T, finish = product)]
pub struct Product<T: Number> {
    #[reduce(product)]
    product: T,
}

/// The least element; exact. A NaN wins, −0 is below +0. Empty: +∞, or the greatest integer.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert!(Cpu::new().reduce::<ops::Min<f32>>(&[0.0, f32::NAN])?.is_nan());
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T, finish = min)]
pub struct Min<T: Number> {
    #[reduce(min)]
    min: T,
}

/// The greatest element; exact. A NaN wins, +0 is above −0. Empty: −∞, or the least integer.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Max<i32>>(&[3, 9, -4])?, 9);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T, finish = max)]
pub struct Max<T: Number> {
    #[reduce(max)]
    max: T,
}

/// The least and the greatest element in one pass; as [`Min`] and [`Max`].
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let range = Cpu::new().reduce::<ops::MinMax<u32>>(&[3, 9, 4])?;
/// assert_eq!((range.min, range.max), (3, 9));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T)]
pub struct MinMax<T: Number> {
    /// The least element.
    #[reduce(min)]
    pub min: T,
    /// The greatest element.
    #[reduce(max)]
    pub max: T,
}

/// The arithmetic mean, accumulated in f32. Empty: NaN. Error: that of [`Sum<f32>`](Sum), and one rounding for each integer above 2^24.
///
/// The count is a u32: more than 2^32 − 1 elements wrap it.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Mean<i32>>(&[1, 2])?, 1.5);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = f32, finish = sum / count as f32)]
pub struct Mean<T: Number> {
    #[reduce(sum, lift = x.to_f32())]
    sum: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
    input: std::marker::PhantomData<T>,
}

/// Whether any element is not zero; a NaN is not zero. Empty: false.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert!(Cpu::new().reduce::<ops::Any<i32>>(&[0, 0, 5])?);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = bool, finish = any != 0)]
pub struct Any<T: Number> {
    #[reduce(any)]
    any: u32,
    input: std::marker::PhantomData<T>,
}

/// Whether every element is not zero; a NaN is not zero. Empty: true.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert!(!Cpu::new().reduce::<ops::All<u32>>(&[1, 0])?);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = bool, finish = all != 0)]
pub struct All<T: Number> {
    #[reduce(all)]
    all: u32,
    input: std::marker::PhantomData<T>,
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
    input: std::marker::PhantomData<T>,
}
