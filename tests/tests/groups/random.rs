//! Random groups of random shapes: views of up to six axes in any order, sliced, stepped and repeated, along any of them; segments and keys of random lengths.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Random, Sample, input};
use reduce_tests::two_orders::HashOfBytes;
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::shapes::{along, groups, places};
use super::{assert_law, engine, on_a_device};

/// The number of shapes over all operators; SwiftShader takes five minutes for them. `REDUCE_SHAPES` overrides it.
fn shapes() -> usize {
    let asked = std::env::var("REDUCE_SHAPES").ok().and_then(|count| count.parse().ok());
    asked.unwrap_or(10_000)
}

/// The elements that views are of.
const ELEMENTS: usize = 1 << 15;

/// Random numbers of a range.
trait Draws {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize;
    /// A number up to `most`, short ones as likely as long ones; rarely 0.
    fn length(&mut self, most: usize) -> usize;
}

impl Draws for Random {
    fn below(&mut self, end: usize) -> usize {
        (self.bits() % end.max(1) as u64) as usize
    }

    fn length(&mut self, most: usize) -> usize {
        let log = self.below(most.max(1).ilog2() as usize + 1);
        (self.below(1 << (log + 1))).min(most)
    }
}

/// A view, and the place of its first element.
fn view<'d, T>(data: &'d Vec<T>, random: &mut Random) -> (View<&'d Vec<T>>, usize, usize) {
    let rank = 1 + random.below(6);
    let mut left = ELEMENTS;
    let mut shape = [1; 6];
    for extent in &mut shape[..rank] {
        let most = ELEMENTS >> random.below(12);
        *extent = random.length(left.min(most));
        left /= (*extent).max(1);
    }
    let axes = &mut shape[..rank];
    let swapped = random.below(rank);
    axes.swap(0, swapped);
    macro_rules! of_rank {
        ($($rank:literal)*) => {
            match rank {
                $($rank => {
                    let mut view = View::new(data, <[usize; $rank]>::try_from(&*axes).unwrap()).unwrap();
                    let mut order: [usize; $rank] = std::array::from_fn(|axis| axis);
                    (0..rank).for_each(|axis| order.swap(axis, random.below(axis + 1)));
                    view = view.permute(order).unwrap();
                    if random.below(4) == 0 {
                        // A step along each axis: some axes repeat or overlap, and none goes beyond the elements.
                        let extents: Vec<usize> = view.shape().to_vec();
                        let mut room = ELEMENTS - 1;
                        let steps: [usize; $rank] = std::array::from_fn(|axis| {
                            let most = room / extents[axis].max(1);
                            let step = if most == 0 || random.below(5) == 0 { 0 } else { random.below(most.min(40)) };
                            room -= step * extents[axis].saturating_sub(1);
                            step
                        });
                        view = view.strides(steps).unwrap();
                    }
                    view
                })*
                _ => unreachable!("a rank of 1 to 6"),
            }
        };
    }
    let mut view = of_rank!(1 2 3 4 5 6);
    let mut offset = 0;
    if random.below(3) == 0 {
        let axis = random.below(rank);
        let (extent, step) = (view.shape()[axis], view.steps()[axis]);
        let first = random.below(extent + 1);
        let end = first + random.below(extent - first + 1);
        view = view.slice(axis, first..end).unwrap();
        // A view without elements lies nowhere.
        offset = first * step;
    }
    (view, offset, rank)
}

/// Tries the law for `count` random shapes.
fn over<R>(count: usize, seed: u64)
where
    R: Operator<Input: Sample, Params: NoParameters, Output: Debug>,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
    for<'d> &'d [R::Input]: Source<R::Input>,
    for<'d> View<&'d Vec<R::Input>>: Source<R::Input>,
{
    let data: Vec<R::Input> = input(Kind::Ordinary, ELEMENTS);
    let mut random = Random(seed);
    for number in 0..count {
        let context = || format!("{}, shape {number} of seed {seed}", R::wgsl_name());
        match random.below(4) {
            0 => {
                let len = random.length(ELEMENTS);
                let mut offsets: Vec<u32> = (0..random.length(300)).map(|_| random.below(len + 1) as u32).collect();
                offsets.push(random.below(len + 1) as u32);
                offsets.sort_unstable();
                let found = engine().reduce_each::<R>(&data[..len], Segments(&offsets)).unwrap();
                let groups = offsets
                    .windows(2)
                    .map(|pair| (pair[0] as usize..pair[1] as usize).collect());
                assert_law::<R>(&data, &groups.collect::<Vec<_>>(), &found, &context);
            }
            1 => {
                let len = random.length(ELEMENTS / 4);
                let distinct = 1 + random.length(len.max(1));
                let keys: Vec<u32> = (0..len).map(|_| random.below(distinct) as u32).collect();
                let on_engine = engine().upload(&keys).unwrap();
                let found = engine().reduce_each::<R>(&data[..len], Keys(&on_engine)).unwrap();
                let mut places = vec![Vec::new(); distinct];
                keys.iter()
                    .enumerate()
                    .for_each(|(index, key)| places[*key as usize].push(index));
                let groups: Vec<Vec<usize>> = found.keys.iter().map(|key| places[*key as usize].clone()).collect();
                assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), len, "{}", context());
                assert!(found.keys.is_sorted(), "{}", context());
                assert_law::<R>(&data, &groups, &found.values, &context);
            }
            _ => {
                let (view, offset, rank) = view(&data, &mut random);
                let places: Vec<usize> = places(view.shape(), view.steps())
                    .into_iter()
                    .map(|place| place + offset)
                    .collect();
                let set = match random.below(1 << rank) {
                    set if set.count_ones() <= 4 => set,
                    set => set & 0b1111,
                };
                let (extents, groups) = groups(view.shape(), &places, |axis| set >> axis & 1 == 1);
                let context = || {
                    let (shape, steps) = (view.shape(), view.steps());
                    format!(
                        "{}: {shape:?} by {steps:?} from {offset} along the set {set:b}",
                        context()
                    )
                };
                if !on_a_device() {
                    let whole = engine().reduce::<R>(view).unwrap();
                    assert_law::<R>(&data, &[places], &[whole], &context);
                }
                let found = along::<R, _>(view, rank, set);
                assert_eq!(found.shape, extents, "{}", context());
                assert_law::<R>(&data, &groups, &found.values, &context);
            }
        }
    }
}

#[test]
fn sums() {
    over::<ops::Sum<f32>>(shapes() * 4 / 10, 1);
}

#[test]
fn positions() {
    over::<ops::ArgMax<f32>>(shapes() * 2 / 10, 2);
}

#[test]
fn packed_elements_in_order() {
    over::<HashOfBytes>(shapes() * 2 / 10, 3);
}

#[test]
fn tuples() {
    over::<(ops::Variance<f32>, ops::Min<f32>)>(shapes() * 2 / 10, 4);
}
