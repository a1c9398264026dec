//! Groups of inputs that no buffer or binding holds: in host memory, in arrays of several buffers, and tuples of both.

use std::fmt::Debug;
use std::sync::LazyLock;

use reduce_tests::device::{borrowed, gpu};
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::operators::{Particles, Point, Weighed};
use reduce_tests::two_orders::{HashOfBytes, Shift, Shifts, Two};
use reduce_wgpu::prelude::*;
use reduce_wgpu::{DeviceOutput, Grouping};

/// A device whose bindings hold two tiles of f32, eight of bytes. All tests share it: the validation layer may crash where one opens a device while another calls one.
pub(super) fn small() -> &'static Gpu {
    static SMALL: LazyLock<Gpu> =
        LazyLock::new(|| borrowed(|_, limits| limits.max_storage_buffer_binding_size = 300 * 1024));
    &SMALL
}

/// Elements of a buffer of f32 on such a device.
pub(super) const BUFFER: usize = 65_536;

/// Asserts that the device has the results of the CPU, by a slice, an array and a future.
fn same<R, E, G>(gpu: &Gpu, data: &[E], grouping: G)
where
    R: Operator<Params: NoParameters, Output: Debug>,
    E: Element,
    G: Grouping + Copy + Debug,
    G::Results<R::Output>: Debug,
    for<'d> &'d [E]: Source<R::Input>,
    for<'d> &'d Array<E>: Source<R::Input>,
{
    let what = format!("{} by {grouping:?}", R::wgsl_name());
    let expected = format!("{:?}", Cpu::new().reduce_each::<R>(data, grouping).unwrap());
    let equal = |found: Result<G::Results<R::Output>, Error>, how: &str| {
        let found = format!("{:?}", found.unwrap_or_else(|error| panic!("{what}, {how}: {error}")));
        assert!(
            found == expected,
            "{what}, {how}: {:.200} is not {:.200}",
            found,
            expected
        );
    };
    equal(gpu.reduce_each::<R>(data, grouping), "from host memory");
    let array = gpu.upload(data).unwrap();
    equal(gpu.reduce_each::<R>(&array, grouping), "from an array");
    let reducer = gpu.reducer::<R>().unwrap();
    equal(
        pollster::block_on(reducer.reduce_each_async(&array, grouping)),
        "from an array, awaited",
    );
    equal(
        pollster::block_on(reducer.reduce_each_async(data, grouping)),
        "from host memory, awaited",
    );
}

fn rows<R, E>(gpu: &Gpu)
where
    R: Operator<Params: NoParameters, Output: Debug>,
    E: Element + Sample,
    for<'d> &'d [E]: Source<R::Input>,
    for<'d> &'d Array<E>: Source<R::Input>,
{
    let data: Vec<E> = input(Kind::Ordinary, 6 * BUFFER + 120);
    // Below, at and beyond a buffer, of which some rows lie in two, and some in four.
    for row in [1, 3, 1000, BUFFER / 2, BUFFER, BUFFER + 20, 3 * BUFFER + 60] {
        let len = data.len() / row * row;
        same::<R, E, _>(gpu, &data[..len], Rows(row));
    }
}

#[test]
fn rows_of_any_length() {
    let gpu = small();
    rows::<ops::Sum<f32>, _>(gpu);
    rows::<ops::Variance<f32>, _>(gpu);
    rows::<ops::ArgMax<f32>, f32>(gpu);
    rows::<Two, _>(gpu);
}

#[test]
fn rows_of_packed_elements() {
    let gpu = small();
    let data: Vec<u8> = input(Kind::Ordinary, 5 * 4 * BUFFER);
    for row in [3, 1000, 4 * BUFFER, 4 * BUFFER + 4] {
        let len = data.len() / row * row;
        same::<ops::Sum<u8>, _, _>(gpu, &data[..len], Rows(row));
        same::<HashOfBytes, _, _>(gpu, &data[..len], Rows(row));
    }
    // A row that begins between two words, and goes on in the next buffer: a copy by words would not do.
    for row in [4 * BUFFER + 1, 4 * BUFFER - 3, 5 * BUFFER + 2] {
        let len = data.len() / row * row;
        same::<ops::Sum<u8>, _, _>(gpu, &data[..len], Rows(row));
        same::<HashOfBytes, _, _>(gpu, &data[..len], Rows(row));
    }
}

