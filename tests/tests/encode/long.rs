//! Groups in the caller's encoder of inputs that no binding shows, and results that none shows: batch by batch.

use std::fmt::Debug;
use std::sync::LazyLock;

use bytemuck::Pod;
use reduce_tests::device::{borrowed, read};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::two_orders::HashOfBytes;
use reduce_wgpu::prelude::*;
use reduce_wgpu::{DeviceOutput, DeviceSource, GroupBuffers, Grouping};
use wgpu::BufferUsages;
use wgpu::util::DeviceExt as _;

use super::{buffer, encoder};

/// A device whose bindings show some more than four tiles of f32. All tests share it: the validation layer may crash where one opens a device while another calls one.
fn small() -> &'static Gpu {
    static SMALL: LazyLock<Gpu> =
        LazyLock::new(|| borrowed(|_, limits| limits.max_storage_buffer_binding_size = 600 * 1024));
    &SMALL
}

/// Elements of four tiles of f32.
const TILES: usize = 131_072;

/// The bytes of the results of groups, in a buffer that begins with 64 other ones.
fn encoded<R, G: Grouping>(input: impl DeviceSource<R::Input>, grouping: G, groups: usize) -> Result<Vec<u8>, Error>
where
    R: Operator<Params: NoParameters, Output: DeviceOutput>,
{
    let reducer = small().reducer::<R>()?;
    let bytes = reducer.output_bytes()? as usize * groups;
    let output = buffer(small(), &vec![0xff; 64 + bytes + 16]);
    let mut encoder = encoder(small());
    reducer.encode_each(&mut encoder, input, grouping, output.slice(64..64 + bytes as u64))?;
    small().queue().submit([encoder.finish()]);
    let found = read(small(), &output);
    let mut beside = found[..64].iter().chain(&found[64 + bytes..]);
    assert!(beside.all(|byte| *byte == 0xff), "nothing beside them is touched");
    Ok(found[64..64 + bytes].to_vec())
}

/// Asserts that groups of elements in one buffer, behind so many bytes of one, in two and in an array have the results of the CPU.
fn same<R, G>(data: &[R::Input], grouping: G, before: usize)
where
    R: Operator<Params: NoParameters, Output: DeviceOutput + Pod + Debug, Input: Element + Pod>,
    G: Grouping<Results<R::Output> = Vec<R::Output>> + Copy + Debug,
    for<'d> &'d [R::Input]: Source<R::Input>,
    for<'d> &'d Array<R::Input>: DeviceSource<R::Input>,
{
    let expected = Cpu::new().reduce_each::<R>(data, grouping).unwrap();
    let equal = |found: Result<Vec<u8>, Error>, how: &str| {
        let what = format!("{} by {grouping:.40?} {how}", R::wgsl_name());
        let found: Vec<R::Output> =
            bytemuck::pod_collect_to_vec(&found.unwrap_or_else(|error| panic!("{what}: {error}")));
        assert!(format!("{found:?}") == format!("{expected:?}"), "{what}");
    };
    let bytes: &[u8] = bytemuck::cast_slice(data);
    let whole = buffer(small(), bytes);
    equal(encoded::<R, G>(&whole, grouping, expected.len()), "in a buffer");
    let behind = buffer(small(), &[&vec![1; before], bytes].concat());
    equal(
        encoded::<R, G>(behind.slice(before as u64..), grouping, expected.len()),
        "behind some bytes",
    );
    let cut = 2 * 4 * TILES;
    let two = [&bytes[..cut], &bytes[cut..]].map(|bytes| buffer(small(), bytes));
    equal(
        encoded::<R, G>(&[&two[0], &two[1]], grouping, expected.len()),
        "in two buffers",
    );
    let array = small().upload(data).unwrap();
    equal(encoded::<R, G>(&array, grouping, expected.len()), "in an array");
}

