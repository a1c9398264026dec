//! Arrays of `ndarray` of any strides: groups have the elements that `ndarray` itself gives, whatever lies between them in memory.

use std::fmt::Debug;

use ndarray::{
    Array, Array1, Array3, ArrayD, ArrayRef, ArrayView, ArrayViewD, Axis, Dimension, IxDyn, ShapeBuilder as _, Slice, s,
};
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::two_orders::{HashOfBytes, Place};
use reduce_wgpu::prelude::*;

use super::shapes::{along, orders};
use super::{engine, exactly, on_a_device};

/// The extents of the axes that are kept, and the elements of each group along the other axes, a set, in the order in which `ndarray` iterates over them.
fn gathered<T: Copy>(array: ArrayViewD<'_, T>, set: usize) -> (Vec<usize>, Vec<Vec<T>>) {
    let kept = (0..array.ndim()).filter(|axis| set >> axis & 1 == 0);
    let extents = kept.map(|axis| array.shape()[axis]).collect();
    let mut groups = vec![array];
    // From the first axis on, so that the last of the kept axes is the fastest. Each axis that is taken away moves the later ones forward by one.
    let mut gone = 0;
    for axis in 0..groups[0].ndim() {
        if set >> axis & 1 == 1 {
            continue;
        }
        let place = Axis(axis - gone);
        let parts = groups.into_iter().flat_map(|group| {
            let indices = 0..group.len_of(place);
            indices.map(move |index| group.clone().index_axis_move(place, index))
        });
        groups = parts.collect();
        gone += 1;
        if groups.is_empty() {
            break;
        }
    }
    let groups = groups.iter().map(|group| group.iter().copied().collect());
    (extents, groups.collect())
}

