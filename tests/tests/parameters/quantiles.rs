//! Quantiles on a device: the bits of the CPU, with any range and probabilities, for groups, and finished on the device.

use reduce_tests::device::{Driver, gpu, read};
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::ops::{Max, Quantiles};
use reduce_tests::oracle::bits;
use reduce_wgpu::prelude::*;
use wgpu::BufferUsages;

use super::{agrees, buffer};

const QUARTILES: [f64; 3] = [0.25, 0.5, 0.75];

#[test]
fn quantiles_have_the_bits_of_the_cpu() {
    let others = [[0.0, 0.9, 1.0], [f64::NAN, 1.5, 1.0 / 3.0]];
    let ranges = [(-3.0, 3.0), (0.1, 100.5), (-1e30, 1e30), (2.0, 2.0), (f32::NAN, 1.0)];
    agrees(&ranges.map(|(low, high)| Quantiles::<f32, 256, 3>::new(low, high, QUARTILES)));
    agrees(&others.map(|others| Quantiles::<f32, 32, 3>::new(-9.0, 1e3, others)));
    agrees(&[Quantiles::<i32, 10, 3>::new(i32::MIN, i32::MAX, QUARTILES)]);
    agrees(&[Quantiles::<u32, 77, 1>::new(12_345, 4_000_000_000, [0.5])]);
    agrees(&[(0, 255), (7, 99)].map(|(low, high)| Quantiles::<u8, 256, 3>::new(low, high, QUARTILES)));
    agrees(&[Quantiles::<i16, 3, 3>::new(-300, 20_000, others[0])]);
    agrees(&[Quantiles::<half::f16, 5, 2>::new(-1.0, 8.0, [0.1, 0.5])]);
    if Driver::of_this_run().has_64_bits() {
        agrees(&[Quantiles::<f64, 9, 3>::new(-1e3, 2e3, QUARTILES)]);
        agrees(&[Quantiles::<i64, 9, 3>::new(i64::MIN, i64::MAX, QUARTILES)]);
        agrees(&[Quantiles::<u64, 9, 3>::new(5, u64::MAX, others[0])]);
    }
}

/// Inputs that are empty, constant, of one element and of two values.
#[test]
fn short_and_plain_inputs() {
    let value = Quantiles::<f32, 256, 3>::new(-1.0, 3.0, QUARTILES);
    let (host, device) = (
        Cpu::new().reducer_using(value).unwrap(),
        gpu().reducer_using(value).unwrap(),
    );
    let two: Vec<f32> = (0..70_000).map(|i| if i % 5 == 0 { -1.0 } else { 3.0 }).collect();
    for data in [&[][..], &[0.5], &[9.0], &[f32::NAN], &[1.0; 5000], &two] {
        let (host, device) = (host.reduce(data).unwrap(), device.reduce(data).unwrap());
        assert_eq!(bits(&device), bits(&host), "{} elements", data.len());
    }
    let [quarter, ..] = device.reduce(&two).unwrap();
    assert!((quarter - 3.0).abs() <= 4.0 / 256.0, "{quarter}");
}

#[test]
fn groups_have_the_quantiles_that_they_have_alone() {
    fn of<T: Sample + Number, const N: usize>(low: T::Wide, high: T::Wide) {
        let data = input::<T>(Kind::Ordinary, 30_000);
        let value = Quantiles::<T, N, 3>::new(low, high, QUARTILES);
        let (host, device) = (
            Cpu::new().reducer_using(value).unwrap(),
            gpu().reducer_using(value).unwrap(),
        );
        let rows = device.reduce_each(&data, Rows(1500)).unwrap();
        for (row, found) in data.chunks(1500).zip(rows) {
            assert_eq!(bits(&found), bits(&host.reduce(row).unwrap()));
        }
        let offsets = [0u32, 0, 1, 3, 5000, 5000, 30_000];
        let segments = device.reduce_each(&data, Segments(&offsets)).unwrap();
        for (ends, found) in offsets.windows(2).zip(segments) {
            let alone = host.reduce(&data[ends[0] as usize..ends[1] as usize]).unwrap();
            assert_eq!(bits(&found), bits(&alone), "{ends:?}");
        }
    }
    of::<f32, 64>(-100.0, 1000.0);
    of::<u8, 64>(10, 250);
}

