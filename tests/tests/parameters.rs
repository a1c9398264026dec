//! Operators with parameters: the bits of the CPU and of the oracle at any value, in every way to reduce; one kernel for all values.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

#[path = "parameters/quantiles.rs"]
mod quantiles;

use std::fmt::Debug;
use std::marker::PhantomData;

use reduce_tests::device::{Driver, gpu, read};
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::ops::{self, Max, Sum};
use reduce_tests::oracle::{bits, canonical_by};
use reduce_tests::parameters::{CountAbove, Domain, InTwoOrders, Polynomial, Scaled, ToBase, Weighed, Window};
use reduce_wgpu::prelude::*;
use reduce_wgpu::{OperatorValue, Shape};
use wgpu::util::DeviceExt as _;
use wgpu::{Buffer, BufferUsages};

fn lengths<R: Operator>() -> Vec<usize> {
    let shape = Shape::of::<R>();
    let (row, tile) = (shape.columns() as usize, shape.tile_len() as usize);
    vec![0, 1, 2, 31, row - 1, row + 1, tile - 1, tile, tile + 1, 3 * tile + 77]
}

/// Each value in turn on one reducer, at each length, beside the CPU and the oracle.
fn agrees<V>(values: &[V])
where
    V: OperatorValue + Clone,
    V::Operator: Operator<Input: Sample, Output: Debug + GpuType>,
{
    let (cpu, gpu) = (
        Cpu::new().reducer_using(values[0].clone()).unwrap(),
        gpu().reducer_using(values[0].clone()).unwrap(),
    );
    let data = input::<<V::Operator as Operator>::Input>(Kind::Ordinary, 400_000);
    for value in values {
        cpu.set(value.clone());
        gpu.set(value.clone());
        for len in lengths::<V::Operator>() {
            let data = &data[..len];
            let expected = bits(&cpu.reduce(data).unwrap());
            // The oracle knows one order.
            if !<V::Operator as Operator>::State::MIXED {
                let simple = canonical_by::<V::Operator>(&value.clone().params(), data);
                assert_eq!(bits(&simple), expected, "the CPU, {len}");
            }
            assert_eq!(bits(&gpu.reduce(data).unwrap()), expected, "{gpu:?}, {len}");
        }
    }
}

/// The counts of numpy.histogram for edges that are computed in `f64`.
fn counts_between_edges<const N: usize>(data: impl Iterator<Item = f64>, (low, high): (f64, f64)) -> [u32; N] {
    let edges: Vec<f64> = (0..N).map(|k| k as f64 * ((high - low) / N as f64) + low).collect();
    let mut counts = [0; N];
    for x in data.filter(|x| (low..=high).contains(x)) {
        counts[edges.partition_point(|edge| *edge <= x) - 1] += 1;
    }
    counts
}

fn polynomial(rounds: u32) -> Polynomial {
    Polynomial {
        coefficients: [1.5, -2.0, 0.25, 8.0, -0.125],
        domain: Domain { low: -3.0, high: 2.5 },
        rounds,
    }
}

#[test]
fn scalars_arrays_and_structs() {
    let thresholds = [0.5, -1e30, f32::INFINITY, -0.0, f32::NAN, f32::MIN_POSITIVE];
    agrees(&thresholds.map(|threshold| CountAbove { threshold }));
    agrees(&[0, 2, 4, u32::MAX].map(polynomial));
    agrees(&[
        ops::CountAbove::<f32> { threshold: 0.5 },
        ops::CountAbove::<f32> { threshold: -0.5 },
    ]);
    agrees(&[
        ops::CountAbove::<u8> { threshold: 200 },
        ops::CountAbove::<u8> { threshold: 7 },
    ]);
    agrees(&[Scaled { by: 1i32 }, Scaled { by: -1 }]);
    agrees(&[Scaled { by: 0.5f32 }, Scaled { by: 1.1 }]);
}