/// Asserts that the results along the axes of a set are those of each group alone.
fn assert_along<R, D>(array: ArrayView<'_, R::Input, D>, set: usize, context: &dyn Fn() -> String)
where
    R: Operator<Params: NoParameters, Output: Debug>,
    D: Dimension,
    for<'d> ArrayView<'d, R::Input, D>: Source<R::Input>,
{
    let (extents, groups) = gathered(array.clone().into_dyn(), set);
    let rank = array.ndim();
    let found = along::<R, _>(array, rank, set);
    assert_eq!(found.shape, extents, "{} along the set {set:b}", context());
    assert_eq!(found.values.len(), groups.len(), "{} along the set {set:b}", context());
    for (number, (elements, result)) in groups.iter().zip(&found.values).enumerate() {
        let alone = Cpu::new().reduce::<R>(&elements[..]).unwrap();
        assert_eq!(
            exactly(result),
            exactly(&alone),
            "group {number} of {} along the set {set:b}",
            context()
        );
    }
}

/// Asserts the results along every set of up to four axes, and of all elements in one group.
fn assert_all<R, D>(array: ArrayView<'_, R::Input, D>, what: &str)
where
    R: Operator<Params: NoParameters, Output: Debug>,
    D: Dimension,
    for<'d> ArrayView<'d, R::Input, D>: Source<R::Input>,
{
    for set in (0usize..1 << array.ndim()).filter(|set| set.count_ones() <= 4) {
        assert_along::<R, D>(array.clone(), set, &|| format!("{what}, {}", R::wgsl_name()));
    }
    let elements: Vec<R::Input> = array.iter().copied().collect();
    let expected = exactly(&Cpu::new().reduce::<R>(&elements[..]).unwrap());
    let found = engine().reduce::<R>(array).unwrap();
    assert_eq!(exactly(&found), expected, "{what}, {}", R::wgsl_name());
}

/// A digit of `number` in base `base` for each of `N` axes.
fn digits<const N: usize>(number: usize, base: usize) -> [usize; N] {
    std::array::from_fn(|axis| number / base.pow(axis as u32) % base)
}

/// Asserts the results of every `nth` array of `N` axes, of those with extents up to 3, steps of 1, 2 or -1 and any order of the axes, along every set of them.
fn every_array<const N: usize>(nth: usize) {
    // A call of a device takes some milliseconds.
    let nth = if on_a_device() { nth * 1009 } else { nth };
    let bytes: Vec<u8> = input(Kind::Ordinary, 6usize.pow(N as u32));
    let floats: Vec<f32> = input(Kind::Ordinary, bytes.len());
    let orders = orders::<N>();
    let mut number = 0;
    for shape in 0..4usize.pow(N as u32) {
        for steps in 0..3usize.pow(N as u32) {
            let (shape, steps) = (
                digits::<N>(shape, 4),
                digits::<N>(steps, 3).map(|step| [1, 2, -1][step]),
            );
            for order in &orders {
                for set in 0..1 << N {
                    number += 1;
                    if number % nth != 0 {
                        continue;
                    }
                    let context = || format!("{shape:?} by {steps:?} in the order {order:?}");
                    let sliced = stepped(&floats, shape, steps).permuted_axes(&order[..]);
                    assert_along::<ops::Sum<f32>, _>(sliced.view(), set, &context);
                    if number % 3 == 0 {
                        let sliced = stepped(&bytes, shape, steps).permuted_axes(&order[..]);
                        assert_along::<HashOfBytes, _>(sliced.view(), set, &context);
                    }
                }
            }
        }
    }
}

/// An array of this shape and these steps over the first elements of `data`.
fn stepped<T, const N: usize>(data: &[T], shape: [usize; N], steps: [isize; N]) -> ArrayViewD<'_, T> {
    let whole: Vec<usize> = (0..N).map(|axis| shape[axis] * steps[axis].unsigned_abs()).collect();
    let len = whole.iter().product();
    let mut array = ArrayViewD::from_shape(whole, &data[..len]).unwrap();
    for (axis, step) in steps.into_iter().enumerate() {
        array.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
    }
    assert_eq!(array.shape(), shape);
    array
}

#[test]
fn small_arrays_of_up_to_three_axes() {
    every_array::<1>(1);
    every_array::<2>(1);
    every_array::<3>(1);
}

#[test]
fn small_arrays_of_four_axes() {
    every_array::<4>(37);
}

/// Views of an array of some thousand elements, each with its name.
fn views<T: Clone>(cube: &Array3<T>) -> Vec<(&'static str, ArrayView<'_, T, ndarray::Ix3>)> {
    let turned = |order: [usize; 3]| cube.view().permuted_axes(order);
    vec![
        ("side by side", cube.view()),
        ("turned", turned([2, 1, 0])),
        ("two axes swapped", turned([1, 0, 2])),
        ("the first axis cut", cube.slice(s![2..7, .., ..])),
        ("the last axis cut", cube.slice(s![.., .., 3..300])),
        ("every other element", cube.slice(s![.., .., ..;2])),
        ("every third row", cube.slice(s![.., ..;3, ..])),
        ("rows backwards", cube.slice(s![.., .., ..;-1])),
        ("all backwards", cube.slice(s![..;-1, ..;-1, ..;-1])),
        ("a step backwards", cube.slice(s![..;2, 1..;-3, ..;-2])),
        (
            "a step backwards, turned",
            turned([2, 0, 1]).slice_move(s![..;-2, 1.., ..;-1]),
        ),
        ("short rows", cube.slice(s![.., .., 3..50])),
        ("short rows backwards", cube.slice(s![..;-1, 1.., ..23;-1])),
        ("two of each row", cube.slice(s![..;2, .., 7..9])),
        ("one index of the last axis", cube.slice(s![.., .., 5..6])),
        ("no index", cube.slice(s![.., 4..4, ..])),
    ]
}

/// Asserts the results of all views of a cube, for an operator.
fn assert_views<R>()
where
    R: Operator<Input: Sample, Params: NoParameters, Output: Debug>,
    for<'d> ArrayView<'d, R::Input, ndarray::Ix3>: Source<R::Input>,
{
    let (shape, len) = ((9, 10, 310), 9 * 10 * 310);
    let in_c = Array::from_shape_vec(shape, input::<R::Input>(Kind::Ordinary, len)).unwrap();
    let in_fortran = Array::from_shape_vec(shape.f(), input::<R::Input>(Kind::Ordinary, len)).unwrap();
    for (order, cube) in [("C", &in_c), ("Fortran", &in_fortran)] {
        for (number, (what, view)) in views(cube).into_iter().enumerate() {
            // A call of a device takes some milliseconds.
            if !on_a_device() || number % 4 == usize::from(order == "C") {
                assert_all::<R, _>(view, &format!("{what}, in the order of {order}"));
            }
        }
    }
}

#[test]
fn larger_arrays_of_floats() {
    assert_views::<ops::Sum<f32>>();
}

#[test]
fn larger_arrays_whose_order_counts() {
    assert_views::<HashOfBytes>();
}

#[test]
fn larger_arrays_of_counts() {
    assert_views::<(ops::Sum<u8>, ops::Max<u8>)>();
}

#[test]
fn positions_are_those_of_the_logical_order() {
    let cube = Array::from_shape_vec((5, 30, 40).f(), input::<f32>(Kind::Ordinary, 6000)).unwrap();
    for (what, view) in views(&Array3::from_shape_vec((9, 10, 310), input(Kind::Ordinary, 27_900)).unwrap())
        .into_iter()
        .chain([("in the order of Fortran", cube.view())])
    {
        let elements: Vec<f32> = view.iter().copied().collect();
        let expected = Cpu::new().reduce::<ops::ArgMax<f32>>(&elements).unwrap();
        let found = engine().reduce::<ops::ArgMax<f32>>(&view).unwrap();
        assert_eq!(exactly(&found), exactly(&expected), "{what}");
        for axis in 0..3 {
            let (_, groups) = gathered(view.into_dyn(), 1 << axis);
            let found = engine().reduce_each::<ops::ArgMin<f32>>(&view, Along([axis])).unwrap();
            for (group, result) in groups.iter().zip(&found.values) {
                let alone = Cpu::new().reduce::<ops::ArgMin<f32>>(group).unwrap();
                assert_eq!(exactly(result), exactly(&alone), "{what} along {axis}");
            }
        }
    }
}

#[test]
fn rows_segments_and_keys_are_of_the_logical_order() {
    let cube = Array3::from_shape_vec((9, 10, 310), input::<f32>(Kind::Ordinary, 27_900)).unwrap();
    for (what, view) in views(&cube) {
        let elements: Vec<f32> = view.iter().copied().collect();
        let len = elements.len();
        let offsets = [0, len / 3, len / 3, len / 2, len];
        let keys: Vec<u32> = (0..len as u32).map(|index| index * 7919 % 83).collect();
        let of = |found: Vec<f32>, expected: Vec<f32>| assert_eq!(exactly(&found), exactly(&expected), "{what}");
        let (engine, cpu) = (engine(), Cpu::new());
        let rows = view.len_of(Axis(2)).max(1);
        of(
            engine.reduce_each::<ops::Sum<f32>>(&view, Rows(rows)).unwrap(),
            cpu.reduce_each::<ops::Sum<f32>>(&elements, Rows(rows)).unwrap(),
        );
        of(
            engine.reduce_each::<ops::Sum<f32>>(&view, Columns(rows)).unwrap(),
            cpu.reduce_each::<ops::Sum<f32>>(&elements, Columns(rows)).unwrap(),
        );
        of(
            engine.reduce_each::<ops::Sum<f32>>(&view, Segments(&offsets)).unwrap(),
            cpu.reduce_each::<ops::Sum<f32>>(&elements, Segments(&offsets)).unwrap(),
        );
        of(
            engine.reduce_each::<ops::Sum<f32>>(&view, Keys(&keys)).unwrap().values,
            cpu.reduce_each::<ops::Sum<f32>>(&elements, Keys(&keys)).unwrap().values,
        );
    }
}

#[test]
fn repeated_axes() {
    let row = Array1::from(input::<f32>(Kind::Ordinary, 300));
    assert_all::<ops::Sum<f32>, _>(row.broadcast((4, 5, 300)).unwrap(), "a row, repeated");
    let column = row.view().insert_axis(Axis(1));
    assert_all::<ops::Sum<f32>, _>(column.broadcast((300, 290)).unwrap(), "a column, repeated");
    let sliced = row.slice(s![..;-7]);
    assert_all::<ops::Sum<f32>, _>(sliced.broadcast((6, sliced.len())).unwrap(), "a step, repeated");
    let one = ndarray::arr0(0.1f32);
    assert_all::<ops::Sum<f32>, _>(one.broadcast((7, 300)).unwrap(), "a number, repeated");
    // Windows overlap.
    for window in row.windows(290) {
        assert_all::<ops::Sum<f32>, _>(window, "a window");
    }
}

#[test]
fn no_axis_and_eight() {
    assert_all::<ops::Sum<f32>, _>(ndarray::arr0(0.1f32).view(), "a single element");
    assert_all::<ops::Sum<f32>, _>(ArrayD::from_elem(IxDyn(&[]), 0.1f32).view(), "a single element");
    let shape = [2, 3, 1, 4, 2, 1, 3, 2];
    let eight = ArrayD::from_shape_vec(&shape[..], input::<f32>(Kind::Ordinary, 288)).unwrap();
    let mut turned = eight.view().permuted_axes(vec![7, 0, 3, 2, 1, 6, 5, 4]);
    turned.invert_axis(Axis(3));
    if !on_a_device() {
        assert_all::<ops::Sum<f32>, _>(turned.view(), "eight axes");
    }
    let expected: Vec<f32> = turned.iter().copied().collect();
    let expected = Cpu::new().reduce::<ops::Sum<f32>>(&expected).unwrap();
    let found = engine().reduce::<ops::Sum<f32>>(&turned).unwrap();
    assert_eq!(found.to_bits(), expected.to_bits());
}

#[test]
fn nine_axes_are_refused() {
    let nine = ArrayD::from_elem(IxDyn(&[1; 9]), 1.0f32);
    let refused = |error: Error| assert!(matches!(error, Error::Shape { .. }), "{error}");
    refused(engine().reduce::<ops::Sum<f32>>(&nine).unwrap_err());
    refused(engine().reduce_each::<ops::Sum<f32>>(&nine, Along([0])).unwrap_err());
    refused(engine().reduce_each::<ops::Sum<f32>>(&nine, Rows(1)).unwrap_err());
}

#[test]
fn arrays_of_every_owner() {
    let data: Vec<f32> = input(Kind::Ordinary, 600);
    let mut array = Array::from_shape_vec((20, 30), data.clone()).unwrap();
    let expected = Cpu::new().reduce::<ops::Sum<f32>>(&data).unwrap().to_bits();
    let is = |found: Result<f32, Error>| assert_eq!(found.unwrap().to_bits(), expected);
    let engine = engine();
    is(engine.reduce::<ops::Sum<f32>>(&array));
    is(engine.reduce::<ops::Sum<f32>>(&array.view()));
    is(engine.reduce::<ops::Sum<f32>>(array.view()));
    is(engine.reduce::<ops::Sum<f32>>(&array.view_mut()));
    is(engine.reduce::<ops::Sum<f32>>(&array.as_standard_layout()));
    is(engine.reduce::<ops::Sum<f32>>(&array.to_shared()));
    let reference: &ArrayRef<f32, _> = &array;
    is(engine.reduce::<ops::Sum<f32>>(reference));
    is(engine.reducer::<ops::Sum<f32>>().unwrap().reduce(&array));
}

#[test]
fn views_and_tuples_of_arrays() {
    let (bytes, words) = (
        input::<u8>(Kind::Ordinary, 12_000),
        input::<i16>(Kind::Ordinary, 12_000),
    );
    let array = Array::from_shape_vec((30, 400).f(), bytes).unwrap();
    let other = Array::from_shape_vec((30, 400), words).unwrap();
    let elements: Vec<u8> = array.iter().copied().collect();
    let expected = Cpu::new()
        .reduce::<Place>((&elements, other.as_slice().unwrap()))
        .unwrap();
    assert_eq!(engine().reduce::<Place>((&array, &other)).unwrap(), expected);
    let expected = Cpu::new().reduce_each::<Place>((&elements, &other), Rows(400)).unwrap();
    let found = engine().reduce_each::<Place>((&array, &other), Along([1])).unwrap();
    assert_eq!(found.values, expected);
    let view = View::new(&array, [400, 30]).unwrap().permute([1, 0]).unwrap();
    let of_slice = View::new(&elements, [400, 30]).unwrap().permute([1, 0]).unwrap();
    let found = engine().reduce_each::<HashOfBytes>(view, Along([0])).unwrap();
    let expected = Cpu::new().reduce_each::<HashOfBytes>(of_slice, Along([0])).unwrap();
    assert_eq!(exactly(&found), exactly(&expected));
    let differs = engine()
        .reduce_each::<Place>((&array, &other.t()), Rows(30))
        .unwrap_err();
    assert!(matches!(differs, Error::Shape { .. }), "{differs}");
}

#[test]
fn parts_and_streams_of_arrays() {
    let data = Array::from_shape_vec((300, 400).f(), input::<f32>(Kind::Ordinary, 120_000)).unwrap();
    let elements: Vec<f32> = data.iter().copied().collect();
    let expected = Cpu::new().reduce::<ops::Sum<f32>>(&elements).unwrap().to_bits();
    let reducer = engine().reducer::<ops::Sum<f32>>().unwrap();
    assert_eq!(reducer.partial(&data, 0).unwrap().finish().unwrap().to_bits(), expected);
    let mut stream = reducer.stream().unwrap();
    for row in data.rows() {
        stream.push(row).unwrap();
    }
    assert_eq!(stream.finish().unwrap().to_bits(), expected);
    let call = reducer.reduce_async(&data);
    drop(data);
    assert_eq!(pollster::block_on(call).unwrap().to_bits(), expected);
}

#[test]
fn elements_beside_those_that_another_thread_writes() {
    let mut array = Array::from_shape_vec((50, 400), input::<f32>(Kind::Ordinary, 20_000)).unwrap();
    let even: Vec<f32> = array.slice(s![.., ..;2]).iter().copied().collect();
    let expected = Cpu::new().reduce::<ops::Sum<f32>>(&even).unwrap().to_bits();
    let (even, mut odd) = array.multi_slice_mut((s![.., ..;2], s![.., 1..;2]));
    std::thread::scope(|scope| {
        scope.spawn(|| odd.fill(7.0));
        assert_eq!(engine().reduce::<ops::Sum<f32>>(&even).unwrap().to_bits(), expected);
    });
}