/// Columns of packed elements begin between two words.
#[test]
fn columns_of_packed_elements() {
    let gpu = small();
    let bytes: Vec<u8> = input(Kind::Ordinary, 5 * 4 * BUFFER);
    let halves: Vec<half::f16> = input(Kind::Ordinary, 5 * 2 * BUFFER);
    for columns in [3, 5, 1001] {
        let len = bytes.len() / columns * columns;
        same::<ops::Sum<u8>, _, _>(gpu, &bytes[..len], Columns(columns));
        let len = halves.len() / columns * columns;
        same::<ops::Mean<half::f16>, _, _>(gpu, &halves[..len], Columns(columns));
    }
}

fn columns<R, E>(gpu: &Gpu, numbers: &[usize])
where
    R: Operator<Params: NoParameters, Output: Debug>,
    E: Element + Sample,
    for<'d> &'d [E]: Source<R::Input>,
    for<'d> &'d Array<E>: Source<R::Input>,
{
    let data: Vec<E> = input(Kind::Ordinary, 5 * BUFFER);
    for &columns in numbers {
        let len = data.len() / columns * columns;
        same::<R, E, _>(gpu, &data[..len], Columns(columns));
    }
}

#[test]
fn columns_of_any_number() {
    let gpu = small();
    // Whole tiles of all columns, of some, and some columns whole.
    columns::<ops::Sum<f32>, _>(gpu, &[1, 2, 3, 1000, 4096, 2 * BUFFER]);
    columns::<ops::Variance<f32>, _>(gpu, &[2, 1000]);
    columns::<Two, _>(gpu, &[2, 3, 2 * BUFFER]);
}

/// Positions count from the beginning of a column, so none is cut.
#[test]
fn positions_in_columns() {
    let gpu = small();
    let data: Vec<f32> = input(Kind::Ordinary, 9 * BUFFER);
    for columns in [3, 9, 100, 4096] {
        let len = data.len() / columns * columns;
        same::<ops::ArgMax<f32>, f32, _>(gpu, &data[..len], Columns(columns));
    }
}

