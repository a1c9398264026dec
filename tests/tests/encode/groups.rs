//! Results of groups that stay on the device, or that are written in the caller's encoder: those of `reduce_each`.

use std::fmt::Debug;

use bytemuck::Pod;
use reduce_tests::device::{gpu, read};
use reduce_tests::inputs::{Kind, Random, Sample, input};
use reduce_tests::two_orders::{HashOfBytes, Two};
use reduce_wgpu::prelude::*;
use reduce_wgpu::{DeviceOutput, DeviceSource};

use super::{USAGE, buffer, encoder};

/// The words of the results behind 64 bytes of a buffer in which they are written.
fn encoded<R, G: Grouping>(input: impl DeviceSource<R::Input>, grouping: G, groups: usize) -> Vec<u8>
where
    R: Operator<Params: NoParameters, Output: DeviceOutput>,
{
    let reducer = gpu().reducer::<R>().unwrap();
    let bytes = reducer.output_bytes().unwrap() as usize * groups;
    let output = buffer(gpu(), &vec![0xff; 64 + bytes + 16]);
    let mut encoder = encoder(gpu());
    reducer
        .encode_each(
            &mut encoder,
            input,
            grouping,
            output.slice(64..64 + bytes.max(4) as u64),
        )
        .unwrap();
    gpu().queue().submit([encoder.finish()]);
    let found = read(gpu(), &output);
    let beside = found[..64].iter().chain(&found[64 + bytes..]);
    assert!(
        beside.copied().all(|byte| byte == 0xff),
        "nothing beside them is touched"
    );
    found[64..64 + bytes].to_vec()
}

/// A result to the last bit.
fn exactly(result: &impl Debug) -> String {
    format!("{result:?}")
}

/// Asserts that both ways give the results of `reduce_each`, for elements on the device.
fn check<R, G>(data: &[R::Input], grouping: G, context: &str)
where
    R: Operator<Params: NoParameters, Output: DeviceOutput + Element + Pod + Debug, Input: Element>,
    G: Grouping<Results<R::Output> = Vec<R::Output>> + Copy,
    for<'d> &'d [R::Input]: Source<R::Input>,
    for<'d> &'d Array<R::Input>: Source<R::Input> + DeviceSource<R::Input>,
    for<'d> &'d Array<R::Output>: Source<R::Output>,
{
    let reducer = gpu().reducer::<R>().unwrap();
    let expected = reducer.reduce_each(data, grouping).unwrap();
    let array = gpu().upload(data).unwrap();
    assert_eq!(
        exactly(&reducer.reduce_each(&array, grouping).unwrap()),
        exactly(&expected),
        "{context}"
    );
    let bytes = encoded::<R, G>(&array, grouping, expected.len());
    let found: Vec<R::Output> = bytemuck::pod_collect_to_vec(&bytes);
    assert_eq!(exactly(&found), exactly(&expected), "{context}, encoded");
    let results = reducer.reduce_each_on_device(&array, grouping).unwrap();
    assert_eq!(results.len(), expected.len(), "{context}");
    // The results are the input of the next pass.
    let all = gpu().reduce::<ops::Count<R::Output>>(&results).unwrap();
    assert_eq!(all, expected.len() as u64, "{context}");
}

/// Shapes around lanes, columns, runs and tiles.
const ROWS: [[usize; 2]; 9] = [
    [300, 1],
    [513, 3],
    [256, 4],
    [40, 17],
    [19, 64],
    [17, 255],
    [5, 1025],
    [3, 4096],
    [2, 40_000],
];

