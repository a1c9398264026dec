//! Groups in the caller's own encoder: of an input that one binding of each part shows, or of one that is read batch by batch.

use reduce_core::{Arrangement, BatchElements, BatchRoom, Error, FEW_COPIES, Gather, GroupBatch, MOST_COPIES};
use wgpu::{Buffer, CommandEncoder};

use crate::input::device_offsets::BoundOffsets;
use crate::input::device_source::{BufferRange, DevicePart};
use crate::input::pieces::{Binding, Owned, Pieces};
use crate::input::upload::{PADDING, Staging, USAGE, Uploaded};
use crate::run::batches_on_device::{Finished, Results, States};
use crate::run::group_passes::Elements;
use crate::run::recorded::{Recorded, Way};
use crate::run::runner::Runner;

/// The input of groups, as the caller gave it and as it was checked.
struct Read<'a> {
    views: Vec<DevicePart<'a>>,
    pieces: Vec<Pieces<'a>>,
    len: usize,
    /// A buffer to bind where there are no elements.
    nothing: Buffer,
}

impl Runner {
    /// The elements that every part of an input has.
    ///
    /// # Errors
    /// [`Error::Lengths`] if they have different ones, [`Error::WrongDevice`] for the memory of the CPU.
    pub(crate) fn elements_of(&self, views: &[DevicePart<'_>]) -> Result<usize, Error> {
        let mut lengths = Vec::new();
        for (view, part) in views.iter().zip(self.kernels().parts()) {
            if view.is_on_host() {
                // It says whose memory that is.
                self.checked(views.to_vec(), 0)?;
            }
            let len = usize::try_from(view.len(part.bytes as u64));
            lengths.push(len.map_err(|_| self.in_several_buffers())?);
        }
        let first = lengths.first().copied().unwrap_or(0);
        match lengths.into_iter().find(|len| *len != first) {
            Some(other) => Err(Error::Lengths { first, other }),
            None => Ok(first),
        }
    }

    /// Records the passes of `encode_each` behind those that `first` records, and nothing if there is an error.
    pub(crate) fn encode_groups(
        &self,
        encoder: &mut CommandEncoder,
        (views, len): (Vec<DevicePart<'_>>, usize),
        (arrangement, offsets): (&Arrangement, Option<BoundOffsets<'_>>),
        output: BufferRange<'_>,
        first: impl FnOnce(&mut CommandEncoder),
    ) -> Result<(), Error> {
        self.canonical("groups")?;
        let (groups, bytes) = (arrangement.groups(), self.result_bytes()?.max(1));
        let size = groups as u64 * bytes;
        output.check("the output", size, 4)?;
        if groups == 0 {
            first(encoder);
            if let Some((status, byte)) = offsets.and_then(|bound| bound.status) {
                encoder.clear_buffer(status, byte, Some(4));
            }
            return Ok(());
        }
        let way = Way::encoder();
        let range = BufferRange { size, ..output };
        let finished = Finished {
            results: Results::Buffer {
                range,
                bytes,
                binding: [self.binding_bytes(), self.gpu().0.storage_alignment],
            },
            way: &way,
        };
        let read = Read {
            pieces: self.checked(views.clone(), len as u64)?,
            views,
            len,
            nothing: self.nothing()?,
        };
        let overlap = read.pieces.iter().any(|part| part.overlaps(&range));
        match self.shown(&read, 0, len)? {
            Some((elements, before)) => {
                let elements = Elements { offsets, ..elements };
                match overlap {
                    true if finished.results.room(0) < groups => return Err(self.overlapping()),
                    // All of it is read before any of it is written.
                    true => self.finish_some(&elements, (before, arrangement), 0..groups, (0, &finished))?,
                    false => self.finish_groups(&elements, (before, arrangement), 0, &finished)?,
                }
            }
            None if overlap => return Err(self.overlapping()),
            None => self.finish_in_batches(&read, arrangement, &finished)?,
        }
        first(encoder);
        way.record(encoder);
        Ok(())
    }

    /// The passes over the groups of an input that no single binding shows.
    ///
    /// # Errors
    /// [`Error::Limit`] for groups that only the device knows, and for elements that would have to be moved by more than copies.
    fn finish_in_batches(
        &self,
        read: &Read<'_>,
        arrangement: &Arrangement,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        let binding = self.binding_bytes();
        let at_once = read.pieces.iter().map(|part| part.most_in(binding)).min();
        let cuts: Vec<usize> = read.pieces.iter().filter_map(Pieces::cut).collect();
        let room = BatchRoom {
            elements: at_once.unwrap_or(usize::MAX).max(1),
            cuts: &cuts,
            listed: self.places_of_a_list()?,
        };
        let mut nodes = Vec::new();
        let is_done = self.kernels().batches(arrangement, 0, &room, &mut |batch| {
            self.finish_some_of(read, &batch, &mut nodes, finished)
        })?;
        if is_done {
            return Ok(());
        }
        if read.pieces.iter().any(|part| part.buffers() > 1) {
            return Err(self.in_several_buffers());
        }
        let widest = self.kernels().parts().iter().map(|part| part.bytes).max();
        Err(self.beyond_a_binding("the input", (read.len * widest.unwrap_or(0)) as u64))
    }

    /// The passes over a batch, whose elements are read where they lie, or are copied side by side before.
    fn finish_some_of(
        &self,
        read: &Read<'_>,
        batch: &GroupBatch<'_>,
        nodes: &mut Vec<States>,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        let neighbours = match batch.elements {
            BatchElements::Runs {
                first, len, runs: 1, ..
            } => Some((first, len)),
            _ => None,
        };
        let Some(arrangement) = &batch.arrangement else {
            let (first, len) = neighbours.ok_or_else(|| self.in_several_buffers())?;
            let tile = u64::from(self.kernels().shape().tile_len());
            let parts = read.views.iter().zip(&read.pieces).zip(self.kernels().parts());
            let owned = parts.map(|((view, pieces), of)| {
                let mut join =
                    |elements: &BatchElements<'_>| self.moved((pieces, of.bytes), elements, &mut None, finished);
                pieces.cut_out(view, (first as u64, len as u64), tile, &mut join)
            });
            let owned = owned.collect::<Result<Vec<_>, Error>>()?;
            let parts = owned.iter().map(Owned::part).collect();
            return self.finish_whole(parts, len, batch.groups.start, finished);
        };
        if let Some((first, len)) = neighbours
            && let Some((elements, before)) = self.shown(read, first, len)?
        {
            return self.finish_elements(batch, (&elements, before, arrangement), nodes, finished);
        }
        let copies = self.copied(read, &batch.elements, finished)?;
        let elements = Elements {
            bindings: copies.iter().map(Binding::all).collect(),
            by_vectors: true,
            offsets: None,
        };
        self.finish_elements(batch, (&elements, 0, arrangement), nodes, finished)
    }

    /// The elements from `first` on where they lie, and how many others lie in front of them; none if a part takes several bindings.
    ///
    /// # Errors
    /// [`Error::Buffer`] if an element begins between two, or the last one ends inside a word.
    fn shown<'r>(&self, read: &'r Read<'_>, first: usize, len: usize) -> Result<Option<(Elements<'r>, usize)>, Error> {
        let elements = |bindings, by_vectors| Elements {
            bindings,
            by_vectors,
            offsets: None,
        };
        if len == 0 {
            let nothing = read.pieces.iter().map(|_| Binding::all(&read.nothing));
            return Ok(Some((elements(nothing.collect(), true), 0)));
        }
        let (place, count) = (first as u64, len as u64);
        if !read.pieces.iter().all(|part| part.is_one(place, count)) {
            return Ok(None);
        }
        let fit = |bindings: &[Binding<'_>]| bindings.iter().all(|part| part.bytes <= self.binding_bytes());
        // Vectors begin where a binding can, a few elements before the first.
        let before = place % self.gpu().0.storage_alignment;
        let whole = |part: &Pieces<'r>| {
            let begin = place - before;
            part.whole(begin, before + count)
        };
        let vectors: Option<Vec<Binding<'r>>> = read.pieces.iter().map(whole).collect();
        if let Some(bindings) = vectors.filter(|bindings| fit(bindings)) {
            return Ok(Some((elements(bindings, true), before as usize)));
        }
        let each = |part: &Pieces<'r>| match part.whole(place, count) {
            Some(whole) => Ok(whole),
            None => part.unaligned(place, count),
        };
        let bindings = read
            .pieces
            .iter()
            .map(each)
            .collect::<Result<Vec<Binding<'r>>, Error>>()?;
        Ok(Some((elements(bindings, false), 0)).filter(|(elements, _)| fit(&elements.bindings)))
    }

    /// Copies of these elements side by side, a buffer for each part.
    ///
    /// # Errors
    /// As [`moved`](Self::moved).
    fn copied(
        &self,
        read: &Read<'_>,
        elements: &BatchElements<'_>,
        finished: &Finished<'_>,
    ) -> Result<Vec<Buffer>, Error> {
        let mut list = None;
        let parts = read.pieces.iter().zip(self.kernels().parts());
        let buffers = parts.map(|(part, of)| self.moved((part, of.bytes), elements, &mut list, finished));
        buffers.collect()
    }

    /// A copy of these elements of one part side by side. A `list` of their places is made if one is needed and there is none.
    ///
    /// # Errors
    /// [`Error::Limit`] if they are more than a binding shows, or if neither copies nor a kernel can move them: copies of whole words of a buffer that allows these, few of them,
    /// and a kernel in a buffer that begins where a binding can.
    fn moved(
        &self,
        (part, element): (&Pieces<'_>, usize),
        elements: &BatchElements<'_>,
        list: &mut Option<Uploaded>,
        finished: &Finished<'_>,
    ) -> Result<Buffer, Error> {
        let gpu = &self.gpu().0;
        let bytes = (elements.len() * element) as u64;
        self.check_binding("the elements of a batch", bytes)?;
        let bytes = bytes.next_multiple_of(PADDING);
        let to = gpu.pool.take(&gpu.on, "the elements of a batch", bytes, USAGE)?;
        let gather = Gather::of(elements, element);
        let most = if gather.is_some() { FEW_COPIES } else { MOST_COPIES };
        let are_few = elements.runs() <= most;
        if let Some(before) = are_few.then(|| part.copies(elements, &to)).flatten() {
            finished.way.take(gpu, "the copies", || Recorded {
                before,
                ..Recorded::default()
            })?;
            return Ok(to);
        }
        let windows = gather.zip(part.windows(self.binding_bytes()));
        let (gather, from) = windows.ok_or_else(|| self.in_several_buffers())?;
        if list.is_none() {
            *list = self.list_of(elements, Staging::Whole)?;
        }
        let window = [(Binding::all(&to), 0..elements.len())];
        let passes = self.gather(&gather, (&from, &window), element as u64, list.as_ref())?;
        finished.way.take(gpu, "the copies", || Recorded {
            passes: passes(),
            ..Recorded::default()
        })?;
        Ok(to)
    }

    fn overlapping(&self) -> Error {
        Error::Buffer {
            what: "the output".to_owned(),
            problem: "lies where elements are that are read later: several passes read the input, or write the results"
                .to_owned(),
            remedy: "give bytes for the results that hold none of the elements",
        }
    }
}
