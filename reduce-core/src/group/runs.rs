//! Runs of equal neighbouring keys.

use std::ops::Range;

use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelExtend as _,
    ParallelIterator as _,
};

use super::keys::{Groups, KeySource, check_len, read};
use super::layout::Arrangement;
use super::{Grouping, Keyed};
use crate::error::Error;
use crate::large_pages;
use crate::source::SourcePart;
use crate::tuning::{KEYS_OF_A_TASK, RUN_CHUNK};

/// Runs of equal neighbouring keys, one key for each element: a result for each run, in the order of the input.
///
/// Keys are of any type with `==` that is `Clone`, `Send` and `Sync`: rayon's threads look for the runs if there are many keys. A key that comes back later begins another run, and each NaN is one of its own.
///
/// ```
/// use reduce_core::{Cpu, ReduceEach, Runs, ops};
/// let keys = ["a", "a", "b", "a"];
/// let sums = Cpu::new().reduce_each::<ops::Sum<u32>>(&[1, 2, 3, 4], Runs(&keys))?;
/// assert_eq!((sums.keys, sums.values), (vec!["a", "b", "a"], vec![3, 3, 4]));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs<S>(pub S);

impl<S: KeySource<Key: PartialEq + Clone + Send + Sync>> Grouping for Runs<S> {
    type Results<O> = Groups<S::Key, O>;
    type Names = Vec<S::Key>;

    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, Vec<S::Key>), Error> {
        arranged(self.0.keys()?, shape)
    }

    fn arrange_read(&self, shape: &[usize], bytes: &[u8]) -> Result<(Arrangement, Vec<S::Key>), Error> {
        arranged(&read(&self.0, bytes), shape)
    }

    fn keyed(&self) -> Option<Keyed<'_>> {
        let (part, kind) = self.0.on_engine()?;
        Some(Keyed {
            keys: SourcePart::Engine(part),
            kind,
            sorts: false,
        })
    }

    fn names_of(&self, keys: &[u64]) -> Option<Vec<S::Key>> {
        keys.iter().map(|bits| self.0.of_bits(*bits)).collect()
    }

    fn named<O>(keys: Vec<S::Key>, values: Vec<O>) -> Groups<S::Key, O> {
        Groups { keys, values }
    }
}

/// The runs of these keys, and the key of each.
///
/// # Errors
/// [`Error::Shape`].
fn arranged<K: PartialEq + Clone + Send + Sync>(keys: &[K], shape: &[usize]) -> Result<(Arrangement, Vec<K>), Error> {
    check_len(keys.len(), shape)?;
    let offsets = offsets(keys);
    let begins = &offsets[..offsets.len() - 1];
    let mut names = Vec::with_capacity(begins.len());
    large_pages::ask_for(&names);
    if begins.len() <= KEYS_OF_A_TASK {
        names.extend(begins.iter().map(|index| keys[*index].clone()));
    } else {
        let begins = begins.par_iter().with_min_len(KEYS_OF_A_TASK);
        names.par_extend(begins.map(|index| keys[*index].clone()));
    }
    Ok((Arrangement::Cut(offsets), names))
}

/// Where runs of equal neighbours begin, and where the last one ends.
///
/// Each task reads its keys twice: it counts the runs, and writes where they begin behind those of the tasks before.
fn offsets<K: PartialEq + Sync>(keys: &[K]) -> Vec<usize> {
    let task = |index: usize| {
        let start = index * KEYS_OF_A_TASK;
        start..keys.len().min(start + KEYS_OF_A_TASK)
    };
    let tasks = keys.len().div_ceil(KEYS_OF_A_TASK);
    let counts: Vec<usize> = match tasks {
        // Waking other threads takes longer.
        0 | 1 => (0..tasks).map(|index| count(keys, task(index))).collect(),
        _ => (0..tasks)
            .into_par_iter()
            .map(|index| count(keys, task(index)))
            .collect(),
    };
    let runs = counts.iter().sum();
    let mut offsets = vec![0; runs + 1];
    large_pages::ask_for(&offsets);
    offsets[runs] = keys.len();
    let (mut rest, mut places) = (&mut offsets[..runs], Vec::with_capacity(tasks));
    for count in counts {
        let (place, behind) = rest.split_at_mut(count);
        places.push(place);
        rest = behind;
    }
    match tasks {
        0 | 1 => places.into_iter().for_each(|place| write(keys, task(0), place)),
        _ => places
            .into_par_iter()
            .enumerate()
            .for_each(|(index, place)| write(keys, task(index), place)),
    }
    offsets
}

