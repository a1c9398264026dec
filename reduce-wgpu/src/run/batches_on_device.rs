//! Batches of groups whose results stay on the device: of whole groups, of nodes of their trees, and of single groups that no binding holds.

use std::ops::Range;

use reduce_core::{Arrangement, Error, Finishing, GROUP_RESULTS, GroupBatch};
use wgpu::Buffer;

use crate::input::device_source::BufferRange;
use crate::input::pieces::Binding;
use crate::input::source::Part;
use crate::input::staged::Input;
use crate::input::upload::{Staging, Uploaded};
use crate::run::call::STATES;
use crate::run::dispatch::{begin, record};
use crate::run::group_passes::{Elements, Tables};
use crate::run::runner::Runner;
use crate::run::timed::Timed;

/// The memory for the results of groups, and the timestamps around the passes.
pub(crate) struct Finished<'a> {
    pub(crate) results: &'a Uploaded,
    pub(crate) timestamps: Option<&'a Timed>,
}

impl Finished<'_> {
    /// The buffer of the result of this number, and the byte at which it begins there.
    pub(crate) fn place(&self, number: usize) -> (&Buffer, u64) {
        let (buffer, before) = (number as u64 / self.results.chunk, number as u64 % self.results.chunk);
        (&self.results.buffers[buffer as usize], before * self.results.bytes)
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
        let first = batch.groups.start;
        let Some(arrangement) = &batch.arrangement else {
            // An input of its own begins with its first element.
            return match before {
                0 => self.finish_whole(parts, len, first, finished),
                _ => Err(self.in_several_buffers()),
            };
        };
        self.with_elements(parts, len, Staging::Bounded, |elements| {
            if batch.nodes == 1 {
                return self.finish_groups(&elements, (before, arrangement), first, finished);
            }
            self.keep_nodes(&elements, (before, arrangement), batch.node, (nodes, finished))?;
            if batch.node + 1 < batch.nodes {
                return Ok(());
            }
            let states = std::mem::take(nodes);
            let (all, nodes) = (batch.groups.len() as u64, batch.nodes as u64);
            let at_once = (self.kernels().states_at_once() / nodes).max(1);
            for first in (0..all).step_by(usize::try_from(at_once).unwrap_or(usize::MAX)) {
                let some = first..all.min(first.saturating_add(at_once));
                self.finish_nodes(&states, (nodes, some), batch.groups.start, finished)?;
            }
            // Who takes them from the pool writes to them by the same queue, behind what reads them.
            self.gpu().0.pool.give(states.into_iter().map(|states| states.buffer));
            Ok(())
        })
    }

    /// The result of one group, whose elements may go on in the next buffers, for the place of this number.
    fn finish_whole(
        &self,
        parts: Vec<Part<'_>>,
        len: usize,
        number: usize,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        let input = Input::new(self.gpu(), parts, len, Staging::Bounded)?;
        let (buffer, byte) = finished.place(number);
        let output = BufferRange::from(buffer.slice(byte..byte + finished.results.bytes));
        let ready = self
            .without_scratch()
            .ready(input.device_parts().collect(), (len as u64).into(), output, None)?;
        self.gpu().0.on.submit_recorded("the passes", |encoder| {
            record(&mut begin(encoder, finished.timestamps), &ready);
        })?;
        // Who takes them from the pool writes to them by the same queue, behind what reads them.
        self.gpu().0.pool.give(input.staged());
        Ok(())
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
            let passes = self.group_passes(&plan, elements, tables, Staging::Bounded)?;
            self.unwatched(passes.stages.iter())?;
            self.gpu().0.on.submit_recorded("the passes", |encoder| {
                let ready = passes.ready(gpu, elements, None, None);
                passes.clear(encoder);
                record(&mut begin(encoder, finished.timestamps), &ready);
            })?;
            let states = passes.banks[GROUP_RESULTS].clone();
            gpu.pool.give(passes.into_buffers().filter(|buffer| *buffer != states));
            nodes.push(States {
                buffer: states,
                node: node as u64,
                groups: some.start as u64..some.end as u64,
            });
        }
        Ok(())
    }

    /// The results of some groups, of which the states of all `nodes` are there; the first of all groups has the number `first`.
    fn finish_nodes(
        &self,
        states: &[States],
        (nodes, groups): (u64, Range<u64>),
        first: usize,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        let (gpu, count) = (&self.gpu().0, groups.end - groups.start);
        let plan = (self.kernels()).plan_nodes(count, nodes, Finishing::InLastPass)?;
        let nothing = Elements {
            bindings: Vec::new(),
            by_vectors: false,
            offsets: None,
        };
        let passes = self.group_passes(&plan, &nothing, Tables::default(), Staging::Bounded)?;
        self.unwatched(passes.stages.iter())?;
        // They may go to several buffers, which no pass writes at once.
        let bytes = finished.results.bytes;
        let results = gpu.pool.take(&gpu.on, "the results of groups", count * bytes, STATES)?;
        let state = self.kernels().state_bytes();
        self.gpu().0.on.submit_recorded("the passes over nodes", |encoder| {
            for some in states {
                let (begin, end) = (some.groups.start.max(groups.start), some.groups.end.min(groups.end));
                if begin < end {
                    let from = (begin - some.groups.start) * state;
                    let to = (some.node * count + begin - groups.start) * state;
                    let size = (end - begin) * state;
                    encoder.copy_buffer_to_buffer(&some.buffer, from, &passes.banks[0], to, size);
                }
            }
            let ready = passes.ready(gpu, &nothing, Some(Binding::all(&results)), None);
            record(&mut begin(encoder, finished.timestamps), &ready);
            let mut done = 0;
            while done < count {
                let number = first + (groups.start + done) as usize;
                let (buffer, byte) = finished.place(number);
                let here = (count - done).min(finished.results.chunk - number as u64 % finished.results.chunk);
                encoder.copy_buffer_to_buffer(&results, done * bytes, buffer, byte, here * bytes);
                done += here;
            }
        })?;
        gpu.pool.give(passes.into_buffers().chain([results]));
        Ok(())
    }
}