#[test]
fn built_in_operators() {
    let values = [3.0, 1.0, 0.0].map(|exponent| ops::PowerSum { exponent });
    let data: Vec<f32> = input(Kind::NearOne, 100_003);
    for value in values {
        let (host, device) = (
            Cpu::new().reducer_using(value).unwrap(),
            gpu().reducer_using(value).unwrap(),
        );
        let (host, device) = (host.reduce(&data).unwrap(), device.reduce(&data).unwrap());
        assert!(
            (host - device).abs() <= host.abs() * 1e-3,
            "{value:?}: {device}, on the CPU {host}"
        );
    }
    let points: Vec<[f32; 3]> = input::<f32>(Kind::Ordinary, 90_000).as_chunks::<3>().0.to_vec();
    let place = gpu().reducer_using(ops::DistanceTo { point: points[20_000] }).unwrap();
    let found = place.reduce(&points).unwrap();
    assert_eq!((points[found.index as usize], found.value), (points[20_000], 0.0));
    agrees(&[[0.5, -3.0, 2.0], [0.0; 3]].map(|point| ops::DistanceTo { point }));
    assert_eq!(place.reduce(&points[..0]).unwrap().index, u32::MAX);
}

#[test]
fn histograms() {
    let ranges = [(-3.0, 3.0), (0.1, 100.5), (-1e30, 1e30), (2.0, 2.0), (f32::NAN, 1.0)];
    agrees(&ranges.map(|(low, high)| ops::Histogram::<f32, 32>::new(low, high)));
    // More bins than there are floats.
    agrees(&[(1.0, 1.0 + 9.0 * f32::EPSILON)].map(|(low, high)| ops::Histogram::<f32, 100>::new(low, high)));
    agrees(&[ops::Histogram::<i32, 10>::new(i32::MIN, i32::MAX)]);
    agrees(&[ops::Histogram::<u32, 77>::new(12_345, 4_000_000_000)]);
    agrees(&[(0, 255), (7, 99)].map(|(low, high)| ops::Histogram::<u8, 16>::new(low, high)));
    agrees(&[ops::Histogram::<i16, 3>::new(-300, 20_000)]);
    agrees(&[ops::Histogram::<half::f16, 5>::new(-1.0, 8.0)]);
    if Driver::of_this_run().has_64_bits() {
        agrees(&[ops::Histogram::<f64, 9>::new(-1e3, 2e3)]);
        agrees(&[ops::Histogram::<i64, 9>::new(i64::MIN, i64::MAX)]);
    }
}

#[test]
fn the_number_of_bins_is_a_value() {
    fn of<T: Sample + Number>(low: T::Wide, high: T::Wide) {
        let data = input::<T>(Kind::Ordinary, 100_003);
        let (host, device) = (
            Cpu::new(),
            gpu()
                .reducer_using(ops::HistogramUpTo::<T, 50>::new(low, high, 9))
                .unwrap(),
        );
        for bins in [0, 1, 7, 50, 51] {
            let value = ops::HistogramUpTo::<T, 50>::new(low, high, bins);
            device.set(value);
            let expected = host.reducer_using(value).unwrap().reduce(&data).unwrap();
            assert_eq!(expected.len(), bins.min(50) as usize);
            assert_eq!(device.reduce(&data).unwrap(), expected, "{bins} bins");
        }
        let value = ops::HistogramUpTo::<T, 50>::new(low, high, 50);
        let fixed = ops::Histogram::<T, 50>::new(low, high);
        device.set(value);
        assert_eq!(
            device.reduce(&data).unwrap(),
            gpu().reducer_using(fixed).unwrap().reduce(&data).unwrap()
        );
    }
    of::<f32>(-9.0, 11.0);
    of::<i32>(-2_000_000_000, 1_999_999_999);
    of::<u8>(3, 200);
    if Driver::of_this_run().has_64_bits() {
        of::<f64>(-9.0, 11.0);
        of::<u64>(0, u64::MAX);
    }
}

/// Any bits, and as many bins as there may be; by numpy's definition, on both engines and at a million elements.
#[test]
fn a_long_histogram_counts_as_numpy_does() {
    let data: Vec<f32> = input(Kind::AnyBits, 1_000_000);
    let whole: Vec<f32> = data.iter().map(|x| x.rem_euclid(300.0).floor() - 20.0).collect();
    let value = ops::Histogram::<f32, 256>::new(0.0, 256.0);
    let expected = counts_between_edges(whole.iter().map(|x| f64::from(*x)), (0.0, 256.0));
    assert_eq!(
        Cpu::new().reducer_using(value).unwrap().reduce(&whole).unwrap(),
        expected
    );
    let device = gpu().reducer_using(value).unwrap();
    assert_eq!(device.reduce(&whole).unwrap(), expected);
    let bytes: Vec<u8> = data.iter().map(|x| (x.to_bits() >> 7) as u8).collect();
    let value = ops::Histogram::<u8, 256>::new(0, 255);
    let expected = Cpu::new().reducer_using(value).unwrap().reduce(&bytes).unwrap();
    assert_eq!(
        expected,
        counts_between_edges(bytes.iter().map(|x| f64::from(*x)), (0.0, 255.0))
    );
    assert_eq!(gpu().reducer_using(value).unwrap().reduce(&bytes).unwrap(), expected);
}

