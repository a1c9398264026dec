//! Objects that a call has made are there for the next one, as wgpu's counters tell.

use reduce_tests::device::{fresh, read};
use reduce_wgpu::prelude::*;
use wgpu::{BufferDescriptor, BufferUsages, CommandEncoderDescriptor};

/// The number of buffers and pipelines on the device, once dropped ones are gone.
fn there(gpu: &Gpu) -> [isize; 2] {
    gpu.device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let counters = gpu.device().get_internal_counters().hal;
    [counters.buffers.read(), counters.compute_pipelines.read()]
}

#[test]
fn long_slices_use_the_same_segments_again() {
    let gpu = fresh();
    let data = vec![1u32; 12 << 20];
    let sum = gpu.reducer::<ops::Sum<u32>>().unwrap();
    let call = || assert_eq!(sum.reduce(&data).unwrap(), 12 << 20);
    call();
    let segments = || {
        let report = gpu.device().generate_allocator_report().unwrap();
        let named = report
            .allocations
            .iter()
            .filter(|one| one.name == "a segment of the stream");
        named.count()
    };
    // Two in host memory and one on the device.
    assert_eq!(segments(), 3);
    let [before, _] = there(&gpu);
    for _ in 0..5 {
        call();
        // With other lengths, the last segment is shorter or there is none.
        assert_eq!(sum.reduce(&data[..(9 << 20) + 1]).unwrap(), (9 << 20) + 1);
        assert_eq!(sum.reduce(&data[..8 << 20]).unwrap(), 8 << 20);
    }
    assert_eq!((segments(), there(&gpu)[0]), (3, before));
    // A stream uses the same ones.
    let mut stream = sum.stream().unwrap();
    stream.push(&data).unwrap();
    assert_eq!(stream.finish().unwrap(), 12 << 20);
    assert_eq!((segments(), there(&gpu)[0]), (3, before));
}

#[test]
fn lengths_in_turn_find_their_constants() {
    let gpu = fresh();
    let buffer = |size, usage| {
        gpu.device().create_buffer(&BufferDescriptor {
            label: None,
            size,
            usage: BufferUsages::STORAGE | usage,
            mapped_at_creation: false,
        })
    };
    let input = buffer(4 * 200, BufferUsages::COPY_DST);
    let output = buffer(4 * 200, BufferUsages::COPY_SRC);
    gpu.queue().write_buffer(&input, 0, bytemuck::cast_slice(&[1u32; 200]));
    let sum = gpu.reducer::<ops::Sum<u32>>().unwrap();
    let round = || {
        let mut encoder = gpu
            .device()
            .create_command_encoder(&CommandEncoderDescriptor::default());
        for len in 1..200u64 {
            sum.encode(&mut encoder, &input, len, output.slice(len * 4..)).unwrap();
        }
        gpu.queue().submit([encoder.finish()]);
    };
    let constants = || {
        let report = gpu.device().generate_allocator_report().unwrap();
        report.allocations.iter().filter(|one| one.name == "the passes").count()
    };
    round();
    assert_eq!(constants(), 199);
    let [before, _] = there(&gpu);
    round();
    assert_eq!((constants(), there(&gpu)[0]), (199, before));
    let sums: Vec<u32> = bytemuck::pod_collect_to_vec(&read(&gpu, &output));
    assert_eq!(sums[1..], (1..200).collect::<Vec<u32>>());
}

/// Lengths from one element to the longest that is quick, in memory of every kind.
fn every_call<R: Operator<Params: NoParameters, Input = f32>>(reducer: &GpuReducer<R>) {
    let gpu = reducer.gpu();
    let data: Vec<f32> = (0..9_000_000).map(|i| (i % 1000) as f32).collect();
    for len in [1, 1000, 32_768, 32_769, 100_000, 1_000_000, 3_000_000, 9_000_000] {
        let array = gpu.upload(&data[..len]).unwrap();
        reducer.reduce(&array).unwrap();
        reducer.reduce(&data[..len]).unwrap();
        reducer.partial(&array, 0).unwrap();
    }
    let array = gpu.upload(&data).unwrap();
    reducer.reduce(Strided::new(&array, 1, 3).unwrap()).unwrap();
}

#[test]
fn after_a_warm_up_nothing_is_compiled() {
    let gpu = fresh();
    let (max, sum) = (
        gpu.reducer::<ops::Max<f32>>().unwrap(),
        gpu.reducer::<ops::Sum<f32>>().unwrap(),
    );
    let [_, cold] = there(&gpu);
    max.warm().unwrap();
    sum.warm().unwrap();
    let [_, warm] = there(&gpu);
    assert!(warm > cold, "{warm} pipelines after {cold}");
    every_call(&max);
    every_call(&sum);
    max.warm().unwrap();
    assert_eq!(there(&gpu)[1], warm);
}
