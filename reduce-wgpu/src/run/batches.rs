//! Groups of an input that no single buffer holds: batch by batch, each with its elements in one buffer.
//!
//! `reduce_core` says which groups are a batch, and which elements it has. Elements in host memory are copied to the device as always; those of an array are read where they
//! lie if one of its buffers has all of them, and are copied side by side if not.

use std::borrow::Cow;

use reduce_core::{Arrangement, BatchElements, BatchRoom, Error, GroupBatch, HostPart, chunk};
use wgpu::SubmissionIndex;

use crate::input::copied::WORD;
use crate::input::source::Part;
use crate::input::staged::check_homes;
use crate::input::upload::{Staging, Uploaded};
use crate::run::groups::{Folded, Node, Take};
use crate::run::runner::Runner;

/// Receives a batch, its elements, and how many others lie in front of them.
type Fold<'f> = &'f mut dyn FnMut(&GroupBatch<'_>, Vec<Part<'_>>, usize) -> Result<(), Error>;

/// The elements of one part of a batch.
enum Held<'a> {
    /// In host memory.
    Host(HostPart<'a>),
    /// In buffers of an array.
    InPlace(Uploaded),
    /// Copies of an array's.
    Copied(Uploaded),
}

impl Held<'_> {
    const NONE: Self = Self::Host(HostPart {
        bytes: Cow::Borrowed(&[]),
        element: 1,
    });

    fn part(&self) -> Part<'_> {
        match self {
            Self::Host(HostPart { bytes, element }) => Part::Host(HostPart {
                bytes: Cow::Borrowed(bytes),
                element: *element,
            }),
            Self::InPlace(uploaded) | Self::Copied(uploaded) => Part::Device(uploaded),
        }
    }
}

impl Runner {
    /// The elements of a buffer of each array, if the input has to be read in batches: if no single buffer of a part holds it, or no binding the list of its places.
    ///
    /// # Errors
    /// [`Error::Limit`] if a binding shows no tile, [`Error::WrongDevice`].
    pub(crate) fn cuts(
        &self,
        parts: &[Part<'_>],
        len: usize,
        arrangement: Option<&Arrangement>,
    ) -> Result<Option<Vec<usize>>, Error> {
        let at_once = self.kernels().elements_at_once()?;
        let are_long = |part: &Part<'_>| match part {
            Part::Host(_) => len > at_once,
            Part::Device(uploaded) => uploaded.buffers.len() > 1,
            Part::Sharded(_) | Part::Strided { .. } => false,
        };
        let has_views = parts.iter().any(|part| matches!(part, Part::Strided { .. }));
        let is_listed = match arrangement {
            Some(Arrangement::Listed { order, .. }) => order.len() > self.places_of_a_list()?,
            _ => false,
        };
        if has_views || !(is_listed || parts.iter().any(are_long)) {
            return Ok(None);
        }
        check_homes(parts, &self.gpu().0)?;
        let cuts = parts.iter().filter_map(|part| match part {
            Part::Device(uploaded) => Some(usize::try_from(uploaded.chunk).unwrap_or(usize::MAX)),
            _ => None,
        });
        Ok(Some(cuts.collect()))
    }

    /// Elements whose places a list on the device has, where arrays are read; the host reads any.
    fn listed_at_once(&self, cuts: &[usize]) -> Result<usize, Error> {
        if cuts.is_empty() {
            return Ok(usize::MAX);
        }
        self.places_of_a_list()
    }

    /// The most places that a list on the device has.
    pub(crate) fn places_of_a_list(&self) -> Result<usize, Error> {
        let places = chunk(WORD as usize, &self.gpu().0.caps)?;
        Ok(usize::try_from(places).unwrap_or(usize::MAX))
    }

