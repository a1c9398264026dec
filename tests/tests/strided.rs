//! Strided views have the bits of the same elements side by side: on the CPU, in arrays, in slices, in the caller's buffers.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use std::fmt::Debug;

use half::f16;
use reduce_tests::device::{gpu, read};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::Stats;
use reduce_tests::ops::{ArgMax, Dot, Max, Mean, Sum};
use reduce_tests::two_orders::{Bytes, Many};
use reduce_tests::written::Compose;
use reduce_wgpu::DeviceSource;
use reduce_wgpu::prelude::*;
use wgpu::util::DeviceExt as _;
use wgpu::{Buffer, BufferUsages};

/// A pixel, as an image holds it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Pixel {
    red: f32,
    green: f32,
    blue: f32,
}

/// The brightest pixel's sum of channels.
#[derive(Debug)]
struct Brightest;

#[gpu]
impl Reduction for Brightest {
    type Input = Pixel;
    type State = Max<f32>;
    type Output = f32;

    fn lift(Pixel { red, green, blue }: Pixel) -> Max<f32> {
        Max::<f32>::lift(red + green + blue)
    }

    fn finish(state: Max<f32>) -> f32 {
        Max::<f32>::finish(state)
    }
}

/// First elements and steps: no gap, few elements between, powers of two, more than a row, more than there are elements.
const VIEWS: [(usize, usize); 9] = [
    (0, 1),
    (3, 1),
    (0, 2),
    (1, 3),
    (2, 4),
    (5, 7),
    (100, 1025),
    (0, 1_000_000),
    (1_000_000, 3),
];

/// `R` over views of `data`, beside the same elements side by side.
fn same<R, T>(data: &[T])
where
    R: Operator<Params: NoParameters, Output: Debug + GpuType>,
    T: Element,
    for<'a> &'a [T]: Source<R::Input>,
    for<'a> Strided<&'a [T]>: Source<R::Input>,
    for<'a> Strided<&'a Array<T>>: Source<R::Input>,
{
    let (cpu, reducer) = (Cpu::new(), gpu().reducer::<R>().unwrap());
    let bits = |value: R::Output| format!("{value:?}");
    let array = gpu().upload(data).unwrap();
    for (first, step) in VIEWS {
        let copied: Vec<T> = data.iter().copied().skip(first).step_by(step).collect();
        let expected = bits(cpu.reduce::<R>(&copied[..]).unwrap());
        let (of_slice, of_array) = (
            Strided::new(data, first, step).unwrap(),
            Strided::new(&array, first, step).unwrap(),
        );
        assert_eq!(bits(cpu.reduce::<R>(of_slice).unwrap()), expected, "{first}, {step}");
        let wanted = bits(reducer.reduce(&copied[..]).unwrap());
        assert_eq!(
            bits(reducer.reduce(of_slice).unwrap()),
            wanted,
            "{reducer:?}, {first}, {step}"
        );
        assert_eq!(
            bits(reducer.reduce(of_array).unwrap()),
            wanted,
            "{reducer:?}, {first}, {step}"
        );
        let begun = [reducer.reduce_async(of_slice), reducer.reduce_async(of_array)];
        for call in begun {
            assert_eq!(
                bits(pollster::block_on(call).unwrap()),
                wanted,
                "{reducer:?}, {first}, {step}"
            );
        }
    }
}

#[test]
fn views_have_the_bits_of_copies() {
    let floats: Vec<f32> = input(Kind::Ordinary, 400_003);
    same::<Sum<f32>, f32>(&floats);
    same::<Stats, f32>(&floats);
    same::<ArgMax<f32>, f32>(&floats);
    same::<Mean<u8>, u8>(&input::<u8>(Kind::AnyBits, 400_003));
    same::<Sum<i16>, i16>(&input::<i16>(Kind::AnyBits, 400_003));
    same::<Sum<f16>, f16>(&input::<f16>(Kind::Ordinary, 400_003));
    same::<Compose, f32>(&input::<f32>(Kind::NearOne, 400_003));
    same::<Many, f32>(&floats);
    same::<Bytes, u8>(&input::<u8>(Kind::AnyBits, 400_003));
    let pixels = floats.chunks_exact(3).map(|rgb| Pixel {
        red: rgb[0],
        green: rgb[1],
        blue: rgb[2],
    });
    same::<Brightest, Pixel>(&pixels.collect::<Vec<_>>());
}

