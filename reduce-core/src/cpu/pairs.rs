//! The trees of rows that follow one another: two strips of neighbours become one of the next level as soon as both are there, so vectors are full at every level.

use super::column_tree::{PairFold, pair_fold};
use crate::monoid::traits::Monoid;
use crate::types::columns::{Columns as _, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<S> = <S as GpuType>::Columns;

/// Strips that wait for the next of their level, of rows of 2^n states each.
pub(super) struct Pairs<S: Monoid> {
    /// Two strips for each level below the last.
    strips: Vec<[Strip<S>; 2]>,
    /// How many states of each level wait.
    waiting: Vec<usize>,
    /// The states of whole rows.
    last: Strip<S>,
    fold: PairFold<S>,
    /// Folds two strips in each of which all states have the same bits in some fields.
    agreeing: Option<AgreeingFold<S>>,
    /// For each level, whether its strips are known to be such.
    agree: Vec<bool>,
}

/// Folds two full strips in each of which all states have the same bits in some fields, and says whether those of the new strip have.
pub(super) type AgreeingFold<S> = fn(&[Strip<S>; 2], &mut Strip<S>, &mut bool);

impl<S: Monoid> Pairs<S> {
    /// Rows of `2^levels` states; any state does until others take its place.
    pub(super) fn new(levels: u32, any: S) -> Self {
        let mut strips = Vec::new();
        for _ in 0..levels {
            strips.push([Strip::<S>::filled(any), Strip::<S>::filled(any)]);
        }
        Self {
            waiting: vec![0; strips.len()],
            agreeing: None,
            agree: vec![false; strips.len()],
            strips,
            last: Strip::<S>::filled(any),
            fold: pair_fold::<S>(),
        }
    }

    /// These rows, with a function for strips whose states [agree](Self::filled_by).
    pub(super) fn sharing(self, agreeing: Option<AgreeingFold<S>>) -> Self {
        Self { agreeing, ..self }
    }

    /// The strip that takes the next states of a level, whose states are all handed on by [`filled`](Self::filled).
    #[inline(always)]
    pub(super) fn strip(&mut self, level: usize) -> &mut Strip<S> {
        next::<S>(self.strips.get_mut(level), self.waiting.get(level), &mut self.last)
    }

    /// Takes the states of the strip of a level: as many as it has room for, but for the last ones before [`end`](Self::end). Appends the states of rows that are whole.
    pub(super) fn filled(&mut self, level: usize, count: usize, rows: &mut Vec<S>) {
        self.filled_by(level, (count, false), rows);
    }

    /// As [`filled`](Self::filled), where the caller says whether all states of the strip have the same bits in the fields that [may be shared](Self::sharing).
    pub(super) fn filled_by(&mut self, level: usize, (count, agree): (usize, bool), rows: &mut Vec<S>) {
        let (mut count, mut agree) = (count, agree);
        for level in level.. {
            let Some(waiting) = self.waiting.get_mut(level) else {
                rows.extend((0..count).map(|index| self.last.get(index)));
                return;
            };
            let is_second = *waiting > 0;
            *waiting += count;
            self.agree[level] = agree && (!is_second || self.agree[level]);
            if *waiting < 2 * STRIP {
                return;
            }
            (count, agree) = self.fold(level);
        }
    }

    /// Folds two strips that are equally long, and of full length, into the strip of the level above.
    pub(super) fn take(&mut self, strips: &[Strip<S>], rows: &mut Vec<S>) {
        for pair in strips.chunks(2) {
            if let ([_, _], false) = (pair, self.strips.is_empty()) {
                let fold = self.fold;
                fold(pair, self.strip(1), 2 * STRIP);
                self.filled(1, STRIP, rows);
            } else {
                for strip in pair {
                    self.strip(0).clone_from(strip);
                    self.filled(0, STRIP, rows);
                }
            }
        }
    }

    /// Appends the states of the rows that are left. All rows are whole then.
    pub(super) fn end(&mut self, rows: &mut Vec<S>) {
        for level in 0..self.strips.len() {
            if self.waiting[level] > 0 {
                let (count, _) = self.fold(level);
                match self.waiting.get_mut(level + 1) {
                    Some(waiting) => *waiting += count,
                    None => rows.extend((0..count).map(|index| self.last.get(index))),
                }
            }
        }
    }

    /// Folds all states that wait in a level into the strip of the next; returns how many they become, and whether they are known to agree.
    fn fold(&mut self, level: usize) -> (usize, bool) {
        let count = std::mem::take(&mut self.waiting[level]);
        let (below, above) = self.strips.split_at_mut(level + 1);
        let to = next::<S>(above.first_mut(), self.waiting.get(level + 1), &mut self.last);
        match self.agreeing {
            Some(fold) if self.agree[level] && count == 2 * STRIP => {
                let mut agree = false;
                fold(&below[level], to, &mut agree);
                (count / 2, agree)
            }
            _ => {
                (self.fold)(&below[level], to, count);
                (count / 2, false)
            }
        }
    }
}

/// The strip that takes the next states: the first of a level where none waits, else its second, and beyond all levels the last strip.
#[inline(always)]
fn next<'a, S: Monoid>(
    level: Option<&'a mut [Strip<S>; 2]>,
    waiting: Option<&usize>,
    last: &'a mut Strip<S>,
) -> &'a mut Strip<S> {
    match (level, waiting) {
        (Some([first, _]), Some(0)) => first,
        (Some([_, second]), _) => second,
        _ => last,
    }
}
