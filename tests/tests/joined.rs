//! Elements that come in pieces, in parts and without waiting: the bits of one call over all of them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

use std::num::NonZeroUsize;

use reduce_tests::device::gpu;
use reduce_tests::inputs::{Kind, Random, Sample, input};
use reduce_tests::operators::Stats;
use reduce_tests::ops::{ArgMax, Dot, KahanSum, Max, Mean, Sum, Variance};
use reduce_tests::two_orders::{Bytes, Many, Shifts, Two};
use reduce_tests::written::{Brackets, Compose};
use reduce_wgpu::prelude::*;

/// Cuts of `len` elements at random places: empty pieces, single elements, tiles and lengths around them.
fn cuts(len: usize, seed: u64) -> Vec<usize> {
    let mut random = Random(seed);
    let mut cuts = vec![0];
    while *cuts.last().unwrap() < len {
        let bits = random.bits();
        let piece = [0, 1, 2, 255, 1000, 32_767, 32_768, 32_769, 65_536, 100_001][(bits % 10) as usize];
        cuts.push((cuts.last().unwrap() + piece).min(len));
    }
    cuts
}

/// Lengths around tiles and segments.
const LENGTHS: [usize; 8] = [0, 1, 2, 1023, 32_768, 32_769, 262_144, 700_001];

/// The bits of a value, whatever it is.
fn bits(value: impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

/// Streams of `R` over slices of `data`, on both engines.
fn streams<R, T>(data: &[T])
where
    R: Operator<Params: NoParameters>,
    R::Output: std::fmt::Debug + GpuType,
    for<'a> &'a [T]: Source<R::Input>,
{
    let (cpu, gpu) = (Cpu::new().reducer::<R>().unwrap(), gpu().reducer::<R>().unwrap());
    for len in LENGTHS.into_iter().filter(|len| *len <= data.len()) {
        let (mut host, mut device) = (cpu.stream().unwrap(), gpu.stream().unwrap());
        for pair in cuts(len, len as u64).windows(2) {
            host.push(&data[pair[0]..pair[1]]).unwrap();
            device.push(&data[pair[0]..pair[1]]).unwrap();
        }
        assert_eq!((host.len(), device.len()), (len as u64, len as u64));
        assert_eq!(
            bits(host.finish().unwrap()),
            bits(cpu.reduce(&data[..len]).unwrap()),
            "{cpu:?}, {len}"
        );
        assert_eq!(
            bits(device.finish().unwrap()),
            bits(gpu.reduce(&data[..len]).unwrap()),
            "{gpu:?}, {len}"
        );
    }
}

fn ordinary<T: Sample>() -> Vec<T> {
    input(Kind::Ordinary, 700_001)
}

#[test]
fn a_stream_is_one_call() {
    streams::<Sum<f32>, f32>(&ordinary());
    streams::<Mean<f32>, f32>(&ordinary());
    streams::<Stats, f32>(&ordinary());
}

#[test]
fn a_stream_keeps_the_bits_of_its_device() {
    streams::<Variance<f32>, f32>(&ordinary());
    streams::<KahanSum, f32>(&ordinary());
}

#[test]
fn a_stream_keeps_the_order() {
    streams::<Compose, f32>(&input(Kind::NearOne, 300_001));
    streams::<Brackets, u32>(&ordinary());
}

/// The levels of a stream hold states of all members, whichever kernel folded them.
#[test]
fn a_stream_has_two_orders() {
    streams::<Many, f32>(&ordinary());
    streams::<Bytes, u8>(&ordinary());
}

#[test]
fn a_stream_counts_positions() {
    streams::<ArgMax<f32>, f32>(&ordinary());
}

#[test]
fn a_stream_of_packed_elements_may_be_cut_anywhere() {
    streams::<Sum<u8>, u8>(&ordinary());
}

#[test]
fn a_stream_of_pairs_takes_pairs_of_slices() {
    let (a, b): (Vec<f32>, Vec<f32>) = (ordinary(), input(Kind::NearOne, 700_001));
    let mut stream = gpu().reducer::<Dot<f32>>().unwrap().stream().unwrap();
    let mut host = Cpu::new().reducer::<Dot<f32>>().unwrap().stream().unwrap();
    for pair in cuts(a.len(), 7).windows(2) {
        stream.push((&a[pair[0]..pair[1]], &b[pair[0]..pair[1]])).unwrap();
        host.push((&a[pair[0]..pair[1]], &b[pair[0]..pair[1]])).unwrap();
    }
    // A refused push takes nothing.
    let uneven = Error::Lengths { first: 3, other: 2 };
    assert_eq!(stream.push((&a[..3], &b[..2])).unwrap_err(), uneven);
    assert_eq!(host.push((&a[..3], &b[..2])).unwrap_err(), uneven);
    let whole = gpu().reduce::<Dot<f32>>((&a, &b)).unwrap();
    assert_eq!(stream.finish().unwrap().to_bits(), whole.to_bits());
    assert_eq!(
        host.finish().unwrap().to_bits(),
        Cpu::new().reduce::<Dot<f32>>((&a, &b)).unwrap().to_bits()
    );
}

/// 132 bytes of state: tiles of 8192 elements; one tree pass takes 256 of them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Large {
    #[reduce(sum, lift = [x; 33])]
    sums: [f32; 33],
}

