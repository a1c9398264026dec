//! Ways of calling: every source, many threads, many reductions on one array, devices with and without subgroups.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reduce_tests::device::{Driver, borrowed, fresh, gpu};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::{Bands, Cells, Cloud, Nested, Plane, Stats, Tuple, Twelve, Warmest};
use reduce_tests::ops::{self, Max, MinMax, Sum};
use reduce_tests::oracle::bits;
use reduce_wgpu::{Cpu, Engine, Gpu, GpuReducer};
use wgpu::Features;

use crate::agree::{Comparable, agree};

#[test]
fn all_sources_are_one() {
    let array: [f32; 5] = [0.1, 0.2, -0.3, 1e9, 0.5];
    let vec = array.to_vec();
    let uploaded = gpu().upload(&array).unwrap();
    let sum = Cpu::new().reduce::<Sum<f32>>(&array).unwrap().to_bits();
    let reducer: GpuReducer<Sum<f32>> = gpu().reducer().unwrap();
    for result in [
        reducer.reduce(&array),
        reducer.reduce(&vec),
        reducer.reduce(vec.as_slice()),
        reducer.reduce(&uploaded),
        gpu().reduce::<Sum<f32>>(&array),
        gpu().reduce::<Sum<f32>>(&vec),
        gpu().reduce::<Sum<f32>>(&vec[..]),
        gpu().reduce::<Sum<f32>>(&uploaded),
    ] {
        assert_eq!(result.unwrap().to_bits(), sum);
    }
    assert_eq!((uploaded.len(), uploaded.is_empty()), (5, false));
}

#[test]
fn nothing_from_any_source() {
    let (none, uploaded) = (Vec::<f32>::new(), gpu().upload::<f32>(&[]).unwrap());
    assert!(uploaded.is_empty());
    let reducer = gpu().reducer::<Max<f32>>().unwrap();
    for result in [
        reducer.reduce(&[]),
        reducer.reduce(&none),
        reducer.reduce(none.as_slice()),
        reducer.reduce(&uploaded),
    ] {
        assert_eq!(result.unwrap(), f32::NEG_INFINITY);
    }
}

#[test]
fn one_array_for_many_reductions() {
    let data = input::<f32>(Kind::Ordinary, 300_001);
    let array = gpu().upload(&data).unwrap();
    for _ in 0..3 {
        alternate::<Sum<f32>>(&array, &data);
        alternate::<Stats>(&array, &data);
        alternate::<Max<f32>>(&array, &data);
        // Another shape of tiles on the same buffer.
        alternate::<Bands>(&array, &data);
        alternate::<Twelve>(&array, &data);
        alternate::<ops::Count<f32>>(&array, &data);
    }
}

fn alternate<R: Comparable>(array: &reduce_wgpu::Array<R::Input>, data: &[R::Input]) {
    let (device, host) = (gpu().reduce::<R>(array).unwrap(), Cpu::new().reduce::<R>(data).unwrap());
    assert_eq!(bits(&device), bits(&host), "{device:?}, {host:?}");
}

#[test]
fn the_same_bits_every_time() {
    let data = input::<f32>(Kind::Ordinary, 200_003);
    let array = gpu().upload(&data).unwrap();
    let reducer = gpu().reducer::<Sum<f32>>().unwrap();
    let first = reducer.reduce(&array).unwrap().to_bits();
    for _ in 0..50 {
        assert_eq!(reducer.reduce(&array).unwrap().to_bits(), first);
    }
    for _ in 0..10 {
        assert_eq!(reducer.reduce(&data).unwrap().to_bits(), first);
    }
    assert_eq!(fresh().reduce::<Sum<f32>>(&data).unwrap().to_bits(), first);
}

/// Buffers at rest are used again: a long input before a short one must not show through.
#[test]
fn a_short_input_after_a_long_one() {
    let gpu = fresh();
    let data = input::<f32>(Kind::Ordinary, 1 << 20);
    for len in [1 << 20, 1, 600_000, 3, 40_000, 1 << 20, 2] {
        agree::<Sum<f32>>(&gpu, &data[..len], "after another");
        agree::<Stats>(&gpu, &data[data.len() - len..], "after another");
    }
}

