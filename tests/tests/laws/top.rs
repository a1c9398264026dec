//! The greatest elements with their positions, against a stable sort.

use std::cmp::Reverse;

use half::f16;
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::ops::{ArgMax, TopK};
use reduce_tests::oracle::bits;
use reduce_wgpu::{Cpu, GpuType as _, Indexed, Monoid as _, NoParameters, Number, Operator, Reduction as _, Scalar};

/// The first `K` of a stable descending sort, and behind them what an arg-max of nothing gives.
fn sorted<T: Number, const K: usize>(data: &[T]) -> [Indexed<T::Wide>; K] {
    let mut all: Vec<Indexed<T::Wide>> = (0..)
        .zip(data)
        .map(|(index, x)| Indexed {
            index,
            value: x.widen(),
        })
        .collect();
    all.sort_by(|a, b| {
        let [a, b] = [a, b].map(|at| at.value.rank_from_top());
        Reverse(a).partial_cmp(&Reverse(b)).unwrap()
    });
    let none = Indexed {
        index: u32::MAX,
        value: T::Wide::LEAST,
    };
    std::array::from_fn(|k| all.get(k).copied().unwrap_or(none))
}

fn is_sorted<T: Number + Sample, const K: usize>(data: &[T], what: &str)
where
    TopK<T, K>: Operator<Input = Indexed<T>, Output = [Indexed<T::Wide>; K], Params: NoParameters>,
{
    let found = Cpu::new().reduce::<TopK<T, K>>(data).unwrap();
    let expected: [Indexed<T::Wide>; K] = sorted(data);
    let [found, expected] = [found, expected].map(|top| top.map(|at| bits(&at.canonical())));
    assert_eq!(found, expected, "{what}, {} elements", data.len());
}

/// Every kind of number, NaNs and ties among them, at lengths around those at which the order changes its way.
fn of_all_kinds<T: Number + Sample, const K: usize>()
where
    TopK<T, K>: Operator<Input = Indexed<T>, Output = [Indexed<T::Wide>; K], Params: NoParameters>,
{
    for kind in Kind::ALL {
        let data: Vec<T> = input(kind, 40_001);
        for len in [0, 1, 2, K - 1, K, K + 1, 1000, 1025, 40_001] {
            is_sorted::<T, K>(&data[..len], &format!("{kind:?}"));
        }
    }
}

#[test]
fn a_stable_sort_begins_with_them() {
    of_all_kinds::<f32, 1>();
    of_all_kinds::<f32, 5>();
    of_all_kinds::<f32, 16>();
    of_all_kinds::<i32, 3>();
    of_all_kinds::<u8, 4>();
    of_all_kinds::<f16, 2>();
    of_all_kinds::<f64, 16>();
    of_all_kinds::<u64, 7>();
}

#[test]
fn few_values_have_many_ties() {
    let data: Vec<u8> = input::<u8>(Kind::AnyBits, 70_001).into_iter().map(|x| x % 3).collect();
    let floats: Vec<f32> = data.iter().map(|&x| [-0.0, 0.0, -1.0][usize::from(x)]).collect();
    for len in [0, 1, 7, 16, 300, 70_001] {
        is_sorted::<u8, 16>(&data[..len], "ties");
        is_sorted::<f32, 16>(&floats[..len], "zeros");
        is_sorted::<f32, 2>(&floats[..len], "zeros");
    }
    // In ascending order, every element is above all those before it.
    let up: Vec<i32> = (0..70_001).map(|x| x / 2).collect();
    is_sorted::<i32, 16>(&up, "ascending");
    let down: Vec<i32> = up.iter().rev().copied().collect();
    is_sorted::<i32, 16>(&down, "descending");
}

#[test]
fn one_is_the_arg_max() {
    for kind in Kind::ALL {
        let data: Vec<f32> = input(kind, 5000);
        for len in [0, 1, 5000] {
            let one = Cpu::new().reduce::<TopK<f32, 1>>(&data[..len]).unwrap();
            let alone = Cpu::new().reduce::<ArgMax<f32>>(&data[..len]).unwrap();
            assert_eq!(bits(&one[0]), bits(&alone), "{kind:?}");
        }
    }
}

#[test]
fn the_least_elements_are_above_places_that_nothing_fills() {
    let at = |data: &[i32]| Cpu::new().reduce::<TopK<i32, 3>>(data).unwrap().map(|at| at.index);
    assert_eq!(at(&[i32::MIN, i32::MIN]), [0, 1, u32::MAX]);
    assert_eq!(at(&[i32::MIN, 5, i32::MIN]), [1, 0, 2]);
    let nans = [1.0, f32::NAN, f32::INFINITY, -f32::NAN];
    let best = Cpu::new().reduce::<TopK<f32, 3>>(&nans).unwrap();
    assert_eq!(best.map(|at| at.index), [1, 3, 2]);
}

/// Whole states, of which most share no element with those beside them, in any order of combination.
#[test]
fn merging_is_exact_in_any_order() {
    type Top = TopK<f32, 4>;
    for kind in Kind::ALL {
        let data: Vec<f32> = input(kind, 3000);
        let of = |positions: std::ops::Range<usize>| {
            positions
                .map(|index| {
                    Top::lift(Indexed {
                        index: index as u32,
                        value: data[index],
                    })
                })
                .fold(Top::identity(), Top::combine)
        };
        for first in (0..2900).step_by(9) {
            let [a, b, c] = [
                of(first..first + 6),
                of(first + 6..first + 8),
                of(first + 8..first + 20),
            ];
            let state = |state: Top| bits(&state.canonical());
            assert_eq!(state(Top::combine(a, b)), state(Top::combine(b, a)));
            let whole = state(of(first..first + 20));
            assert_eq!(state(Top::combine(Top::combine(a, b), c)), whole);
            assert_eq!(state(Top::combine(a, Top::combine(b, c))), whole);
            assert_eq!(state(Top::combine(Top::combine(c, a), b)), whole);
        }
    }
}
