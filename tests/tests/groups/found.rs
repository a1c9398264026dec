//! Groups by keys in the memory of the engine, which finds them there.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Random, input};
use reduce_tests::two_orders::HashOfBytes;
use reduce_wgpu::prelude::*;
use reduce_wgpu::{Element, Key};

use super::{engine, exactly, has_64_bits, on_a_device};

/// Groups of keys on the engine have the keys and the results of those in host memory on the CPU.
fn check<K: Element + Key + Debug + PartialEq>(keys: &[K]) {
    let data: Vec<u8> = input(Kind::Ordinary, keys.len());
    let on_engine = engine().upload(keys).unwrap();
    let context = || format!("{} keys of {}", keys.len(), std::any::type_name::<K>());
    let expected = Cpu::new().reduce_each::<HashOfBytes>(&data, Keys(keys)).unwrap();
    let found = engine().reduce_each::<HashOfBytes>(&data, Keys(&on_engine)).unwrap();
    assert_eq!(exactly(&found), exactly(&expected), "{}", context());
    let expected = Cpu::new().reduce_each::<HashOfBytes>(&data, Runs(keys)).unwrap();
    let found = engine().reduce_each::<HashOfBytes>(&data, Runs(&on_engine)).unwrap();
    assert_eq!(exactly(&found), exactly(&expected), "runs of {}", context());
    if size_of::<K>() == 1 {
        return;
    }
    // Elements of a word are sorted along with their keys.
    let words: Vec<f32> = input(Kind::Ordinary, keys.len());
    let expected = Cpu::new().reduce_each::<Words>(&words, Keys(keys)).unwrap();
    let found = engine().reduce_each::<Words>(&words, Keys(&on_engine)).unwrap();
    assert_eq!(exactly(&found), exactly(&expected), "words of {}", context());
    let array = engine().upload(&words).unwrap();
    let found = engine().reduce_each::<Words>(&array, Keys(&on_engine)).unwrap();
    assert_eq!(
        exactly(&found),
        exactly(&expected),
        "words in an array of {}",
        context()
    );
}

/// A sum, whose last bits tell in which order it was made, and a position in the group.
type Words = (ops::Sum<f32>, ops::ArgMin<f32>);

/// Lengths about an invocation's keys, a tile, and a block of tiles.
const LENGTHS: [usize; 8] = [0, 1, 7, 8, 2047, 2048, 2049, 12_000];

#[test]
fn integers() {
    let mut random = Random(7);
    for len in LENGTHS {
        let bits: Vec<u64> = (0..len).map(|_| random.bits()).collect();
        check(&bits.iter().map(|bits| *bits as u8).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| (*bits % 9) as i8 - 4).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| *bits as u16).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| (*bits % 900) as i16 - 450).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| *bits as u32).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| (*bits % 5) as u32 * 0x1001).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| *bits as i32 >> 20).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| bits % 2 == 0).collect::<Vec<_>>());
        if has_64_bits() {
            check(&bits.iter().map(|bits| bits >> 50 << 29).collect::<Vec<_>>());
            check(&bits.iter().map(|bits| *bits as i64 >> 58).collect::<Vec<_>>());
        }
    }
}

#[test]
fn more_tiles_than_a_workgroup_scans_at_once() {
    let mut random = Random(12);
    let keys: Vec<u32> = (0..700_000).map(|_| random.bits() as u32 % 20).collect();
    check(&keys);
}

