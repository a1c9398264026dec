//! Groups on a GPU without their Rust types: plans, buffers, dispatches; some groups at a time where the states of all find no room at once.

use std::ops::Range;

use reduce_core::{Among, Arrangement, Error, Finishing, GROUP_RESULTS, GroupPlan, Grouping, SegmentBegins, Segmented};
use wgpu::Buffer;

use crate::device::watch::Watch;
use crate::input::device_offsets::BoundOffsets;
use crate::input::pieces::Binding;
use crate::input::source::Part;
use crate::input::staged::Input;
use crate::input::upload::{PADDING, Staging};
use crate::run::group_passes::{Elements, Tables, Words};
use crate::run::keyed::KeyedGroups;
use crate::run::readback::Readback;
use crate::run::runner::{Begun, Runner};

/// The groups of an input, and where its elements are.
pub(crate) struct Grouped<'a> {
    pub(crate) parts: Vec<Part<'a>>,
    pub(crate) len: usize,
    /// The place of the first element of the groups.
    pub(crate) offset: usize,
    pub(crate) arrangement: &'a Arrangement,
    /// The offsets of the groups, if only the device sees them.
    pub(crate) offsets: Option<BoundOffsets<'a>>,
}

/// Neighbouring groups whose states the device has begun to compute.
#[derive(Clone, Debug)]
pub(crate) struct Folded {
    pub(crate) groups: Range<usize>,
    /// The node of their trees that these states are, where the elements of a group come in several batches.
    pub(crate) node: Option<Node>,
}

/// One of the nodes of the tree of each of some groups.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) index: usize,
    /// How many nodes there are. Their batches follow each other.
    pub(crate) count: usize,
    /// All groups of which there are nodes.
    pub(crate) groups: Range<usize>,
}

impl Folded {
    /// Groups with all of their elements.
    pub(crate) fn whole(groups: Range<usize>) -> Self {
        Self { groups, node: None }
    }
}

/// Receives groups and the work for their states: none if they have no elements.
pub(crate) type Take<'t> = &'t mut dyn FnMut(Folded, Option<Begun>) -> Result<(), Error>;

impl Runner {
    /// Hands the work of the groups to the device, and what is begun to `take`, batch after batch. The states of groups that are known to have no elements are
    /// whatever they are.
    ///
    /// # Errors
    /// [`Error::Policy`] for a strategy of the ladder, [`Error::Limit`], [`Error::OutOfMemory`], [`Error::WrongDevice`], [`Error::DeviceLost`],
    /// [`Error::Driver`], and those of `take`.
    pub(crate) fn begin_groups(&self, grouped: Grouped<'_>, staging: Staging, take: Take<'_>) -> Result<(), Error> {
        self.canonical("groups")?;
        let Grouped {
            parts,
            len,
            offset,
            arrangement,
            offsets,
        } = grouped;
        // Offsets that only the device sees may be bad where there are no elements, too.
        let has_none = (arrangement.longest() == 0 || len == 0) && offsets.is_none();
        if arrangement.groups() == 0 || has_none {
            return take(Folded::whole(0..arrangement.groups()), None);
        }
        if let Some(cuts) = self.cuts(&parts, len, Some(arrangement))? {
            return self.in_batches(
                (&parts, &cuts),
                (offset, arrangement),
                staging,
                &mut |batch, parts, before| self.fold_batch(batch, (parts, before), staging, take),
            );
        }
        let groups = 0..arrangement.groups();
        self.with_elements(parts, len, staging, |elements| {
            let elements = self.with_offsets(elements, offsets, offset)?;
            self.fold_groups(elements, (offset, arrangement), groups, staging, take)
        })
    }

