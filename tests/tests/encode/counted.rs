//! Counts of groups that stay on the device or are written in the caller's encoder: those of `reduce_each`.

use std::fmt::Debug;

use bytemuck::Pod;
use reduce_tests::device::{gpu, read};
use reduce_tests::inputs::Random;
use reduce_tests::operators::Weighed;
use reduce_wgpu::prelude::*;
use reduce_wgpu::{DeviceOffsets, DeviceOutput, OperatorValue};

use super::{buffer, encoder};

fn numbers(len: usize) -> Vec<f32> {
    let mut random = Random(len as u64);
    (0..len).map(|_| (random.bits() >> 48) as f32 / 65_536.0).collect()
}

/// Asserts that groups of `data` have the same results in a buffer of the caller's, behind 64 bytes of it, as on the host.
fn encoded<R, G>(op: R, data: &[f32], grouping: G, context: &str)
where
    R: Operator<Input = f32, Output: DeviceOutput + Pod + Debug> + OperatorValue<Operator = R> + Copy,
    G: Grouping<Results<R::Output> = Vec<R::Output>> + Copy,
{
    let reducer = gpu().reducer_using(op).unwrap();
    let expected = Cpu::new()
        .reducer_using(op)
        .unwrap()
        .reduce_each(data, grouping)
        .unwrap();
    let bytes = reducer.output_bytes().unwrap() as usize * expected.len();
    let (input, output) = (gpu().upload(data).unwrap(), buffer(gpu(), &vec![0xff; 64 + bytes + 16]));
    let mut encoder = encoder(gpu());
    let slice = output.slice(64..64 + bytes as u64);
    reducer.encode_each(&mut encoder, &input, grouping, slice).unwrap();
    gpu().queue().submit([encoder.finish()]);
    let found = read(gpu(), &output);
    let results: Vec<R::Output> = bytemuck::pod_collect_to_vec(&found[64..64 + bytes]);
    assert_eq!(format!("{results:?}"), format!("{expected:?}"), "{context}");
    let beside = found[..64].iter().chain(&found[64 + bytes..]);
    assert!(
        beside.copied().all(|byte| byte == 0xff),
        "nothing beside them is touched"
    );
}

/// Counts that are results, and results that are made of counts: of groups that share a workgroup, that have one each, and that several share.
#[test]
fn rows_and_columns() {
    let data = numbers(1 << 21);
    for row in [3, 256, 4096, 100_001, 1 << 21] {
        let data = &data[..data.len().min(row * 40) / row * row];
        let context = format!("{row} of {}", data.len());
        encoded(ops::Histogram::<f32, 8>::new(0.0, 0.9), data, Rows(row), &context);
        encoded(
            ops::Histogram::<f32, 8>::new(0.0, 0.9),
            data,
            Columns(data.len() / row),
            &context,
        );
        let quantiles = ops::Quantiles::<f32, 32, 2>::new(0.0, 1.0, [0.25, 0.75]);
        encoded(quantiles, data, Rows(row), &context);
    }
    let wide = ops::Histogram::<f32, 256>::new(0.1, 0.9);
    let reducer = gpu().reducer_using(wide).unwrap();
    assert_eq!(reducer.output_bytes().unwrap(), 1024);
    let counts = ops::Histogram::<f32, 4>::new(0.0, 0.9);
    for row in [16, 4096, 1 << 20] {
        let counted = gpu().reducer_using(counts).unwrap();
        let results = counted.reduce_each_on_device(&data, Rows(row)).unwrap();
        let expected = counted.reduce_each(&data, Rows(row)).unwrap();
        let expected = Cpu::new().reduce::<Weighed>(&expected).unwrap();
        assert_eq!(gpu().reduce::<Weighed>(&results).unwrap(), expected, "rows of {row}");
    }
    // Groups without elements have zeros.
    let empty = gpu().reducer_using(counts).unwrap();
    let results = empty.reduce_each_on_device(&[0.0; 0], Columns(5)).unwrap();
    assert_eq!((results.len(), gpu().reduce::<Weighed>(&results).unwrap()), (5, 0));
}