/// The keys in a range, and the key before each; the first key of all has none and is left out.
fn neighbours<K>(keys: &[K], range: Range<usize>) -> (&[K], &[K]) {
    let first = range.start.max(1);
    (&keys[first - 1..range.end - 1], &keys[first..range.end])
}

/// How many runs begin in a range.
fn count<K: PartialEq>(keys: &[K], range: Range<usize>) -> usize {
    let is_first = range.start == 0;
    let (left, right) = neighbours(keys, range);
    // By u32: a vector has more of them than of usize.
    let differing = left.iter().zip(right).map(|(left, right)| u32::from(left != right));
    differing.sum::<u32>() as usize + usize::from(is_first)
}

/// Writes where each run of a range begins; `to` has a place for each.
///
/// Most chunks of long runs have no beginning, which a loop without a branch for each key sees. Of a chunk of short ones every key is written, and the next one over it if it begins no run.
fn write<K: PartialEq>(keys: &[K], range: Range<usize>, mut to: &mut [usize]) {
    if range.start == 0
        && let Some(first) = to.split_off_first_mut()
    {
        *first = 0;
    }
    let mut start = range.start.max(1);
    let (left, right) = neighbours(keys, range.clone());
    for (left, right) in left.chunks(RUN_CHUNK).zip(right.chunks(RUN_CHUNK)) {
        let differ = left
            .iter()
            .zip(right)
            .fold(false, |differ, (left, right)| differ | (left != right));
        if differ {
            let (mut begins, mut count) = ([0; RUN_CHUNK], 0);
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                // The compiler sees that no place is behind the list.
                begins[count % RUN_CHUNK] = start + index;
                count += usize::from(left != right);
            }
            if let Some(place) = to.split_off_mut(..count) {
                place.copy_from_slice(&begins[..count]);
            }
        }
        start += left.len();
    }
    // None is left, unless `==` of two keys was not what it was when the runs were counted. Offsets ascend then, too.
    to.fill(range.end - 1);
}

#[cfg(test)]
mod tests {
    use super::{KEYS_OF_A_TASK, RUN_CHUNK, offsets};

    #[test]
    fn runs_begin_where_keys_differ() {
        for len in [
            0,
            1,
            2,
            RUN_CHUNK - 1,
            RUN_CHUNK,
            RUN_CHUNK + 1,
            RUN_CHUNK + 2,
            10 * RUN_CHUNK,
            KEYS_OF_A_TASK,
            KEYS_OF_A_TASK + 1,
            3 * KEYS_OF_A_TASK + 7,
        ] {
            for run in [1, 2, 7, RUN_CHUNK, RUN_CHUNK + 1, 3 * RUN_CHUNK, KEYS_OF_A_TASK] {
                let keys: Vec<usize> = (0..len).map(|index| index / run).collect();
                assert!(
                    offsets(&keys).into_iter().eq((0..len).step_by(run).chain([len])),
                    "{len} {run}"
                );
            }
        }
        assert_eq!(offsets(&[f32::NAN, f32::NAN, 1.0, 1.0]), [0, 1, 2, 4]);
        let none_equal = vec![f32::NAN; KEYS_OF_A_TASK + 5];
        assert!(offsets(&none_equal).into_iter().eq(0..=KEYS_OF_A_TASK + 5));
    }
}
