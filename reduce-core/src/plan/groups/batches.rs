//! Groups of an input that no single buffer holds: which of them are folded at a time, and which elements lie side by side for them.
//!
//! Neighbouring groups are a batch where their elements find room. A group that does not is reduced as an input of its own, if its elements are neighbours. Of groups that are
//! interleaved, as columns are, a batch has whole tiles of each, whose states are nodes of their trees, or those of some groups alone. No bit depends on any of it, where states have the same bits
//! on the host as on the device.

mod axes;
mod nested;

#[cfg(test)]
mod tests;

use std::ops::Range;

use self::axes::Axis;
use self::nested::Cutting;
use crate::error::Error;
use crate::group::layout::{Arrangement, Layout};
use crate::group::offsets::longest;
use crate::kernel::inspect::Kernels;
use crate::plan::chunks;

/// Neighbouring groups that are folded at once, or one node of the tree of each.
#[derive(Clone, Debug)]
pub struct GroupBatch<'a> {
    /// The groups.
    pub groups: Range<usize>,
    /// Which of the nodes it is.
    pub node: usize,
    /// The nodes of these groups, whose batches follow each other: one if the batch has all elements of its groups.
    pub nodes: usize,
    /// The elements that lie side by side.
    pub elements: BatchElements<'a>,
    /// The groups among these elements; none for a single group of all of them, in their order, which may be more than a buffer holds.
    pub arrangement: Option<Arrangement>,
}

/// Elements of an input, in the order in which a batch has them.
#[derive(Clone, Debug)]
pub enum BatchElements<'a> {
    /// Runs of neighbours.
    Runs {
        /// The first element.
        first: usize,
        /// The elements of a run.
        len: usize,
        /// From the beginning of one to that of the next.
        apart: usize,
        /// How many runs there are.
        runs: usize,
    },
    /// The elements of some groups of one shape, group after group.
    Gathered {
        /// All groups.
        layout: &'a Layout,
        /// Some of them.
        groups: Range<usize>,
        /// The place of the first element of all.
        offset: usize,
    },
    /// Listed ones.
    Listed {
        /// Their places.
        order: &'a [usize],
        /// The place from which these count.
        offset: usize,
    },
}

/// The room for the elements of a batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchRoom<'a> {
    /// Elements of a buffer.
    pub elements: usize,
    /// Elements after which each part of the input goes on in another buffer: batches end there if they can.
    pub cuts: &'a [usize],
    /// The most elements that a list has the places of.
    pub listed: usize,
}

/// The batches of an input that no binding shows, as a page tells them.
pub(super) struct Batches {
    count: usize,
    /// Elements that a binding shows.
    room: usize,
    /// The groups of the first batch, and the nodes of each of them.
    groups: usize,
    nodes: usize,
    /// The groups among the elements of the first batch; none for a single one that is an input of its own.
    pub(super) first: Option<Arrangement>,
}

impl Batches {
    /// The batches in words.
    pub(super) fn text(&self) -> String {
        let Self {
            count, room, groups, ..
        } = self;
        let shown = format!("a binding shows {room} elements");
        match (&self.first, self.nodes) {
            (None, _) => {
                format!("{count}, each a group that is an input of its own, for the kernels of `reduce`: {shown}")
            }
            (Some(_), 1) => format!("{count}, the first of {groups} groups: {shown}"),
            (Some(_), nodes) => {
                format!("{count}, for {nodes} nodes of their trees, the first of {groups} groups: {shown}")
            }
        }
    }
}

