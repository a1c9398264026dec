//! Batches of groups whose results stay on the device: of whole groups, of nodes of their trees, and of single groups that no binding holds.

use std::ops::Range;

use reduce_core::{Arrangement, Error, Finishing, GROUP_RESULTS, GroupBatch};
use wgpu::Buffer;

use crate::input::copied::Copied;
use crate::input::device_source::{BufferRange, DevicePart};
use crate::input::pieces::Binding;
use crate::input::source::Part;
use crate::input::staged::Input;
use crate::input::upload::{Staging, Uploaded};
use crate::run::group_passes::{Elements, Tables};
use crate::run::recorded::{Recorded, Way};
use crate::run::runner::Runner;

/// The memory for the results of groups, and the way of the passes that write them.
pub(crate) struct Finished<'a> {
    pub(crate) results: Results<'a>,
    pub(crate) way: &'a Way<'a>,
}

/// Memory for the results of groups, each behind the other.
pub(crate) enum Results<'a> {
    /// An array, which may have several buffers.
    Array(&'a Uploaded),
    /// A buffer of the caller's, of which a binding may show a part.
    Buffer {
        range: BufferRange<'a>,
        /// Bytes of a result.
        bytes: u64,
        /// The most bytes of a binding, and what its first byte is a multiple of.
        binding: [u64; 2],
    },
}

impl<'a> Results<'a> {
    /// Bytes of a result.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Array(array) => array.bytes,
            Self::Buffer { bytes, .. } => *bytes,
        }
    }

    /// The buffer of the result of this number, and the byte at which it begins there.
    fn place(&self, number: usize) -> (&'a Buffer, u64) {
        match self {
            Self::Array(array) => {
                let (buffer, before) = (number as u64 / array.chunk, number as u64 % array.chunk);
                (&array.buffers[buffer as usize], before * array.bytes)
            }
            Self::Buffer { range, bytes, .. } => (range.buffer, range.offset + number as u64 * bytes),
        }
    }

    /// The binding that shows the results from this number on, and the byte of it at which they begin.
    pub(crate) fn binding(&self, number: usize) -> (Binding<'a>, u64) {
        let (buffer, place) = self.place(number);
        match self {
            Self::Array(_) => (Binding::all(buffer), place),
            Self::Buffer { range, binding, .. } => {
                let [most, alignment] = *binding;
                let offset = place / alignment * alignment;
                let bytes = (range.offset + range.size - offset).min(most) / 4 * 4;
                let shown = Binding {
                    offset,
                    ..Binding::first(buffer, bytes)
                };
                (shown, place - offset)
            }
        }
    }

    /// How many results there are in that binding.
    pub(crate) fn room(&self, number: usize) -> usize {
        let room = match self {
            Self::Array(array) => array.chunk - number as u64 % array.chunk,
            Self::Buffer { bytes, .. } => {
                let (binding, before) = self.binding(number);
                (binding.bytes - before) / bytes
            }
        };
        usize::try_from(room).unwrap_or(usize::MAX)
    }
}

/// States of one node of neighbouring groups, at the beginning of a buffer.
pub(crate) struct States {
    buffer: Buffer,
    node: u64,
    /// The groups, by their number in the batch.
    groups: Range<u64>,
}

