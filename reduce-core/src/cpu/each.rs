//! Groups on the CPU: each group folded in the canonical order of its own elements, many of them side by side.

use std::ops::Range;

use rayon::ThreadPool;

use super::finished::finished;
use super::short::{AppendGroups, Group};
use super::threads::{Batches, threads};
use super::tiles::states_of_groups;
use super::{Cpu, CpuReducer, across, keyed, neighbours, short, wide};
use crate::error::Error;
use crate::group::layout::{Arrangement, Layout};
use crate::group::offsets::longest;
use crate::group::{Arranged, Grouping, ReduceEach, arranged, room_for};
use crate::input::element::{Element as _, Run as _, Slices};
use crate::input::indexed::check_positions;
use crate::input::placed::{Axes, Placed};
use crate::monoid::call::{caught, finish_with};
use crate::monoid::operator::Operator;
use crate::monoid::parameters::NoParameters;
use crate::monoid::traits::Monoid as _;
use crate::order::canonical::Shape;
use crate::source::Source;
use crate::tuning::{
    ELEMENTS_OF_A_BATCH, GROUPS_AT_ONCE, GROUPS_OF_A_BATCH, LEAST_BLOCKED_ROW, PIECES_OF_GROUPS, TILES_OF_A_LONG_GROUP,
};

impl<S, G: Grouping> ReduceEach<S, G> for Cpu {
    fn reduce_each<R: Operator<Params: NoParameters>>(
        &self,
        data: S,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error>
    where
        S: Source<R::Input>,
    {
        self.reduce_each_by::<R, S, G>(&NoParameters::NONE, &data, &grouping)
    }
}

impl Cpu {
    fn reduce_each_by<R: Operator, S: Source<R::Input>, G: Grouping>(
        &self,
        params: &R::Params,
        data: &S,
        grouping: &G,
    ) -> Result<G::Results<R::Output>, Error> {
        let data = data.items();
        let slices = data.slices()?;
        if let Some(numbers) = grouping.numbers(slices.len()) {
            let found = caught(R::wgsl_name, &mut || {
                keyed::results::<S::Reader<R>, _>(params, slices, &numbers, self.pool.as_deref())
            })?;
            if let Some(names) = grouping.names_of_numbers(&numbers, &found.numbers) {
                return Ok(G::named(names, found.results));
            }
        }
        let Arranged {
            arrangement,
            offset,
            in_place,
            names,
        } = arranged(data, grouping, || Ok(slices.len()))?;
        if let Arrangement::OnDevice { .. } = arrangement {
            return Err(Error::WrongDevice {
                array: "a GPU".to_owned(),
                device: "the CPU".to_owned(),
            });
        }
        if const { R::Input::POSITIONED } {
            check_positions(true, arrangement.longest())?;
        }
        let first = in_place.map(|_| offset);
        let values = self.results_of::<S::Reader<R>, _>(params, slices, (&arrangement, first), R::wgsl_name)?;
        Ok(G::named(names, values))
    }