#[test]
fn sixteen_threads_at_once() {
    let data = input::<f32>(Kind::Ordinary, 250_001);
    let particles = input(Kind::Ordinary, 30_000);
    let array = gpu().upload(&data).unwrap();
    // A device of its own, so that threads also meet while the kernels are compiled.
    let own = fresh();
    let calls = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..16 {
            let (data, particles, array, own, calls) = (&data, &particles, &array, &own, &calls);
            scope.spawn(move || {
                for round in 0..6 {
                    let part = &data[..data.len() - 1000 * thread - round];
                    match (thread + round) % 4 {
                        0 => agree::<Sum<f32>>(own, part, thread),
                        1 => agree::<Stats>(own, part, thread),
                        2 => agree::<Cloud>(own, particles, thread),
                        _ => alternate::<MinMax<f32>>(array, data),
                    }
                    calls.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(calls.into_inner(), 96);
}

#[test]
fn one_reducer_in_sixteen_threads() {
    let data = input::<f32>(Kind::Ordinary, 100_000);
    let reducer = gpu().reducer::<Sum<f32>>().unwrap();
    let sum = Cpu::new().reduce::<Sum<f32>>(&data).unwrap().to_bits();
    std::thread::scope(|scope| {
        for _ in 0..16 {
            let (reducer, data) = (reducer.clone(), &data);
            scope.spawn(move || (0..10).for_each(|_| assert_eq!(reducer.reduce(data).unwrap().to_bits(), sum)));
        }
    });
}

#[test]
fn an_engine_hands_over_to_its_gpu() {
    let data = input::<f32>(Kind::Ordinary, 100_000);
    let engine = Engine::Gpu(gpu().clone());
    assert_eq!(engine.name(), gpu().name());
    let sum = Engine::Cpu(Cpu::new()).reduce::<Sum<f32>>(&data).unwrap().to_bits();
    assert_eq!(engine.reduce::<Sum<f32>>(&data).unwrap().to_bits(), sum);
    assert_eq!(
        engine.reducer::<Sum<f32>>().unwrap().reduce(&data).unwrap().to_bits(),
        sum
    );
}

/// Measuring changes no bit; where nothing can be measured, the error names the missing feature.
#[test]
fn measured_results_are_the_same() {
    let data = input::<f32>(Kind::Ordinary, 100_000);
    let reducer = gpu().reducer::<Sum<f32>>().unwrap();
    assert!(gpu().device().features().contains(Features::TIMESTAMP_QUERY));
    let (sum, _) = reducer.measure(&data).unwrap();
    assert_eq!(sum.to_bits(), reducer.reduce(&data).unwrap().to_bits());
    let (none, time) = reducer.measure(&[]).unwrap();
    assert_eq!((none.to_bits(), time), ((-0.0f32).to_bits(), Duration::ZERO));

    let without = borrowed(|features, _| features.remove(Features::TIMESTAMP_QUERY));
    let error = without.reducer::<Sum<f32>>().unwrap().measure(&data).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "measuring needs timestamps (TIMESTAMP_QUERY), which {} does not have; \
             request the feature with the device, or measure the whole call on the host",
            without.name()
        )
    );
}

/// Both drivers pass the test of their subgroups when they are opened, so kernels use them.
#[test]
fn full_subgroups_are_used() {
    let lanes = match Driver::of_this_run() {
        Driver::Llvmpipe => 8,
        Driver::SwiftShader => 4,
    };
    let sizes = gpu().caps().subgroups.unwrap();
    assert_eq!((sizes.min, sizes.max), (lanes, lanes));
    let kernels = gpu().reducer::<Sum<f32>>().unwrap().kernels().clone();
    assert!(kernels.all()[0].uses_subgroups());
    assert!(
        kernels.explain().contains(&format!("subgroups  of {lanes} lanes")),
        "{}",
        kernels.explain()
    );
}

/// A device that was opened without subgroups, by a program of its own.
fn without_subgroups() -> Gpu {
    let gpu = borrowed(|features, _| features.remove(Features::SUBGROUP));
    assert!(gpu.caps().subgroups.is_none());
    gpu
}

#[test]
fn kernels_without_subgroups_give_the_same_bits() {
    assert!(gpu().caps().subgroups.is_some());
    let gpu = without_subgroups();
    agree_at_edges::<Sum<f32>>(&gpu);
    agree_at_edges::<Stats>(&gpu);
    agree_at_edges::<Max<f32>>(&gpu);
    agree_at_edges::<ops::Mean<i32>>(&gpu);
    agree_at_edges::<Nested>(&gpu);
    agree_at_edges::<Tuple>(&gpu);
    agree_at_edges::<Cloud>(&gpu);
    agree_at_edges::<Plane>(&gpu);
    agree_at_edges::<Warmest>(&gpu);
    agree_at_edges::<Twelve>(&gpu);
    agree_at_edges::<Bands>(&gpu);
    agree_at_edges::<Cells>(&gpu);
    assert!(!gpu.reducer::<Sum<f32>>().unwrap().kernels().wgsl().contains("subgroup"));
}

#[test]
fn a_borrowed_device_with_subgroups_gives_the_same_bits() {
    let gpu = borrowed(|_, _| ());
    assert!(gpu.caps().subgroups.is_some());
    agree_at_edges::<Sum<f32>>(&gpu);
    agree_at_edges::<Stats>(&gpu);
}

fn agree_at_edges<R: Comparable>(gpu: &Gpu) {
    let tile = reduce_wgpu::Shape::of::<R>().tile_len() as usize;
    let data = input::<R::Input>(Kind::Ordinary, 3 * tile + 1);
    for len in [
        1,
        2,
        3,
        255,
        257,
        1000,
        tile - 1,
        tile,
        tile + 1,
        3 * tile,
        3 * tile + 1,
    ] {
        agree::<R>(gpu, &data[..len], Kind::Ordinary);
    }
}