#[test]
fn rows() {
    let data: Vec<f32> = input(Kind::Ordinary, 6 * TILES + 120);
    // Within a binding, of one, and longer.
    for row in [1, 3, 1000, 4096, TILES / 2, TILES + 20, 2 * TILES, 2 * TILES + 7] {
        let len = data.len() / row * row;
        same::<ops::Sum<f32>, _>(&data[..len], Rows(row), 12);
    }
}

#[test]
fn rows_of_bytes() {
    let data: Vec<u8> = input(Kind::Ordinary, 20 * TILES);
    for row in [4, 1000, 1001, 4 * TILES] {
        // Buffers have whole words.
        let len = data.len() / (4 * row) * (4 * row);
        same::<ops::Sum<u8>, _>(&data[..len], Rows(row), 12);
    }
    same::<HashOfBytes, _>(&data, Rows(1024), 4);
}

#[test]
fn columns() {
    let data: Vec<f32> = input(Kind::Ordinary, 6 * TILES);
    // Whole tiles of all columns, of some, and some columns whole.
    for columns in [1, 2, 3, 1000, 4096, 2 * TILES] {
        let len = data.len() / columns * columns;
        same::<ops::Sum<f32>, _>(&data[..len], Columns(columns), 256);
    }
}

/// Positions count from the beginning of a group, so no column is cut: some of them are copied side by side.
#[test]
fn positions() {
    let data: Vec<f32> = input(Kind::Ordinary, 6 * TILES);
    let whole = buffer(small(), bytemuck::cast_slice(&data));
    let words =
        |found: &[Indexed<f32>]| -> Vec<[u32; 2]> { found.iter().map(|at| [at.index, at.value.to_bits()]).collect() };
    let found = encoded::<ops::ArgMax<f32>, _>(&whole, Rows(1024), data.len() / 1024).unwrap();
    let expected = Cpu::new().reduce_each::<ops::ArgMax<f32>>(&data, Rows(1024)).unwrap();
    assert_eq!(bytemuck::pod_collect_to_vec::<u8, [u32; 2]>(&found), words(&expected));
    let found = encoded::<ops::ArgMax<f32>, _>(&whole, Columns(4096), 4096).unwrap();
    let expected = Cpu::new()
        .reduce_each::<ops::ArgMax<f32>>(&data, Columns(4096))
        .unwrap();
    assert_eq!(bytemuck::pod_collect_to_vec::<u8, [u32; 2]>(&found), words(&expected));
}

#[test]
fn segments_and_keys() {
    let data: Vec<f32> = input(Kind::Ordinary, 5 * TILES);
    let offsets = [0, 0, 10, 70_000, 70_001, 200_000, 200_000, data.len() as u32];
    let found = encoded::<ops::Sum<f32>, _>(&buffer(small(), bytemuck::cast_slice(&data)), Segments(&offsets), 7);
    let expected = Cpu::new()
        .reduce_each::<ops::Sum<f32>>(&data, Segments(&offsets))
        .unwrap();
    assert_eq!(bytemuck::pod_collect_to_vec::<u8, f32>(&found.unwrap()), expected);
    let keys: Vec<u32> = (0..data.len() as u32).map(|index| index / 80_000).collect();
    let found = encoded::<ops::Sum<f32>, _>(&buffer(small(), bytemuck::cast_slice(&data)), Runs(&keys), 9);
    let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Runs(&keys)).unwrap();
    assert_eq!(
        bytemuck::pod_collect_to_vec::<u8, f32>(&found.unwrap()),
        expected.values
    );
}