    /// The results of groups of `data`; if they are those of a view's source, `first` is the place of the view's first element there.
    ///
    /// Compiled once for all groupings.
    fn results_of<R: Operator, S: Slices<Item = R::Input>>(
        &self,
        params: &R::Params,
        data: S,
        (arrangement, first): (&Arrangement, Option<usize>),
        name: fn() -> String,
    ) -> Result<Vec<R::Output>, Error> {
        room_for::<R::State>(arrangement.groups())?;
        room_for::<R::Output>(arrangement.groups())?;
        caught(name, &mut || {
            let pool = self.pool.as_deref();
            match first {
                Some(first) => {
                    let all = data.viewed();
                    let all = all.cut(first.min(all.len())..all.len());
                    results::<R, _>(params, all, arrangement, pool)
                }
                None => results::<R, _>(params, data, arrangement, pool),
            }
        })
    }
}

impl<R: Operator> CpuReducer<R> {
    /// Reduces each group of `data`, as [`ReduceEach::reduce_each`] does.
    ///
    /// # Errors
    /// As [`ReduceEach::reduce_each`].
    ///
    /// ```
    /// use reduce_core::{Cpu, Segments, ops};
    /// let above = Cpu::new().reducer_using(ops::CountAbove::<f32> { threshold: 0.5 })?;
    /// let counts = above.reduce_each(&[0.25, 0.75, 1.0, 0.5], Segments(&[0u32, 1, 4]))?;
    /// assert_eq!(counts, [0, 2]);
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn reduce_each<G: Grouping>(
        &self,
        data: impl Source<R::Input>,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error> {
        self.cpu.reduce_each_by::<R, _, G>(&self.params(), &data, &grouping)
    }
}

/// The results of all groups, in order.
fn results<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    arrangement: &Arrangement,
    pool: Option<&ThreadPool>,
) -> Vec<R::Output> {
    if const { S::MAY_LIE_SIDE_BY_SIDE }
        && let Some(plain) = data.side_by_side()
    {
        return results::<R, S::Viewed>(params, plain, arrangement, pool);
    }
    match arrangement {
        _ if arrangement.groups() == 0 => Vec::new(),
        // Refused before.
        Arrangement::OnDevice { .. } | Arrangement::Keyed { .. } => Vec::new(),
        Arrangement::Regular(layout) if layout.reduced.len() == 0 => {
            let empty = |_| finish_with::<R>(params, R::State::identity());
            (0..layout.kept.len()).map(empty).collect()
        }
        Arrangement::Regular(layout) => of_layout::<R, S>(params, data, layout, pool),
        Arrangement::Cut(offsets) => {
            // Elements behind the last offset are of no group.
            let end = offsets.last().copied().unwrap_or(0);
            let group = |pair: &[usize]| Group {
                elements: data.cut(pair[0]..end).positioned(0),
                len: pair[1] - pair[0],
            };
            let append = |groups: Range<usize>, to: &mut Vec<Group<S>>| {
                to.extend(offsets[groups.start..=groups.end].windows(2).map(group));
            };
            each::<R, S>(params, &append, Lengths::of(offsets), pool)
        }
        Arrangement::Listed { order, offsets } => {
            let group = |index: usize| {
                let places = &order[offsets[index]..offsets[index + 1]];
                Group::of(Placed::new(data, places, places.len()))
            };
            let append = |groups: Range<usize>, to: &mut Vec<_>| to.extend(groups.map(group));
            each::<R, Placed<S, &[usize]>>(params, &append, Lengths::of(offsets), pool)
        }
    }
}

/// How many groups there are, and how long.
#[derive(Clone, Copy)]
struct Lengths {
    groups: usize,
    longest: usize,
    elements: usize,
}

impl Lengths {
    fn of(offsets: &[usize]) -> Self {
        Self {
            groups: offsets.len().saturating_sub(1),
            longest: longest(offsets),
            elements: offsets.last().unwrap_or(&0) - offsets.first().unwrap_or(&0),
        }
    }
}

/// The results of groups of one shape, which have an element each.
///
/// By constants: rustc does not compile the functions that are not taken.
fn of_layout<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::Output> {
    if const { short::keeps_strips::<R>() && !Shape::of::<R>().ordered } {
        if neighbours::suits::<R>(layout) {
            return neighbours::results::<R, S>(params, data, layout, pool);
        }
        if wide::suits::<R>(layout) {
            return wide::results::<R, S>(params, data, layout, pool);
        }
        if layout.row().is_some_and(|len| len >= LEAST_BLOCKED_ROW) {
            return one_by_one::<R, S>(params, data, layout, pool);
        }
    }
    if const { short::keeps_strips::<R>() } && across::suits(layout) {
        return across::results::<R, S>(params, data, layout, pool);
    }
    one_by_one::<R, S>(params, data, layout, pool)
}

/// The results of groups of one shape, one after the other.
fn one_by_one<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::Output> {
    let Layout { kept, reduced } = layout;
    let len = reduced.len();
    let lengths = Lengths {
        groups: kept.len(),
        longest: len,
        elements: kept.len() * len,
    };
    if reduced.is_side_by_side() {
        // Behind the last row of a view there may be elements of no group.
        let end = layout.row().map(|len| data.len().min(kept.len() * len));
        let group = |index: usize| {
            let first = kept.place(index);
            Group {
                elements: data.cut(first..end.unwrap_or(first + len)).positioned(0),
                len,
            }
        };
        let append = |groups: Range<usize>, to: &mut Vec<_>| to.extend(groups.map(group));
        return each::<R, S>(params, &append, lengths, pool);
    }
    let group = |index: usize| Group::of(Placed::along(data, kept.place(index), reduced));
    let append = |groups: Range<usize>, to: &mut Vec<_>| to.extend(groups.map(group));
    each::<R, Placed<S, Axes>>(params, &append, lengths, pool)
}

/// The results of groups: the tiles of long ones are shared by all threads, and the others are folded side by side.
fn each<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    append: AppendGroups<'_, S>,
    lengths: Lengths,
    pool: Option<&ThreadPool>,
) -> Vec<R::Output> {
    let Lengths {
        groups,
        longest,
        elements,
    } = lengths;
    let tile = Shape::of::<R>().tile_len() as usize;
    // Where there are fewer groups than would keep all threads busy, each of them is shared.
    let tiles = if groups < PIECES_OF_GROUPS * threads(pool) {
        2
    } else {
        TILES_OF_A_LONG_GROUP
    };
    let (mut numbers, mut long) = (Vec::new(), Vec::new());
    if longest >= tile * tiles {
        let mut some = Vec::with_capacity(GROUPS_AT_ONCE);
        for start in (0..groups).step_by(GROUPS_AT_ONCE) {
            append(start..groups.min(start + GROUPS_AT_ONCE), &mut some);
            let found = (start..).zip(some.drain(..));
            for (index, group) in found.filter(|(_, group)| group.len >= tile * tiles) {
                numbers.push(index);
                long.push(group.own());
            }
        }
    }
    let long_states = states_of_groups::<R, S>(params, &long, pool);
    let long: Vec<(usize, R::State)> = numbers.into_iter().zip(long_states).collect();
    let batches = Batches {
        groups,
        batch: (ELEMENTS_OF_A_BATCH / (elements / groups.max(1)).max(1)).clamp(1, GROUPS_OF_A_BATCH),
        elements,
    };
    finished::<R>(params, pool, batches, &|some, states| {
        let mut long = long[long.partition_point(|(index, _)| *index < some.start)..]
            .iter()
            .peekable();
        // Between the long ones.
        let mut start = some.start;
        while start < some.end {
            let next = long.peek().map_or(some.end, |(index, _)| some.end.min(*index));
            short::states::<R, S>(params, append, start..next, states);
            states.extend(long.next().filter(|_| next < some.end).map(|(_, state)| *state));
            start = next + 1;
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use crate::group::ReduceEach as _;
    use crate::monoid::operator::Operator;
    use crate::monoid::parameters::NoParameters;
    use crate::source::Source;
    use crate::types::stored::Stored as _;
    use crate::{Along, Columns, Cpu, Keys, Rows, Runs, Segments, View, ops};

    fn numbers(len: usize) -> Vec<f32> {
        (0..len)
            .map(|index| (index * 7919 % 10_007) as f32 * 0.37 - 1000.0)
            .collect()
    }

    /// The bits of `found`, and of `reduce` over each of the groups.
    fn same<R: Operator<Params: NoParameters, Output: crate::GpuType>>(
        found: &[R::Output],
        groups: impl Iterator<Item = Vec<f32>>,
        of: &str,
    ) where
        for<'a> &'a Vec<f32>: Source<R::Input>,
    {
        let expected: Vec<R::Output> = groups.map(|group| Cpu::new().reduce::<R>(&group).unwrap()).collect();
        let differ = found
            .iter()
            .zip(&expected)
            .position(|(one, other)| one.to_bytes() != other.to_bytes());
        assert_eq!((found.len(), differ), (expected.len(), None), "{of}");
    }

    /// Rows and columns of these lengths, as many as give every kernel whole strips, parts of strips and several batches.
    fn rows_and_columns<R: Operator<Params: NoParameters, Output: crate::GpuType>>()
    where
        for<'a> &'a Vec<f32>: Source<R::Input>,
    {
        let lengths = [
            1, 2, 3, 4, 9, 10, 15, 16, 17, 31, 33, 63, 64, 100, 128, 255, 256, 257, 300, 512, 1000, 1023, 1024, 1025,
            1500, 2048, 3000, 4096, 32_768, 33_000,
        ];
        for len in lengths {
            let count = (150_000 / len).max(3);
            let data = numbers(len * count);
            let of_row = |row: usize| data[row * len..(row + 1) * len].to_vec();
            let found = Cpu::new().reduce_each::<R>(&data, Rows(len)).unwrap();
            same::<R>(&found, (0..count).map(of_row), &format!("rows of {len}"));
            let of_column = |column: usize| data.iter().skip(column).step_by(len).copied().collect();
            let found = Cpu::new().reduce_each::<R>(&data, Columns(len)).unwrap();
            same::<R>(&found, (0..len).map(of_column), &format!("{len} columns"));
        }
    }

    #[test]
    fn rows_and_columns_have_the_bits_of_each_alone() {
        rows_and_columns::<ops::Sum<f32>>();
        rows_and_columns::<ops::Mean<f32>>();
        rows_and_columns::<ops::Variance<f32>>();
        rows_and_columns::<ops::ArgMax<f32>>();
    }

    #[test]
    fn groups_along_a_middle_axis_have_the_bits_of_each_alone() {
        for [outer, len, inner] in [
            [3, 40_000, 3],
            [2, 5000, 300],
            [5, 9, 700],
            [70, 3, 33],
            [1, 70_000, 600],
            [2, 32_769, 40],
            [1, 32_768 + 128, 300],
            [1, 32_768 + 129, 30],
            [1, 65_536 + 1023, 30],
            [3, 64, 2500],
        ] {
            let data = numbers(outer * len * inner);
            let view = View::new(&data, [outer, len, inner]).unwrap();
            let found = Cpu::new().reduce_each::<ops::Sum<f32>>(view, Along([1])).unwrap();
            let group = |group: usize| {
                let first = group / inner * len * inner + group % inner;
                (0..len).map(|index| data[first + index * inner]).collect()
            };
            let of = format!("{outer} {len} {inner}");
            same::<ops::Sum<f32>>(&found.values, (0..outer * inner).map(group), &of);
        }
    }

    #[test]
    fn views_of_other_orders_have_the_bits_of_each_alone() {
        let data = numbers(64 * 4096);
        let view = View::new(&data, [64, 4096]).unwrap().permute([1, 0]).unwrap();
        let at = |index: usize| data[index % 64 * 4096 + index / 64];
        for len in [32, 2048, 4096] {
            let found = Cpu::new().reduce_each::<ops::Sum<f32>>(view, Rows(len)).unwrap();
            let group = |group: usize| (group * len..(group + 1) * len).map(at).collect();
            same::<ops::Sum<f32>>(&found, (0..data.len() / len).map(group), &format!("transpose, {len}"));
        }
    }

    #[test]
    fn segments_of_any_lengths_have_the_bits_of_each_alone() {
        let mut lengths: Vec<usize> = (0..2100).collect();
        lengths.extend([0, 0, 1, 5000, 3, 70_000, 2]);
        lengths.extend((0..20_000).map(|index| index % 6));
        let mut offsets = vec![0];
        for len in lengths {
            offsets.push(offsets.last().unwrap() + len);
        }
        let data = numbers(*offsets.last().unwrap());
        let groups = || offsets.windows(2).map(|pair| data[pair[0]..pair[1]].to_vec());
        let found = Cpu::new()
            .reduce_each::<ops::Sum<f32>>(&data, Segments(&offsets))
            .unwrap();
        same::<ops::Sum<f32>>(&found, groups(), "sums");
        let found = Cpu::new()
            .reduce_each::<ops::ArgMax<f32>>(&data, Segments(&offsets))
            .unwrap();
        same::<ops::ArgMax<f32>>(&found, groups(), "positions");
        // On average, few elements a group.
        let tiny: Vec<usize> = offsets.iter().copied().skip(2107).collect();
        let groups = || tiny.windows(2).map(|pair| data[pair[0]..pair[1]].to_vec());
        let found = Cpu::new()
            .reduce_each::<ops::Variance<f32>>(&data, Segments(&tiny))
            .unwrap();
        same::<ops::Variance<f32>>(&found, groups(), "tiny");
    }

    #[test]
    fn keys_and_runs_have_the_bits_of_each_alone() {
        let data = numbers(300_000);
        for distinct in [1, 2, 300, 5000, 200_000] {
            let keys: Vec<i32> = (0..data.len())
                .map(|index| (index * 7919 % distinct) as i32 - 50)
                .collect();
            let found = Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Keys(&keys)).unwrap();
            let mut groups = std::collections::BTreeMap::<i32, Vec<f32>>::new();
            for (key, x) in keys.iter().zip(&data) {
                groups.entry(*key).or_default().push(*x);
            }
            assert!(found.keys.iter().eq(groups.keys()), "{distinct}");
            same::<ops::Sum<f32>>(&found.values, groups.into_values(), &format!("{distinct} keys"));
        }
        // Long ones beside short ones, in buckets of several keys.
        let many = numbers(400_000);
        let keys: Vec<u32> = (0..many.len() as u32)
            .map(|index| match index * 7919 % 11 {
                0..3 => 8,
                3..6 => 9,
                6..9 => 11,
                _ => index * 31 % 1000,
            })
            .collect();
        let found = Cpu::new().reduce_each::<ops::Sum<f32>>(&many, Keys(&keys)).unwrap();
        let mut groups = std::collections::BTreeMap::<u32, Vec<f32>>::new();
        for (key, x) in keys.iter().zip(&many) {
            groups.entry(*key).or_default().push(*x);
        }
        assert!(found.keys.iter().eq(groups.keys()));
        same::<ops::Sum<f32>>(&found.values, groups.into_values(), "long and short");
        let keys: Vec<usize> = (0..data.len()).map(|index| index / 7 * 7919 % 10_007).collect();
        let found = Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Runs(&keys)).unwrap();
        same::<ops::Sum<f32>>(&found.values, data.chunks(7).map(<[f32]>::to_vec), "runs");
        assert!(found.keys.iter().eq(keys.iter().step_by(7)));
    }

    #[test]
    fn keys_of_a_view_are_those_of_its_elements() {
        let data = numbers(300 * 100);
        let keys: Vec<u8> = (0..data.len()).map(|index| (index % 7) as u8).collect();
        let view = View::new(&data, [300, 100]).unwrap().permute([1, 0]).unwrap();
        let found = Cpu::new().reduce_each::<ops::Sum<f32>>(view, Keys(&keys)).unwrap();
        let at = |index: usize| data[index % 300 * 100 + index / 300];
        let group = |key: usize| (key..data.len()).step_by(7).map(at).collect();
        same::<ops::Sum<f32>>(&found.values, (0..7).map(group), "a transpose");
    }

    #[test]
    fn positions_by_key_count_inside_their_group() {
        let data = numbers(100_000);
        let keys: Vec<u64> = (0..data.len() as u64).map(|index| index * index % 1001).collect();
        let found = Cpu::new().reduce_each::<ops::ArgMin<f32>>(&data, Keys(&keys)).unwrap();
        let mut groups = std::collections::BTreeMap::<u64, Vec<f32>>::new();
        for (key, x) in keys.iter().zip(&data) {
            groups.entry(*key).or_default().push(*x);
        }
        assert!(found.keys.iter().eq(groups.keys()));
        same::<ops::ArgMin<f32>>(&found.values, groups.into_values(), "positions");
    }
}
