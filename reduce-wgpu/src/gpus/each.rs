//! One result for each group of an input, on several GPUs: each of them takes neighbouring groups.

use std::ops::Range;

use reduce_core::{
    Arranged, Arrangement, Error, Grouping, NoParameters, Operator, ReduceEach, Rows, Source, arranged, room_for,
};

use super::{Gpus, GpusReducer, on_each};
use crate::input::source::{self, Part};
use crate::run::each::{places, values_of};
use crate::run::groups::Grouped;

impl<R: Operator> GpusReducer<R> {
    /// Reduces each group of `data`, a slice or an array from [`Gpus::upload`], with the bits of one GPU.
    ///
    /// Rows and segments are divided among the GPUs, about as many elements to each. The first GPU alone reduces all other groups of a slice.
    ///
    /// # Errors
    /// As [`GpuReducer::reduce_each`](crate::GpuReducer::reduce_each); [`Error::Shape`] if a group of a sharded array lies on two GPUs: shards are cut at multiples of 131 072
    /// elements, so that rows of powers of two up to that length never do. [`Error::WrongDevice`] for other groups of a sharded array.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// let gpus = Gpus::all()?;
    /// let table = vec![1.5f32; 1 << 28];
    /// let sums = gpus.reducer::<ops::Sum<f32>>()?.reduce_each(&table, Rows(1024))?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reduce_each<G: Grouping>(
        &self,
        data: impl Source<R::Input>,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error> {
        let is_found_by_a_device = grouping.keyed().is_some() || grouping.on_engine().is_some();
        if is_found_by_a_device || self.0.len() == 1 {
            return self.0[0].reduce_each(data, grouping);
        }
        let runners = self.readings(&data)?;
        let items = data.items();
        let Arranged {
            arrangement,
            offset,
            in_place,
            names,
        } = arranged(items, &grouping, || source::parts(items).map(|(_, len)| len))?;
        let Some(begins) = Begins::of(&arrangement) else {
            return self.0[0].reduce_each(data, grouping);
        };
        runners[0].kernels().check_positions(arrangement.longest())?;
        let (parts, len, offset) = places(items, in_place, offset, None)?;
        let shares = shares(&begins, (offset, len), &parts, runners.len())?;
        let values = on_each(&runners, |index, runner| {
            let groups = shares[index].clone();
            let range = offset + begins.at(groups.start)..offset + begins.at(groups.end);
            let own = parts.iter().map(|part| cut(part, index, &range));
            let own = own
                .collect::<Option<Vec<Part<'_>>>>()
                .ok_or_else(|| Error::WrongDevice {
                    array: parts.iter().map(Part::home).collect::<Vec<_>>().join(", "),
                    device: self.to_string(),
                })?;
            // A shard may begin before the first of its groups.
            let before = shards_of(&parts).map_or(range.start, |lengths| lengths.take(index).sum());
            let len = range.end.max(before) - before;
            let grouped = Grouped {
                parts: own,
                len,
                offset: range.start.max(before) - before,
                arrangement: &begins.arrangement(groups)?,
                offsets: None,
            };
            values_of::<R>(runner, grouped)
        });
        let mut all = room_for::<R::Output>(arrangement.groups())?;
        for values in values {
            all.extend(values?);
        }
        Ok(G::named(names, all))
    }
}

impl<S, G: Grouping> ReduceEach<S, G> for Gpus {
    fn reduce_each<R: Operator<Params: NoParameters>>(
        &self,
        data: S,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error>
    where
        S: Source<R::Input>,
    {
        self.reducer::<R>()?.reduce_each(data, grouping)
    }
}

/// Where each group begins, if the groups lie one after the other.
enum Begins<'a> {
    /// The number of rows, and the elements of each.
    Rows(usize, usize),
    /// The offsets of segments.
    Offsets(&'a [usize]),
}

impl<'a> Begins<'a> {
    fn of(arrangement: &'a Arrangement) -> Option<Self> {
        match arrangement {
            Arrangement::Regular(layout) => Some(Self::Rows(arrangement.groups(), layout.row()?)),
            Arrangement::Cut(offsets) => Some(Self::Offsets(offsets)),
            _ => None,
        }
    }

    fn groups(&self) -> usize {
        match self {
            Self::Rows(rows, _) => *rows,
            Self::Offsets(offsets) => offsets.len() - 1,
        }
    }