impl Runner {
    /// Hands the passes over a batch of an input that no single buffer holds to the device, which writes the results of its groups once it has seen all of their elements.
    ///
    /// The states of groups whose elements come in several batches are kept in `nodes` until then, in the order of the nodes.
    ///
    /// # Errors
    /// [`Error::Limit`] if the states of all nodes of a group find no room, and those of the passes.
    pub(crate) fn finish_batch(
        &self,
        batch: &GroupBatch<'_>,
        (parts, before): (Vec<Part<'_>>, usize),
        nodes: &mut Vec<States>,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        let len = if batch.elements.is_empty() {
            0
        } else {
            before + batch.elements.len()
        };
        let Some(arrangement) = &batch.arrangement else {
            if before > 0 {
                // An input of its own begins with its first element.
                return Err(self.in_several_buffers());
            }
            let input = Input::new(self.gpu(), parts, len, Staging::Bounded)?;
            self.finish_whole(input.device_parts().collect(), len, batch.groups.start, finished)?;
            finished.way.rest(&self.gpu().0, input.staged());
            return Ok(());
        };
        self.with_elements(parts, len, Staging::Bounded, |elements| {
            self.finish_elements(batch, (&elements, before, arrangement), nodes, finished)
        })
    }

    /// The passes over the elements of a batch, behind `before` other ones: over whole groups, or over a node of the tree of each.
    ///
    /// # Errors
    /// As [`finish_batch`](Self::finish_batch).
    pub(crate) fn finish_elements(
        &self,
        batch: &GroupBatch<'_>,
        (elements, before, arrangement): (&Elements<'_>, usize, &Arrangement),
        nodes: &mut Vec<States>,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        if batch.nodes == 1 {
            return self.finish_groups(elements, (before, arrangement), batch.groups.start, finished);
        }
        self.keep_nodes(elements, (before, arrangement), batch.node, (nodes, finished))?;
        if batch.node + 1 < batch.nodes {
            return Ok(());
        }
        let states = std::mem::take(nodes);
        let (all, nodes) = (batch.groups.len(), batch.nodes as u64);
        let at_once = (self.kernels().states_at_once() / nodes).max(1);
        let at_once = usize::try_from(at_once).unwrap_or(usize::MAX);
        let mut first = 0;
        while first < all {
            let number = batch.groups.start + first;
            let most = at_once.min(finished.results.room(number));
            if most == 0 {
                return Err(self.beyond_a_binding("the results of some groups", finished.results.bytes()));
            }
            let some = first..all.min(first + most);
            first = some.end;
            self.finish_nodes(&states, (nodes, some), number, finished)?;
        }
        let gpu = &self.gpu().0;
        finished.way.rest(gpu, states.into_iter().map(|states| states.buffer));
        Ok(())
    }

    /// The result of one group, whose elements may go on in the next buffers, for the place of this number.
    pub(crate) fn finish_whole(
        &self,
        elements: Vec<DevicePart<'_>>,
        len: usize,
        number: usize,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        let (buffer, byte) = finished.results.place(number);
        let output = BufferRange::from(buffer.slice(byte..byte + finished.results.bytes()));
        let passes = (self.without_scratch()).ready(elements, (len as u64).into(), output, None)?;
        finished.way.take(&self.gpu().0, "the passes", || Recorded {
            passes,
            ..Recorded::default()
        })
    }

    /// Leaves the states of this node of each group on the device.
    fn keep_nodes(
        &self,
        elements: &Elements<'_>,
        (offset, arrangement): (usize, &Arrangement),
        node: usize,
        (nodes, finished): (&mut Vec<States>, &Finished<'_>),
    ) -> Result<(), Error> {
        let (gpu, groups) = (&self.gpu().0, arrangement.groups());
        let at_once = self.groups_of_a_call(elements, arrangement);
        for first in (0..groups).step_by(at_once) {
            let some = first..groups.min(first.saturating_add(at_once));
            let (plan, tables) = self.plan_of_groups(elements, offset, arrangement, some.clone(), Finishing::OnHost)?;
            let passes = self.group_passes(&plan, elements, tables, Staging::Whole)?;
            self.unwatched(passes.stages.iter())?;
            (finished.way).take(gpu, "the passes", || passes.recorded(gpu, elements, None, None))?;
            let states = passes.banks[GROUP_RESULTS].clone();
            let others = passes.into_buffers().filter(|buffer| *buffer != states);
            finished.way.rest(gpu, others);
            nodes.push(States {
                buffer: states,
                node: node as u64,
                groups: some.start as u64..some.end as u64,
            });
        }
        Ok(())
    }

    /// The results of some groups, of which the states of all `nodes` are there; the first of them has the number `number` among all results.
    fn finish_nodes(
        &self,
        states: &[States],
        (nodes, groups): (u64, Range<usize>),
        number: usize,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        let (gpu, count, groups) = (
            &self.gpu().0,
            groups.len() as u64,
            groups.start as u64..groups.end as u64,
        );
        let mut plan = (self.kernels()).plan_nodes(count, nodes, Finishing::InLastPass)?;
        let (output, byte) = finished.results.binding(number);
        // A binding has less than 2^32 bytes.
        plan.write_from((byte / 4) as u32);
        let nothing = Elements {
            bindings: Vec::new(),
            by_vectors: false,
            offsets: None,
        };
        let passes = self.group_passes(&plan, &nothing, Tables::default(), Staging::Whole)?;
        self.unwatched(passes.stages.iter())?;
        let state = self.kernels().state_bytes();
        let copies = states.iter().filter_map(|some| {
            let (begin, end) = (some.groups.start.max(groups.start), some.groups.end.min(groups.end));
            (begin < end).then(|| Copied {
                from: (some.buffer.clone(), (begin - some.groups.start) * state),
                to: (
                    passes.banks[0].clone(),
                    (some.node * count + begin - groups.start) * state,
                ),
                bytes: (end - begin) * state,
            })
        });
        finished.way.take(gpu, "the passes over nodes", || Recorded {
            before: copies.collect(),
            ..passes.recorded(gpu, &nothing, Some(output), None)
        })?;
        finished.way.rest(gpu, passes.into_buffers());
        Ok(())
    }
}