/// Two buffers, of which one begins where no vector does.
#[test]
fn elements_of_two_parts() {
    let data: [Vec<f32>; 2] = [3 * TILES, 3 * TILES].map(|len| input(Kind::Ordinary, len));
    let first = buffer(small(), bytemuck::cast_slice(&data[0]));
    let second = buffer(small(), &[&[0; 4], bytemuck::cast_slice::<f32, u8>(&data[1])].concat());
    for row in [3, 512, TILES + TILES / 2] {
        let expected = Cpu::new()
            .reduce_each::<ops::Dot<f32>>((&data[0], &data[1]), Rows(row))
            .unwrap();
        let found = encoded::<ops::Dot<f32>, _>((&first, second.slice(4..)), Rows(row), expected.len());
        assert_eq!(
            bytemuck::pod_collect_to_vec::<u8, f32>(&found.unwrap()),
            expected,
            "{row}"
        );
    }
}

/// Every second element of a buffer, from the fourth one on.
#[test]
fn a_strided_view() {
    let data: Vec<f32> = input(Kind::Ordinary, 6 * TILES + 3);
    let every: Vec<f32> = data.iter().skip(3).step_by(2).copied().collect();
    let whole = buffer(small(), bytemuck::cast_slice(&data));
    for row in [4, 1024, 3 * TILES] {
        let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(&every, Rows(row)).unwrap();
        let view = Strided::new(&whole, 3, 2).unwrap();
        let found = encoded::<ops::Sum<f32>, _>(view, Rows(row), expected.len());
        assert_eq!(
            bytemuck::pod_collect_to_vec::<u8, f32>(&found.unwrap()),
            expected,
            "{row}"
        );
    }
}

/// More results than a binding shows, of elements that one shows and of others.
#[test]
fn more_results_than_a_binding_shows() {
    let data: Vec<u8> = input(Kind::Ordinary, 5 * TILES);
    for row in [1, 2] {
        for len in [4 * TILES, 5 * TILES] {
            let found = encoded::<ops::Sum<u8>, _>(&buffer(small(), &data[..len]), Rows(row), len / row);
            let expected = Cpu::new().reduce_each::<ops::Sum<u8>>(&data[..len], Rows(row)).unwrap();
            assert!(
                bytemuck::pod_collect_to_vec::<u8, u32>(&found.unwrap()) == expected,
                "{row} {len}"
            );
        }
    }
}

/// Results in the buffer of the elements: beside them, and over some that are read later.
#[test]
fn results_in_the_buffer_of_the_elements() {
    let data: Vec<f32> = input(Kind::Ordinary, 4 * TILES);
    let rows = data.len() / 1024;
    let sum = small().reducer::<ops::Sum<f32>>().unwrap();
    let both = buffer(small(), &[bytemuck::cast_slice(&data), &vec![0; 4 * rows]].concat());
    let elements = both.slice(..16 * TILES as u64);
    let mut encoder = encoder(small());
    let beside = both.slice(16 * TILES as u64..);
    sum.encode_each(&mut encoder, elements, Rows(1024), beside).unwrap();
    let refused = sum.encode_each(&mut encoder, elements, Rows(1024), both.slice(4096..8192));
    assert!(matches!(refused, Err(Error::Buffer { .. })), "{refused:?}");
    // Nothing of it was recorded.
    small().queue().submit([encoder.finish()]);
    let found = read(small(), &both);
    let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Rows(1024)).unwrap();
    assert!(found[..16 * TILES] == *bytemuck::cast_slice::<f32, u8>(&data));
    assert_eq!(bytemuck::pod_collect_to_vec::<u8, f32>(&found[16 * TILES..]), expected);
}