#[test]
fn axes_segments_runs_and_keys() {
    let gpu = small();
    let data: Vec<f32> = input(Kind::Ordinary, 4 * 6 * 12_000);
    let array = gpu.upload(&data).unwrap();
    let cpu = Cpu::new();
    let shapes = [[4, 6, 12_000], [12_000, 6, 4], [96, 3000, 1], [2, 72_000, 2]];
    for (shape, axes) in shapes
        .iter()
        .flat_map(|shape| [(shape, &[0, 2][..]), (shape, &[1]), (shape, &[0]), (shape, &[0, 1])])
    {
        let view = |source| View::new(source, *shape).unwrap();
        let expected = match *axes {
            [a, b] => cpu.reduce_each::<ops::Sum<f32>>(view(&data[..]), Along([a, b])),
            _ => cpu.reduce_each::<ops::Sum<f32>>(view(&data[..]), Along([axes[0]])),
        };
        let on_host = match *axes {
            [a, b] => gpu.reduce_each::<ops::Sum<f32>>(view(&data[..]), Along([a, b])),
            _ => gpu.reduce_each::<ops::Sum<f32>>(view(&data[..]), Along([axes[0]])),
        };
        assert_eq!(on_host.unwrap().values, expected.unwrap().values, "{shape:?} {axes:?}");
    }
    // Transposed: the axes of the groups are not in the order of memory.
    let transposed = View::new(&data[..], [4, 6, 12_000])
        .unwrap()
        .permute([2, 0, 1])
        .unwrap();
    let expected = cpu.reduce_each::<ops::Sum<f32>>(transposed, Along([1])).unwrap();
    assert_eq!(
        gpu.reduce_each::<ops::Sum<f32>>(transposed, Along([1])).unwrap().values,
        expected.values
    );

    let offsets = [
        0u32,
        0,
        10,
        10,
        70_000,
        70_001,
        210_000,
        210_000,
        210_007,
        data.len() as u32,
        data.len() as u32,
    ];
    same::<ops::Sum<f32>, _, _>(gpu, &data, Segments(&offsets));
    same::<ops::ArgMax<f32>, f32, _>(gpu, &data, Segments(&offsets));
    let counts = ops::Histogram::<f32, 8>::new(-100.0, 100.0);
    let expected = cpu
        .reducer_using(counts)
        .unwrap()
        .reduce_each(&data[..], Segments(&offsets))
        .unwrap();
    let found = gpu
        .reducer_using(counts)
        .unwrap()
        .reduce_each(&array, Segments(&offsets))
        .unwrap();
    assert_eq!(found, expected);
    let expected = cpu
        .reducer_using(counts)
        .unwrap()
        .reduce_each(&data[..], Columns(4))
        .unwrap();
    let found = gpu
        .reducer_using(counts)
        .unwrap()
        .reduce_each(&array, Columns(4))
        .unwrap();
    assert_eq!(found, expected);

    let keys: Vec<u16> = (0..data.len()).map(|index| (index / 90_000) as u16).collect();
    let groups = gpu.reduce_each::<ops::Sum<f32>>(&data[..], Runs(&keys)).unwrap();
    assert_eq!(
        groups,
        cpu.reduce_each::<ops::Sum<f32>>(&data[..], Runs(&keys)).unwrap()
    );
    assert_eq!(groups, gpu.reduce_each::<ops::Sum<f32>>(&array, Runs(&keys)).unwrap());
    // The device has no room for the keys, so the host sorts them.
    let keys: Vec<u64> = (0..data.len()).map(|index| index as u64 * 7919 % 1001).collect();
    let groups = gpu.reduce_each::<ops::Sum<f32>>(&data[..], Keys(&keys)).unwrap();
    assert_eq!(
        groups,
        cpu.reduce_each::<ops::Sum<f32>>(&data[..], Keys(&keys)).unwrap()
    );
}

/// Parts of which each is cut after as many elements of its own, some of them in host memory.
#[test]
fn parts_that_are_cut_elsewhere() {
    let gpu = small();
    let points: Vec<Point> = input(Kind::Ordinary, 3 * BUFFER);
    let weights: Vec<f32> = input(Kind::Ordinary, 3 * BUFFER);
    let (on_gpu, of_weights) = (gpu.upload(&points).unwrap(), gpu.upload(&weights).unwrap());
    for row in [3, 96, BUFFER / 2, BUFFER + BUFFER / 2] {
        let expected = Cpu::new()
            .reduce_each::<Particles>((&points[..], &weights[..]), Rows(row))
            .unwrap();
        assert_eq!(
            gpu.reduce_each::<Particles>((&points[..], &weights[..]), Rows(row))
                .unwrap(),
            expected
        );
        assert_eq!(
            gpu.reduce_each::<Particles>((&on_gpu, &of_weights), Rows(row)).unwrap(),
            expected
        );
        assert_eq!(
            gpu.reduce_each::<Particles>((&on_gpu, &weights[..]), Rows(row))
                .unwrap(),
            expected
        );
    }
    let mask: Vec<bool> = (0..weights.len()).map(|index| index % 7 < 3).collect();
    let (mask_on_gpu, host) = (gpu.upload(&mask).unwrap(), &weights[..]);
    for columns in [2, 96] {
        let expected = Masked::new(host, &mask[..]).unwrap();
        let expected = Cpu::new()
            .reduce_each::<ops::Sum<f32>>(expected, Columns(columns))
            .unwrap();
        let masked = Masked::new(&of_weights, &mask_on_gpu).unwrap();
        assert_eq!(
            gpu.reduce_each::<ops::Sum<f32>>(masked, Columns(columns)).unwrap(),
            expected
        );
    }
}

