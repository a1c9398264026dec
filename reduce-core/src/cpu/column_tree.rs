//! The columns of a tile to its state: the tree over strips, a level at a time.

use crate::monoid::traits::Monoid;
use crate::types::columns::{Columns as _, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<S> = <S as GpuType>::Columns;

/// Folds the first `count` columns of all strips; overwrites them and the spare ones, of which there are half as many.
///
/// All strips of a level are folded before the next level, so that vectors are full until the last few columns. `meanwhile` is called
/// before each strip that is made: a good time to prefetch later elements, since the tree reads nothing.
pub(super) fn fold_strips<S: Monoid>(
    strips: &mut [Strip<S>],
    spare: &mut [Strip<S>],
    count: usize,
    mut meanwhile: impl FnMut(),
) -> S {
    let (mut from, mut to, mut left) = (strips, spare, count);
    let fold_pair = pair_fold::<S>();
    while left > 1 {
        let (mut index, strips) = (0, to.len().min(left.div_ceil(2 * STRIP)));
        while index < strips {
            meanwhile();
            let first = 2 * index;
            fold_pair(
                &from[first..from.len().min(first + 2)],
                &mut to[index],
                left - first * STRIP,
            );
            index += 1;
        }
        left = left.div_ceil(2);
        std::mem::swap(&mut from, &mut to);
    }
    from[0].get(0)
}

/// Folds neighbours among the first columns of two strips into the columns of a third one.
pub(super) type PairFold<S> = fn(&[Strip<S>], &mut Strip<S>, usize);

/// [`fold_pair`] compiled for the widest vectors that this processor has.
///
/// It is a function of its own so that the compiler knows that the strips do not overlap. Where it did not, nothing was vectorised, and the tree of
/// an arg-max took 15 % of the time of the whole reduction on one core of an EPYC (Genoa).
pub(super) fn pair_fold<S: Monoid>() -> PairFold<S> {
    // Under the condition of the loops over rows.
    #[cfg(all(target_arch = "x86_64", any(vectors, test)))]
    {
        use std::arch::is_x86_feature_detected;
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has just been asked for both features, the only requirement of the callee.
            return |from, to, count| unsafe { fold_pair_avx512::<S>(from, to, count) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
            return |from, to, count| unsafe { fold_pair_avx2::<S>(from, to, count) };
        }
    }
    fold_pair::<S>
}

#[cfg(all(target_arch = "x86_64", any(vectors, test)))]
#[target_feature(enable = "avx512f,avx512vl")]
fn fold_pair_avx512<S: Monoid>(from: &[Strip<S>], to: &mut Strip<S>, count: usize) {
    fold_pair::<S>(from, to, count);
}

#[cfg(all(target_arch = "x86_64", any(vectors, test)))]
#[target_feature(enable = "avx2")]
fn fold_pair_avx2<S: Monoid>(from: &[Strip<S>], to: &mut Strip<S>, count: usize) {
    fold_pair::<S>(from, to, count);
}

#[inline(always)]
fn fold_pair<S: Monoid>(from: &[Strip<S>], to: &mut Strip<S>, count: usize) {
    // The number of columns is known here, as vectors need it where a state has several fields.
    if let ([first, second, ..], true) = (from, count >= 2 * STRIP) {
        for pair in 0..STRIP / 2 {
            to.set(pair, S::combine(first.get(2 * pair), first.get(2 * pair + 1)));
        }
        for pair in 0..STRIP / 2 {
            let state = S::combine(second.get(2 * pair), second.get(2 * pair + 1));
            to.set(STRIP / 2 + pair, state);
        }
        return;
    }
    if let [first, ..] = from {
        fold_half::<S, 0>(first, to, count.min(STRIP));
    }
    if let [_, second, ..] = from
        && count > STRIP
    {
        fold_half::<S, { STRIP / 2 }>(second, to, (count - STRIP).min(STRIP));
    }
}

/// Folds neighbours among the first `count` columns of a strip into the columns from `AT` on of another one.
#[inline(always)]
fn fold_half<S: Monoid, const AT: usize>(from: &Strip<S>, to: &mut Strip<S>, count: usize) {
    let pairs = count / 2;
    for pair in 0..pairs.min(STRIP / 2) {
        to.set(AT + pair, S::combine(from.get(2 * pair), from.get(2 * pair + 1)));
    }
    if count % 2 == 1 {
        to.set(AT + pairs, from.get(count - 1));
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::{PairFold, STRIP};
    use crate::input::element::Element as _;
    use crate::monoid::traits::{Monoid, Reduction};
    use crate::ops;
    use crate::types::columns::Columns as _;

    #[test]
    fn vectors_of_every_width_give_the_same_bits() {
        /// The bytes of the columns that are left of two strips.
        fn folded<R: Reduction<Input = f32>>(fold: PairFold<R::State>, count: usize) -> Vec<u8> {
            let strip = |seed: usize| {
                let mut strip = <R::State as crate::GpuType>::Columns::filled(R::lift(0.0));
                (0..STRIP)
                    .for_each(|column| strip.set(column, R::lift(((seed + column) * 7919 % 10_007) as f32 * 0.37)));
                strip
            };
            let mut to = strip(9);
            fold(&[strip(1), strip(1000)], &mut to, count);
            let columns: Vec<R::State> = (0..count.div_ceil(2)).map(|column| to.get(column)).collect();
            R::State::bytes(&columns).concat()
        }
        fn same<R: Reduction<Input = f32, State: Monoid>>(count: usize) {
            let plain = folded::<R>(super::fold_pair::<R::State>, count);
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
                let wide = folded::<R>(
                    |from, to, count| unsafe { super::fold_pair_avx2::<R::State>(from, to, count) },
                    count,
                );
                assert_eq!(wide, plain, "{count}");
            }
            if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512vl") {
                // SAFETY: the processor has just been asked for both features, the only requirement of the callee.
                let wide = folded::<R>(
                    |from, to, count| unsafe { super::fold_pair_avx512::<R::State>(from, to, count) },
                    count,
                );
                assert_eq!(wide, plain, "{count}");
            }
        }
        for count in [2, 3, 17, 255, 256, 257, 300, 511, 512] {
            same::<ops::Sum<f32>>(count);
            same::<ops::Max<f32>>(count);
            same::<ops::Variance<f32>>(count);
        }
    }
}