/// A column of a table beside a vector.
#[test]
fn views_stand_beside_whole_inputs() {
    let (table, vector): (Vec<f32>, Vec<f32>) = (input(Kind::NearOne, 90_000), input(Kind::NearOne, 30_000));
    let (on_device, vector_there) = (gpu().upload(&table).unwrap(), gpu().upload(&vector).unwrap());
    for column in 0..3 {
        let copied: Vec<f32> = table.iter().copied().skip(column).step_by(3).collect();
        let expected = gpu().reduce::<Dot<f32>>((&copied, &vector)).unwrap();
        let view = Strided::new(&on_device, column, 3).unwrap();
        assert_eq!(gpu().reduce::<Dot<f32>>((view, &vector_there)).unwrap(), expected);
        assert_eq!(gpu().reduce::<Dot<f32>>((&vector, view)).unwrap(), expected);
        assert_eq!(gpu().reduce::<Dot<f32>>((view, view)).unwrap(), {
            gpu().reduce::<Dot<f32>>((&copied, &copied)).unwrap()
        });
        let on_host = Strided::new(&table, column, 3).unwrap();
        assert_eq!(
            Cpu::new().reduce::<Dot<f32>>((on_host, &vector)).unwrap(),
            Cpu::new().reduce::<Dot<f32>>((&copied, &vector)).unwrap()
        );
    }
    let short = Strided::new(&on_device, 1, 4).unwrap();
    let error = gpu().reduce::<Dot<f32>>((short, &vector_there)).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Lengths {
                first: 22_500,
                other: 30_000
            }
        ),
        "{error}"
    );
}

fn buffer(contents: &[u8]) -> Buffer {
    gpu().device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents,
        usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
    })
}

/// The float that `reducer` writes for `len` elements of a view.
fn encoded<R: Operator<Params: NoParameters, Output: GpuType>>(
    reducer: &GpuReducer<R>,
    view: impl DeviceSource<R::Input>,
    len: usize,
) -> Result<f32, Error> {
    let output = buffer(&[0; 4]);
    let mut encoder = gpu()
        .device()
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    reducer.encode(&mut encoder, view, len, &output)?;
    gpu().queue().submit([encoder.finish()]);
    // Read by a reduction: a maximum of one element is that element.
    let copy = gpu().reducer::<Max<f32>>()?;
    let back = gpu().device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 4,
        usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    let mut encoder = gpu()
        .device()
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    copy.encode(&mut encoder, &output, 1, &back)?;
    gpu().queue().submit([encoder.finish()]);
    Ok(bytemuck::pod_read_unaligned(&read(gpu(), &back)))
}

#[test]
fn views_of_the_callers_buffers() {
    let data: Vec<f32> = input(Kind::Ordinary, 300_001);
    let whole = buffer(bytemuck::cast_slice(&data));
    let sum = gpu().reducer::<Sum<f32>>().unwrap();
    for (from, first, step, len) in [
        (0, 0, 2, 150_001),
        (4, 1, 3, 99_999),
        (1028, 0, 5, 33),
        (0, 7, 300_000, 1),
    ] {
        let copied: Vec<f32> = data[from / 4..]
            .iter()
            .copied()
            .skip(first)
            .step_by(step)
            .take(len)
            .collect();
        assert_eq!(copied.len(), len);
        let view = Strided::new(whole.slice(from as u64..), first, step).unwrap();
        let found = encoded(&sum, view, len).unwrap();
        assert_eq!(
            found.to_bits(),
            sum.reduce(&copied).unwrap().to_bits(),
            "{from} {first} {step}"
        );
        // A view of a view.
        if len > 9 {
            let twice = encoded(&sum, Strided::new(view, 1, 2).unwrap(), (len - 1) / 2).unwrap();
            let copied: Vec<f32> = copied.iter().copied().skip(1).step_by(2).take((len - 1) / 2).collect();
            assert_eq!(twice.to_bits(), sum.reduce(&copied).unwrap().to_bits());
        }
    }
}