    /// Gives `fold` as many neighbouring groups at a time as find room in a buffer, where arrays have buffers of so many elements: each batch with its elements, and how many
    /// others lie in front of them. A batch may have a node of the tree of each group.
    ///
    /// # Errors
    /// [`Error::Limit`] for groups that only the device knows, and for a list that no binding holds; those of a batch and of `fold`.
    pub(crate) fn in_batches(
        &self,
        (parts, cuts): (&[Part<'_>], &[usize]),
        (offset, arrangement): (usize, &Arrangement),
        staging: Staging,
        fold: Fold<'_>,
    ) -> Result<(), Error> {
        let room = BatchRoom {
            elements: self.kernels().elements_at_once()?,
            cuts,
            listed: self.listed_at_once(cuts)?,
        };
        let mut last = None;
        let is_done = self.kernels().batches(arrangement, offset, &room, &mut |batch| {
            let (held, before) = self.hold(parts, &batch, staging)?;
            fold(&batch, held.iter().map(Held::part).collect(), before)?;
            if staging == Staging::Bounded && held.iter().any(|held| matches!(held, Held::Copied(_))) {
                // Copies take memory: the device has those of two batches at a time.
                if let Some(earlier) = last.replace(self.mark()?) {
                    self.gpu().0.on.wait(earlier)?;
                }
            }
            // Who takes copies from the pool writes to them by the same queue, behind what reads them.
            let copies = held.into_iter().filter_map(|held| match held {
                Held::Copied(uploaded) => Some(uploaded.buffers),
                _ => None,
            });
            self.gpu().0.pool.give(copies.flatten());
            Ok(())
        })?;
        if is_done {
            return Ok(());
        }
        Err(self.in_several_buffers())
    }

    /// A submission behind all that was given to the device.
    fn mark(&self) -> Result<SubmissionIndex, Error> {
        let on = &self.gpu().0.on;
        on.submit("a batch", 0, || on.queue.submit([]))
    }

    /// Folds the groups of a batch to states, which come to the host.
    ///
    /// # Errors
    /// The errors of the passes and of `take`.
    pub(crate) fn fold_batch(
        &self,
        batch: &GroupBatch<'_>,
        (parts, before): (Vec<Part<'_>>, usize),
        staging: Staging,
        take: Take<'_>,
    ) -> Result<(), Error> {
        let node = (batch.nodes > 1).then(|| Node {
            index: batch.node,
            count: batch.nodes,
            groups: batch.groups.clone(),
        });
        let first = batch.groups.start;
        let mut take = |folded: Folded, begun| {
            let groups = first + folded.groups.start..first + folded.groups.end;
            let node = node.clone();
            take(Folded { groups, node }, begun)
        };
        let groups = 0..batch.groups.len();
        let len = before + batch.elements.len();
        match &batch.arrangement {
            _ if batch.elements.is_empty() => take(Folded::whole(groups), None),
            Some(arrangement) => self.with_elements(parts, len, staging, |elements| {
                self.fold_groups(elements, (before, arrangement), groups, staging, &mut take)
            }),
            // An input of its own begins with its first element.
            None if before > 0 => Err(self.in_several_buffers()),
            None => take(Folded::whole(groups), self.begin(parts, len, None, staging)?),
        }
    }

    /// The elements of a batch, and how many others lie in front of them.
    fn hold<'p>(
        &self,
        parts: &'p [Part<'_>],
        batch: &GroupBatch<'_>,
        staging: Staging,
    ) -> Result<(Vec<Held<'p>>, usize), Error> {
        if batch.elements.is_empty() {
            return Ok((parts.iter().map(|_| Held::NONE).collect(), 0));
        }
        if let Some(in_place) = in_place(parts, batch) {
            return Ok(in_place);
        }
        let mut list = None;
        let held = parts.iter().map(|part| match part {
            Part::Host(host) => gathered(host, &batch.elements).map(Held::Host),
            Part::Device(array) => {
                let copied = self.side_by_side(array, &batch.elements, (&mut list, staging));
                copied.map(Held::Copied)
            }
            Part::Sharded(_) | Part::Strided { .. } => Err(self.in_several_buffers()),
        });
        let held = held.collect::<Result<_, Error>>()?;
        self.gpu().0.pool.give(list.into_iter().flat_map(|list| list.buffers));
        Ok((held, 0))
    }
}

/// The elements of a batch where they lie, and how many others lie in front of them, if every part is an array, cut as the others are, and one of its buffers has them. Those
/// of a single group may go on in the next buffers.
fn in_place(parts: &[Part<'_>], batch: &GroupBatch<'_>) -> Option<(Vec<Held<'static>>, usize)> {
    let BatchElements::Runs {
        first, len, runs: 1, ..
    } = batch.elements
    else {
        return None;
    };
    let arrays = parts.iter().map(|part| match part {
        Part::Device(uploaded) => Some(*uploaded),
        _ => None,
    });
    let arrays = arrays.collect::<Option<Vec<&Uploaded>>>()?;
    let chunk = arrays.first()?.chunk;
    let (begin, end) = (first as u64, (first + len) as u64);
    let (index, before) = (begin / chunk, begin % chunk);
    let is_one = end <= (index + 1).saturating_mul(chunk);
    let is_whole = batch.arrangement.is_none() && before == 0;
    if !(is_one || is_whole) || arrays.iter().any(|array| array.chunk != chunk) {
        return None;
    }
    let buffers = index as usize..end.div_ceil(chunk) as usize;
    let held = arrays.iter().map(|array| {
        Held::InPlace(Uploaded {
            buffers: array.buffers[buffers.clone()].to_vec(),
            chunk,
            bytes: array.bytes,
            len: before as usize + len,
            home: array.home.clone(),
        })
    });
    Some((held.collect(), before as usize))
}

/// Elements in host memory side by side.
///
/// # Errors
/// [`Error::OutOfMemory`].
fn gathered<'h>(host: &'h HostPart<'_>, elements: &BatchElements<'_>) -> Result<HostPart<'h>, Error> {
    let element = host.element;
    let bytes = if let BatchElements::Runs {
        first, len, runs: 1, ..
    } = elements
    {
        Cow::Borrowed(&host.bytes[first * element..(first + len) * element])
    } else {
        let size = elements.len() * element;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| Error::OutOfMemory {
            what: "the elements of a batch",
            bytes: size as u64,
            device: "the CPU".to_owned(),
        })?;
        elements.each_run(&mut |run| bytes.extend_from_slice(&host.bytes[run.start * element..run.end * element]));
        Cow::Owned(bytes)
    };
    Ok(HostPart { bytes, element })
}
