//! Segments whose offsets are in the memory of the device, which no host sees.

use std::fmt::Debug;

use pollster::block_on;
use reduce_tests::device::gpu;
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_wgpu::prelude::*;
use reduce_wgpu::wgpu::{self, BufferUsages, util::DeviceExt as _};
use reduce_wgpu::{DeviceOffsets, Offsets};

use super::{engine, exactly, has_64_bits, on_a_device};

/// Offsets of segments without elements, of a row or less, of several rows, and of several tiles.
fn offsets(len: u32) -> Vec<u32> {
    let mut offsets = vec![3];
    let lengths = [0, 1, 5, 0, 17, 300, 1024, 1025, 4096, 33_000, 2, 0, 70_000];
    for length in lengths.iter().cycle().take(200) {
        let last: u32 = offsets[offsets.len() - 1];
        offsets.push((last + length).min(len));
    }
    offsets
}

/// These offsets in 64 bits.
fn widened(offsets: &[u32]) -> Vec<u64> {
    offsets.iter().map(|offset| u64::from(*offset)).collect()
}

/// Asserts that offsets on the device give the results of those on the host.
fn assert_alike<R>(len: usize)
where
    R: Operator<Input: Sample, Output: Debug, Params: NoParameters>,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
{
    let (engine, data): (_, Vec<R::Input>) = (engine(), input(Kind::Ordinary, len));
    let (reducer, offsets) = (engine.reducer::<R>().unwrap(), offsets(len as u32));
    let there = engine.upload(&offsets).unwrap();
    let expected = Cpu::new().reduce_each::<R>(&data, Segments(&offsets)).unwrap();
    let results = reducer.reduce_each(&data, Segments(&there)).unwrap();
    for (number, (result, expected)) in results.iter().zip(&expected).enumerate() {
        let elements = offsets[number + 1] - offsets[number];
        assert_eq!(
            exactly(result),
            exactly(expected),
            "segment {number} of {elements} of {}",
            R::wgsl_name()
        );
    }
    let wide = engine.upload(&widened(&offsets)).unwrap();
    let again = reducer.reduce_each(&data, Segments(&wide)).unwrap();
    assert_eq!(exactly(&again), exactly(&expected), "{}", R::wgsl_name());
    let later = block_on(reducer.reduce_each_async(&data, Segments(&there))).unwrap();
    assert_eq!(exactly(&later), exactly(&expected), "{}", R::wgsl_name());
}

#[test]
fn offsets_on_the_device() {
    assert_alike::<ops::Sum<f32>>(300_000);
    assert_alike::<ops::Variance<f32>>(300_000);
    assert_alike::<ops::ArgMax<f32>>(300_000);
    assert_alike::<ops::Mean<u8>>(300_001);
    assert_alike::<(ops::Max<f32>, ops::KahanSum)>(200_000);
    assert_alike::<ops::TopK<f32, 3>>(100_000);
    if has_64_bits() {
        assert_alike::<ops::Sum<f64>>(200_000);
    }
}

/// Asserts that the sums between these offsets, which are on the device, are those of the CPU.
fn assert_sums(len: usize, offsets: &[u32]) {
    let data: Vec<f32> = input(Kind::Ordinary, len);
    let there = engine().upload(offsets).unwrap();
    let expected = Cpu::new()
        .reduce_each::<ops::Sum<f32>>(&data, Segments(offsets))
        .unwrap();
    let results = engine().reduce_each::<ops::Sum<f32>>(&data, Segments(&there)).unwrap();
    assert_eq!(exactly(&results), exactly(&expected));
    let wide = engine().upload(&widened(offsets)).unwrap();
    let results = engine().reduce_each::<ops::Sum<f32>>(&data, Segments(&wide)).unwrap();
    assert_eq!(exactly(&results), exactly(&expected));
}

#[test]
fn many_short_segments_on_the_device() {
    let offsets: Vec<u32> = (0..=40_000).map(|index| index * 5 / 4).collect();
    assert_sums(50_000, &offsets);
}

/// Segments of many tiles, which a workgroup lists together, beside short ones.
#[test]
fn long_segments_on_the_device() {
    assert_sums(1_300_000, &[1, 2, 600_000, 600_000, 600_007, 1_299_999]);
}