/// Receives one batch after another.
type Take<'t> = &'t mut dyn FnMut(GroupBatch<'_>) -> Result<(), Error>;

impl BatchElements<'_> {
    fn neighbours(first: usize, len: usize) -> Self {
        Self::Runs {
            first,
            len,
            apart: len,
            runs: 1,
        }
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Runs { len, runs, .. } => len * runs,
            Self::Gathered { layout, groups, .. } => layout.reduced.len() * groups.len(),
            Self::Listed { order, .. } => order.len(),
        }
    }

    /// Says whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of runs of neighbours.
    #[must_use]
    pub fn runs(&self) -> usize {
        match self {
            Self::Runs { runs, .. } => *runs,
            Self::Gathered { .. } => self.len() / self.run(),
            Self::Listed { order, .. } => order.len(),
        }
    }

    /// The elements of a run.
    fn run(&self) -> usize {
        match self {
            Self::Runs { len, .. } => *len,
            Self::Gathered { layout, .. } => match layout.reduced.last_axis() {
                (extent, 1) => extent,
                _ => 1,
            },
            Self::Listed { .. } => 1,
        }
    }

    /// Hands each run of neighbours to `take`, in order.
    pub fn each_run(&self, take: &mut dyn FnMut(Range<usize>)) {
        match self {
            Self::Runs {
                first,
                len,
                apart,
                runs,
            } => (0..*runs).for_each(|run| take(first + run * apart..first + run * apart + len)),
            Self::Gathered { layout, groups, offset } => {
                let run = self.run();
                for group in groups.clone() {
                    let begin = offset + layout.kept.place(group);
                    for element in (0..layout.reduced.len()).step_by(run) {
                        let place = begin + layout.reduced.place(element);
                        take(place..place + run);
                    }
                }
            }
            Self::Listed { order, offset } => order.iter().for_each(|place| take(offset + place..offset + place + 1)),
        }
    }
}

impl BatchRoom<'_> {
    /// The place up to which elements from `begin` on are in one buffer, and find room.
    fn end(&self, begin: usize) -> usize {
        let cuts = self.cuts.iter().map(|cut| (begin / cut + 1).saturating_mul(*cut));
        cuts.min()
            .unwrap_or(usize::MAX)
            .min(begin.saturating_add(self.elements))
    }
}

#[doc(hidden)]
impl Kernels {
    /// Hands to `take` the batches of these groups, whose first element is at `offset`, in the order of the groups; false, after some batches or none, if the rest cannot be
    /// cut into any that find `room`.
    ///
    /// # Errors
    /// The errors of `take`.
    pub fn batches(
        &self,
        arrangement: &Arrangement,
        offset: usize,
        room: &BatchRoom<'_>,
        take: Take<'_>,
    ) -> Result<bool, Error> {
        let tile = self.shape().tile_len() as usize;
        // Kernels of groups count positions from the first element that they see.
        let tile = (!self.recipe.positioned).then_some(tile);
        batches(arrangement, offset, room, tile, take)
    }

    /// The elements of which one buffer of each part holds all.
    ///
    /// # Errors
    /// [`Error::Limit`] if a binding shows no tile.
    pub fn elements_at_once(&self) -> Result<usize, Error> {
        let least = chunks(&self.recipe, &self.caps)?.into_iter().min();
        Ok(usize::try_from(least.unwrap_or(u64::MAX)).unwrap_or(usize::MAX))
    }
}

impl Kernels {
    /// The batches of these groups in an array of as many elements as they have; none if one binding of each part shows all, or if only a device knows the groups.
    ///
    /// # Errors
    /// [`Error::Limit`] if a binding shows no tile.
    pub(super) fn batches_of(&self, arrangement: &Arrangement) -> Result<Option<Batches>, Error> {
        let elements = match arrangement {
            Arrangement::Regular(layout) => layout.kept.len().saturating_mul(layout.reduced.len()),
            Arrangement::Cut(offsets) => offsets.last().copied().unwrap_or(0),
            Arrangement::Listed { order, .. } => order.len(),
            Arrangement::Keyed { .. } | Arrangement::OnDevice { .. } => 0,
        };
        let room = self.elements_at_once()?;
        if elements <= room {
            return Ok(None);
        }
        let (mut count, mut first) = (0, None);
        let in_buffers = BatchRoom {
            elements: room,
            cuts: &[room],
            listed: room,
        };
        self.batches(arrangement, 0, &in_buffers, &mut |batch| {
            count += 1;
            first.get_or_insert_with(|| (batch.groups.len(), batch.nodes, batch.arrangement.clone()));
            Ok(())
        })?;
        Ok(first.map(|(groups, nodes, first)| Batches {
            count,
            room,
            groups,
            nodes,
            first,
        }))
    }
}