#[test]
fn floats() {
    const ODD: [f32; 9] = [
        0.0,
        -0.0,
        f32::NAN,
        -f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        -1.5,
        1e-45,
        f32::MIN,
    ];
    let mut random = Random(8);
    for len in LENGTHS {
        let floats: Vec<f32> = (0..len)
            .map(|_| match random.bits() % 12 {
                odd @ 0..9 => ODD[odd as usize],
                // A NaN of other bits is the same key, and none is equal to another.
                9 => f32::from_bits(0x7f80_0000 | (random.bits() as u32 % 5)),
                _ => f32::from_bits(random.bits() as u32),
            })
            .collect();
        check(&floats);
        check(&floats.iter().map(|x| half::f16::from_f32(*x)).collect::<Vec<_>>());
        check(&floats.iter().map(|x| half::bf16::from_f32(*x)).collect::<Vec<_>>());
        if has_64_bits() {
            check(&floats.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn long_and_short_runs() {
    let mut random = Random(9);
    for most in [1, 2, 16, 300, 70_000] {
        let mut keys: Vec<u32> = Vec::new();
        while keys.len() < 100_000 {
            let (run, key) = (1 + random.bits() % most, random.bits() as u32 % 3);
            keys.extend((0..run).map(|_| key));
        }
        check(&keys);
    }
}

/// So many keys in runs of any length up to what `most` says of the number of keys before.
fn run_keys(random: &mut Random, len: usize, most: impl Fn(usize) -> u64) -> Vec<u32> {
    let mut keys: Vec<u32> = Vec::new();
    while keys.len() < len {
        let (run, key) = (1 + random.bits() % most(keys.len()), random.bits() as u32);
        keys.extend((0..run).map(|_| key));
    }
    keys.truncate(len);
    keys
}

/// Runs of these keys, and segments of the same elements, have the results of the CPU.
macro_rules! check_runs {
    ($reduction:ty, $data:expr, $keys:expr, $context:expr) => {{
        let (data, keys, context): (_, &[u32], &str) = ($data, $keys, $context);
        let on_engine = engine().upload(keys).unwrap();
        let expected = Cpu::new().reduce_each::<$reduction>(data, Runs(keys)).unwrap();
        let found = engine().reduce_each::<$reduction>(data, Runs(&on_engine)).unwrap();
        assert_eq!(exactly(&found), exactly(&expected), "runs {context}");
        // Two empty ones among them.
        let begins = (0..keys.len()).filter(|index| *index == 0 || keys[*index] != keys[*index - 1]);
        let mut offsets: Vec<usize> = begins.chain([keys.len(); 2]).collect();
        offsets.insert(1, offsets[1]);
        let expected = Cpu::new().reduce_each::<$reduction>(data, Segments(&offsets)).unwrap();
        let found = engine().reduce_each::<$reduction>(data, Segments(&offsets)).unwrap();
        assert_eq!(exactly(&found), exactly(&expected), "segments {context}");
    }};
}

#[test]
fn groups_of_an_invocation_and_of_a_workgroup() {
    let mut random = Random(13);
    for len in [1, 5, 2047, 2048, 2049, 40_000] {
        let data: Vec<f32> = input(Kind::Ordinary, len);
        let bytes: Vec<u8> = input(Kind::Ordinary, len);
        // Up to sixteen elements an invocation folds a group, and a row is 1024.
        for most in [1, 2, 3, 16, 17, 300, 1100, 5000, 70_000] {
            let keys = run_keys(&mut random, len, |_| most);
            let context = format!("of up to {most} of {len} elements");
            check_runs!(ops::Variance<f32>, &data, &keys, &context);
            check_runs!(Words, &data, &keys, &context);
            check_runs!(ops::Mean<u8>, &bytes, &keys, &context);
            if has_64_bits() {
                let wide: Vec<f64> = data.iter().map(|x| f64::from(*x)).collect();
                check_runs!(ops::Sum<f64>, &wide, &keys, &context);
            }
        }
    }
}

#[test]
fn long_runs_beyond_a_block_of_tiles() {
    // The counts of 4096 tiles of 2048 elements are scanned together.
    let len = 4096 * 2048 + 100_000;
    let data: Vec<u8> = input(Kind::Ordinary, len);
    let mut random = Random(14);
    let keys = run_keys(
        &mut random,
        len,
        |before| if before.is_multiple_of(3) { 90_000 } else { 5000 },
    );
    check_runs!(ops::Mean<u8>, &data, &keys, "beyond a block of tiles");
}

#[test]
fn positions_parameters_and_views() {
    let mut random = Random(10);
    let keys: Vec<u32> = (0..60_000).map(|_| random.bits() as u32 % 77).collect();
    let data: Vec<f32> = input(Kind::Ordinary, 2 * keys.len());
    let (cpu, on_engine) = (Cpu::new(), engine().upload(&keys).unwrap());
    let arg =
        |engine: &Engine, keys: Keys<&Array<u32>>| engine.reduce_each::<ops::ArgMax<f32>>(&data[..keys.0.len()], keys);
    let expected = cpu
        .reduce_each::<ops::ArgMax<f32>>(&data[..keys.len()], Keys(&keys))
        .unwrap();
    assert_eq!(exactly(&arg(engine(), Keys(&on_engine)).unwrap()), exactly(&expected));
    // Every second element, and a part of a larger array.
    let all = engine().upload(&data).unwrap();
    let every_second = || View::new(&data, [keys.len(), 2]).unwrap().slice(1, 0..1).unwrap();
    let part = |array: &Array<f32>| {
        exactly(
            &engine()
                .reduce_each::<ops::Variance<f32>>(
                    View::new(array, [2 * keys.len()])
                        .unwrap()
                        .slice(0, 5..5 + keys.len())
                        .unwrap(),
                    Runs(&on_engine),
                )
                .unwrap(),
        )
    };
    let expected = cpu
        .reduce_each::<ops::Variance<f32>>(every_second(), Keys(&keys))
        .unwrap();
    let found = engine()
        .reduce_each::<ops::Variance<f32>>(every_second(), Keys(&on_engine))
        .unwrap();
    assert_eq!(exactly(&found), exactly(&expected));
    let expected = cpu
        .reduce_each::<ops::Variance<f32>>(&data[5..5 + keys.len()], Runs(&keys))
        .unwrap();
    assert_eq!(part(&all), exactly(&expected));
}

#[test]
fn results_stay_on_the_device() {
    if !on_a_device() {
        return;
    }
    let Engine::Gpu(gpu) = engine() else { return };
    let mut random = Random(11);
    let keys: Vec<i32> = (0..50_000).map(|_| random.bits() as i32 >> 16).collect();
    let data: Vec<u32> = input(Kind::Ordinary, keys.len());
    let (on_gpu, array) = (gpu.upload(&keys).unwrap(), gpu.upload(&data).unwrap());
    let expected = Cpu::new().reduce_each::<ops::Max<u32>>(&data, Keys(&keys)).unwrap();
    let max = gpu.reducer::<ops::Max<u32>>().unwrap();
    let results = max.reduce_each_on_device(&array, Keys(&on_gpu)).unwrap();
    assert_eq!(results.len(), expected.keys.len());
    let sum = gpu.reduce::<ops::WideSum<u32>>(&results).unwrap();
    assert_eq!(sum, expected.values.iter().map(|value| u64::from(*value)).sum::<u64>());
    let awaited = pollster::block_on(max.reduce_each_async(&array, Keys(&on_gpu))).unwrap();
    assert_eq!(awaited, expected);
}

#[test]
fn keys_that_do_not_fit_are_refused() {
    let keys = engine().upload(&[1u32, 2, 3]).unwrap();
    let error = engine()
        .reduce_each::<ops::Sum<f32>>(&[1.0, 2.0], Keys(&keys))
        .unwrap_err();
    assert!(error.to_string().contains("3 keys for 2 elements"), "{error}");
    if on_a_device() {
        let error = Cpu::new()
            .reduce_each::<ops::Sum<f32>>(&[1.0; 3], Keys(&keys))
            .unwrap_err();
        assert!(matches!(error, Error::WrongDevice { .. }), "{error}");
    }
}