/// Offsets count from the first element of a view, wherever that lies in its array.
#[test]
fn views_of_arrays_on_the_device() {
    let data: Vec<f32> = input(Kind::Ordinary, 100_000);
    let offsets = [0u32, 3, 700, 50_000, 99_980];
    let (array, there) = (engine().upload(&data).unwrap(), engine().upload(&offsets).unwrap());
    let reducer = engine().reducer::<ops::Sum<f32>>().unwrap();
    let view = View::new(&array, [100_000]).unwrap().slice(0, 11..100_000).unwrap();
    let expected = Cpu::new()
        .reduce_each::<ops::Sum<f32>>(&data[11..], Segments(&offsets))
        .unwrap();
    assert_eq!(
        exactly(&reducer.reduce_each(view, Segments(&there)).unwrap()),
        exactly(&expected)
    );
    if on_a_device() {
        let reducer = gpu().reducer::<ops::Sum<f32>>().unwrap();
        let (array, there) = (gpu().upload(&data).unwrap(), gpu().upload(&offsets).unwrap());
        let view = View::new(&array, [100_000]).unwrap().slice(0, 11..100_000).unwrap();
        let results = reducer.reduce_each_on_device(view, Segments(&there)).unwrap();
        let each = gpu().reduce_each::<ops::Max<f32>>(&results, Rows(1)).unwrap();
        assert_eq!(exactly(&each), exactly(&expected));
    }
}

#[test]
fn offsets_without_elements() {
    let empty: [f32; 0] = [];
    let reduce = |offsets: &[u32]| {
        let there = engine().upload(offsets).unwrap();
        engine().reduce_each::<ops::Max<f32>>(&empty, Segments(&there))
    };
    assert_eq!(reduce(&[0]).unwrap(), []);
    assert_eq!(reduce(&[0, 0, 0]).unwrap(), [f32::NEG_INFINITY; 2]);
    assert!(matches!(reduce(&[0, 5]), Err(Error::Shape { .. })));
}

/// The message of a refusal of these offsets of 100 000 elements, which are on the device.
fn refusal<T: Element>(offsets: &[T]) -> String
where
    Array<T>: Offsets,
{
    let there = engine().upload(offsets).unwrap();
    let data: Vec<f32> = input(Kind::Ordinary, 100_000);
    let error = engine()
        .reduce_each::<ops::Sum<f32>>(&data, Segments(&there))
        .unwrap_err();
    assert!(matches!(error, Error::Shape { .. }), "{error}");
    error.to_string()
}

#[test]
fn bad_offsets_on_the_device() {
    assert_eq!(
        refusal::<u32>(&[]),
        "there are no offsets; n segments have n + 1 offsets: where each begins, and the end of the last"
    );
    if !on_a_device() {
        return;
    }
    let rule = "offsets ascend, or are equal where a segment is empty, and no segment ends behind the input";
    assert_eq!(
        refusal(&[0u32, 10, 5, 20, 100_001]),
        format!("2 segments begin behind their end, or end behind the 100000 elements of the input; {rule}")
    );
    // All of them together ask for more rows of the lists than any offsets that ascend.
    let mut alternating = vec![0u32; 4001];
    alternating
        .iter_mut()
        .skip(1)
        .step_by(2)
        .for_each(|offset| *offset = 100_000);
    assert_eq!(
        refusal(&alternating),
        format!("2000 segments begin behind their end, or end behind the 100000 elements of the input; {rule}")
    );
    let many: Vec<u32> = (0..3000).chain([100_001]).collect();
    assert_eq!(
        refusal(&many),
        format!("1 segments begin behind their end, or end behind the 100000 elements of the input; {rule}")
    );
    assert_eq!(
        refusal(&[u32::MAX, u32::MAX]),
        format!("1 segments begin behind their end, or end behind the 100000 elements of the input; {rule}")
    );
    // No offset of 64 bits is taken for that in its low word.
    assert_eq!(
        refusal(&[0u64, 10, (1 << 32) + 20, 30, 1 << 63]),
        format!("3 segments begin behind their end, or end behind the 100000 elements of the input; {rule}")
    );
}

