//! Folds whole rows of a tile into its columns: the loop that reads the input.
//!
//! Where `lift` gives a field a constant, as it does with a count, and `combine` asks no other field for it, that field is the same in all columns of
//! a row, and it and all that follows from it alone (the division of a variance) leave the loop. Nobody has to promise this: the loop that relies on
//! it checks it.

use crate::input::element::{Run, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::tuning::{ROWS_AHEAD, SEVERAL_ROWS};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// Folds the rows of a tile into the columns. The last one may be shorter than the others, and the first one may be the last.
pub(super) fn fold_all_rows<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    tile: S,
    strips: &mut [Strip<R>],
) {
    let width = const { width::<R>() };
    let whole = tile.len() / width * width;
    fold_rows::<R, S>(params, tile.cut(0..whole), strips);
    for (columns, start) in strips.iter_mut().zip((whole..tile.len()).step_by(STRIP)) {
        let elements = tile.cut(start..tile.len().min(start + STRIP));
        // The compiler sees that no column is behind the strip.
        let count = elements.len().min(STRIP);
        if whole == 0 {
            (0..count).for_each(|index| columns.set(index, R::lift_with(params, elements.get(index))));
            continue;
        }
        for index in 0..count {
            let lifted = R::lift_with(params, elements.get(index));
            columns.set(index, R::State::combine_in_order(columns.get(index), lifted));
        }
    }
}

/// Folds whole rows into the columns: several at a time, and the rest of a short tile one by one.
fn fold_rows<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, rows: S, strips: &mut [Strip<R>]) {
    let width = const { width::<R>() };
    let mut row = 0;
    // Loops that are not vectors gain little from it, and are the longest part of a build. The tests of this crate try both.
    if cfg!(any(vectors, test)) {
        row = rows.len() / (SEVERAL_ROWS * width) * SEVERAL_ROWS * width;
        if row > 0 {
            several_fold::<R, S>()(params, rows.cut(0..row), strips);
        }
    }
    while row < rows.len() {
        for (index, columns) in strips.iter_mut().enumerate() {
            let one = Band::<S>(rows, row + index * STRIP);
            if row == 0 {
                begin::<R, S, 1>(params, one, columns);
            } else {
                go_on::<R, S, 1>(params, one, columns);
            }
        }
        row += width;
    }
}

/// The rows of a tile, and where a strip of some of them begins.
#[derive(Clone, Copy)]
struct Band<S>(S, usize);

/// Folds a multiple of [`SEVERAL_ROWS`] rows into the columns.
type SeveralFold<R, S> = fn(&<R as Operator>::Params, S, &mut [<<R as Operator>::State as GpuType>::Columns]);

/// [`fold_several`] compiled for the widest vectors that this processor has.
///
/// 256 MiB of f32 on one core of a Sapphire Rapids Xeon, in ms for sum, max and a state of four fields:
/// SSE2 26.5, 60.4, 81.7; AVX2 20.9, 33.6, 45.5; AVX-512 18.8, 21.3, 33.9. Only this loop and the tree are compiled three
/// times.
fn several_fold<R: Operator, S: Slices<Item = R::Input>>() -> SeveralFold<R, S> {
    // Without much optimisation nothing is vectorised (build.rs), and a build takes a fifth longer for three functions. The tests of this
    // crate try all of them.
    #[cfg(all(target_arch = "x86_64", any(vectors, test)))]
    {
        use std::arch::is_x86_feature_detected;
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has just been asked for both features, the only requirement of the callee.
            return |params, rows, strips| unsafe { fold_several_avx512::<R, S>(params, rows, strips) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
            return |params, rows, strips| unsafe { fold_several_avx2::<R, S>(params, rows, strips) };
        }
    }
    fold_several::<R, S>
}

#[cfg(all(target_arch = "x86_64", any(vectors, test)))]
#[target_feature(enable = "avx512f,avx512vl")]
fn fold_several_avx512<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, rows: S, strips: &mut [Strip<R>]) {
    fold_several::<R, S>(params, rows, strips);
}

#[cfg(all(target_arch = "x86_64", any(vectors, test)))]
#[target_feature(enable = "avx2")]
fn fold_several_avx2<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, rows: S, strips: &mut [Strip<R>]) {
    fold_several::<R, S>(params, rows, strips);
}

