//! Groups between offsets, and those of keys and of runs, whose elements are counted in bins: short ones side by side, longer ones by parts.

use reduce_tests::inputs::{Kind, Random, input};
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::counted::{Counts, alone, floats, written};
use super::{engine, exactly};

/// Lengths around loads, what is listed where many groups share a workgroup and where one has it, and parts.
const LENGTHS: [usize; 21] = [
    0, 1, 2, 3, 4, 5, 0, 0, 17, 64, 255, 256, 257, 300, 1024, 4095, 4096, 4097, 16_384, 16_385, 40_000,
];

/// Offsets of so many segments, each of some of these lengths, from the third element on; none passes `len`.
fn offsets(lengths: &[usize], count: usize, len: usize) -> Vec<u32> {
    let mut offsets = vec![3];
    let mut random = Random(count as u64);
    for _ in 0..count {
        let length = lengths[random.bits() as usize % lengths.len()];
        offsets.push((offsets[offsets.len() - 1] as usize + length).min(len) as u32);
    }
    offsets
}

/// Segments of some lengths on average, between offsets wherever they are.
fn between_offsets<R: Counts>(op: R, data: &[R::Input])
where
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
    for<'d> &'d [R::Input]: Source<R::Input>,
    for<'d> &'d Array<R::Input>: Source<R::Input>,
{
    let engine = engine();
    let reducer = engine.reducer_using(op).unwrap();
    let array = engine.upload(data).unwrap();
    let cases = [
        offsets(&LENGTHS, 60, data.len()),
        offsets(&LENGTHS[..12], 1000, data.len()),
        offsets(&[40_000, 0, 0, 0, 70_001], 30, data.len()),
        vec![0, 0, 0, 5, data.len() as u32, data.len() as u32],
        vec![7, 20_000],
        vec![0, 1, 1, 90],
    ];
    for offsets in cases {
        let groups: Vec<Vec<usize>> = offsets
            .windows(2)
            .map(|ends| (ends[0] as usize..ends[1] as usize).collect())
            .collect();
        let expected = alone(op, data, &groups);
        let context = format!("{} segments, {}", groups.len(), std::any::type_name::<R>());
        let found = reducer.reduce_each(data, Segments(&offsets)).unwrap();
        assert!(written(&found) == expected, "{context}");
        let there = engine.upload(&offsets).unwrap();
        let found = reducer.reduce_each(&array, Segments(&there)).unwrap();
        assert!(written(&found) == expected, "on the device, {context}");
        let wide: Vec<u64> = offsets.iter().map(|offset| u64::from(*offset)).collect();
        let found = reducer
            .reduce_each(data, Segments(&engine.upload(&wide).unwrap()))
            .unwrap();
        assert!(written(&found) == expected, "64 bits, {context}");
    }
}

#[test]
fn histograms_of_segments() {
    let floats = floats(200_000);
    between_offsets(ops::Histogram::<f32, 256>::new(0.0, 1.0), &floats);
    between_offsets(ops::Histogram::<f32, 16>::new(0.0, 1.0), &floats);
    between_offsets(ops::HistogramUpTo::<f32, 33>::new(0.0, 1.0, 7), &floats);
}

#[test]
fn packed_elements_of_segments() {
    let bytes: Vec<u8> = input(Kind::Ordinary, 200_001);
    between_offsets(ops::Histogram::<u8, 10>::new(20, 200), &bytes);
    let halves: Vec<i16> = input(Kind::Ordinary, 120_001);
    between_offsets(ops::Histogram::<i16, 100>::new(-30_000, 32_000), &halves);
}

#[test]
fn quantiles_of_segments() {
    let floats = floats(200_000);
    between_offsets(ops::Quantiles::<f32, 20, 2>::new(0.0, 1.0, [0.5, 1.0]), &floats);
}

/// Few elements or none, between offsets that nobody has compared with them.
#[test]
fn few_elements() {
    let reducer = engine().reducer_using(ops::Histogram::<f32, 3>::new(0.0, 1.0)).unwrap();
    let counts = |data: &[f32], offsets: &[u32]| {
        let there = engine().upload(offsets).unwrap();
        let wide: Vec<u64> = offsets.iter().map(|offset| u64::from(*offset)).collect();
        let found = reducer.reduce_each(data, Segments(&there));
        let again = reducer.reduce_each(data, Segments(&engine().upload(&wide).unwrap()));
        assert_eq!(exactly(&found), exactly(&again));
        found
    };
    let three = [0.5, 0.1, 0.9];
    assert_eq!(counts(&three, &[0, 2, 2, 3]).unwrap(), [[1, 1, 0], [0; 3], [0, 0, 1]]);
    assert_eq!(counts(&[], &[0, 0, 0]).unwrap(), [[0; 3]; 2]);
    assert!(matches!(counts(&[], &[0, 5]), Err(Error::Shape { .. })));
    assert!(matches!(counts(&three, &[0, 2, 1, 3]), Err(Error::Shape { .. })));
}