/// More than one binding shows where bindings are of 128 MiB.
#[test]
fn views_of_long_buffers_are_cut() {
    let data: Vec<f32> = (0..40_000_000u32).map(|i| (i % 1021) as f32).collect();
    let whole = buffer(bytemuck::cast_slice(&data));
    let sum = gpu().reducer::<Sum<f32>>().unwrap();
    let found = encoded(&sum, Strided::new(&whole, 3, 5).unwrap(), 7_999_999).unwrap();
    let expected = Cpu::new().reduce::<Sum<f32>>(Strided::new(&data[..39_999_998], 3, 5).unwrap());
    assert_eq!(found, expected.unwrap());
}

/// A view of a view fits where a view does, and one of nothing is nothing.
#[test]
fn views_of_views() {
    let data: Vec<f32> = input(Kind::Ordinary, 65_537);
    let whole = buffer(bytemuck::cast_slice(&data));
    let sum = gpu().reducer::<Sum<f32>>().unwrap();
    let twice = Strided::new(Strided::new(&whole, 0, 2).unwrap(), 0, 2).unwrap();
    let copied: Vec<f32> = data.iter().copied().step_by(4).take(16_384).collect();
    assert_eq!(
        encoded(&sum, twice, 16_384).unwrap().to_bits(),
        sum.reduce(&copied).unwrap().to_bits()
    );
    let nowhere = Strided::new(Strided::new(&whole, 0, 3).unwrap(), usize::MAX, 1).unwrap();
    assert_eq!(encoded(&sum, nowhere, 0).unwrap().to_bits(), (-0.0f32).to_bits());
}

#[test]
fn what_cannot_be_viewed_is_an_error() {
    let data: Vec<f32> = input(Kind::Ordinary, 300_001);
    let words = |error: Error| error.to_string();
    assert_eq!(
        words(Strided::new(&data, 0, 0).unwrap_err()),
        "a strided view has a stride of 0; take every element by a stride of 1"
    );
    let whole = buffer(bytemuck::cast_slice(&data));
    let sum = gpu().reducer::<Sum<f32>>().unwrap();
    let view = Strided::new(&whole, 1, 3).unwrap();
    assert_eq!(
        words(encoded(&sum, view, 100_001).unwrap_err()),
        "the input has 1200004 bytes where 1200008 are needed; give a longer buffer or a smaller length"
    );
    let pieces = [whole.slice(..131_072 * 4), whole.slice(131_072 * 4..)];
    let view = Strided::new(&pieces, 1, 3).unwrap();
    let error = words(encoded(&sum, view, 90_000).unwrap_err());
    assert!(error.contains("a strided view is of elements in 2 buffers"), "{error}");
    let far = Strided::new(&whole, 0, usize::MAX).unwrap();
    let error = words(encoded(&sum, far, 2).unwrap_err());
    assert!(error.contains("bytes where"), "{error}");
    let array = gpu().upload(&data).unwrap();
    let view = Strided::new(&array, 1, 3).unwrap();
    let error = words(sum.partial(view, 0).unwrap_err());
    assert!(error.contains("is a strided view of an array"), "{error}");
    // Every step larger than the input leaves its first element.
    let first = Strided::new(&array, 2, usize::MAX).unwrap();
    assert_eq!(sum.reduce(first).unwrap(), data[2]);
}
