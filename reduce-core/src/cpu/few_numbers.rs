//! Groups by few numbers, one for each element of a long input: a wave of elements after the other is put in the order of its numbers, and the tiles that are full then are folded.
//!
//! Each group keeps the elements of the tile that it has begun, and the states of those before. So the elements are copied within the memory of two waves and a tile for each group, which is in the cache if
//! they are not large; copies of all elements would lie in pages that the system has to clear before.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::ThreadPool;

use super::keyed::{ByNumber, Chunk};
use super::state;
use super::threads::{locked, side_by_side, threads};
use super::tiles::states_of;
use crate::group::Numbers;
use crate::input::element::{Plain, Slices};
use crate::monoid::call::finish_with;
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::order::forest::fold_tree;
use crate::tuning::{KEYS_OF_A_CHUNK, KEYS_OF_A_WAVE};

/// A group of which only some elements have come.
struct Begun<R: Operator> {
    /// The elements behind the tiles that are done.
    elements: Vec<R::Input>,
    /// The states of these tiles.
    states: Vec<R::State>,
    /// Their elements.
    done: usize,
}

/// The results of the groups of these numbers, each of which has a bucket of its own.
pub(super) fn results<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    numbers: &Numbers<'_>,
    pool: Option<&ThreadPool>,
) -> ByNumber<R::Output> {
    if numbers.count == 1 {
        let state = state::<R>(params, data.positioned(0), pool);
        return ByNumber {
            numbers: vec![0],
            results: vec![finish_with::<R>(params, state)],
        };
    }
    let mut groups: Vec<Mutex<Begun<R>>> = (0..numbers.count).map(|_| Mutex::default()).collect();
    let tile = Shape::of::<R>().tile_len() as usize;
    let wave = KEYS_OF_A_WAVE * threads(pool);
    let most = data.len().min(wave).div_ceil(KEYS_OF_A_CHUNK);
    let chunks: Vec<Mutex<Chunk<R::Input>>> = (0..most).map(|_| Mutex::default()).collect();
    for begin in (0..data.len()).step_by(wave) {
        let end = data.len().min(begin + wave);
        side_by_side(pool, most, &|index| {
            let [first, last] = [index, index + 1].map(|index| end.min(begin + index * KEYS_OF_A_CHUNK));
            locked(&chunks[index]).fill(data, numbers, first..last, (numbers.count, 0));
        });
        let filled: Vec<MutexGuard<'_, Chunk<R::Input>>> = chunks.iter().map(locked).collect();
        side_by_side(pool, groups.len(), &|number| {
            let mut group = locked(&groups[number]);
            for chunk in &filled {
                group.elements.extend_from_slice(chunk.of_bucket(number));
            }
        });
        drop(filled);
        fold(params, &mut groups, tile, pool);
    }
    // The tile that each group has begun.
    fold(params, &mut groups, 1, pool);
    let mut all = ByNumber {
        numbers: Vec::new(),
        results: Vec::new(),
    };
    for (number, group) in (0..).zip(&groups) {
        let mut group = locked(group);
        if group.done > 0 {
            let state = fold_tree(&mut group.states, R::State::identity, R::State::combine);
            all.numbers.push(number);
            all.results.push(finish_with::<R>(params, state));
        }
    }
    all
}

/// Folds as many elements of each group as are a multiple of `unit`; the threads share the tiles of all groups.
fn fold<R: Operator>(params: &R::Params, groups: &mut [Mutex<Begun<R>>], unit: usize, pool: Option<&ThreadPool>) {
    let mut groups: Vec<&mut Begun<R>> = groups
        .iter_mut()
        .map(|group| group.get_mut().unwrap_or_else(PoisonError::into_inner))
        .collect();
    let taken: Vec<usize> = groups.iter().map(|group| group.elements.len() / unit * unit).collect();
    let elements = groups.iter().zip(&taken);
    let elements = elements.map(|(group, taken)| Plain::new(&group.elements[..*taken]).positioned(group.done as u32));
    let (states, offsets) = states_of::<R, Plain<&[R::Input]>>(params, &elements.collect::<Vec<_>>(), pool);
    for ((group, taken), of_group) in groups.iter_mut().zip(taken).zip(offsets.windows(2)) {
        group.states.extend_from_slice(&states[of_group[0]..of_group[1]]);
        group.elements.drain(..taken);
        group.done += taken;
    }
}