/// The same counts as a stream, in parts, from every other element on, cut as a policy likes, by every strategy, beside others and inside an encoder.
#[test]
fn a_histogram_is_the_same_in_every_way_to_reduce() {
    let data: Vec<f32> = input(Kind::Ordinary, 300_001);
    let value = ops::Histogram::<f32, 20>::new(-50.0, 70.0);
    let (cpu, device) = (
        Cpu::new().reducer_using(value).unwrap(),
        gpu().reducer_using(value).unwrap(),
    );
    let expected = cpu.reduce(&data).unwrap();
    for pieces in [999, 70_000] {
        let (mut host, mut stream) = (cpu.stream().unwrap(), device.stream().unwrap());
        for piece in data.chunks(pieces) {
            host.push(piece).unwrap();
            stream.push(piece).unwrap();
        }
        assert_eq!((host.finish().unwrap(), stream.finish().unwrap()), (expected, expected));
    }
    let cut = 3 * Partial::<ops::Histogram<f32, 20>>::tile_len() as usize;
    let mut whole = device.partial(&data[cut..], cut as u64).unwrap();
    whole.merge(&cpu.partial(&data[..cut], 0).unwrap()).unwrap();
    assert_eq!(whole.finish().unwrap(), expected);
    let every = Strided::new(&data, 1, 3).unwrap();
    assert_eq!(device.reduce(every).unwrap(), cpu.reduce(every).unwrap());
    let array = gpu().upload(&data).unwrap();
    let every = Strided::new(&array, 5, 2).unwrap();
    let plain: Vec<f32> = data[5..].iter().step_by(2).copied().collect();
    assert_eq!(device.reduce(every).unwrap(), cpu.reduce(&plain).unwrap());
    let policy = Policy::of::<ops::Histogram<f32, 20>>(gpu().caps());
    for variable_workgroups in [1, 4, 8, 100] {
        let policy = Policy {
            variable_workgroups,
            split_workgroups: 512,
            ..policy
        };
        let device = gpu().reducer_using_with(value, policy).unwrap();
        assert_eq!(
            device.reduce(&data).unwrap(),
            expected,
            "{variable_workgroups} workgroups"
        );
    }
    let beside = (value, PhantomData::<Max<f32>>, ToBase { base: 10 });
    let (host, together) = (
        Cpu::new().reducer_using(beside).unwrap(),
        gpu().reducer_using(beside).unwrap(),
    );
    assert_eq!(together.reduce(&data).unwrap().0, expected);
    assert_eq!(host.reduce(&data).unwrap(), together.reduce(&data).unwrap());
    assert_eq!(device.measure(&data).unwrap().0, expected);
}

#[test]
fn strategies_add_states_of_counts() {
    let data: Vec<f32> = (0..10_003).map(|i| (i % 100) as f32).collect();
    let value = ops::Histogram::<f32, 4>::new(0.0, 100.0);
    let mut tried = 0;
    for strategy in Strategy::ALL {
        match gpu().reducer_using_with(value, strategy) {
            Ok(counts) => {
                assert_eq!(counts.reduce(&data).unwrap(), [2503, 2500, 2500, 2500], "{strategy}");
                tried += 1;
            }
            Err(Error::Policy { .. }) => {}
            Err(error) => panic!("{strategy}: {error}"),
        }
    }
    assert!(tried > 5, "{tried} strategies");
}

