//! Results that are not waited for: those of `reduce_each`.

use std::fmt::Debug;

use pollster::block_on;
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_wgpu::prelude::*;

use super::{engine, exactly};

/// Asserts that the results that come later are those that are waited for, though the elements are gone by then.
fn assert_alike<R, G>(len: usize, grouping: impl Fn() -> G)
where
    R: Operator<Input: Sample, Params: NoParameters>,
    G: Grouping<Results<R::Output>: Debug>,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
{
    let reducer = engine().reducer::<R>().unwrap();
    let data: Vec<R::Input> = input(Kind::Ordinary, len);
    let expected = exactly(&reducer.reduce_each(&data, grouping()).unwrap());
    // The first is never awaited, and the last first.
    drop(reducer.reduce_each_async(&data, grouping()));
    let calls: Vec<_> = (0..3).map(|_| reducer.reduce_each_async(&data, grouping())).collect();
    drop(data);
    for call in calls.into_iter().rev() {
        assert_eq!(exactly(&block_on(call).unwrap()), expected, "{}", R::wgsl_name());
    }
}

#[test]
fn groups_of_every_kind() {
    assert_alike::<ops::Sum<f32>, _>(7 * 1000, || Rows(7));
    assert_alike::<ops::Variance<f32>, _>(7 * 1000, || Columns(7));
    assert_alike::<ops::ArgMax<f32>, _>(3 * 40_000, || Rows(40_000));
    let offsets = [0u32, 5, 5, 4000, 60_000, 60_000];
    assert_alike::<ops::Sum<f32>, _>(60_001, || Segments(&offsets));
    let keys: Vec<i64> = (0..5000).map(|index| index * 7919 % 83 - 40).collect();
    assert_alike::<(ops::Max<i32>, ops::Count<i32>), _>(5000, || Keys(&keys));
    assert_alike::<ops::Sum<u32>, _>(5000, || Runs(&keys));
    assert_alike::<ops::Sum<u32>, _>(0, || Segments([0u32, 0, 0]));
    assert_alike::<ops::Sum<u32>, _>(0, || Rows(4));
}

#[test]
fn views_are_read_where_they_lie() {
    let reducer = engine().reducer::<ops::Sum<f32>>().unwrap();
    let data: Vec<f32> = input(Kind::Ordinary, 30 * 40);
    let turned = View::new(&data, [30, 40]).unwrap().permute([1, 0]).unwrap();
    let expected = reducer.reduce_each(turned, Along([1])).unwrap();
    let call = reducer.reduce_each_async(turned, Along([1]));
    assert_eq!(block_on(call).unwrap(), expected);
}

#[test]
fn the_future_says_what_is_wrong() {
    let reducer = engine().reducer::<ops::Sum<f32>>().unwrap();
    let call = reducer.reduce_each_async(&[1.0, 2.0, 3.0], Rows(2));
    let waited = reducer.reduce_each(&[1.0, 2.0, 3.0], Rows(2)).unwrap_err();
    assert_eq!(block_on(call).unwrap_err().to_string(), waited.to_string());
    let call = reducer.reduce_each_async(&[1.0, 2.0], Segments([0u32, 3]));
    assert!(matches!(block_on(call), Err(Error::Shape { .. })));
}

/// Futures may go to other threads, which async runtimes do.
#[test]
fn futures_are_sent() {
    fn is_send<T: Send>(_: &T) {}
    let reducer = engine().reducer::<ops::Sum<f32>>().unwrap();
    let call = reducer.reduce_each_async(&[1.0, 2.0], Rows(2));
    is_send(&call);
    assert_eq!(std::thread::spawn(|| block_on(call)).join().unwrap().unwrap(), [3.0]);
}
