//! The comparison that all tests on devices share.

use std::any::TypeId;
use std::fmt::Debug;

use reduce_tests::device::Driver;
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::ops::Product;
use reduce_tests::oracle::bits;
use reduce_tests::sizes;
use reduce_wgpu::{Cpu, Gpu, Monoid as _, NoParameters, Operator};

/// The bounds on a reduction that is compared.
pub(crate) trait Comparable:
    Operator<Params: NoParameters, Input: Sample, Output: Debug + reduce_wgpu::GpuType>
{
}

impl<R: Operator<Params: NoParameters, Input: Sample, Output: Debug + reduce_wgpu::GpuType>> Comparable for R {}

/// Compares bits, not values: zeros have signs.
pub(crate) fn agree<R: Comparable>(gpu: &Gpu, data: &[R::Input], what: impl Debug) {
    let device = gpu
        .reduce::<R>(data)
        .unwrap_or_else(|error| panic!("{} elements: {error}", data.len()));
    let host = Cpu::new().reduce::<R>(data).unwrap();
    assert_eq!(
        bits(&device),
        bits(&host),
        "{} elements, {what:?}: the device gives {device:?}, the CPU {host:?}",
        data.len()
    );
}

/// Agreement on ordinary numbers at a few sizes, and on every kind of number at fewer.
pub(crate) fn agree_thinly<R: Comparable>(gpu: &Gpu) {
    let kinds = kinds::<R>();
    let sizes = sizes::thin::<R>();
    let data = input::<R::Input>(kinds[0], sizes.last().copied().unwrap());
    for &size in &sizes {
        agree::<R>(gpu, &data[..size], kinds[0]);
    }
    for kind in kinds {
        let data = input::<R::Input>(kind, 70_001);
        for size in [1, 2, 300, 3000, data.len()] {
            agree::<R>(gpu, &data[..size], kind);
        }
    }
}

/// The kinds of numbers on which this driver has to agree, the one for many sizes first.
///
/// WGSL lets a driver take numbers below the normal range for zeros wherever it computes with floats. The results of such a driver are in `numbers`;
/// operators that only compare and select are held to every bit there as everywhere.
fn kinds<R: Comparable>() -> Vec<Kind> {
    if R::State::EXACT || !Driver::of_this_run().flushes_subnormals() {
        return Kind::ALL.to_vec();
    }
    // The product of a few ordinary numbers is below the normal range, or above it, soon enough.
    if TypeId::of::<R>() == TypeId::of::<Product<f32>>() {
        return vec![Kind::NearOne, Kind::Zeros, Kind::NearLimits];
    }
    let mut kinds = Kind::ALL.to_vec();
    kinds.retain(|kind| ![Kind::AnyBits, Kind::Subnormal].contains(kind));
    kinds
}