fn rows_and_columns<R>()
where
    R: Operator<Params: NoParameters, Output: DeviceOutput + Element + Pod + Debug, Input: Sample>,
    for<'d> &'d [R::Input]: Source<R::Input>,
    for<'d> &'d Array<R::Input>: Source<R::Input> + DeviceSource<R::Input>,
    for<'d> &'d Array<R::Output>: Source<R::Output>,
{
    let data: Vec<R::Input> = input(Kind::Ordinary, 80_000);
    for [rows, row] in ROWS {
        let (data, name) = (&data[..rows * row], std::any::type_name::<R>());
        check::<R, _>(data, Rows(row), &format!("{name} of rows of {row}"));
        check::<R, _>(data, Columns(row), &format!("{name} of {row} columns"));
    }
    check::<R, _>(&[], Rows(5), "no rows");
    check::<R, _>(&[], Columns(5), "empty columns");
    let mut random = Random(7);
    let mut offsets = vec![3u32];
    for _ in 0..900 {
        let len = [0, 1, 5, 40][(random.bits() % 4) as usize];
        offsets.push(offsets[offsets.len() - 1] + len);
    }
    offsets.extend([offsets[900] + 1030, offsets[900] + 36_000]);
    check::<R, _>(&data, Segments(&offsets), "segments");
}

#[test]
fn rows_columns_and_segments() {
    rows_and_columns::<ops::Sum<f32>>();
    rows_and_columns::<ops::Max<i32>>();
    rows_and_columns::<ops::Sum<u8>>();
    rows_and_columns::<HashOfBytes>();
}

/// Tuples are words one after the other, and of one with members of both orders two kernels make the states.
#[test]
fn tuples_of_both_orders() {
    let data: Vec<f32> = input(Kind::Ordinary, 70_000);
    let array = gpu().upload(&data).unwrap();
    for row in [7, 35_000] {
        let expected = gpu().reduce_each::<Two>(&data, Rows(row)).unwrap();
        let found = encoded::<Two, _>(&array, Rows(row), expected.len());
        let alone: Vec<u8> = data
            .chunks(row)
            .flat_map(|row| {
                let reducer = gpu().reducer::<Two>().unwrap();
                let (input, output) = (buffer(gpu(), bytemuck::cast_slice(row)), buffer(gpu(), &[0; 256]));
                let mut encoder = encoder(gpu());
                reducer.encode(&mut encoder, &input, row.len() as u64, &output).unwrap();
                gpu().queue().submit([encoder.finish()]);
                read(gpu(), &output)[..reducer.output_bytes().unwrap() as usize].to_vec()
            })
            .take(200 * reducer_bytes::<Two>())
            .collect();
        assert_eq!(found[..alone.len()], alone);
    }
}

/// Without an element there is no state, and the device finishes the identity.
#[test]
fn empty_columns_of_both_orders() {
    let nothing = gpu().upload::<f32>(&[]).unwrap();
    let found = encoded::<Two, _>(&nothing, Columns(3), 3);
    let bytes = reducer_bytes::<Two>();
    let (input, output) = (buffer(gpu(), &[0; 16]), buffer(gpu(), &[0xff; 256]));
    let mut encoder = encoder(gpu());
    gpu()
        .reducer::<Two>()
        .unwrap()
        .encode(&mut encoder, &input, 0, &output)
        .unwrap();
    gpu().queue().submit([encoder.finish()]);
    let alone = read(gpu(), &output)[..bytes].repeat(3);
    assert_eq!(found, alone);
}

fn reducer_bytes<R: Operator<Params: NoParameters, Output: DeviceOutput>>() -> usize {
    gpu().reducer::<R>().unwrap().output_bytes().unwrap() as usize
}