#[test]
fn a_stream_beyond_one_tree_pass_folds_its_levels() {
    let tree = 8192 * 256;
    let data: Vec<f32> = input(Kind::Ordinary, 2 * tree + 8192 * 3 + 5);
    let (cpu, gpu) = (Cpu::new(), gpu().reducer::<Large>().unwrap());
    for len in [tree - 1, tree, tree + 1, 2 * tree, data.len()] {
        let mut stream = gpu.stream().unwrap();
        for piece in data[..len].chunks(1_000_003) {
            stream.push(piece).unwrap();
        }
        assert_eq!(
            stream.finish().unwrap(),
            cpu.reduce::<Large>(&data[..len]).unwrap(),
            "{len}"
        );
    }
}

#[test]
fn streams_and_calls_share_a_device() {
    let data: Vec<f32> = ordinary();
    let reducer = gpu().reducer::<Sum<f32>>().unwrap();
    let whole = reducer.reduce(&data).unwrap().to_bits();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (reducer, data) = (reducer.clone(), &data);
            scope.spawn(move || {
                let mut stream = reducer.stream().unwrap();
                for piece in data.chunks(10_000 + thread) {
                    stream.push(piece).unwrap();
                }
                assert_eq!(reducer.reduce(data).unwrap().to_bits(), whole);
                assert_eq!(stream.finish().unwrap().to_bits(), whole);
            });
        }
    });
}

#[test]
fn the_cpu_stream_goes_on_after_a_panic() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = u32, output = u32, finish = total)]
    struct Checked {
        #[reduce(sum, lift = 100 / x)]
        total: u32,
    }
    let cpu = Cpu::new();
    let error = cpu.reduce::<Checked>(&[1, 0]).unwrap_err();
    let message = "Checked panicked: attempt to divide by zero";
    assert_eq!(error.to_string(), message);
    let mut stream = cpu.reducer::<Checked>().unwrap().stream().unwrap();
    stream.push(&[1, 2]).unwrap();
    let mut tile = vec![1; 40_000];
    tile[30_000] = 0;
    assert_eq!(stream.push(&tile).unwrap_err().to_string(), message);
    assert_eq!(stream.len(), 2);
    stream.push(&[4]).unwrap();
    assert_eq!(stream.finish().unwrap(), 175);
}

#[test]
fn no_result_depends_on_the_number_of_threads() {
    let data: Vec<f32> = ordinary();
    let whole = Cpu::new().reduce::<Sum<f32>>(&data).unwrap().to_bits();
    for threads in [1, 2, 3, 7] {
        let cpu = Cpu::with_threads(NonZeroUsize::new(threads).unwrap()).unwrap();
        assert_eq!(cpu.reduce::<Sum<f32>>(&data).unwrap().to_bits(), whole);
        let mut stream = cpu.reducer::<Sum<f32>>().unwrap().stream().unwrap();
        stream.push(&data).unwrap();
        assert_eq!(stream.finish().unwrap().to_bits(), whole);
    }
}