impl<R: Operator> Default for Begun<R> {
    fn default() -> Self {
        Self {
            elements: Vec::new(),
            states: Vec::new(),
            done: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use std::num::NonZeroUsize;

    use crate::tuning::{KEYS_OF_A_WAVE, KEYS_WITH_WAVES};
    use crate::{Cpu, Keys, Masked, NoParameters, Operator, ReduceEach, Source, View, ops};

    /// Each result beside that of the elements of its key alone, by several threads.
    fn has_the_bits_of_each_group<R>(keys: &[u8])
    where
        R: Operator<Params: NoParameters, Output: PartialEq + std::fmt::Debug>,
        for<'d> &'d [f32]: Source<R::Input>,
    {
        let data: Vec<f32> = (0..keys.len() as u32)
            .map(|index| (index.wrapping_mul(0x9e37_79b9) >> 8) as f32 * 1e-3)
            .collect();
        let mut present = keys.to_vec();
        present.sort_unstable();
        present.dedup();
        for threads in [1, 3] {
            let cpu = Cpu::with_threads(NonZeroUsize::new(threads).unwrap()).unwrap();
            let found = cpu.reduce_each::<R>(&data[..], Keys(keys)).unwrap();
            assert_eq!(found.keys, present);
            for (key, value) in present.iter().zip(&found.values) {
                let elements = data.iter().zip(keys).filter(|(_, other)| *other == key);
                let elements: Vec<f32> = elements.map(|(element, _)| *element).collect();
                assert_eq!(
                    *value,
                    cpu.reduce::<R>(&elements[..]).unwrap(),
                    "key {key} by {threads} threads"
                );
            }
        }
    }

    /// The last wave ends inside a chunk, waves have no element of some groups, a number has none at all, and one has a single one.
    #[test]
    fn groups_that_come_in_waves() {
        let len = 7 * KEYS_OF_A_WAVE / 2 + 12_345;
        for count in [1, 2, 3, KEYS_WITH_WAVES, KEYS_WITH_WAVES + 1] {
            let mut keys: Vec<u8> = (0..len)
                .map(|index| 7 + ((index * index / 3 + index / 1000) % count) as u8)
                .collect();
            has_the_bits_of_each_group::<ops::Sum<f32>>(&keys);
            keys[len / 2..].fill(7);
            if count > 2 {
                let last = 6 + count as u8;
                keys.iter_mut().filter(|key| **key == last).for_each(|key| *key -= 1);
                keys[len - 1] = last;
            }
            has_the_bits_of_each_group::<ops::ArgMax<f32>>(&keys);
            keys.iter_mut().filter(|key| **key == 8).for_each(|key| *key = 7);
            has_the_bits_of_each_group::<(ops::Mean<f32>, ops::Variance<f32>)>(&keys);
            has_the_bits_of_each_group::<ops::TopK<f32, 16>>(&keys);
        }
    }

    /// Elements that are gathered, and those of which a mask lets some count.
    #[test]
    fn views_and_masks_that_come_in_waves() {
        let len = KEYS_OF_A_WAVE * 3 + 777;
        let keys: Vec<u8> = (0..len).map(|index| (index % 7 / 2) as u8).collect();
        let data: Vec<f32> = (0..2 * len).map(|index| (index % 1009) as f32 * 0.37).collect();
        let mask: Vec<bool> = (0..len).map(|index| index % 5 != 3).collect();
        let cpu = Cpu::with_threads(NonZeroUsize::new(2).unwrap()).unwrap();
        let view = View::new(&data[..], [len, 2]).unwrap().slice(1, 1..2).unwrap();
        for keys in [&keys[..], &vec![5; len]] {
            let seconds: Vec<f32> = data.chunks(2).map(|pair| pair[1]).collect();
            let of_view = cpu.reduce_each::<ops::ArgMin<f32>>(view, Keys(keys)).unwrap();
            let expected = cpu.reduce_each::<ops::ArgMin<f32>>(&seconds[..], Keys(keys)).unwrap();
            assert_eq!(of_view.values, expected.values);
            let masked = Masked::new(&seconds[..], &mask[..]).unwrap();
            let of_mask = cpu.reduce_each::<ops::Max<f32>>(masked, Keys(keys)).unwrap();
            let least: Vec<f32> = seconds
                .iter()
                .zip(&mask)
                .map(|(x, is)| if *is { *x } else { -1.0 })
                .collect();
            let expected = cpu.reduce_each::<ops::Max<f32>>(&least[..], Keys(keys)).unwrap();
            assert_eq!(of_mask.values, expected.values);
        }
    }
}