/// Elements that begin anywhere in a buffer, of which a slice says how many there are.
#[test]
fn slices_of_buffers() {
    let data: Vec<f32> = input(Kind::Ordinary, 9_000);
    let whole = buffer(gpu(), bytemuck::cast_slice(&data));
    for first in [0, 1, 5, 64] {
        let slice = &data[first..first + 4096];
        let expected = gpu().reduce_each::<ops::Sum<f32>>(slice, Rows(64)).unwrap();
        let range = first as u64 * 4..(first as u64 + 4096) * 4;
        let found = encoded::<ops::Sum<f32>, _>(whole.slice(range), Rows(64), 64);
        assert_eq!(
            bytemuck::pod_collect_to_vec::<u8, f32>(&found),
            expected,
            "from {first} on"
        );
    }
    // Buffers that end inside 16 bytes, of which no vector may be read, and one that the results go to as well.
    for (len, row) in [(22, 11), (20, 5), (1, 1), (6, 3)] {
        let short = buffer(gpu(), bytemuck::cast_slice(&data[..len]));
        let expected = gpu().reduce_each::<ops::Sum<f32>>(&data[..len], Rows(row)).unwrap();
        let found = encoded::<ops::Sum<f32>, _>(&short, Rows(row), len / row);
        assert_eq!(
            bytemuck::pod_collect_to_vec::<u8, f32>(&found),
            expected,
            "rows of {row}"
        );
        if len == 6 {
            let offsets = [1u32, 6];
            let expected = gpu()
                .reduce_each::<ops::Sum<f32>>(&data[..6], Segments(&offsets))
                .unwrap();
            let found = encoded::<ops::Sum<f32>, _>(&short, Segments(&offsets), 1);
            assert_eq!(bytemuck::pod_collect_to_vec::<u8, f32>(&found), expected);
        }
    }
    let both = buffer(gpu(), bytemuck::cast_slice(&data[..2048]));
    let sums = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let mut encoder = encoder(gpu());
    sums.encode_each(&mut encoder, both.slice(0..4096), Rows(64), both.slice(4096..8192))
        .unwrap();
    gpu().queue().submit([encoder.finish()]);
    let expected = gpu().reduce_each::<ops::Sum<f32>>(&data[..1024], Rows(64)).unwrap();
    assert_eq!(
        bytemuck::pod_collect_to_vec::<u8, f32>(&read(gpu(), &both)[4096..4160]),
        expected
    );
    // A view in place, and every third element.
    let array = gpu().upload(&data).unwrap();
    let view = View::new(&array, [90, 100]).unwrap().permute([1, 0]).unwrap();
    let sums = gpu()
        .reducer::<ops::Sum<f32>>()
        .unwrap()
        .reduce_each_on_device(view, Along([1]))
        .unwrap();
    let columns = gpu().reduce_each::<ops::Sum<f32>>(&data, Columns(100)).unwrap();
    let total = gpu().reduce::<ops::Sum<f32>>(&columns).unwrap();
    assert_eq!(gpu().reduce::<ops::Sum<f32>>(&sums).unwrap().to_bits(), total.to_bits());
    let third: Vec<f32> = data.iter().copied().step_by(3).collect();
    let expected = gpu().reduce_each::<ops::Sum<f32>>(&third, Rows(30)).unwrap();
    let strided = Strided::new(&array, 0, 3).unwrap();
    assert_eq!(gpu().reduce_each::<ops::Sum<f32>>(strided, Rows(30)).unwrap(), expected);
    let found = encoded::<ops::Sum<f32>, _>(Strided::new(&array, 0, 3).unwrap(), Rows(30), 100);
    assert_eq!(bytemuck::pod_collect_to_vec::<u8, f32>(&found), expected);
}

#[test]
fn what_does_not_fit() {
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let input = buffer(gpu(), &[0; 400]);
    let small = gpu().device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 16,
        usage: USAGE,
        mapped_at_creation: false,
    });
    let mut encoder = encoder(gpu());
    let mut refused = |grouping: Rows| {
        sum.encode_each(&mut encoder, &input, grouping, &small)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(Rows(7)),
        "Rows(7) of 100 elements, which leave 2 over; give whole rows"
    );
    assert!(refused(Rows(10)).contains("the output has 16 bytes where 40 are needed"));
    let truths = gpu()
        .reducer::<ops::Any<bool>>()
        .unwrap()
        .reduce_each_on_device(&[true; 4], Rows(2));
    assert!(truths.unwrap_err().to_string().contains("cannot be read as elements"));
    let (a, b) = (buffer(gpu(), &[0; 64]), buffer(gpu(), &[0; 32]));
    let dot = gpu().reducer::<ops::Dot<f32>>().unwrap();
    let error = dot
        .encode_each(&mut self::encoder(gpu()), (&a, &b), Rows(4), &small)
        .unwrap_err();
    assert!(matches!(error, Error::Lengths { first: 16, other: 8 }), "{error}");
    let ladder = gpu().reducer_with::<ops::Sum<f32>>(Strategy::Recursive).unwrap();
    let error = ladder.reduce_each(&[0.0; 4], Rows(2)).unwrap_err().to_string();
    assert!(error.contains("has no groups"), "{error}");
}
