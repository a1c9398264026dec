//! A reduction that shows how a device computes with floats: sums, products beside sums, quotients, and numbers below the normal range.
//!
//! It runs once when a device is opened, made by the generator of all kernels, and is compared with the CPU. The numbers are such that another
//! order of the sums, a fused product or a flushed subnormal has other bits.

pub mod subgroups;

use half::f16;

use crate::Reduce;
use crate::arithmetic::{Arithmetic, Seen};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::cpu::Cpu;
use crate::error::Error;
use crate::hash::name;
use crate::kernel::{self, Kernel, Step};
use crate::lower::method::{Method, quotient};
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::order::canonical::Shape;
use crate::tuning::ROWS;
use crate::wgsl::{Module, operand};

/// The state of the test: one sum for each property that is tested.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = f32)]
pub struct Probe {
    #[reduce(sum)]
    sum: f32,
    #[reduce(sum, lift = x * x.abs())]
    products: f32,
    /// The sum of the bits of quotients, each times an odd number, lest errors cancel out.
    #[reduce(sum, lift = {
        // From 2^-109 to the greatest number, and a dividend at most 2^16 times smaller: no quotient leaves the normal range.
        let divisor = x.to_bits().wrapping_mul(2_654_435_761) % 0x7600_0000 + 0x0900_0000;
        let dividend = divisor - (x.to_bits().wrapping_mul(747_796_405) & 0x07ff_ffff);
        let quotient = f32::from_bits(dividend) / f32::from_bits(divisor);
        // In a division by a constant, a compiler may multiply by the inverse.
        (quotient.to_bits() ^ (x / 3.0).to_bits().rotate_left(11)).wrapping_mul(divisor | 1)
    })]
    quotients: u32,
    /// The sum of the bits of a number below the normal range times 2^23, and that of a product below it.
    #[reduce(sum, lift = (f32::from_bits(x.to_bits() & 0x007f_ffff) * 8_388_608.0).to_bits() ^ (x * f32::MIN_POSITIVE).to_bits())]
    subnormals: u32,
    #[reduce(sum, lift = (x.to_bits() & 0x3ff).half().to_bits())]
    halves: u32,
    /// The sum of the bits of a product's rounding error: 0 where `fma` rounds the product as well.
    #[reduce(sum, lift = {
        let other = f32::from_bits((x.to_bits().wrapping_mul(747_796_405) >> 9) | 0x3f80_0000);
        x.mul_add(other, -(x * other)).to_bits().wrapping_mul(other.to_bits() | 1)
    })]
    rests: u32,
}

/// The number whose `f16` bits the lower half of a word is.
trait Half {
    fn half(self) -> f32;
}

impl Half for u32 {
    #[inline(always)]
    fn half(self) -> f32 {
        f32::from(f16::from_bits(self as u16))
    }
}

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("half") }> for u32 {
    fn call(arguments: &[String], _: &mut Module) -> String {
        format!("unpack2x16float({}).x", operand(&arguments.concat()))
    }
}

/// The divisions of f32 that kernels hold where a device's own is not known to round to the nearest, to be compared with it.
pub trait Quotient {
    /// `self / other`, by integers.
    #[must_use]
    fn quotient(self, other: Self) -> Self;
    /// `self / other`, by the remainders of `fma`.
    #[must_use]
    fn corrected_quotient(self, other: Self) -> Self;
}

impl Quotient for f32 {
    #[inline(always)]
    fn quotient(self, other: Self) -> Self {
        self / other
    }

    #[inline(always)]
    fn corrected_quotient(self, other: Self) -> Self {
        self / other
    }
}

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("quotient") }> for f32 {
    fn call(arguments: &[String], module: &mut Module) -> String {
        quotient::exact(arguments, module)
    }
}

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("corrected_quotient") }> for f32 {
    fn call(arguments: &[String], module: &mut Module) -> String {
        quotient::corrected(arguments, module)
    }
}

/// A tile of numbers of magnitudes between 1/2 and 1, whose last bits are all in use.
///
/// A column holds the negatives of its neighbour's from bottom to top. So only rounding errors are left of their sum, and another order leaves hardly
/// a bit of them as it is.
#[must_use]
pub fn elements() -> Vec<f32> {
    let hash = |i: u32| {
        let word = i.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let word = ((word >> ((word >> 28) + 4)) ^ word).wrapping_mul(277_803_737);
        (word >> 22) ^ word
    };
    let number = |i| f32::from_bits((hash(i) >> 9) | 0x3f00_0000);
    let columns = Shape::of::<Probe>().columns();
    let element = |i: u32| match (i / columns, i % columns) {
        (row, column) if column % 2 == 1 => -number((ROWS - 1 - row) * columns + column - 1),
        _ => number(i),
    };
    (0..ROWS * columns).map(element).collect()
}

