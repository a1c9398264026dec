//! Groupings that do not fit their input: an error with the numbers, before anything runs.

use std::fmt::Debug;

use reduce_wgpu::prelude::*;

use super::engine;

/// The message of a refusal.
fn refusal<T: Debug>(result: Result<T, Error>) -> String {
    let error = result.unwrap_err();
    assert!(matches!(error, Error::Shape { .. }), "{error}");
    error.to_string()
}

#[test]
fn rows_and_columns_that_do_not_fit() {
    let engine = engine();
    let rows = |n| refusal(engine.reduce_each::<ops::Sum<f32>>(&[0.0; 10], Rows(n)));
    assert_eq!(rows(3), "Rows(3) of 10 elements, which leave 1 over; give whole rows");
    assert_eq!(
        rows(0),
        "Rows(0) of 10 elements; give the number of elements of a row, or of columns"
    );
    let columns = refusal(engine.reduce_each::<ops::Sum<f32>>(&[0.0; 10], Columns(4)));
    assert_eq!(
        columns,
        "Columns(4) of 10 elements, which leave 2 over; give whole rows"
    );
    assert_eq!(engine.reduce_each::<ops::Sum<f32>>(&[], Rows(0)).unwrap(), []);
    assert_eq!(engine.reduce_each::<ops::Sum<f32>>(&[], Rows(5)).unwrap(), []);
    assert_eq!(engine.reduce_each::<ops::Sum<f32>>(&[], Columns(3)).unwrap(), [0.0; 3]);
}