#[inline(always)]
fn fold_several<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, rows: S, strips: &mut [Strip<R>]) {
    let width = const { width::<R>() };
    let (mut row, mut shares) = (0, true);
    while row < rows.len() {
        for (index, columns) in strips.iter_mut().enumerate() {
            let several = Band(rows, row + index * STRIP);
            if row == 0 {
                shares &= begin::<R, S, SEVERAL_ROWS>(params, several, columns);
            } else if const { shared::<R>() != 0 } && shares {
                shares = go_on_sharing::<R, S, SEVERAL_ROWS>(params, several, columns);
            } else {
                go_on::<R, S, SEVERAL_ROWS>(params, several, columns);
            }
        }
        row += SEVERAL_ROWS * width;
    }
}

/// Folds the elements of the first `N` rows into the columns of a strip; returns whether these agree in the shared fields.
#[inline(always)]
fn begin<R: Operator, S: Slices<Item = R::Input>, const N: usize>(
    params: &R::Params,
    rows: Band<S>,
    columns: &mut Strip<R>,
) -> bool {
    let Some(elements) = elements::<R, S, N>(rows) else {
        return false;
    };
    let (first, fields) = (R::lift_with(params, elements[0].get(0)), const { shared::<R>() });
    let (first, mut agree) = (fold::<R, S, N>(params, first, &elements, 1, 0), fields != 0);
    let mut chunk = 0;
    while chunk < STRIP {
        prefetch::<R, S, N>(rows, chunk);
        for index in chunk..chunk + S::CHUNK {
            let state = fold::<R, S, N>(
                params,
                R::lift_with(params, elements[0].get(index)),
                &elements,
                1,
                index,
            );
            agree &= Strip::<R>::agree(state, first, fields);
            columns.set(index, state);
        }
        chunk += S::CHUNK;
    }
    agree
}

/// Folds the elements of the next `N` rows into the columns of a strip.
#[inline(always)]
fn go_on<R: Operator, S: Slices<Item = R::Input>, const N: usize>(
    params: &R::Params,
    rows: Band<S>,
    columns: &mut Strip<R>,
) {
    let Some(elements) = elements::<R, S, N>(rows) else {
        return;
    };
    let mut chunk = 0;
    while chunk < STRIP {
        prefetch::<R, S, N>(rows, chunk);
        for index in chunk..chunk + S::CHUNK {
            columns.set(index, fold::<R, S, N>(params, columns.get(index), &elements, 0, index));
        }
        chunk += S::CHUNK;
    }
}

/// [`go_on`] for columns that agree in the shared fields; returns whether they still do.
#[inline(always)]
fn go_on_sharing<R: Operator, S: Slices<Item = R::Input>, const N: usize>(
    params: &R::Params,
    rows: Band<S>,
    columns: &mut Strip<R>,
) -> bool {
    let Some(elements) = elements::<R, S, N>(rows) else {
        return false;
    };
    let (before, fields) = (columns.get(0), const { shared::<R>() });
    let (first, mut agree) = (fold::<R, S, N>(params, before, &elements, 0, 0), true);
    let mut chunk = 0;
    while chunk < STRIP {
        prefetch::<R, S, N>(rows, chunk);
        for index in chunk..chunk + S::CHUNK {
            let state = Strip::<R>::share(columns.get(index), before, fields);
            let state = fold::<R, S, N>(params, state, &elements, 0, index);
            agree &= Strip::<R>::agree(state, first, fields);
            columns.set(index, state);
        }
        chunk += S::CHUNK;
    }
    agree
}

/// The elements of `N` rows that fill a strip.
#[inline(always)]
fn elements<R: Operator, S: Slices, const N: usize>(Band(rows, start): Band<S>) -> Option<[S::Whole; N]> {
    let mut elements = [rows.cut(start..start + STRIP).whole()?; N];
    let mut row = 1;
    while row < N {
        let start = start + row * const { width::<R>() };
        elements[row] = rows.cut(start..start + STRIP).whole()?;
        row += 1;
    }
    Some(elements)
}

/// Prefetches the elements that will be folded into a chunk of columns later: each as often as [`ROWS_AHEAD`] has numbers.
///
/// Loops that are not vectors wait for no memory.
#[inline(always)]
fn prefetch<R: Operator, S: Slices, const N: usize>(Band(rows, start): Band<S>, chunk: usize) {
    if cfg!(vectors) {
        let there = rows.cut(start + chunk..start + chunk + S::CHUNK);
        for ahead in ROWS_AHEAD {
            for row in 0..N {
                there.prefetch((ahead + row) * const { width::<R>() });
            }
        }
    }
}