#[test]
fn offsets_of_another_engine() {
    if !on_a_device() {
        return;
    }
    let there = gpu().upload(&[0u32, 2, 4]).unwrap();
    let error = Cpu::new()
        .reduce_each::<ops::Sum<f32>>(&[1.0; 4], Segments(&there))
        .unwrap_err();
    assert!(matches!(error, Error::WrongDevice { .. }), "{error}");
    let here = Engine::Cpu(Cpu::new()).upload(&[0u32, 2, 4]).unwrap();
    let sums = gpu()
        .reduce_each::<ops::Sum<f32>>(&[1.0, 2.0, 3.0, 4.0], Segments(&here))
        .unwrap();
    assert_eq!(sums, [3.0, 7.0]);
}

#[test]
fn results_on_the_device() {
    if !on_a_device() {
        return;
    }
    let (data, offsets): (Vec<f32>, _) = (input(Kind::Ordinary, 300_000), offsets(300_000));
    let reducer = gpu().reducer::<ops::Max<f32>>().unwrap();
    let there = gpu().upload(&offsets).unwrap();
    let results = reducer.reduce_each_on_device(&data, Segments(&there)).unwrap();
    let each = gpu().reduce_each::<ops::Max<f32>>(&results, Rows(1)).unwrap();
    let expected = Cpu::new()
        .reduce_each::<ops::Max<f32>>(&data, Segments(&offsets))
        .unwrap();
    assert_eq!(exactly(&each), exactly(&expected));
}

fn buffer(contents: &[u8], usage: BufferUsages) -> wgpu::Buffer {
    let label = None;
    gpu()
        .device()
        .create_buffer_init(&wgpu::util::BufferInitDescriptor { label, contents, usage })
}

/// Records the sums between these offsets twice, and returns the results of the second with the number of bad segments; so it does with offsets of 64 bits.
fn encoded(data: &[f32], offsets: &[u32]) -> (Vec<f32>, u32) {
    let [narrow, wide] = [false, true].map(|is_wide| encoded_as(is_wide, data, &widened(offsets)));
    assert_eq!((exactly(&narrow.0), narrow.1), (exactly(&wide.0), wide.1));
    narrow
}

fn encoded_as(is_wide: bool, data: &[f32], offsets: &[u64]) -> (Vec<f32>, u32) {
    let (device, queue) = (gpu().device(), gpu().queue());
    let input = buffer(bytemuck::cast_slice(data), BufferUsages::STORAGE);
    let narrow: Vec<u32> = offsets.iter().map(|offset| *offset as u32).collect();
    let bytes = match is_wide {
        true => bytemuck::cast_slice(offsets),
        false => bytemuck::cast_slice(&narrow),
    };
    let offsets_there = buffer(bytes, BufferUsages::STORAGE);
    let groups = offsets.len() - 1;
    let output = buffer(&vec![7; groups * 4], BufferUsages::STORAGE | BufferUsages::COPY_SRC);
    let status = buffer(&[9; 8], BufferUsages::COPY_DST | BufferUsages::COPY_SRC);
    let readback = buffer(
        &vec![0; groups * 4 + 4],
        BufferUsages::MAP_READ | BufferUsages::COPY_DST,
    );
    let reducer = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    for _ in 0..2 {
        let of = if is_wide {
            DeviceOffsets::wide
        } else {
            DeviceOffsets::new
        };
        let places = of(&offsets_there, status.slice(4..));
        reducer
            .encode_each(&mut encoder, &input, Segments(places), &output)
            .unwrap();
    }
    encoder.copy_buffer_to_buffer(&output, 0, &readback, 0, groups as u64 * 4);
    encoder.copy_buffer_to_buffer(&status, 4, &readback, groups as u64 * 4, 4);
    queue.submit([encoder.finish()]);
    readback.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let bytes = readback.get_mapped_range(..).unwrap().to_vec();
    let (results, status) = bytes.split_at(groups * 4);
    (
        bytemuck::pod_collect_to_vec(results),
        u32::from_le_bytes(status.try_into().unwrap()),
    )
}

