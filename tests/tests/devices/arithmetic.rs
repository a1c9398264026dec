//! What a device is seen to do with floats when it is opened, and the operators that have the bits of the CPU because it is held to them.

use reduce_tests::device::{Driver, borrowed, gpu};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::ops::*;
use reduce_tests::sizes;
use reduce_wgpu::prelude::*;
use reduce_wgpu::{Gpu, Reproducibility, Seen};

use crate::agree::{Comparable, agree};

#[test]
fn a_device_is_tried_when_it_is_opened() {
    let arithmetic = gpu().caps().arithmetic;
    assert!(arithmetic.no_contraction);
    let seen = Seen {
        flushes: Driver::of_this_run().flushes_subnormals(),
        ..Seen::AS_ON_THE_CPU
    };
    assert_eq!(arithmetic.seen, Some(seen));
}

/// At every size at which a kernel changes its way, on numbers of which sums and products round.
fn has_the_bits_of_the_cpu<R: Comparable>(gpu: &Gpu) {
    let reducer = gpu.reducer::<R>().unwrap();
    assert_eq!(reducer.kernels().reproducibility(), Reproducibility::AcrossDevices);
    let sizes = sizes::thin::<R>();
    for kind in [Kind::Ordinary, Kind::NearOne] {
        let data = input::<R::Input>(kind, sizes.last().copied().unwrap());
        for &size in &sizes {
            agree::<R>(gpu, &data[..size], kind);
        }
    }
}

#[test]
fn a_dot_product_has_the_bits_of_the_cpu() {
    has_the_bits_of_the_cpu::<Dot<f32>>(gpu());
}

#[test]
fn norms_have_the_bits_of_the_cpu() {
    has_the_bits_of_the_cpu::<L1Norm<f32>>(gpu());
    has_the_bits_of_the_cpu::<L2Norm<f32>>(gpu());
}

#[test]
fn explain_says_what_the_device_is_held_to() {
    let page = gpu().reducer::<Dot<f32>>().unwrap().kernels().explain();
    let subnormals = if Driver::of_this_run().flushes_subnormals() {
        "flushed"
    } else {
        "kept"
    };
    let expected = format!(
        "\n  bits       the same on every device and on the CPU\n  floats     neither fused nor regrouped, by NoContraction; seen on this \
         device: sums in order, products rounded before sums, subnormals {subnormals}, quotients correctly rounded\n"
    );
    assert!(page.contains(&expected), "{page}");
    let page = gpu().reducer::<Max<f32>>().unwrap().kernels().explain();
    assert!(!page.contains("  floats  "), "{page}");
}

/// A program may open its device without the feature: its kernels go through WGSL, and products promise less.
#[test]
fn a_device_without_passthrough_promises_less() {
    let gpu = borrowed(|_, _| {});
    let arithmetic = gpu.caps().arithmetic;
    assert!(!arithmetic.no_contraction && arithmetic.seen.is_some_and(|seen| seen.in_order));
    let sum = gpu.reducer::<Sum<f32>>().unwrap();
    assert_eq!(sum.kernels().reproducibility(), Reproducibility::AcrossDevices);
    let dot = gpu.reducer::<Dot<f32>>().unwrap();
    let because = "a product beside a sum, which may be fused";
    assert_eq!(dot.kernels().reproducibility(), Reproducibility::PerDevice { because });
    let page = dot.kernels().explain();
    assert!(
        page.contains("floats     as the driver takes WGSL, which lets it fuse and regroup; seen on"),
        "{page}"
    );
}