#[test]
fn a_histogram_inside_an_encoder() {
    let data: Vec<f32> = (0..100_000).map(|i| (i % 1000) as f32).collect();
    let array = buffer(bytemuck::cast_slice(&data), BufferUsages::STORAGE);
    let output = buffer(&[0xff; 64], BufferUsages::STORAGE);
    let counts = gpu().reducer_using(ops::Histogram::<f32, 4>::new(0.0, 1000.0)).unwrap();
    let mut encoder = gpu()
        .device()
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    counts
        .encode(&mut encoder, &array, 100_000, output.slice(0..16))
        .unwrap();
    // From an element on that no load of 16 bytes begins at, and none at all.
    counts
        .encode(&mut encoder, array.slice(4..), 99_998, output.slice(16..32))
        .unwrap();
    counts.encode(&mut encoder, &array, 0, output.slice(32..48)).unwrap();
    gpu().queue().submit([encoder.finish()]);
    let found: Vec<u32> = bytemuck::pod_collect_to_vec(&read(gpu(), &output));
    assert_eq!(found[..4], [25_000; 4]);
    assert_eq!(found[4..8], [24_999, 25_000, 25_000, 24_999]);
    assert_eq!(found[8..], [0, 0, 0, 0, u32::MAX, u32::MAX, u32::MAX, u32::MAX]);
}

#[test]
fn order_positions_and_packed_elements() {
    agrees(&[10, 2, 65_520].map(|base| ToBase { base }));
    agrees(&[(0, 10), (1000, 1), (32_000, 2_000)].map(|(first, length)| Window { first, length }));
    agrees(&[[1, 2, 3], [0, 70_000, 5]].map(|weights| Weighed { weights }));
}

#[test]
fn parameters_of_64_bits() {
    if Driver::of_this_run().has_64_bits() {
        agrees(&[Scaled { by: 0.1f64 }, Scaled { by: -3e200 }]);
        agrees(&[u64::MAX / 3, 1 << 40, 5].map(|threshold| ops::CountAbove::<u64> { threshold }));
        agrees(&[i64::MIN, -1, 1 << 50].map(|threshold| ops::CountAbove::<i64> { threshold }));
    } else {
        let refused = gpu().reducer_using(Scaled { by: 0.1f64 }).unwrap_err();
        assert!(matches!(refused, Error::MissingFeature { .. }), "{refused}");
    }
}

fn two_orders(base: u32, by: f32) -> <InTwoOrders as Operator>::Params {
    let other = ToBase { base: base + 1 };
    (ToBase { base }, Scaled { by }, CountAbove { threshold: by }, other)
}

#[test]
fn tuples_of_values() {
    let plain = PhantomData::<(Sum<f32>, Max<f32>)>;
    agrees(&[0.5, 7.0].map(|threshold| (CountAbove { threshold }, plain, CountAbove { threshold: 1.0 })));
    agrees(&[two_orders(10, 0.5), two_orders(3, -2.0)]);
    agrees(&[1, 3].map(|rounds| {
        (
            PhantomData::<Sum<f32>>,
            (polynomial(rounds), CountAbove { threshold: 0.0 }),
        )
    }));
}

#[test]
fn each_member_has_the_bits_that_it_has_alone() {
    let data: Vec<f32> = input(Kind::Ordinary, 100_003);
    let together = gpu().reducer_using(two_orders(10, 0.5)).unwrap().reduce(&data).unwrap();
    let first = gpu().reducer_using(ToBase { base: 10 }).unwrap().reduce(&data).unwrap();
    let second = gpu()
        .reducer_using(Scaled { by: 0.5f32 })
        .unwrap()
        .reduce(&data)
        .unwrap();
    assert_eq!((together.0, together.1.to_bits()), (first, second.to_bits()));
}

#[test]
fn a_value_holds_for_later_calls_and_for_this_reducer() {
    let data: Vec<f32> = (0..100_000).map(|i| i as f32).collect();
    let above = gpu().reducer_using(CountAbove { threshold: 10.0 }).unwrap();
    let clone = above.clone();
    let begun = above.reduce_async(&data);
    let mut stream = above.stream().unwrap();
    stream.push(&data[..50_000]).unwrap();
    above.set(CountAbove { threshold: 99_990.0 });
    stream.push(&data[50_000..]).unwrap();
    assert_eq!(above.reduce(&data).unwrap(), 9);
    assert_eq!(clone.reduce(&data).unwrap(), 99_989);
    assert_eq!(pollster::block_on(begun).unwrap(), 99_989);
    assert_eq!(stream.finish().unwrap(), 99_989);
    assert_eq!(above.measure(&data).unwrap().0, 9);
    assert_eq!(
        above
            .with_scratch(&above.scratch(10).unwrap())
            .unwrap()
            .reduce(&data)
            .unwrap(),
        9
    );
    let engine = Engine::Gpu(gpu().clone())
        .reducer_using(CountAbove { threshold: 5.0 })
        .unwrap();
    engine.set(CountAbove { threshold: 99_998.0 });
    assert_eq!(engine.reduce(&data).unwrap(), 1);
}