/// Parts of `data`, made in turn by the CPU, the GPU from a slice and the GPU from an array, through bytes.
fn parts<R: Operator<Params: NoParameters>>(data: &[f32], at: &[usize]) -> Vec<Partial<R>>
where
    for<'a> &'a [f32]: Source<R::Input>,
    for<'a> &'a Array<f32>: Source<R::Input>,
{
    let gpu = gpu().reducer::<R>().unwrap();
    let tile = Partial::<R>::tile_len() as usize;
    let cuts: Vec<usize> = at.iter().map(|tiles| (tiles * tile).min(data.len())).collect();
    let parts = cuts.windows(2).enumerate().map(|(index, cut)| {
        let (piece, start) = (&data[cut[0]..cut[1]], cut[0] as u64);
        let partial = match index % 3 {
            0 => Cpu::new().partial::<R>(piece, start),
            1 => gpu.partial(piece, start),
            _ => gpu.partial(&gpu.gpu().upload(piece).unwrap(), start),
        };
        Partial::from_bytes(&partial.unwrap().to_bytes()).unwrap()
    });
    parts.collect()
}

#[test]
fn parts_join_in_any_order_and_from_any_engine() {
    let data: Vec<f32> = ordinary();
    let at = [0, 1, 4, 5, 11, 12, 18, 99];
    let whole = Cpu::new().reduce::<Sum<f32>>(&data).unwrap();
    let best = Cpu::new().reduce::<ArgMax<f32>>(&data).unwrap();
    for seed in 0..5 {
        let (mut sums, mut maxima) = (parts::<Sum<f32>>(&data, &at), parts::<ArgMax<f32>>(&data, &at));
        let mut random = Random(seed);
        let (mut sum, mut max) = (Partial::new(), Partial::new());
        while !sums.is_empty() {
            let next = (random.bits() % sums.len() as u64) as usize;
            sum.merge(&sums.swap_remove(next)).unwrap();
            max.merge(&maxima.swap_remove(next)).unwrap();
        }
        assert_eq!(bits(sum.ranges()), "[0..700001]");
        assert_eq!(sum.finish().unwrap().to_bits(), whole.to_bits());
        assert_eq!(max.finish().unwrap(), best);
    }
    assert_eq!(Partial::<Sum<f32>>::new().finish().unwrap(), 0.0);
}

#[test]
fn parts_of_a_tuple_have_the_orders_of_its_members() {
    let data: Vec<f32> = ordinary();
    let whole = Cpu::new().reduce::<Two>(&data).unwrap();
    let mut joined = Partial::new();
    for part in parts::<Two>(&data, &[0, 1, 4, 5, 11, 12, 18, 99]).iter().rev() {
        joined.merge(part).unwrap();
    }
    assert_eq!(bits(joined.ranges()), "[0..700001]");
    let (sum, shifts) = joined.finish().unwrap();
    assert_eq!(bits((sum, shifts)), bits(whole));
    assert_eq!(bits((sum, shifts)), {
        let alone = (Cpu::new().reduce::<Sum<f32>>(&data), Cpu::new().reduce::<Shifts>(&data));
        bits((alone.0.unwrap(), alone.1.unwrap()))
    });
    // Bytes of the members in another order belong to another operator.
    let part = parts::<Two>(&data, &[0, 99]).remove(0).to_bytes();
    assert!(Partial::<(Shifts, Sum<f32>)>::from_bytes(&part).is_err());
    assert!(Partial::<(Sum<f32>, Max<f32>)>::from_bytes(&part).is_err());
}