#[test]
fn axes_that_are_not_there() {
    let (engine, data) = (engine(), [1u32, 2, 3, 4, 5, 6]);
    let view = View::new(&data, [2, 3]).unwrap();
    let twice = refusal(engine.reduce_each::<ops::Sum<u32>>(view, Along([1, -1])));
    assert_eq!(twice, "Along([1, -1]) names axis 1 twice; name each axis once");
    let beyond = refusal(engine.reduce_each::<ops::Sum<u32>>(view, Along([2])));
    assert_eq!(
        beyond,
        "Along([2]) of an input of shape [2, 3], which has no axis 2; axes count from 0, negative ones from the end; View::new gives a source its shape"
    );
    assert!(refusal(engine.reduce_each::<ops::Sum<u32>>(view, Along([-3]))).contains("no axis -3"));
    assert!(refusal(engine.reduce_each::<ops::Sum<u32>>(&data, Along([1]))).contains("shape [6]"));
    assert_eq!(
        engine.reduce_each::<ops::Sum<u32>>(&data, Along([0])).unwrap().values,
        [21]
    );
    let each = engine.reduce_each::<ops::Mean<u32>>(view, Along([])).unwrap();
    assert_eq!(
        (each.shape, each.values),
        (vec![2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    );
}

#[test]
fn views_that_their_source_does_not_hold() {
    let (engine, data) = (engine(), [0.0f32; 10]);
    let view = View::new(&data, [3, 4]).unwrap();
    let expected = "a view of shape [3, 4] with strides [4, 1] from element 0 on ends at element 11, and its source has 10; give a shape that the source holds";
    assert_eq!(refusal(engine.reduce::<ops::Sum<f32>>(view)), expected);
    assert_eq!(refusal(engine.reduce_each::<ops::Sum<f32>>(view, Along([0]))), expected);
    let far = View::new(&data, [2, 2]).unwrap().strides([usize::MAX, 1]).unwrap();
    assert!(refusal(engine.reduce::<ops::Sum<f32>>(far)).contains("beyond all memory"));
    assert!(refusal(View::new(&data, [1 << 40, 1 << 40]).map(|_| ())).contains("more elements than memory"));
    assert!(refusal(View::new(&data, [1; 9]).map(|_| ())).contains("at most 8 axes, and 9"));
    let view = View::new(&data, [2, 5]).unwrap();
    assert!(refusal(view.permute([0]).map(|_| ())).contains("permute([0]) does not name each of the 2 axes once"));
    assert!(refusal(view.permute([1, 1]).map(|_| ())).contains("permute([1, 1])"));
    assert!(refusal(view.slice(2, 0..1).map(|_| ())).contains("a view with 2 axes"));
    assert!(refusal(view.slice(1, 3..6).map(|_| ())).contains("slice(1, 3..6) of an axis of 5"));
    assert!(refusal(view.strides([1]).map(|_| ())).contains("1 strides for 2 axes"));
    assert!(refusal(view.broadcast([2, 2, 6]).map(|_| ())).contains("[2, 5] does not broadcast to [2, 2, 6]"));
    assert!(refusal(view.broadcast([5]).map(|_| ())).contains("does not broadcast to [5]"));
    let one = View::new(&data, [1, 1]).unwrap();
    assert!(refusal(one.broadcast([1 << 40, 1 << 40]).map(|_| ())).contains("more elements than memory"));
    assert!(refusal(one.broadcast([0, 1 << 40, 1 << 40]).map(|_| ())).contains("more elements than memory"));
    let beyond = view.strides([usize::MAX, usize::MAX]).unwrap();
    assert_eq!(
        engine
            .reduce::<ops::Sum<f32>>(beyond.slice(0, 1..1).unwrap().slice(1, 2..4).unwrap())
            .unwrap(),
        0.0
    );
    assert!(refusal(engine.reduce::<ops::Sum<f32>>(beyond.slice(0, 1..2).unwrap())).contains("beyond all memory"));
    // An axis without an index reads nothing, wherever it lies.
    let nothing = View::new(&data, [0, 100]).unwrap();
    assert_eq!(engine.reduce::<ops::Sum<f32>>(nothing).unwrap(), 0.0);
    assert_eq!(
        engine.reduce_each::<ops::Sum<f32>>(nothing, Along([0])).unwrap().values,
        [0.0; 100]
    );
}

#[test]
fn offsets_and_keys_that_do_not_fit() {
    let (engine, data) = (engine(), [1.0f32; 10]);
    let segments = |offsets: &[u32]| refusal(engine.reduce_each::<ops::Sum<f32>>(&data, Segments(offsets)));
    assert_eq!(
        segments(&[0, 5, 4, 10]),
        "offset 2 is 4, and offset 1 is 5; offsets ascend, or are equal where a segment is empty"
    );
    assert_eq!(
        segments(&[0, 11]),
        "offset 1 is 11, and the input has 10 elements; no segment ends behind the input"
    );
    assert!(segments(&[]).contains("n segments have n + 1 offsets"));
    assert_eq!(
        engine.reduce_each::<ops::Sum<f32>>(&data, Segments(&[4u64])).unwrap(),
        []
    );
    let keys = refusal(engine.reduce_each::<ops::Sum<f32>>(&data, Keys(&[1u8, 2])));
    assert_eq!(keys, "2 keys for 10 elements; give one key for each element");
    assert!(refusal(engine.reduce_each::<ops::Sum<f32>>(&data, Runs(&["a"; 11]))).contains("11 keys for 10 elements"));
}

#[test]
fn more_groups_than_memory_holds() {
    let engine = engine();
    assert!(refusal(engine.reduce_each::<ops::Sum<f32>>(&[], Columns(usize::MAX))).contains("do not fit memory"));
    let none = View::new(&[0.0f32; 0], [3, 0]).unwrap().broadcast([5, 3, 0]).unwrap();
    let found = engine.reduce_each::<ops::Sum<f32>>(none, Along([0])).unwrap();
    assert_eq!((found.shape, found.values), (vec![3, 0], vec![]));
}

#[test]
fn views_of_different_shapes() {
    let (a, b) = ([0.0f32; 6], [0.0f32; 6]);
    let views = (View::new(&a, [2, 3]).unwrap(), View::new(&b, [3, 2]).unwrap());
    let expected =
        "the inputs have the shapes [2, 3] and [3, 2]; an element is made of one of each, so give views of one shape";
    assert_eq!(
        refusal(engine().reduce_each::<ops::Dot<f32>>(views, Along([0]))),
        expected
    );
}

#[test]
fn a_panic_is_an_error() {
    struct Panics;
    #[gpu]
    impl Reduction for Panics {
        type Input = u32;
        type State = ops::Max<u32>;
        type Output = u32;
        fn lift(x: u32) -> ops::Max<u32> {
            ops::Max::<u32>::lift(100 / x)
        }
        fn finish(s: ops::Max<u32>) -> u32 {
            ops::Max::<u32>::finish(s)
        }
    }
    let error = Cpu::new().reduce_each::<Panics>(&[1, 2, 0, 4], Rows(2)).unwrap_err();
    assert!(matches!(error, Error::Panicked { .. }), "{error}");
    // Elements of no group are not lifted, wherever they lie.
    let mut data = [7u32; 600];
    (data[0], data[451]) = (0, 0);
    for len in [1, 2, 3, 5, 15, 18, 30, 45, 150, 450] {
        let offsets: Vec<usize> = (1..=451).step_by(len).collect();
        let found = Cpu::new().reduce_each::<Panics>(&data, Segments(&offsets)).unwrap();
        assert_eq!(found, vec![14; 450 / len], "{len}");
        let view = View::new(&data, [600]).unwrap().slice(0, 1..451).unwrap();
        assert_eq!(
            Cpu::new().reduce_each::<Panics>(view, Rows(len)).unwrap(),
            vec![14; 450 / len],
            "{len}"
        );
    }
}

/// The positions of a group end with it, and `lift` may panic at others.
#[test]
fn positions_behind_a_group_are_not_lifted() {
    struct Weighted<const LEN: u32>;
    #[gpu]
    impl<const LEN: u32> Reduction for Weighted<LEN> {
        type Input = Indexed<u32>;
        type State = ops::Sum<u32>;
        type Output = u32;
        fn lift(x: Indexed<u32>) -> ops::Sum<u32> {
            ops::Sum::<u32>::lift(x.value / (LEN - x.index))
        }
        fn finish(s: ops::Sum<u32>) -> u32 {
            ops::Sum::<u32>::finish(s)
        }
    }
    fn groups_of<const LEN: u32>() {
        let (cpu, len) = (Cpu::new(), LEN as usize);
        let data: Vec<u32> = (0..140_000 / LEN * LEN).map(|index| index * 7919 % 10_007).collect();
        let of_each = data
            .chunks(len)
            .map(|group| cpu.reduce::<Weighted<LEN>>(group).unwrap());
        let expected: Vec<u32> = of_each.collect();
        let offsets: Vec<usize> = (0..=data.len()).step_by(len).collect();
        let keys: Vec<u32> = (0..data.len() as u32).map(|index| index / LEN).collect();
        assert_eq!(
            cpu.reduce_each::<Weighted<LEN>>(&data, Rows(len)).unwrap(),
            expected,
            "rows of {LEN}"
        );
        assert_eq!(
            cpu.reduce_each::<Weighted<LEN>>(&data, Segments(&offsets)).unwrap(),
            expected,
            "segments of {LEN}"
        );
        assert_eq!(
            cpu.reduce_each::<Weighted<LEN>>(&data, Runs(&keys)).unwrap().values,
            expected,
            "runs of {LEN}"
        );
        assert_eq!(
            cpu.reduce_each::<Weighted<LEN>>(&data, Keys(&keys)).unwrap().values,
            expected,
            "{LEN} a key"
        );
    }
    groups_of::<3>();
    groups_of::<10>();
    groups_of::<15>();
    groups_of::<16>();
    groups_of::<33>();
    groups_of::<30>();
    groups_of::<300>();
    groups_of::<1500>();
}