#[test]
fn recorded_with_a_status() {
    if !on_a_device() {
        return;
    }
    let data: Vec<f32> = input(Kind::Ordinary, 200_000);
    let good = offsets(200_000);
    let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Segments(&good)).unwrap();
    let (results, status) = encoded(&data, &good);
    assert_eq!((exactly(&results), status), (exactly(&expected), 0));
    // The bad segments have the identity, the others their sums.
    let (results, status) = encoded(&data, &[0, 3, 2, 50_000, 200_001, 4]);
    let sum = |from: usize, to: usize| Cpu::new().reduce::<ops::Sum<f32>>(&data[from..to]).unwrap();
    let none = Cpu::new().reduce::<ops::Sum<f32>>(&[]).unwrap();
    assert_eq!(
        (results, status),
        (vec![sum(0, 3), none, sum(2, 50_000), none, none], 3)
    );
    // More of them than a workgroup has invocations: one is long, and the last offset is bad.
    for count in [300u32, 3000] {
        let mut many: Vec<u32> = (0..count).collect();
        let long = count as usize - 20;
        many[long..].iter_mut().for_each(|offset| *offset += 150_000);
        let mut expected: Vec<f32> = many
            .windows(2)
            .map(|ends| sum(ends[0] as usize, ends[1] as usize))
            .collect();
        expected.push(none);
        many.push(200_001);
        assert_eq!(encoded(&data, &many), (expected, 1), "{count}");
    }
    let (results, status) = encoded_as(true, &data, &[0, 3, (1 << 32) + 5, 7, 200_000]);
    assert_eq!((results, status), (vec![sum(0, 3), none, none, sum(7, 200_000)], 2));
}

/// One buffer for the offsets and the results, and no segments at all.
#[test]
fn recorded_in_one_buffer() {
    if !on_a_device() {
        return;
    }
    let data: Vec<f32> = input(Kind::Ordinary, 10_000);
    let offsets = [0u32, 3, 2000, 10_000];
    let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
    let (elements, status) = (buffer(bytemuck::cast_slice(&data), usage), buffer(&[9; 4], usage));
    let mut words = [0u32; 128];
    words[..4].copy_from_slice(&offsets);
    let arena = buffer(bytemuck::cast_slice(&words), usage);
    let reducer = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let record = |bytes: u64| {
        let mut encoder = gpu()
            .device()
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let places = DeviceOffsets::new(arena.slice(..bytes), &status);
        reducer
            .encode_each(&mut encoder, &elements, Segments(places), arena.slice(256..))
            .unwrap();
        gpu().queue().submit([encoder.finish()]);
    };
    let word = || {
        let mut encoder = gpu()
            .device()
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let out = buffer(&[0; 16], BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        encoder.copy_buffer_to_buffer(&arena, 256, &out, 0, 12);
        encoder.copy_buffer_to_buffer(&status, 0, &out, 12, 4);
        gpu().queue().submit([encoder.finish()]);
        out.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
        gpu().device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
        out.get_mapped_range(..).unwrap().to_vec()
    };
    record(16);
    let expected = Cpu::new()
        .reduce_each::<ops::Sum<f32>>(&data, Segments(&offsets))
        .unwrap();
    let bytes = word();
    let results: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes[..12]);
    assert_eq!((exactly(&results), &bytes[12..]), (exactly(&expected), &[0; 4][..]));
    // One offset is no segment: nothing is written but that no segment is bad.
    gpu().queue().write_buffer(&status, 0, &[9; 4]);
    record(4);
    assert_eq!(word()[12..], [0; 4]);
}

#[test]
fn arrays_without_a_status_are_not_recorded() {
    if !on_a_device() {
        return;
    }
    let usage = BufferUsages::STORAGE;
    let descriptor = wgpu::BufferDescriptor {
        label: None,
        size: 64,
        usage,
        mapped_at_creation: false,
    };
    let [input, output, status] = [(); 3].map(|()| gpu().device().create_buffer(&descriptor));
    let reducer = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let mut encoder = gpu()
        .device()
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let there = gpu().upload(&[0u32, 2, 4]).unwrap();
    let error = reducer
        .encode_each(&mut encoder, &input, Segments(&there), &output)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "encode_each() could not report bad offsets in an array on the device; give Segments a DeviceOffsets, which has a word for the number of bad ones, or use reduce_each()"
    );
    let places = DeviceOffsets::new(&input, &status);
    let error = reducer
        .encode_each(&mut encoder, &input, Segments(places), &output)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the status of the offsets has no word that a device can copy to; give 4 bytes, at a multiple of 4, of a buffer with BufferUsages::COPY_DST"
    );
}