/// Prefetches one strip per call, beyond all that was prefetched while the rows of the tile were folded.
pub(super) fn ask_beyond<R: Operator, S: Slices<Item = R::Input>>(tile: S) -> impl FnMut() {
    let mut ahead = tile.len() + ROWS_AHEAD[0] * const { width::<R>() };
    move || {
        if cfg!(vectors) && tile.len() >= STRIP {
            tile.cut(0..STRIP).prefetch(ahead);
            ahead += STRIP;
        }
    }
}

/// Folds the elements of a column, those from `row` on, into its state.
#[inline(always)]
fn fold<R: Operator, S: Slices<Item = R::Input>, const N: usize>(
    params: &R::Params,
    mut state: R::State,
    elements: &[S::Whole; N],
    mut row: usize,
    index: usize,
) -> R::State {
    // A plain loop: an iterator is ten functions for each operator.
    while row < N {
        state = R::State::combine_in_order(state, R::lift_with(params, elements[row].get(index)));
        row += 1;
    }
    state
}

/// Columns of a tile: known at compile time, so that the rows of a column are at known distances.
const fn width<R: Operator>() -> usize {
    Shape::of::<R>().columns() as usize
}

/// A bit for each field of the state that may be the same in all columns.
pub(super) const fn shared<R: Operator>() -> u32 {
    let (members, constants) = (<R::State as GpuType>::MEMBERS, R::CONSTANT_LIFTS);
    let (mut bits, mut member) = (0, 0);
    while member < members.len() && member < u32::BITS as usize {
        let mut constant = 0;
        while constant < constants.len() {
            if equal(members[member].0.as_bytes(), constants[constant].as_bytes()) {
                bits |= 1 << member;
            }
            constant += 1;
        }
        member += 1;
    }
    bits
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

#[cfg(test)]
mod tests {
    use super::{SEVERAL_ROWS, STRIP, SeveralFold, shared};
    use crate::input::element::{Element as _, Plain};
    use crate::monoid::operator::Operator;
    use crate::ops;
    use crate::order::canonical::Shape;
    use crate::types::columns::Columns;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn vectors_of_every_width_give_the_same_bits() {
        /// The bytes of the columns of some rows.
        fn columns<R: Operator<Input = f32, Params = ()>>(fold: SeveralFold<R, Plain<&'static [f32]>>) -> Vec<u8> {
            let strips = Shape::of::<R>().per_invocation as usize;
            let width = strips * STRIP;
            let data = (0..3 * SEVERAL_ROWS * width).map(|index| (index * 7919 % 10_007) as f32 * 0.37 - 1000.0);
            let mut columns = vec![Columns::filled(R::lift_with(&(), 0.0)); strips];
            fold(&(), Plain::new(data.collect::<Vec<_>>().leak()), &mut columns);
            let columns: Vec<R::State> = (0..width)
                .map(|column| columns[column / STRIP].get(column % STRIP))
                .collect();
            R::State::bytes(&columns).concat()
        }
        fn same<R: Operator<Input = f32, Params = ()>>() {
            let plain = columns::<R>(super::fold_several::<R, _>);
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
                let wide = columns::<R>(|params, rows, strips| unsafe {
                    super::fold_several_avx2::<R, _>(params, rows, strips)
                });
                assert_eq!(wide, plain);
            }
            if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512vl") {
                // SAFETY: the processor has just been asked for both features, the only requirement of the callee.
                let wide = columns::<R>(|params, rows, strips| unsafe {
                    super::fold_several_avx512::<R, _>(params, rows, strips)
                });
                assert_eq!(wide, plain);
            }
        }
        same::<ops::Sum<f32>>();
        same::<ops::Max<f32>>();
        same::<ops::Mean<f32>>();
        same::<ops::Variance<f32>>();
    }

    #[test]
    fn counts_are_shared() {
        assert_eq!(shared::<ops::Mean<f32>>(), 0b10, "sum, count");
        assert_eq!(shared::<ops::Variance<f32>>(), 0b1, "count, mean, m2");
        assert_eq!(shared::<ops::StdDev<f32>>(), 0b1);
        assert_eq!(shared::<ops::Sum<f32>>(), 0);
        assert_eq!(shared::<ops::ArgMax<f32>>(), 0);
    }
}