/// In a tuple, and in parts of both engines, the state is combined as any other is.
#[test]
fn quantiles_in_a_tuple_and_in_parts() {
    let data: Vec<f32> = input(Kind::Ordinary, 100_001);
    let value = Quantiles::<f32, 20, 3>::new(-50.0, 70.0, QUARTILES);
    let (host, device) = (
        Cpu::new().reducer_using(value).unwrap(),
        gpu().reducer_using(value).unwrap(),
    );
    let expected = host.reduce(&data).unwrap();
    let beside = (value, std::marker::PhantomData::<Max<f32>>);
    assert_eq!(gpu().reducer_using(beside).unwrap().reduce(&data).unwrap().0, expected);
    let cut = 3 * Partial::<Quantiles<f32, 20, 3>>::tile_len() as usize;
    let mut whole = device.partial(&data[cut..], cut as u64).unwrap();
    whole.merge(&host.partial(&data[..cut], 0).unwrap()).unwrap();
    assert_eq!(whole.finish().unwrap(), expected);
}

/// The device finishes in f32 everywhere, and in f64 if it has them, with the bits of the host.
#[test]
fn quantiles_inside_an_encoder() {
    let data: Vec<f32> = input(Kind::Ordinary, 100_000);
    let array = buffer(bytemuck::cast_slice(&data), BufferUsages::STORAGE);
    let encoded = |encode: &dyn Fn(&mut wgpu::CommandEncoder, &wgpu::Buffer)| {
        let output = buffer(&[0xff; 64], BufferUsages::STORAGE);
        let mut encoder = gpu()
            .device()
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encode(&mut encoder, &output);
        gpu().queue().submit([encoder.finish()]);
        read(gpu(), &output)
    };
    for (low, high) in [(-3.0, 3.0), (0.1, 100.5), (-1e30, 1e30), (2.0, 2.0)] {
        let value = Quantiles::<f32, 256, 3>::new(low, high, [0.1, 0.5, 1.0]);
        let reducer = gpu().reducer_using(value).unwrap();
        let found = encoded(&|encoder, output| reducer.encode(encoder, &array, 100_000, output.slice(..12)).unwrap());
        let expected = Cpu::new().reducer_using(value).unwrap().reduce(&data).unwrap();
        assert_eq!(found[..12], *bytemuck::bytes_of(&expected), "{low} to {high}");
    }
    let value = Quantiles::<i32, 100, 2>::new(-2_000_000_000, 1_999_999_999, [0.25, 0.7]);
    let reducer = gpu().reducer_using(value).unwrap();
    let integers: Vec<i32> = bytemuck::pod_collect_to_vec(&data);
    if Driver::of_this_run().has_64_bits() {
        let found = encoded(&|encoder, output| reducer.encode(encoder, &array, 100_000, output.slice(..16)).unwrap());
        let expected = Cpu::new().reducer_using(value).unwrap().reduce(&integers).unwrap();
        assert_eq!(found[..16], *bytemuck::bytes_of(&expected));
    } else {
        let mut encoder = gpu()
            .device()
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let refused = reducer.encode(&mut encoder, &array, 100_000, &array).unwrap_err();
        assert!(matches!(refused, Error::MissingFeature { .. }), "{refused}");
    }
}

#[test]
fn laws() {
    check_monoid!(Quantiles<f32, 12, 2>, using = Quantiles::new(-4.0, 4.0, [0.1, 0.5]));
    check_monoid!(Quantiles<u8, 12, 1>, using = Quantiles::new(3, 200, [0.5]));
}