/// Results in the memory of the device, of arrays in several buffers, in as many as they take.
#[test]
fn results_that_stay_on_the_device() {
    let gpu = small();
    let data: Vec<f32> = input(Kind::Ordinary, 6 * BUFFER);
    let array = gpu.upload(&data).unwrap();
    let sum = gpu.reducer::<ops::Sum<f32>>().unwrap();
    let cpu = Cpu::new();
    let offsets: Vec<u32> = [0, 0, 5, 5]
        .into_iter()
        .chain(60_000..=200_000)
        .chain([200_000])
        .collect();
    let same = |results: Result<Array<f32>, Error>, expected: Vec<f32>, what: &str| {
        let found = gpu.reduce_each::<ops::Max<f32>>(&results.unwrap(), Rows(1)).unwrap();
        assert!(found == expected, "{what}");
    };
    for row in [1, 3, 96, 1024, BUFFER / 2] {
        let expected = cpu.reduce_each::<ops::Sum<f32>>(&data[..], Rows(row)).unwrap();
        same(
            sum.reduce_each_on_device(&array, Rows(row)),
            expected.clone(),
            "rows of an array",
        );
        same(
            sum.reduce_each_on_device(&data[..], Rows(row)),
            expected,
            "rows in host memory",
        );
    }
    for columns in [96, 4096, 2 * BUFFER] {
        let expected = cpu.reduce_each::<ops::Sum<f32>>(&data[..], Columns(columns)).unwrap();
        same(sum.reduce_each_on_device(&array, Columns(columns)), expected, "columns");
    }
    let expected = cpu.reduce_each::<ops::Sum<f32>>(&data[..], Segments(&offsets)).unwrap();
    same(
        sum.reduce_each_on_device(&data[..], Segments(&offsets)),
        expected.clone(),
        "segments in host memory",
    );
    same(
        sum.reduce_each_on_device(&array, Segments(&offsets)),
        expected,
        "segments of an array",
    );
}

/// Asserts that groups of `data` longer than a binding have the results of the CPU on the device; `Read` reduces one result to itself.
fn long_groups<R, Read>(data: &[R::Input], columns: &[usize])
where
    R: Operator<Params: NoParameters, Output: DeviceOutput + Element + PartialEq>,
    Read: Operator<Input = R::Output, Output = R::Output, Params: NoParameters>,
    for<'d> &'d [R::Input]: Source<R::Input>,
    for<'d> &'d Array<R::Input>: Source<R::Input>,
    for<'d> &'d Array<R::Output>: Source<R::Output>,
{
    let gpu = small();
    let reducer = gpu.reducer::<R>().unwrap();
    let same = |results: Result<Array<R::Output>, Error>, expected: &[R::Output], what: &str| {
        let found = gpu.reduce_each::<Read>(&results.unwrap(), Rows(1)).unwrap();
        assert!(found == expected, "{} by {what}", R::wgsl_name());
    };
    // Rows that begin with a buffer, and rows that do not.
    for row in [data.len() / 2, data.len() / 2 - 1, data.len()] {
        let data = &data[..data.len() / row * row];
        let array = gpu.upload(data).unwrap();
        let expected = Cpu::new().reduce_each::<R>(data, Rows(row)).unwrap();
        same(
            reducer.reduce_each_on_device(&array, Rows(row)),
            &expected,
            "rows of an array",
        );
        same(reducer.reduce_each_on_device(data, Rows(row)), &expected, "rows");
    }
    // All columns at a time, and some of them.
    for &columns in columns {
        let data = &data[..data.len() / columns * columns];
        let array = gpu.upload(data).unwrap();
        let expected = Cpu::new().reduce_each::<R>(data, Columns(columns)).unwrap();
        same(
            reducer.reduce_each_on_device(&array, Columns(columns)),
            &expected,
            "columns of an array",
        );
        same(
            reducer.reduce_each_on_device(data, Columns(columns)),
            &expected,
            "columns",
        );
    }
}

/// Results of groups that no binding holds stay on the device as well, whatever their states are.
#[test]
fn results_of_long_groups_that_stay_on_the_device() {
    let data: Vec<f32> = input(Kind::Ordinary, 6 * BUFFER);
    long_groups::<ops::Sum<f32>, ops::Max<f32>>(&data, &[2, 3, 5]);
    long_groups::<ops::Max<f32>, ops::Max<f32>>(&data, &[2, 3, 5]);
    long_groups::<ops::Variance<f32>, ops::Max<f32>>(&data, &[2, 3, 5]);
    long_groups::<Shifts, ops::Fold<Shift>>(&data, &[2, 3, 5]);
    let bytes: Vec<u8> = input(Kind::Ordinary, 24 * BUFFER);
    long_groups::<ops::Sum<u8>, ops::Max<u32>>(&bytes, &[2, 3, 5]);
}

