//! Groups on the CPU: each group folded in the canonical order of its own elements, many of them side by side.

use rayon::ThreadPool;

use super::threads::in_batches;
use super::{Cpu, CpuReducer, across, neighbours, state, tiles, wide};
use crate::error::Error;
use crate::group::layout::{Arrangement, Layout};
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
use crate::tuning::{ACROSS_STATE_BYTES, GROUPS_OF_A_BATCH, PIECES_OF_GROUPS, TILES_OF_A_LONG_GROUP};

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
        check_positions(R::Input::POSITIONED, arrangement.longest())?;
        room_for::<R::State>(arrangement.groups())?;
        let values = caught(R::wgsl_name, &mut || {
            let pool = self.pool.as_deref();
            let states = match in_place {
                Some(_) => {
                    let all = slices.viewed();
                    let all = all.cut(offset.min(all.len())..all.len());
                    states::<S::Reader<R>, _>(params, all, &arrangement, pool)
                }
                None => states::<S::Reader<R>, _>(params, slices, &arrangement, pool),
            };
            let finished = states.into_iter().map(|state| finish_with::<R>(params, state));
            finished.collect::<Vec<_>>()
        })?;
        Ok(G::named(names, values))
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

/// The states of all groups, in order.
fn states<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    arrangement: &Arrangement,
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    if const { S::MAY_LIE_SIDE_BY_SIDE }
        && let Some(plain) = data.side_by_side()
    {
        return states::<R, S::Viewed>(params, plain, arrangement, pool);
    }
    match arrangement {
        _ if arrangement.groups() == 0 => Vec::new(),
        // Refused before.
        Arrangement::OnDevice { .. } | Arrangement::Keyed { .. } => Vec::new(),
        Arrangement::Regular(layout) if layout.reduced.len() == 0 => {
            vec![R::State::identity(); layout.kept.len()]
        }
        Arrangement::Regular(layout) => of_layout::<R, S>(params, data, layout, pool),
        Arrangement::Cut(offsets) => {
            let group = |index: usize| data.cut(offsets[index]..offsets[index + 1]).positioned(0);
            let len = |index: usize| offsets[index + 1] - offsets[index];
            each::<R, S>(params, offsets.len() - 1, &group, &len, pool)
        }
        Arrangement::Listed { order, offsets } => {
            let len = |index: usize| offsets[index + 1] - offsets[index];
            let group = |index: usize| Placed::new(data, &order[offsets[index]..offsets[index + 1]], len(index));
            each::<R, Placed<S, &[usize]>>(params, offsets.len() - 1, &group, &len, pool)
        }
    }
}

/// Whether strips of states are kept for groups of `R`.
const fn keeps_strips<R: Operator>() -> bool {
    !R::State::MIXED && R::BINNED.is_none() && size_of::<R::State>() <= ACROSS_STATE_BYTES
}

/// The states of groups of one shape, which have an element each.
///
/// By constants: rustc does not compile the functions that are not taken.
fn of_layout<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    if const { keeps_strips::<R>() && !Shape::of::<R>().ordered } {
        if neighbours::suits(layout) {
            return neighbours::states::<R, S>(params, data, layout, pool);
        }
        if wide::suits::<R>(layout) {
            return wide::states::<R, S>(params, data, layout, pool);
        }
    }
    if const { keeps_strips::<R>() } && across::suits(layout) {
        return across::states::<R, S>(params, data, layout, pool);
    }
    one_by_one::<R, S>(params, data, layout, pool)
}

/// The states of groups of one shape, one after the other.
fn one_by_one<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    Layout { kept, reduced }: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    let len = reduced.len();
    if reduced.is_side_by_side() {
        let group = |index: usize| {
            let first = kept.place(index);
            data.cut(first..first + len).positioned(0)
        };
        return each::<R, S>(params, kept.len(), &group, &|_| len, pool);
    }
    let group = |index: usize| Placed::along(data, kept.place(index), reduced);
    each::<R, Placed<S, Axes>>(params, kept.len(), &group, &|_| len, pool)
}

/// The states of `count` groups: long ones one after the other, each by all threads, and the others side by side.
fn each<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    count: usize,
    group: &(dyn Fn(usize) -> S + Sync),
    len: &(dyn Fn(usize) -> usize + Sync),
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    let tile = Shape::of::<R>().tile_len() as usize;
    let threads = pool.map_or_else(rayon::current_num_threads, ThreadPool::current_num_threads);
    // Where there are fewer groups than would keep all threads busy, each of them is shared.
    let tiles = if count < PIECES_OF_GROUPS * threads {
        2
    } else {
        TILES_OF_A_LONG_GROUP
    };
    let long = tile * tiles;
    let elements: usize = (0..count).map(len).sum();
    let batch = (tile * count / elements.max(1)).clamp(1, GROUPS_OF_A_BATCH);
    let mut states = in_batches(pool, count, batch, &|groups, states| {
        let mut folds = tiles::Folds::<R, S>::new();
        states.extend(groups.map(|index| match len(index) {
            len if (1..long).contains(&len) => folds.state(params, group(index)),
            _ => R::State::identity(),
        }));
    });
    for index in (0..count).filter(|index| len(*index) >= long) {
        states[index] = state::<R>(params, group(index), pool);
    }
    states
}
