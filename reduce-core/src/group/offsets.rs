//! Offsets of many groups, which all threads read.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::tuning::OFFSETS_OF_A_TASK;

/// Calls `of` for pieces of the offsets, each with the number of its first, and joins what it finds. Each piece ends with the first offset of the next one.
fn of_pieces<T: Send>(
    offsets: &[usize],
    of: impl Fn(usize, &[usize]) -> T + Sync,
    join: impl Fn(T, T) -> T + Sync + Send,
) -> Option<T> {
    let groups = offsets.len().saturating_sub(1);
    if groups <= OFFSETS_OF_A_TASK {
        return Some(of(0, offsets));
    }
    let piece = |index: usize| {
        let start = index * OFFSETS_OF_A_TASK;
        of(start, &offsets[start..=groups.min(start + OFFSETS_OF_A_TASK)])
    };
    let pieces = (0..groups.div_ceil(OFFSETS_OF_A_TASK)).into_par_iter().map(piece);
    pieces.reduce_with(join)
}

/// The elements of the longest group.
pub(crate) fn longest(offsets: &[usize]) -> usize {
    let of = |_, offsets: &[usize]| {
        let lengths = offsets.windows(2).map(|pair| pair[1] - pair[0]);
        lengths.max().unwrap_or(0)
    };
    of_pieces(offsets, of, usize::max).unwrap_or(0)
}

/// The number of the first offset that is larger than the next one.
pub(crate) fn falls(offsets: &[usize]) -> Option<usize> {
    let of = |first, offsets: &[usize]| {
        let falls = offsets.windows(2).position(|pair| pair[0] > pair[1]);
        falls.map_or(usize::MAX, |at| first + at)
    };
    of_pieces(offsets, of, usize::min).filter(|at| *at < usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::{OFFSETS_OF_A_TASK, falls, longest};

    #[test]
    fn pieces_find_what_all_offsets_have() {
        for groups in [
            0,
            1,
            OFFSETS_OF_A_TASK,
            OFFSETS_OF_A_TASK + 1,
            3 * OFFSETS_OF_A_TASK + 5,
        ] {
            let mut offsets: Vec<usize> = (0..=groups).map(|index| 3 * index).collect();
            assert_eq!(
                (longest(&offsets), falls(&offsets)),
                (3 * groups.min(1), None),
                "{groups}"
            );
            for at in [1, OFFSETS_OF_A_TASK, 2 * OFFSETS_OF_A_TASK + 1] {
                if at + 1 < groups {
                    offsets[at + 1] = offsets[at] - 1;
                    assert_eq!(falls(&offsets), Some(at), "{groups}");
                    offsets[at + 1] = offsets[at];
                    assert_eq!((longest(&offsets), falls(&offsets)), (6, None), "{groups}");
                    offsets[at + 1] = 3 * (at + 1);
                }
            }
        }
        assert_eq!((longest(&[]), falls(&[])), (0, None));
    }
}