/// Counts in bins are added up in another way than states are combined.
#[test]
fn counts_of_long_groups_that_stay_on_the_device() {
    let gpu = small();
    let same = |results: &Array<[u32; 4]>, expected: &[[u32; 4]], what: &str| {
        let found = gpu.reduce_each::<Weighed>(results, Rows(1)).unwrap();
        let expected = Cpu::new().reduce_each::<Weighed>(expected, Rows(1)).unwrap();
        assert_eq!(found, expected, "{what}");
    };
    let data: Vec<f32> = (0..6 * BUFFER)
        .map(|index| (index * 7919 % 1009) as f32 / 1009.0)
        .collect();
    let array = gpu.upload(&data).unwrap();
    let counts = gpu.reducer_using(ops::Histogram::<f32, 4>::new(0.0, 0.9)).unwrap();
    let on_host = Cpu::new()
        .reducer_using(ops::Histogram::<f32, 4>::new(0.0, 0.9))
        .unwrap();
    for columns in [2, 3, 6] {
        let results = counts.reduce_each_on_device(&array, Columns(columns)).unwrap();
        let expected = on_host.reduce_each(&data[..], Columns(columns)).unwrap();
        same(&results, &expected, "columns");
    }
    let results = counts.reduce_each_on_device(&array, Rows(3 * BUFFER)).unwrap();
    same(
        &results,
        &on_host.reduce_each(&data[..], Rows(3 * BUFFER)).unwrap(),
        "rows",
    );
}

/// More results than a binding holds, of elements that one holds.
#[test]
fn more_results_than_a_binding_holds() {
    let gpu = small();
    let data: Vec<u8> = input(Kind::Ordinary, 4 * BUFFER);
    let array = gpu.upload(&data).unwrap();
    let sum = gpu.reducer::<ops::Sum<u8>>().unwrap();
    let results = sum.reduce_each_on_device(&array, Rows(1)).unwrap();
    let expected = Cpu::new().reduce_each::<ops::Sum<u8>>(&data[..], Rows(1)).unwrap();
    assert_eq!(gpu.reduce_each::<ops::Max<u32>>(&results, Rows(1)).unwrap(), expected);
    assert_eq!(sum.reduce_each(&array, Rows(1)).unwrap(), expected);
}