#[test]
fn a_stream_on_the_cpu_is_a_part_at_any_time() {
    let data: Vec<f32> = ordinary();
    let mut stream = Cpu::new().reducer::<Sum<f32>>().unwrap().stream().unwrap();
    stream.push(&data[..100_000]).unwrap();
    let so_far = stream.partial().unwrap();
    assert_eq!(bits(so_far.ranges()), "[0..100000]");
    assert_eq!(
        so_far.finish().unwrap(),
        Cpu::new().reduce::<Sum<f32>>(&data[..100_000]).unwrap()
    );
    stream.push(&data[100_000..]).unwrap();
    assert_eq!(stream.finish().unwrap(), Cpu::new().reduce::<Sum<f32>>(&data).unwrap());
}

#[test]
fn parts_that_do_not_fit_are_refused_and_change_nothing() {
    let data = vec![1.0f32; 100_000];
    let cpu = Cpu::new();
    let part = |range: std::ops::Range<usize>| {
        cpu.partial::<Sum<f32>>(&data[range.clone()], range.start as u64)
            .unwrap()
    };
    let says = |error: Error, message: &str| assert_eq!(error.to_string(), message);
    let mut sum = part(32_768..65_536);
    says(
        sum.merge(&part(0..65_536)).unwrap_err(),
        "two parts hold element 32768; merge every part once",
    );
    says(
        sum.finish().unwrap_err(),
        "elements 0 to 32767 have not been reduced; merge the parts that hold them before finish()",
    );
    sum.merge(&part(0..32_768)).unwrap();
    let ended = "one part ends inside a tile, at element 65537, and another lies behind it; \
                 cut the input at multiples of Partial::tile_len()";
    let mut short = part(65_536..65_537);
    says(short.merge(&part(98_304..100_000)).unwrap_err(), ended);
    says(
        cpu.partial::<Sum<f32>>(&data[1..], 1).unwrap_err(),
        "a part begins at element 1, inside a tile of 32768 elements; begin parts at multiples of Partial::tile_len()",
    );
    says(
        gpu().reducer::<Sum<f32>>().unwrap().partial(&data, 5).unwrap_err(),
        "a part begins at element 5, inside a tile of 32768 elements; begin parts at multiples of Partial::tile_len()",
    );
    // All of it is as it was.
    sum.merge(&part(65_536..100_000)).unwrap();
    assert_eq!(sum.finish().unwrap(), 100_000.0);
}

#[test]
fn a_part_beyond_the_last_position_is_refused() {
    let late = Cpu::new().partial::<Sum<f32>>(&[1.0], u64::MAX - 32_767).unwrap_err();
    assert!(late.to_string().contains("ends beyond 2^64"), "{late}");
}

#[test]
fn futures_are_ready_when_the_device_is() {
    let gpu = gpu();
    let data: Vec<f32> = ordinary();
    let reducer = gpu.reducer::<Stats>().unwrap();
    let array = gpu.upload(&data).unwrap();
    let whole = reducer.reduce(&data).unwrap();
    let mut calls: Vec<_> = (0..20).map(|_| reducer.reduce_async(&array)).collect();
    // Nothing is left of dropped ones.
    drop(calls.drain(..5));
    let own = {
        let copy = data.clone();
        reducer.reduce_async(&copy)
    };
    fn sent<T: Send + 'static>(value: T) -> T {
        value
    }
    let elsewhere = sent(own);
    assert_eq!(
        std::thread::spawn(|| pollster::block_on(elsewhere))
            .join()
            .unwrap()
            .unwrap(),
        whole
    );
    for call in calls {
        assert_eq!(pollster::block_on(call).unwrap(), whole);
    }
    let nothing: &[f32] = &[];
    assert_eq!(pollster::block_on(reducer.reduce_async(nothing)).unwrap().count, 0);
    assert_eq!(reducer.reduce(&array).unwrap(), whole);
}

#[test]
fn an_engine_streams_too() {
    let data: Vec<f32> = ordinary();
    for engine in [Engine::Cpu(Cpu::new()), Engine::Gpu(gpu().clone())] {
        let mut stream = engine.reducer::<Sum<f32>>().unwrap().stream().unwrap();
        for piece in data.chunks(99_999) {
            stream.push(piece).unwrap();
        }
        assert_eq!(stream.len(), 700_001);
        assert_eq!(stream.finish().unwrap(), engine.reduce::<Sum<f32>>(&data).unwrap());
    }
}