    /// The place where a group begins. That of the group behind the last one is the end.
    fn at(&self, group: usize) -> usize {
        match self {
            Self::Rows(_, row) => group * row,
            Self::Offsets(offsets) => offsets[group],
        }
    }

    /// The first group that begins at `place` or behind it.
    fn from(&self, place: usize) -> usize {
        let (mut first, mut end) = (0, self.groups());
        while first < end {
            let middle = first.midpoint(end);
            if self.at(middle) < place {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        first
    }

    /// The arrangement of these groups in an input that begins with the first of them.
    fn arrangement(&self, groups: Range<usize>) -> Result<Arrangement, Error> {
        match self {
            Self::Rows(_, row) if *row > 0 => Ok(Rows(*row).arrange(&[groups.len() * row])?.0),
            _ => {
                let first = self.at(groups.start);
                let offsets = groups.start..=groups.end;
                Ok(Arrangement::Cut(offsets.map(|group| self.at(group) - first).collect()))
            }
        }
    }
}

/// The groups that each GPU reduces: those in its shard if there are shards, else about as many elements each.
fn shares(
    begins: &Begins<'_>,
    (offset, len): (usize, usize),
    parts: &[Part<'_>],
    count: usize,
) -> Result<Vec<Range<usize>>, Error> {
    let groups = begins.groups();
    let mut ends: Vec<usize> = Vec::with_capacity(count);
    match shards_of(parts) {
        None => {
            ends.extend((1..count).map(|index| begins.from((len as u128 * index as u128 / count as u128) as usize)))
        }
        Some(lengths) => {
            let mut place = 0;
            for len in lengths.take(count - 1) {
                place += len;
                let end = begins.from(place.saturating_sub(offset));
                let before = begins.at(end.max(1) - 1);
                if end > 0 && offset + begins.at(end) > place && offset + before < place {
                    return Err(Error::Shape {
                        problem: format!(
                            "group {} lies on two GPUs: element {place} is the first of another shard",
                            end - 1
                        ),
                        remedy: "give the elements as a slice, or rows whose lengths are powers of two up to 131072",
                    });
                }
                ends.push(end);
            }
        }
    }
    ends.push(groups);
    let mut first = 0;
    let shares = ends.into_iter().map(|end| {
        let end = end.max(first);
        std::mem::replace(&mut first, end)..end
    });
    Ok(shares.collect())
}

/// The elements of each shard, if the input has shards.
fn shards_of<'p>(parts: &'p [Part<'_>]) -> Option<impl Iterator<Item = usize> + use<'p>> {
    parts.iter().find_map(|part| match part {
        Part::Sharded(shards) => Some(shards.iter().map(|shard| shard.len)),
        _ => None,
    })
}

/// The elements in `range` of a part that GPU `index` reduces, if it has them.
fn cut<'b>(part: &'b Part<'_>, index: usize, range: &Range<usize>) -> Option<Part<'b>> {
    let range = range.start as u64..range.end as u64;
    match part {
        Part::Host(_) => part.shard(index, &range),
        // A shard holds whole groups, and its GPU reduces all of them.
        Part::Sharded(shards) => shards.get(index).map(|uploaded| Part::Device(uploaded)),
        Part::Device(_) | Part::Strided { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::{Begins, shares};

    #[test]
    fn every_group_is_of_one_gpu() {
        let offsets: Vec<usize> = [0, 0, 5, 5, 90, 91, 91, 100, 100].to_vec();
        for (begins, len) in [
            (Begins::Rows(10, 7), 70),
            (Begins::Offsets(&offsets), 100),
            (Begins::Rows(3, 0), 0),
        ] {
            for count in 1..12 {
                let shares = shares(&begins, (0, len), &[], count).unwrap();
                assert_eq!(shares.len(), count);
                assert_eq!((shares[0].start, shares[count - 1].end), (0, begins.groups()));
                assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].start));
            }
        }
        // About as many elements each.
        assert_eq!(shares(&Begins::Rows(10, 7), (0, 70), &[], 2).unwrap(), [0..5, 5..10]);
        assert_eq!(
            shares(&Begins::Offsets(&offsets), (0, 100), &[], 2).unwrap(),
            [0..4, 4..8]
        );
    }
}
