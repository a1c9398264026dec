//! States of many numbers: the largest that a driver on the CPU takes, and the first that it does not.

use reduce_tests::device::gpu;
use reduce_wgpu::{Cpu, Error, GpuType, Monoid, NoParameters, Operator, Reduce, Reduction, gpu};

/// A histogram by the derive.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
struct Histogram<const N: usize> {
    #[reduce(sum, lift = one::<N>(x))]
    bins: [u32; N],
}

#[gpu]
fn one<const N: usize>(x: u32) -> [u32; N] {
    let mut bins = [0; N];
    bins[x as usize % N] = 1;
    bins
}

/// A histogram by hand, with a loop.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Counts<const N: usize> {
    bins: [u32; N],
}

#[gpu]
impl<const N: usize> Monoid for Counts<N> {
    fn identity() -> Self {
        Counts { bins: [0; N] }
    }
    fn combine(a: Self, b: Self) -> Self {
        let mut counts = a;
        for k in 0..N {
            counts.bins[k] = counts.bins[k].wrapping_add(b.bins[k]);
        }
        counts
    }
}

struct Counted<const N: usize>;

#[gpu]
impl<const N: usize> Reduction for Counted<N> {
    type Input = u32;
    type State = Counts<N>;
    type Output = Counts<N>;
    fn lift(x: u32) -> Counts<N> {
        Counts { bins: one::<N>(x) }
    }
    fn finish(s: Counts<N>) -> Counts<N> {
        s
    }
}

/// The digits of the last number that is odd: a large state whose monoid keeps the order.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Last<const N: usize> {
    digits: [u32; N],
    some: u32,
}

#[gpu]
impl<const N: usize> Monoid for Last<N> {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Last {
            digits: [0; N],
            some: 0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        if b.some == 0 { a } else { b }
    }
}

struct LastOdd<const N: usize>;

#[gpu]
impl<const N: usize> Reduction for LastOdd<N> {
    type Input = u32;
    type State = Last<N>;
    type Output = Last<N>;
    fn lift(x: u32) -> Last<N> {
        let mut digits = [x; N];
        for k in 0..N {
            digits[k] = x / (k as u32 + 1);
        }
        Last { digits, some: x % 2 }
    }
    fn finish(s: Last<N>) -> Last<N> {
        s
    }
}

fn numbers(len: u32) -> Vec<u32> {
    (0..len).map(|i| i.wrapping_mul(2_654_435_761) >> 7).collect()
}

fn runs<R: Operator<Params: NoParameters, Input = u32>>()
where
    R::Output: PartialEq + std::fmt::Debug,
{
    let data = numbers(5000);
    assert_eq!(
        gpu().reduce::<R>(&data).unwrap(),
        Cpu::new().reduce::<R>(&data).unwrap()
    );
}

fn refused<R: Operator<Params: NoParameters, Input = u32>>(bytes: u64) {
    let error = gpu().reducer::<R>().map(drop).unwrap_err();
    assert!(
        matches!(error, Error::Limit { asked, limit: 1024, unit: "bytes", .. } if asked == bytes),
        "{error}"
    );
    let message = error.to_string();
    assert!(
        message.contains(gpu().name()) && message.contains("Cpu::new()"),
        "{message}"
    );
}

/// Such a kernel has no other template for large states, as that of tiles has.
#[test]
fn an_ordered_kilobyte_runs() {
    runs::<LastOdd<24>>();
    runs::<LastOdd<255>>();
}

#[test]
fn a_kilobyte_runs() {
    runs::<Histogram<256>>();
}

#[test]
fn by_hand_it_runs_as_well() {
    runs::<Counted<32>>();
}

#[test]
fn more_is_refused_and_crashes_no_driver() {
    refused::<Histogram<257>>(1028);
    refused::<Histogram<1024>>(4096);
    refused::<Counted<257>>(1028);
    refused::<Counted<1000>>(4000);
    // The device goes on.
    assert_eq!(gpu().reduce::<reduce_wgpu::ops::Sum<u32>>(&[1, 2]).unwrap(), 3);
}