#[test]
fn no_value_compiles_anything() {
    let first = gpu().reducer_using(polynomial(1)).unwrap();
    let second = gpu().reducer_using(polynomial(2)).unwrap();
    assert!(
        std::ptr::eq(first.kernels(), second.kernels()),
        "they share their kernels"
    );
    let text = first.kernels().wgsl();
    assert!(
        text.contains("@group(1) @binding(0) var<uniform> parameters: array<vec4<u32>, 2>;"),
        "{text}"
    );
    assert!(!text.contains("8.0"), "a value stands in the text: {text}");
}

#[test]
fn parts_carry_their_parameters() {
    let data: Vec<f32> = input(Kind::Ordinary, 200_000);
    let (cpu, value) = (Cpu::new(), two_orders(7, 0.25));
    let (host, device) = (cpu.reducer_using(value).unwrap(), gpu().reducer_using(value).unwrap());
    let cut = 3 * Partial::<InTwoOrders>::tile_len() as usize;
    let left = host.partial(&data[..cut], 0).unwrap().to_bytes();
    let right = device.partial(&data[cut..], cut as u64).unwrap();
    let mut whole = Partial::<InTwoOrders>::from_bytes(&left).unwrap();
    whole.merge(&right).unwrap();
    assert_eq!(bits(&whole.finish().unwrap()), bits(&host.reduce(&data).unwrap()));

    let other = gpu().reducer_using(two_orders(7, 0.5)).unwrap();
    let refused = whole.merge(&other.partial(&data[..cut], 0).unwrap()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the parts of ToBase_and_Scaled_and_CountAbove_and_ToBase were made with different parameters; reduce all parts with the same value, \
         and begin with Partial::using() that value"
    );
    assert_eq!(
        bits(&whole.finish().unwrap()),
        bits(&host.reduce(&data).unwrap()),
        "nothing has changed"
    );
    assert!(Partial::<InTwoOrders>::from_bytes(&left[..left.len() - 9]).is_err());
}

#[test]
fn views_and_arrays() {
    let data: Vec<f32> = input(Kind::Ordinary, 100_000);
    let every = Strided::new(&data, 1, 3).unwrap();
    let (host, device) = (
        Cpu::new().reducer_using(polynomial(3)).unwrap(),
        gpu().reducer_using(polynomial(3)).unwrap(),
    );
    assert_eq!(
        device.reduce(every).unwrap().to_bits(),
        host.reduce(every).unwrap().to_bits()
    );
    let array = gpu().upload(&data).unwrap();
    assert_eq!(
        device.reduce(&array).unwrap().to_bits(),
        host.reduce(&data).unwrap().to_bits()
    );
    let every = Strided::new(&array, 5, 2).unwrap();
    let expected = host.reduce(Strided::new(&data, 5, 2).unwrap()).unwrap();
    assert_eq!(device.reduce(every).unwrap().to_bits(), expected.to_bits());
}

#[test]
fn every_strategy_reads_them() {
    let data: Vec<f32> = (0..100_003).map(|i| (i % 100) as f32).collect();
    let mut tried = 0;
    for strategy in Strategy::ALL {
        match gpu().reducer_using_with(CountAbove { threshold: 49.0 }, strategy) {
            Ok(above) => {
                assert_eq!(above.reduce(&data).unwrap(), 50_000, "{strategy}");
                above.set(CountAbove { threshold: 98.0 });
                assert_eq!(above.reduce(&data).unwrap(), 1_000, "{strategy}");
                tried += 1;
            }
            Err(Error::Policy { .. }) => {}
            Err(error) => panic!("{strategy}: {error}"),
        }
    }
    assert!(tried > 5, "{tried} strategies");
}

