//! Reductions to truth values and bits.

use crate::{Number, Reduce};

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

/// The bitwise and of all elements. Exact. Empty: all bits set.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::BitAnd<u32>>(&[0b1100, 0b0110])?, 0b0100);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T::Wide, finish = bits)]
pub struct BitAnd<T: Number> {
    #[reduce(and, lift = x.widen())]
    bits: T::Wide,
}

/// The bitwise or of all elements. Exact. Empty: 0.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::BitOr<u8>>(&[0b1100, 0b0110])?, 0b1110);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T::Wide, finish = bits)]
pub struct BitOr<T: Number> {
    #[reduce(or, lift = x.widen())]
    bits: T::Wide,
}

/// The bitwise exclusive or of all elements. Exact. Empty: 0.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::BitXor<i32>>(&[0b1100, 0b0110])?, 0b1010);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T::Wide, finish = bits)]
pub struct BitXor<T: Number> {
    #[reduce(xor, lift = x.widen())]
    bits: T::Wide,
}