/// Many segments, and more without elements than with some.
#[test]
fn many_short_segments() {
    let floats = floats(100_000);
    let op = ops::Histogram::<f32, 3>::new(0.0, 1.0);
    let (reducer, on_cpu) = (
        engine().reducer_using(op).unwrap(),
        Cpu::new().reducer_using(op).unwrap(),
    );
    for lengths in [&[0, 0, 1, 2][..], &[0, 0, 0, 0, 0, 0, 9]] {
        let offsets = offsets(lengths, 70_000, floats.len());
        let found = reducer.reduce_each(&floats, Segments(&offsets)).unwrap();
        assert!(
            found == on_cpu.reduce_each(&floats, Segments(&offsets)).unwrap(),
            "{lengths:?}"
        );
    }
}

/// Keys and runs, which are found on the device or listed by the host: of few elements each, of many, and of one key.
#[test]
fn keys_and_runs() {
    let floats = floats(50_000);
    let mut random = Random(5);
    for most in [1, 7, 3000, 50_000] {
        let keys: Vec<u32> = (0..floats.len()).map(|_| random.bits() as u32 % most).collect();
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        by_keys(ops::Histogram::<f32, 16>::new(0.0, 1.0), &floats, [&keys, &sorted]);
        by_keys(
            ops::Quantiles::<f32, 256, 1>::new(0.0, 1.0, [0.5]),
            &floats,
            [&keys, &sorted],
        );
    }
}

fn by_keys<R: Counts<Input = f32>>(op: R, data: &[f32], [keys, sorted]: [&Vec<u32>; 2]) {
    let (reducer, on_cpu) = (
        engine().reducer_using(op).unwrap(),
        Cpu::new().reducer_using(op).unwrap(),
    );
    let array = engine().upload(data).unwrap();
    let there = engine().upload(keys).unwrap();
    let expected = on_cpu.reduce_each(data, Keys(keys)).unwrap();
    let context = format!("{} keys", expected.keys.len());
    let found = reducer.reduce_each(&array, Keys(&there)).unwrap();
    assert!(exactly(&found) == exactly(&expected), "{context}");
    let found = reducer.reduce_each(data, Keys(keys)).unwrap();
    assert!(exactly(&found) == exactly(&expected), "of the host, {context}");
    let expected = on_cpu.reduce_each(data, Runs(sorted)).unwrap();
    let found = reducer
        .reduce_each(&array, Runs(&engine().upload(sorted).unwrap()))
        .unwrap();
    assert!(exactly(&found) == exactly(&expected), "runs of {context}");
}

/// Elements that are not side by side, and elements that a mask leaves out.
#[test]
fn parts_of_arrays() {
    let data = floats(60_001);
    let op = ops::Histogram::<f32, 20>::new(0.0, 1.0);
    let (reducer, on_cpu) = (
        engine().reducer_using(op).unwrap(),
        Cpu::new().reducer_using(op).unwrap(),
    );
    let array = engine().upload(&data).unwrap();
    let offsets = offsets(&LENGTHS[..14], 200, 20_000);
    let third: Vec<f32> = data.iter().copied().step_by(3).collect();
    let found = reducer
        .reduce_each(Strided::new(&array, 0, 3).unwrap(), Segments(&offsets))
        .unwrap();
    assert!(
        found == on_cpu.reduce_each(&third, Segments(&offsets)).unwrap(),
        "every third"
    );
    let sliced = View::new(&array, [data.len()]).unwrap().slice(0, 5..40_000).unwrap();
    let found = reducer.reduce_each(sliced, Segments(&offsets)).unwrap();
    assert!(
        found == on_cpu.reduce_each(&data[5..40_000], Segments(&offsets)).unwrap(),
        "from the sixth on"
    );
    // Offsets on the device count from the first element of a view, wherever that lies between two vectors.
    let there = engine().upload(&offsets).unwrap();
    let bytes: Vec<u8> = input(Kind::Ordinary, 60_001);
    let (of_bytes, array_of_bytes) = (ops::Histogram::<u8, 10>::new(20, 200), engine().upload(&bytes).unwrap());
    let ends = engine().upload(&[2u32, 30, 20_000]).unwrap();
    for first in [5, 7, 16] {
        let sliced = View::new(&array, [data.len()])
            .unwrap()
            .slice(0, first..40_000)
            .unwrap();
        let found = reducer.reduce_each(sliced, Segments(&there)).unwrap();
        let expected = on_cpu.reduce_each(&data[first..40_000], Segments(&offsets)).unwrap();
        assert!(found == expected, "from {first} on, on the device");
        let sliced = View::new(&array_of_bytes, [bytes.len()]).unwrap();
        let found = engine()
            .reducer_using(of_bytes)
            .unwrap()
            .reduce_each(sliced.slice(0, first..40_000).unwrap(), Segments(&ends))
            .unwrap();
        let expected = Cpu::new()
            .reducer_using(of_bytes)
            .unwrap()
            .reduce_each(&bytes[first..40_000], Segments(&[2u32, 30, 20_000]))
            .unwrap();
        assert!(found == expected, "bytes from {first} on");
    }
    let mask: Vec<bool> = (0..data.len()).map(|index| index % 7 != 3).collect();
    let found = reducer
        .reduce_each(Masked::new(&data, &mask).unwrap(), Segments(&offsets))
        .unwrap();
    let expected = on_cpu
        .reduce_each(Masked::new(&data, &mask).unwrap(), Segments(&offsets))
        .unwrap();
    assert!(found == expected, "masked");
}