/// The kernel that reduces a tile of them, by the operators of the device itself.
///
/// # Errors
/// As [`Kernels::of`](crate::Kernels::of).
pub fn kernel(caps: &Caps) -> Result<Kernel, Error> {
    let caps = Caps {
        arithmetic: Arithmetic {
            seen: Some(Seen::AS_ON_THE_CPU),
            ..caps.arithmetic
        },
        ..caps.clone()
    };
    let recipe = Recipe::of::<Probe>();
    let policy = Policy {
        // As few copies of the operator as possible: with 8 of them, a program on the CPU compiles for a tenth of a second, and several times as
        // long on a busy machine; an H200's driver compiles 13 ms instead of 1.
        in_flight: 1,
        ..Policy::chosen(&recipe, &caps).0
    };
    kernel::generate(&recipe, Step::Tiles, &OperatorWgsl::by(&recipe, &caps)?, policy, &caps)
}

/// The kernel, of two workgroups, that counts the rounds of its loops.
///
/// # Errors
/// As [`Kernels::of`](crate::Kernels::of).
pub fn loops(caps: &Caps) -> Result<Kernel, Error> {
    kernel::loop_test(caps)
}

/// The verdict on a device whose state of [`elements`] came back as `bytes`.
///
/// # Errors
/// [`Error::Panicked`], which cannot be.
pub fn judge(bytes: &[u8]) -> Result<Option<Seen>, Error> {
    let expected = Cpu::new().reduce::<Probe>(&elements())?;
    Ok(crate::from_bytes::<Probe>(bytes).map(|state| seen(state, expected)))
}

fn seen(state: Probe, expected: Probe) -> Seen {
    Seen {
        in_order: state.sum.to_bits() == expected.sum.to_bits(),
        fuses: state.products.to_bits() != expected.products.to_bits(),
        flushes: state.subnormals != expected.subnormals,
        flushes_f16: state.halves != expected.halves,
        divides: state.quotients == expected.quotients,
        fma: state.rests == expected.rests,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of columns folded by `step`, and of the columns by a balanced tree.
    fn folded(numbers: &[f32], step: fn(f32, f32) -> f32, first: fn(f32) -> f32) -> u32 {
        let width = Shape::of::<Probe>().columns() as usize;
        let mut columns: Vec<f32> = numbers[..width].iter().map(|x| first(*x)).collect();
        for row in numbers[width..].chunks(width) {
            for (column, x) in columns.iter_mut().zip(row) {
                *column = step(*column, *x);
            }
        }
        tree(columns).to_bits()
    }

    fn tree(mut sums: Vec<f32>) -> f32 {
        while sums.len() > 1 {
            sums = sums.chunks(2).map(|pair| pair.iter().sum()).collect();
        }
        sums[0]
    }

    #[test]
    fn every_other_way_to_compute_has_other_bits() -> Result<(), Error> {
        let numbers = elements();
        let expected = Cpu::new().reduce::<Probe>(&numbers)?;
        let sum = expected.sum.to_bits();
        assert_eq!(sum, folded(&numbers, |sum, x| sum + x, |x| x));
        let reversed: Vec<f32> = numbers.iter().rev().copied().collect();
        assert_ne!(sum, folded(&reversed, |sum, x| sum + x, |x| x));
        // Eight loads of a column at a time, by a tree.
        let width = Shape::of::<Probe>().columns() as usize;
        let columns = (0..width).map(|column| {
            let column: Vec<f32> = numbers[column..].iter().step_by(width).copied().collect();
            column
                .chunks(8)
                .map(|eight| tree(eight.to_vec()))
                .fold(-0.0, |a, b| a + b)
        });
        assert_ne!(sum, tree(columns.collect()).to_bits());
        assert_ne!(sum, numbers.iter().sum::<f32>().to_bits());

        let products = expected.products.to_bits();
        assert_eq!(products, folded(&numbers, |sum, x| sum + x * x.abs(), |x| x * x.abs()));
        assert_ne!(
            products,
            folded(&numbers, |sum, x| x.mul_add(x.abs(), sum), |x| x * x.abs())
        );

        assert_eq!(seen(expected, expected), Seen::AS_ON_THE_CPU);
        assert_ne!((expected.subnormals, expected.halves), (0, 0));
        assert_ne!(expected.rests, 0);
        Ok(())
    }
}