/// Views of an array in several buffers: axes in C order, with gaps, and a slice, and in other orders.
#[test]
fn views_of_arrays() {
    let (gpu, cpu) = (small(), Cpu::new());
    let data: Vec<f32> = input(Kind::Ordinary, 4 * 6 * 12_000);
    let array = gpu.upload(&data).unwrap();
    for shape in [[4, 6, 12_000], [96, 3000, 1], [12, 6, 4000], [1000, 6, 48]] {
        let on_host = View::new(&data[..], shape).unwrap();
        let there = View::new(&array, shape).unwrap();
        for axis in 0..3 {
            let expected = cpu.reduce_each::<ops::Sum<f32>>(on_host, Along([axis])).unwrap();
            let found = gpu.reduce_each::<ops::Sum<f32>>(there, Along([axis])).unwrap();
            assert!(found == expected, "{shape:?} along {axis}");
        }
        let expected = cpu.reduce_each::<ops::ArgMax<f32>>(on_host, Along([0, 2])).unwrap();
        assert_eq!(
            gpu.reduce_each::<ops::ArgMax<f32>>(there, Along([0, 2])).unwrap(),
            expected,
            "{shape:?}"
        );
        let slices = (on_host.slice(0, 1..4).unwrap(), there.slice(0, 1..4).unwrap());
        for axis in 0..3 {
            let expected = cpu.reduce_each::<ops::Sum<f32>>(slices.0, Along([axis])).unwrap();
            let found = gpu.reduce_each::<ops::Sum<f32>>(slices.1, Along([axis])).unwrap();
            assert!(found == expected, "a slice of {shape:?} along {axis}");
        }
    }
    // Neither groups nor their elements are in the order of memory.
    let turned = (
        View::new(&data[..], [60, 48, 100]).unwrap().permute([2, 1, 0]).unwrap(),
        View::new(&array, [60, 48, 100]).unwrap().permute([2, 1, 0]).unwrap(),
    );
    for axis in 0..3 {
        let expected = cpu.reduce_each::<ops::Sum<f32>>(turned.0, Along([axis])).unwrap();
        let found = gpu.reduce_each::<ops::Sum<f32>>(turned.1, Along([axis])).unwrap();
        assert!(found == expected, "turned, along {axis}");
        let others = [(axis + 1) % 3, (axis + 2) % 3];
        let expected = cpu.reduce_each::<ops::ArgMax<f32>>(turned.0, Along(others)).unwrap();
        let found = gpu.reduce_each::<ops::ArgMax<f32>>(turned.1, Along(others)).unwrap();
        assert!(found == expected, "turned, along {others:?}");
    }
    // The groups are in another order than in memory.
    let permuted = (
        View::new(&data[..], [60, 48, 100]).unwrap().permute([1, 0, 2]).unwrap(),
        View::new(&array, [60, 48, 100]).unwrap().permute([1, 0, 2]).unwrap(),
    );
    let expected = cpu.reduce_each::<ops::Sum<f32>>(permuted.0, Along([2])).unwrap();
    assert_eq!(
        gpu.reduce_each::<ops::Sum<f32>>(permuted.1, Along([2])).unwrap(),
        expected
    );
}

/// Groups without elements, of an array that has some.
#[test]
fn groups_without_elements() {
    let gpu = small();
    let array = gpu.upload(&vec![1.0f32; 3 * BUFFER]).unwrap();
    let sum = gpu.reducer::<ops::Sum<f32>>().unwrap();
    let none = View::new(&array, [3, 0]).unwrap();
    assert_eq!(sum.reduce_each(none, Along([1])).unwrap().values, [0.0; 3]);
    let results = sum.reduce_each_on_device(none, Along([1])).unwrap();
    assert_eq!(gpu.reduce_each::<ops::Max<f32>>(&results, Rows(1)).unwrap(), [0.0; 3]);
    let none = View::new(&array, [2, 3, 0]).unwrap().permute([1, 0, 2]).unwrap();
    let results = sum.reduce_each_on_device(none, Along([2])).unwrap();
    assert_eq!(results.len(), 6);
}

/// Packed elements and a mask begin inside a word; some keep too few tiles in a buffer for the columns of others.
#[test]
fn packed_elements_beside_others() {
    let gpu = small();
    let halves: Vec<half::f16> = input(Kind::Ordinary, 5 * 2 * BUFFER);
    for row in [3, 5000, 2 * BUFFER - 3, 2 * BUFFER] {
        let len = halves.len() / row * row;
        same::<ops::Mean<half::f16>, _, _>(gpu, &halves[..len], Rows(row));
    }
    let bytes: Vec<u8> = input(Kind::Ordinary, 3 * (4 * BUFFER - 4));
    same::<HashOfBytes, _, _>(gpu, &bytes, Rows(4 * BUFFER - 4));
    let numbers: Vec<f32> = input(Kind::Ordinary, 6 * BUFFER);
    let mask: Vec<bool> = (0..numbers.len()).map(|index| index % 5 < 2).collect();
    for row in [3, 1001, 4096] {
        let len = numbers.len() / row * row;
        let there = gpu.upload(&mask[..len]).unwrap();
        let expected = Masked::new(&numbers[..len], &mask[..len]).unwrap();
        let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(expected, Rows(row)).unwrap();
        let masked = Masked::new(&numbers[..len], &there).unwrap();
        assert_eq!(
            gpu.reduce_each::<ops::Sum<f32>>(masked, Rows(row)).unwrap(),
            expected,
            "rows of {row}"
        );
    }
}