fn buffer(contents: &[u8], usage: BufferUsages) -> Buffer {
    gpu().device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents,
        usage: usage | BufferUsages::COPY_SRC | BufferUsages::COPY_DST,
    })
}

#[test]
fn encoded_with_parameters_of_the_reducer_and_of_a_buffer() {
    let data: Vec<f32> = (0..100_000).map(|i| i as f32).collect();
    let array = buffer(bytemuck::cast_slice(&data), BufferUsages::STORAGE);
    let output = buffer(&[0xff; 64], BufferUsages::STORAGE);
    let alignment = u64::from(gpu().device().limits().min_uniform_buffer_offset_alignment);
    let mut bytes = vec![0; 2 * alignment as usize + 16];
    bytes[..4].copy_from_slice(&40_000.0f32.to_le_bytes());
    bytes[alignment as usize..][..4].copy_from_slice(&99_000.0f32.to_le_bytes());
    let uniform = buffer(&bytes, BufferUsages::UNIFORM);
    let above = gpu().reducer_using(CountAbove { threshold: 9.0 }).unwrap();
    let mut encoder = gpu()
        .device()
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    above.encode(&mut encoder, &array, 100_000, output.slice(0..4)).unwrap();
    above.set(CountAbove { threshold: 99.0 });
    above.encode(&mut encoder, &array, 100_000, output.slice(4..8)).unwrap();
    above
        .encode_using(&mut encoder, &array, 100_000, output.slice(8..12), &uniform)
        .unwrap();
    let second = uniform.slice(alignment..);
    above
        .encode_using(&mut encoder, &array, 100_000, output.slice(12..16), second)
        .unwrap();
    gpu().queue().submit([encoder.finish()]);
    let found: Vec<u32> = bytemuck::pod_collect_to_vec(&read(gpu(), &output));
    assert_eq!(found[..5], [99_990, 99_900, 59_999, 999, u32::MAX]);
}

#[test]
fn buffers_that_cannot_be_parameters_are_refused() {
    let array = buffer(&[0; 64], BufferUsages::STORAGE);
    let uniform = buffer(&[0; 1024], BufferUsages::UNIFORM);
    let above = gpu().reducer_using(CountAbove { threshold: 9.0 }).unwrap();
    let refused = |params: wgpu::BufferSlice<'_>| {
        let mut encoder = gpu()
            .device()
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        above
            .encode_using(&mut encoder, &array, 4, &array, params)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(array.slice(..)),
        "the buffer of parameters cannot be bound; make it with BufferUsages::UNIFORM among its usages"
    );
    assert_eq!(
        refused(uniform.slice(0..8)),
        "the buffer of parameters has 8 bytes where 16 are needed; give a buffer with room for them, filled up to a multiple of 16 bytes"
    );
    assert_eq!(
        refused(uniform.slice(4..)),
        "the buffer of parameters begins at byte 4; begin at a multiple of the device's min_uniform_buffer_offset_alignment"
    );
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Long {
    table: [f32; 40_000],
}

#[gpu]
impl Reduction for Long {
    type Input = u32;
    type State = Max<f32>;
    type Output = f32;
    fn lift(&self, x: u32) -> Max<f32> {
        Max::<f32>::lift(self.table[x as usize % 40_000])
    }
    fn finish(&self, s: Max<f32>) -> f32 {
        Max::<f32>::finish(s)
    }
}

#[test]
fn parameters_that_no_uniform_holds_are_refused() {
    let refused = gpu().reducer_using(Long { table: [0.0; 40_000] }).unwrap_err();
    assert!(matches!(refused, Error::Limit { asked: 160_000, .. }), "{refused}");
    assert_eq!(
        Cpu::new()
            .reducer_using(Long { table: [0.5; 40_000] })
            .unwrap()
            .reduce(&[3])
            .unwrap(),
        0.5
    );
}

#[test]
fn laws() {
    check_monoid!(CountAbove, using = CountAbove { threshold: 0.5 });
    check_monoid!(ToBase, using = ToBase { base: 10 }, tolerance = 1e-3);
    check_monoid!(Scaled<f32>, using = Scaled { by: 0.25 });
    check_monoid!(ops::Histogram<f32, 12>, using = ops::Histogram::new(-4.0, 4.0));
    check_monoid!(ops::HistogramUpTo<u8, 12>, using = ops::HistogramUpTo::new(3, 200, 11));
}