/// Elements that lie apart are moved by a kernel, which reads where a binding begins, or by copies, which a buffer may not allow.
#[test]
fn elements_that_are_moved() {
    let data: Vec<f32> = input(Kind::Ordinary, 2 * TILES);
    let of_usage = |usage, bytes: &[u8]| {
        small().device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytes,
            usage,
        })
    };
    let fixed = of_usage(BufferUsages::STORAGE, bytemuck::cast_slice(&data));
    let keys: Vec<u32> = (0..data.len() as u32).map(|index| index % 7).collect();
    let movable = buffer(small(), bytemuck::cast_slice(&data));
    for input in [&fixed, &movable] {
        let found = encoded::<ops::Sum<f32>, _>(input, Keys(&keys), 7).unwrap();
        let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Keys(&keys)).unwrap();
        assert_eq!(bytemuck::pod_collect_to_vec::<u8, f32>(&found), expected.values);
    }
    let found = encoded::<ops::Sum<f32>, _>(&fixed, Columns(TILES), TILES).unwrap();
    let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Columns(TILES)).unwrap();
    assert_eq!(bytemuck::pod_collect_to_vec::<u8, f32>(&found), expected);
    let behind = of_usage(
        BufferUsages::STORAGE,
        &[&[0; 4], bytemuck::cast_slice::<f32, u8>(&data)].concat(),
    );
    let refused = encoded::<ops::Sum<f32>, _>(behind.slice(4..), Keys(&keys), 7);
    assert!(matches!(refused, Err(Error::Limit { .. })), "{refused:?}");
}

/// Buffers of other lengths than each other, one of them without elements.
#[test]
fn buffers_of_several_lengths() {
    let data: Vec<f32> = input(Kind::Ordinary, 2 * TILES);
    let bytes: &[u8] = bytemuck::cast_slice(&data);
    let cuts = [0, TILES, 3 * TILES, bytes.len()];
    let parts: Vec<wgpu::Buffer> = cuts
        .windows(2)
        .map(|cut| buffer(small(), &bytes[cut[0]..cut[1]]))
        .collect();
    let empty = buffer(small(), &[0; 4]);
    let inputs = [
        empty.slice(..2),
        parts[0].slice(..),
        parts[1].slice(..),
        parts[2].slice(..),
    ];
    for row in [1, 1024, TILES + 50] {
        let len = data.len() / row * row;
        let end = parts[2].slice(..(4 * len - 3 * TILES) as u64);
        let inputs = [inputs[0], inputs[1], inputs[2], end];
        let expected = Cpu::new()
            .reduce_each::<ops::Sum<f32>>(&data[..len], Rows(row))
            .unwrap();
        let found = encoded::<ops::Sum<f32>, _>(&inputs, Rows(row), expected.len()).unwrap();
        assert!(bytemuck::pod_collect_to_vec::<u8, f32>(&found) == expected, "{row}");
    }
}

/// Only the device knows the groups, so nobody says which of them are read together.
#[test]
fn groups_that_only_the_device_knows() {
    let data: Vec<f32> = input(Kind::Ordinary, 2 * TILES);
    let bytes: &[u8] = bytemuck::cast_slice(&data);
    let (whole, half) = (buffer(small(), bytes), buffer(small(), &bytes[..4 * TILES]));
    let status = buffer(small(), &[0xff; 4]);
    let offsets = buffer(small(), bytemuck::cast_slice(&[0u32, 9, 2 * TILES as u32]));
    let offsets = DeviceOffsets::new(&offsets, &status);
    let refused = encoded::<ops::Sum<f32>, _>(&whole, Segments(&offsets), 2);
    assert!(matches!(refused, Err(Error::Limit { .. })), "{refused:?}");
    assert_eq!(read(small(), &status), [0xff; 4]);
    let keys = buffer(small(), &vec![0; 4 * TILES]);
    let [names, values, count] = [1024, 1024, 4].map(|bytes| buffer(small(), &vec![0xff; bytes]));
    let sum = small().reducer::<ops::Sum<f32>>().unwrap();
    let mut encoder = encoder(small());
    let quarter = half.slice(..2 * TILES as u64);
    let refused = sum.encode_each(
        &mut encoder,
        &[quarter, quarter],
        Keys(DeviceKeys::<u32>::new(&keys)),
        GroupBuffers::new(&names, &values, &count),
    );
    assert!(matches!(refused, Err(Error::Limit { .. })), "{refused:?}");
    small().queue().submit([encoder.finish()]);
    assert_eq!(read(small(), &count), [0xff; 4]);
}