    /// The offsets of a grouping on this device, if they are there and the host has not seen them.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], [`Error::Buffer`], [`Error::Limit`].
    pub(crate) fn offsets_of<'g, G: Grouping>(
        &self,
        grouping: &'g G,
        arrangement: &Arrangement,
        keyed: Option<&'g KeyedGroups>,
    ) -> Result<Option<BoundOffsets<'g>>, Error> {
        if let Some(keyed) = keyed {
            return Ok(Some(keyed.bound()));
        }
        let is_unseen = matches!(arrangement, Arrangement::OnDevice { .. });
        let part = grouping.on_engine().filter(|_| is_unseen);
        part.map(|part| BoundOffsets::of(part, &self.gpu().0)).transpose()
    }

    /// These elements with the offsets that only the device sees, which count from the element at `first` on.
    ///
    /// # Errors
    /// [`Error::Limit`].
    pub(crate) fn with_offsets<'e>(
        &self,
        mut elements: Elements<'e>,
        offsets: Option<BoundOffsets<'e>>,
        first: usize,
    ) -> Result<Elements<'e>, Error> {
        if offsets.is_some() {
            for part in &mut elements.bindings {
                let before = (first as u64).saturating_mul(part.step.into());
                let start = u32::try_from(before.saturating_add(part.start.into()));
                part.start = start.map_err(|_| self.in_several_buffers())?;
            }
        }
        Ok(Elements { offsets, ..elements })
    }

    pub(crate) fn in_several_buffers(&self) -> Error {
        Error::Limit {
            what: "an input in groups".to_owned(),
            asked: 2,
            unit: "buffers",
            limit: 1,
            device: self.gpu().0.caps.device.clone(),
            remedy: "reduce some of the groups at a time, or use Cpu::new()",
        }
    }

    /// A buffer to bind where there are no elements.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn nothing(&self) -> Result<Buffer, Error> {
        let gpu = &self.gpu().0;
        let widest = self.kernels().parts().iter().map(|part| part.bytes).max().unwrap_or(0);
        let bytes = widest.next_multiple_of(PADDING as usize).max(PADDING as usize);
        gpu.constants.get(&gpu.on, vec![0; bytes])
    }

    /// Gives `fold` the elements in device memory, and the copies back to the pool afterwards.
    pub(crate) fn with_elements(
        &self,
        parts: Vec<Part<'_>>,
        len: usize,
        staging: Staging,
        fold: impl FnOnce(Elements<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if len == 0 {
            let nothing = self.nothing()?;
            let bindings = parts.iter().map(|_| Binding::all(&nothing)).collect();
            return fold(Elements {
                bindings,
                by_vectors: false,
                offsets: None,
            });
        }
        let input = Input::new(self.gpu(), parts, len, staging)?;
        let bindings = input.device_parts().map(|part| {
            let [start, step] = part.strided.unwrap_or([0, 1]);
            let place = |place: u64| u32::try_from(place).map_err(|_| self.in_several_buffers());
            match part.buffer() {
                Some(buffer) => Ok(Binding {
                    start: place(start)?,
                    step: place(step)?,
                    ..Binding::all(buffer)
                }),
                None => Err(self.in_several_buffers()),
            }
        });
        let bindings = bindings.collect::<Result<Vec<Binding<'_>>, Error>>()?;
        // Copies and arrays are padded to whole vectors.
        let by_vectors = bindings.iter().all(|part| (part.start, part.step) == (0, 1));
        fold(Elements {
            bindings,
            by_vectors,
            offsets: None,
        })?;
        // Who takes them from the pool writes to them by the same queue, behind what reads them.
        self.gpu().0.pool.give(input.staged());
        Ok(())
    }

    /// Folds these groups, as many at a time as their states find room.
    pub(crate) fn fold_groups(
        &self,
        elements: Elements<'_>,
        (offset, arrangement): (usize, &Arrangement),
        groups: Range<usize>,
        staging: Staging,
        take: Take<'_>,
    ) -> Result<(), Error> {
        let (mut first, most) = (groups.start, self.groups_of_a_call(&elements, arrangement));
        while first < groups.end {
            let batch = first..groups.end.min(first.saturating_add(most));
            let (plan, tables) =
                self.plan_of_groups(&elements, offset, arrangement, batch.clone(), Finishing::OnHost)?;
            let begun = self.submit_groups(&plan, &elements, tables, batch.len() as u64, staging)?;
            take(Folded::whole(batch.clone()), Some(begun))?;
            first = batch.end;
        }
        Ok(())
    }

    /// Groups whose states find room at once.
    pub(crate) fn groups_of_a_call(&self, elements: &Elements<'_>, arrangement: &Arrangement) -> usize {
        let most = self.kernels().groups_at_once(arrangement);
        match elements.offsets {
            // Bits mark the groups of all batches, and number them.
            Some(_) if elements.are_marked() => usize::MAX,
            // Offsets on the device are bound from a multiple of 256 bytes on.
            Some(_) => (most / 64 * 64).max(64),
            None => most,
        }
    }

    /// The plan for a batch of groups, and the numbers that its passes read.
    pub(crate) fn plan_of_groups<'e>(
        &self,
        elements: &Elements<'e>,
        offset: usize,
        arrangement: &Arrangement,
        batch: Range<usize>,
        finishing: Finishing,
    ) -> Result<(GroupPlan, Tables<'e>), Error> {
        let kernels = self.kernels();
        let by_vectors = elements.by_vectors;
        match arrangement {
            Arrangement::Regular(layout) => {
                let among = Among {
                    layout,
                    offset,
                    by_vectors,
                    range: batch,
                };
                Ok((kernels.plan_groups(&among, finishing)?, Tables::default()))
            }
            Arrangement::Cut(offsets) => {
                let offsets = &offsets[batch.start..=batch.end];
                let end = offsets.last().map_or(0, |end| end + offset);
                let of = self.segmented(offsets, end, (false, by_vectors));
                let tables = Tables {
                    offsets: Some(self.words(offsets.iter().map(|place| place + offset))?),
                    list: None,
                };
                Ok((kernels.plan_segments(&of, finishing)?, tables))
            }
            Arrangement::Listed { order, offsets } => {
                let offsets = &offsets[batch.start..=batch.end];
                let (before, end) = (offsets[0], offsets[batch.len()]);
                let of = self.segmented(offsets, end - before, (true, by_vectors));
                let tables = Tables {
                    offsets: Some(self.words(offsets.iter().map(|place| place - before))?),
                    list: Some(self.words(order[before..end].iter().map(|place| offset + place))?),
                };
                Ok((kernels.plan_segments(&of, finishing)?, tables))
            }
            Arrangement::OnDevice { elements: len, .. } | Arrangement::Keyed { elements: len, .. } => {
                let is_keyed = matches!(arrangement, Arrangement::Keyed { .. });
                let of = Segmented {
                    groups: batch.len(),
                    elements: *len,
                    longest: arrangement.longest() as usize,
                    is_checked: is_keyed,
                    begins: match elements.offsets {
                        Some(bound) if bound.offsets.is_none() => SegmentBegins::Heads,
                        // The bits are those of all groups.
                        _ if is_keyed && batch == (0..arrangement.groups()) => SegmentBegins::OffsetsAndHeads,
                        Some(bound) if bound.is_wide => SegmentBegins::WideOffsets,
                        _ => SegmentBegins::Offsets,
                    },
                    is_listed: matches!(arrangement, Arrangement::Keyed { is_listed: true, .. }),
                    by_vectors,
                };
                let tables = Tables {
                    offsets: elements
                        .offsets
                        .and_then(|bound| bound.of_groups(&batch))
                        .map(Words::Device),
                    list: elements.offsets.and_then(|bound| bound.order).map(Words::Device),
                };
                Ok((kernels.plan_segments(&of, finishing)?, tables))
            }
        }
    }

    /// Segments of `elements` on the device between offsets that were checked.
    fn segmented(&self, offsets: &[usize], elements: usize, (is_listed, by_vectors): (bool, bool)) -> Segmented {
        let lengths = offsets.windows(2).map(|pair| pair[1] - pair[0]);
        Segmented {
            groups: offsets.len() - 1,
            elements,
            longest: lengths.max().unwrap_or(0),
            is_checked: true,
            begins: SegmentBegins::Offsets,
            is_listed,
            by_vectors,
        }
    }

    /// Places as the device counts them.
    fn words(&self, places: impl Iterator<Item = usize>) -> Result<Words<'static>, Error> {
        let words = places.map(|place| u32::try_from(place).map_err(|_| self.in_several_buffers()));
        words.collect::<Result<_, Error>>().map(Words::Host)
    }

    /// Hands the passes of a plan to the device, which answers with the bytes of the states of its groups.
    fn submit_groups(
        &self,
        plan: &GroupPlan,
        elements: &Elements<'_>,
        tables: Tables<'_>,
        groups: u64,
        staging: Staging,
    ) -> Result<Begun, Error> {
        let gpu = &self.gpu().0;
        let state = self.kernels().state_bytes();
        let passes = self.group_passes(plan, elements, tables, staging)?;
        let watch = Watch::of(gpu, self.kernels(), &passes.stages)?;
        // Behind the states comes how many offsets are bad, if only the device knows.
        let status = passes.status();
        let bytes = groups * state + if status.is_some() { 4 } else { 0 };
        let readback = Readback::take(gpu, bytes, watch.clone())?;
        let states = &passes.banks[GROUP_RESULTS];
        let pending = readback.submit(&gpu.on, "the passes", (states, 0), |encoder| {
            passes
                .recorded(gpu, elements, None, watch.as_ref())
                .record(encoder, None);
            if let Some((buffer, byte)) = status {
                encoder.copy_buffer_to_buffer(buffer, byte, states, groups * state, 4);
            }
        })?;
        Ok(Begun::of(pending.with(passes.into_buffers())))
    }
}
