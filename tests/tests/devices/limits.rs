//! Inputs beyond the capacity of one binding, one buffer or one dispatch of the device.

use reduce_tests::device::{Driver, adapter, borrowed, gpu};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::{Bands, Cloud, Stats};
use reduce_tests::ops::{Max, Sum};
use reduce_tests::oracle::bits;
use reduce_wgpu::{Cpu, Gpu, Plan, Shape};

use crate::agree::{Comparable, agree};

const MIB: u64 = 1 << 20;

/// llvmpipe binds 128 MiB at most, so that an input of a little over twice that lies in three buffers.
#[test]
fn an_input_over_the_binding_limit() {
    let gpu = match Driver::of_this_run() {
        Driver::Llvmpipe => gpu().clone(),
        // Its own limit of 1 GiB would take minutes.
        Driver::SwiftShader => borrowed(|_, limits| limits.max_storage_buffer_binding_size = 8 * MIB),
    };
    let room = gpu.caps().max_binding_bytes;
    assert!(room <= 128 * MIB, "{room}");
    let len = usize::try_from(room / 4 * 2).unwrap() + 12_345;
    let data = input::<f32>(Kind::Ordinary, len);
    let array = gpu.upload(&data).unwrap();
    same::<Sum<f32>>(&gpu, &array, &data);
    same::<Stats>(&gpu, &array, &data);
    drop(array);
    agree::<Sum<f32>>(&gpu, &data, "as a slice");
}

/// As a slice, which comes segment by segment, and as an array, which lies in as many buffers as it takes.
fn both<R: Comparable>(gpu: &Gpu, data: &[R::Input], what: &str) {
    agree::<R>(gpu, data, what);
    same::<R>(gpu, &gpu.upload(data).unwrap(), data);
}

fn same<R: Comparable>(gpu: &Gpu, array: &reduce_wgpu::Array<R::Input>, data: &[R::Input]) {
    let (device, host) = (gpu.reduce::<R>(array).unwrap(), Cpu::new().reduce::<R>(data).unwrap());
    assert_eq!(bits(&device), bits(&host), "{device:?}, {host:?}");
}

/// Buffers of one to a few tiles: every cut between two of them, and the ends of the last.
#[test]
fn many_small_buffers() {
    let by_binding = borrowed(|_, limits| limits.max_storage_buffer_binding_size = 300 * 1024);
    let by_buffer = borrowed(|_, limits| limits.max_buffer_size = 300 * 1024);
    for gpu in [by_binding, by_buffer] {
        cuts::<Sum<f32>>(&gpu, 2 * 32_768);
        cuts::<Stats>(&gpu, 2 * 32_768);
        cuts::<Max<i32>>(&gpu, 2 * 32_768);
        cuts::<Bands>(&gpu, 2 * 32_768);
        cuts::<Cloud>(&gpu, 2 * 8192);
    }
}

/// Sizes around the first cuts, which come after every `chunk` elements.
fn cuts<R: Comparable>(gpu: &Gpu, chunk: usize) {
    let plan = Plan::of::<R>(10 * chunk as u64, gpu.caps()).unwrap();
    assert!(
        plan.passes
            .iter()
            .filter(|pass| pass.step == reduce_wgpu::Step::Tiles)
            .count()
            >= 10,
        "{plan:?}"
    );
    let data = input::<R::Input>(Kind::Ordinary, 10 * chunk);
    for len in [
        chunk - 1,
        chunk,
        chunk + 1,
        2 * chunk + 1,
        5 * chunk - 1,
        10 * chunk - 1,
        10 * chunk,
    ] {
        both::<R>(gpu, &data[..len], "in small buffers");
    }
}

/// Three workgroups per dispatch: passes over parts of one buffer, each at an offset of its own.
#[test]
fn more_tiles_than_a_dispatch_may_have() {
    let gpu = borrowed(|_, limits| limits.max_compute_workgroups_per_dimension = 3);
    assert_eq!(gpu.caps().max_workgroups, 3);
    windows::<Sum<f32>>(&gpu);
    windows::<Stats>(&gpu);
    windows::<Cloud>(&gpu);
    windows::<Bands>(&gpu);
}

fn windows<R: Comparable>(gpu: &Gpu) {
    let window = 3 * Shape::of::<R>().tile_len() as usize;
    let data = input::<R::Input>(Kind::Ordinary, 11 * window + 7);
    for len in [
        window - 1,
        window,
        window + 1,
        2 * window,
        2 * window + 1,
        10 * window - 1,
        data.len(),
    ] {
        both::<R>(gpu, &data[..len], "in small dispatches");
    }
}

/// Both at once, so that the ends of buffers and of dispatches lie apart.
#[test]
fn small_buffers_and_small_dispatches() {
    let gpu = borrowed(|_, limits| {
        limits.max_storage_buffer_binding_size = 5 * 128 * 1024;
        limits.max_compute_workgroups_per_dimension = 3;
    });
    let data = input::<f32>(Kind::Ordinary, 23 * 32_768 + 5);
    for tiles in [3, 4, 5, 6, 8, 9, 10, 11, 15, 16, 23] {
        for len in [tiles * 32_768 - 1, tiles * 32_768, tiles * 32_768 + 1] {
            both::<Sum<f32>>(&gpu, &data[..len], "in small buffers and dispatches");
        }
    }
    both::<Stats>(&gpu, &data, "in small buffers and dispatches");
}

/// The limits of every WebGPU device are enough.
#[test]
fn the_limits_of_webgpu_are_enough() {
    let gpu = borrowed(|features, limits| {
        *features = wgpu::Features::empty();
        *limits = wgpu::Limits::default();
    });
    let offered = adapter().limits();
    assert!(wgpu::Limits::default().check_limits(&offered), "{offered:?}");
    let data = input::<f32>(Kind::Ordinary, 200_001);
    both::<Sum<f32>>(&gpu, &data, "with default limits");
    both::<Stats>(&gpu, &data, "with default limits");
    agree::<Bands>(&gpu, &data, "with default limits");
}