/// No pass reads a buffer and writes to it: counts that belong where the elements are go there by way of others.
#[test]
fn beside_the_elements() {
    let data = numbers(1 << 10);
    let both = buffer(gpu(), bytemuck::cast_slice(&[data.clone(), vec![-1.0; 64]].concat()));
    let reducer = gpu().reducer_using(ops::Histogram::<f32, 4>::new(0.0, 0.9)).unwrap();
    let mut encoder = encoder(gpu());
    let (input, output) = (both.slice(0..4096), both.slice(4096..4096 + 16 * 16));
    reducer.encode_each(&mut encoder, input, Rows(64), output).unwrap();
    gpu().queue().submit([encoder.finish()]);
    let found: Vec<[u32; 4]> = bytemuck::pod_collect_to_vec(&read(gpu(), &both)[4096..4096 + 16 * 16]);
    assert_eq!(found, reducer.reduce_each(&data, Rows(64)).unwrap());
}

/// Counts of segments go to the caller's buffer: of short ones, of long ones by parts, and none of those whose offsets are bad.
#[test]
fn segments() {
    let data = numbers(200_000);
    let device_offsets = |offsets: &[u32]| buffer(gpu(), bytemuck::cast_slice(offsets));
    for offsets in [
        vec![0u32, 3, 3, 300, 150_000, 150_001, 200_000],
        (0..=2000).map(|index| index * 100).collect(),
    ] {
        let context = format!("{} segments", offsets.len() - 1);
        encoded(
            ops::Histogram::<f32, 8>::new(0.0, 0.9),
            &data,
            Segments(&offsets),
            &context,
        );
        let quantiles = ops::Quantiles::<f32, 32, 2>::new(0.0, 1.0, [0.25, 0.75]);
        encoded(quantiles, &data, Segments(&offsets), &context);
    }
    let op = ops::Histogram::<f32, 5>::new(0.0, 1.0);
    let (reducer, on_cpu) = (gpu().reducer_using(op).unwrap(), Cpu::new().reducer_using(op).unwrap());
    let input = gpu().upload(&data).unwrap();
    // The second ends before it begins, and the fourth behind the elements.
    let offsets = [0u32, 3, 2, 50_000, 200_001, 4];
    let there = device_offsets(&offsets);
    let (output, status) = (buffer(gpu(), &[0xff; 64 + 5 * 20 + 28]), buffer(gpu(), &[0xff; 4]));
    let mut encoder = encoder(gpu());
    let places = DeviceOffsets::new(&there, &status);
    reducer
        .encode_each(&mut encoder, &input, Segments(places), output.slice(64..164))
        .unwrap();
    gpu().queue().submit([encoder.finish()]);
    let found = read(gpu(), &output);
    let counts: Vec<[u32; 5]> = bytemuck::pod_collect_to_vec(&found[64..164]);
    let of = |from: usize, to: usize| on_cpu.reduce(&data[from..to]).unwrap();
    assert_eq!(counts, [of(0, 3), [0; 5], of(2, 50_000), [0; 5], [0; 5]]);
    assert_eq!(read(gpu(), &status), 3u32.to_le_bytes());
    assert!(found[..64].iter().chain(&found[164..]).all(|byte| *byte == 0xff));
}

/// Counts by keys, for as many groups as find room; the others have zeros.
#[test]
fn keys() {
    let data = numbers(30_000);
    let keys: Vec<u32> = (0..data.len() as u32)
        .map(|index| index.wrapping_mul(75) % 91)
        .collect();
    let op = ops::Histogram::<f32, 5>::new(0.0, 1.0);
    let (reducer, on_cpu) = (gpu().reducer_using(op).unwrap(), Cpu::new().reducer_using(op).unwrap());
    let expected = on_cpu.reduce_each(&data, Keys(&keys)).unwrap();
    let (input, keys_there) = (gpu().upload(&data).unwrap(), gpu().upload(&keys).unwrap());
    for room in [100, 91, 40] {
        let [to_keys, values, count] = [4 * room, 20 * room, 4].map(|bytes| buffer(gpu(), &vec![0xff; 256 + bytes]));
        let mut encoder = encoder(gpu());
        let to = GroupBuffers::new(to_keys.slice(256..), values.slice(256..), count.slice(256..));
        reducer
            .encode_each(&mut encoder, &input, Keys(&keys_there), to)
            .unwrap();
        gpu().queue().submit([encoder.finish()]);
        assert_eq!(read(gpu(), &count)[256..], 91u32.to_le_bytes());
        let counts: Vec<[u32; 5]> = bytemuck::pod_collect_to_vec(&read(gpu(), &values)[256..]);
        let some = room.min(91);
        assert!(counts[..some] == expected.values[..some], "room for {room}");
        assert!(
            counts[some..].iter().flatten().all(|count| *count == 0),
            "room for {room}"
        );
    }
}