/// As [`Kernels::batches`]; groups are cut between tiles of so many elements, if at all.
fn batches(
    arrangement: &Arrangement,
    offset: usize,
    room: &BatchRoom<'_>,
    tile: Option<usize>,
    take: Take<'_>,
) -> Result<bool, Error> {
    if arrangement.longest() == 0 {
        // Nothing is read.
        let groups = arrangement.groups();
        take(GroupBatch {
            groups: 0..groups,
            node: 0,
            nodes: 1,
            elements: BatchElements::neighbours(offset, 0),
            arrangement: Some(Arrangement::Cut(vec![0; groups + 1])),
        })?;
        return Ok(true);
    }
    match arrangement {
        Arrangement::Regular(layout) => match Axis::nested(layout) {
            Some(axes) => {
                let mut cutting = Cutting {
                    layout,
                    offset,
                    room,
                    tile,
                    take,
                };
                cutting.fold(&axes, offset, 0)?;
                Ok(true)
            }
            None => {
                gathered(layout, 0..layout.kept.len(), offset, room, take)?;
                Ok(true)
            }
        },
        Arrangement::Cut(offsets) => between(offsets, None, offset, room, take),
        Arrangement::Listed { order, offsets } => between(offsets, Some(order), offset, room, take),
        Arrangement::Keyed { .. } | Arrangement::OnDevice { .. } => Ok(false),
    }
}

/// Groups between offsets, of neighbours or of a list.
fn between(
    offsets: &[usize],
    order: Option<&[usize]>,
    offset: usize,
    room: &BatchRoom<'_>,
    take: Take<'_>,
) -> Result<bool, Error> {
    let groups = offsets.len() - 1;
    if order.is_some() && longest(offsets) > room.listed {
        return Ok(false);
    }
    let mut first = 0;
    while first < groups {
        let begin = offsets[first];
        let limit = match order {
            None => room.end(offset + begin) - offset,
            Some(_) => begin.saturating_add(room.elements.min(room.listed)),
        };
        let fit = offsets[first + 1..].partition_point(|end| *end <= limit);
        let end = first + fit.max(1);
        let len = offsets[end] - begin;
        let elements = match order {
            None => BatchElements::neighbours(offset + begin, len),
            Some(order) => BatchElements::Listed {
                order: &order[begin..offsets[end]],
                offset,
            },
        };
        let begins = offsets[first..=end].iter().map(|place| place - begin);
        take(GroupBatch {
            groups: first..end,
            node: 0,
            nodes: 1,
            elements,
            arrangement: (len <= room.elements).then(|| Arrangement::Cut(begins.collect())),
        })?;
        first = end;
    }
    Ok(true)
}

/// Some groups of one shape, element by element: as many at a time as find room.
fn gathered(
    layout: &Layout,
    groups: Range<usize>,
    offset: usize,
    room: &BatchRoom<'_>,
    take: Take<'_>,
) -> Result<(), Error> {
    let len = layout.reduced.len();
    let at_once = (room.elements / len).max(1);
    for first in groups.clone().step_by(at_once) {
        let groups = first..groups.end.min(first.saturating_add(at_once));
        let elements = BatchElements::Gathered {
            layout,
            groups: groups.clone(),
            offset,
        };
        let rows = [
            Axis {
                extent: groups.len(),
                stride: len,
                is_kept: true,
            },
            Axis {
                extent: len,
                stride: 1,
                is_kept: false,
            },
        ];
        take(GroupBatch {
            groups,
            node: 0,
            nodes: 1,
            arrangement: (elements.len() <= room.elements).then(|| Axis::arrangement(&rows)),
            elements,
        })?;
    }
    Ok(())
}