/// Keys in host memory for which the device has room, of elements for which it has none.
#[test]
fn keys_of_larger_elements() {
    let (gpu, cpu) = (small(), Cpu::new());
    let points: Vec<Point> = input(Kind::Ordinary, 30_000);
    let weights: Vec<f32> = input(Kind::Ordinary, 30_000);
    let keys: Vec<u32> = (0..30_000u32).map(|index| index * 7919 % 101).collect();
    let source = (&points[..], &weights[..]);
    let expected = cpu.reduce_each::<Particles>(source, Keys(&keys)).unwrap();
    assert_eq!(gpu.reduce_each::<Particles>(source, Keys(&keys)).unwrap(), expected);
    let runs: Vec<u32> = (0..30_000).map(|index| index / 77).collect();
    let expected = cpu.reduce_each::<Particles>(source, Runs(&runs)).unwrap();
    assert_eq!(gpu.reduce_each::<Particles>(source, Runs(&runs)).unwrap(), expected);
}

/// Keys in host memory, of arrays in several buffers: the elements of each lie anywhere.
#[test]
fn keys_of_arrays() {
    let (gpu, cpu) = (small(), Cpu::new());
    let keys: Vec<u32> = (0..20 * BUFFER as u32)
        .map(|index| index % 1009 * 7919 % 1009)
        .collect();
    let bytes: Vec<u8> = input(Kind::Ordinary, 20 * BUFFER);
    same::<ops::Sum<u8>, _, _>(gpu, &bytes, Keys(&keys));
    same::<HashOfBytes, _, _>(gpu, &bytes, Keys(&keys));
    let halves: Vec<half::f16> = input(Kind::Ordinary, 5 * BUFFER);
    same::<ops::Mean<half::f16>, _, _>(gpu, &halves, Keys(&keys[..halves.len()]));
    let data: Vec<f32> = input(Kind::Ordinary, 5 * BUFFER);
    same::<ops::ArgMax<f32>, _, _>(gpu, &data, Keys(&keys[..data.len()]));
    let points: Vec<Point> = input(Kind::Ordinary, 2 * BUFFER);
    let (there, weights) = (gpu.upload(&points).unwrap(), gpu.upload(&data[..points.len()]).unwrap());
    let keys_of_points = &keys[..points.len()];
    let expected = cpu
        .reduce_each::<Particles>((&points[..], &data[..points.len()]), Keys(keys_of_points))
        .unwrap();
    assert_eq!(
        gpu.reduce_each::<Particles>((&there, &weights), Keys(keys_of_points))
            .unwrap(),
        expected
    );
    // A slice of it: places count from its first element.
    let array = gpu.upload(&data).unwrap();
    let slice = View::new(&array, [5, BUFFER]).unwrap().slice(0, 1..5).unwrap();
    let on_host = View::new(&data[..], [5, BUFFER]).unwrap().slice(0, 1..5).unwrap();
    let keys = Keys(&keys[..4 * BUFFER]);
    assert_eq!(
        gpu.reduce_each::<ops::Sum<f32>>(slice, keys).unwrap(),
        cpu.reduce_each::<ops::Sum<f32>>(on_host, keys).unwrap()
    );
}

/// The device counts bad offsets of all groups, however many there are.
#[test]
fn bad_offsets_of_many_groups_are_counted_together() {
    let gpu = small();
    let (data, groups) = (vec![1.0f32; BUFFER], 30_000u32);
    let mut offsets: Vec<u32> = (0..=groups).collect();
    offsets[5] = 1000;
    let array = gpu.upload(&data).unwrap();
    let offsets = gpu.upload(&offsets).unwrap();
    let refused = gpu.reduce_each::<ops::Sum<f32>>(&array, Segments(&offsets));
    let expected = "1 segments begin behind their end";
    assert!(refused.unwrap_err().to_string().starts_with(expected));
}

/// An array is of one device, whatever its buffers are.
#[test]
fn an_array_of_another_device() {
    let (gpu, other) = (gpu(), small());
    let array = other.upload(&vec![1.0f32; 3 * BUFFER]).unwrap();
    let refused = gpu.reduce_each::<ops::Sum<f32>>(&array, Rows(3));
    assert!(matches!(refused, Err(Error::WrongDevice { .. })), "{refused:?}");
}
