//! One result for each group of an input, written by the device: for the next pass, or in the caller's own encoder.

use std::ops::Range;

use reduce_core::{
    Arranged, Arrangement, DeviceOutput, Element, Error, Finishing, Grouping, Operator, Source, Step, chunk,
};
use wgpu::{Buffer, CommandEncoder};

use crate::device::pool;
use crate::input::array::Array;
use crate::input::device_keys::GroupOutput;
use crate::input::device_source::DeviceSource;
use crate::input::upload::{PADDING, Staging, USAGE, Uploaded, sizes};
use crate::run::batches_on_device::{Finished, Results};
use crate::run::each::{arranged_for, places};
use crate::run::group_passes::Elements;
use crate::run::keyed::Wanted;
use crate::run::recorded::Way;
use crate::run::reducer::GpuReducer;
use crate::run::runner::Runner;
use crate::run::timed::Timed;

impl<R: Operator<Output: DeviceOutput>> GpuReducer<R> {
    /// Reduces each group of `data`, finishes on the device and leaves the results there, for the next pass. It waits for the number of groups by keys that the
    /// device sorts or compares, and for nothing else where a binding holds the elements. Where none does, it waits for offsets and keys in an array, and for the batch before the last, so that memory has room.
    ///
    /// Of bad offsets that only the device reads nobody is told here: such segments have the result of one without elements. The results are in the order of the groups: those of [`Keys`](crate::Keys) in that of the ascending keys. `finish` runs on the device, with the
    /// limits of [`encode`](Self::encode).
    ///
    /// # Errors
    /// As [`reduce_each`](Self::reduce_each) and [`encode`](Self::encode); [`Error::Buffer`] if results are no elements of an array: tuples, truth values and
    /// numbers of 8 and 16 bits.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// let gpu = Gpu::new()?;
    /// let table = gpu.upload(&[1.0, 2.0, 5.0, 6.0])?;
    /// let sums = gpu.reducer::<ops::Sum<f32>>()?.reduce_each_on_device(&table, Rows(2))?;
    /// assert_eq!(gpu.reduce::<ops::Max<f32>>(&sums)?, 11.0);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reduce_each_on_device<G: Grouping>(
        &self,
        data: impl Source<R::Input>,
        grouping: G,
    ) -> Result<Array<R::Output>, Error>
    where
        R::Output: Element,
    {
        let results = self.results_on_device(&data, &grouping, None, |what, bytes| {
            pool::create(&self.gpu().0.on, what, bytes, USAGE)
        })?;
        Array::of_results(results)
    }

    /// The results of the groups, in memory that `make` makes; nothing was waited for.
    pub(crate) fn results_on_device<S: Source<R::Input>, G: Grouping>(
        &self,
        data: &S,
        grouping: &G,
        timestamps: Option<&Timed>,
        make: impl FnMut(&'static str, u64) -> Result<Buffer, Error>,
    ) -> Result<Uploaded, Error> {
        let runner = self.reading(data)?;
        let data = data.items();
        let (arranged, keyed) = arranged_for(&runner, data, grouping, Wanted::Nothing(timestamps))?;
        let Arranged {
            arrangement,
            offset,
            in_place,
            ..
        } = arranged;
        let (parts, len, offset) = places(data, in_place, offset, keyed.as_ref())?;
        let groups = arrangement.groups();
        let results = runner.room_for_results(groups, make)?;
        let offsets = runner.offsets_of(grouping, &arrangement, keyed.as_ref())?;
        // Of groups without elements none are read, whatever the array has.
        let len = if arrangement.longest() > 0 { len } else { 0 };
        let finished = Finished {
            results: Results::Array(&results),
            way: &Way::Queue(timestamps),
        };
        if let Some(cuts) = runner
            .cuts(&parts, len, Some(&arrangement))?
            .filter(|_| groups > 0 && len > 0)
        {
            runner.canonical("groups")?;
            let mut nodes = Vec::new();
            runner.in_batches(
                (&parts, &cuts),
                (offset, &arrangement),
                Staging::Bounded,
                &mut |batch, parts, before| runner.finish_batch(batch, (parts, before), &mut nodes, &finished),
            )?;
        } else if groups > 0 {
            runner.with_elements(parts, len, Staging::Bounded, |elements| {
                let elements = runner.with_offsets(elements, offsets, offset)?;
                runner.finish_groups(&elements, (offset, &arrangement), 0, &finished)
            })?;
        }
        if let Some(keyed) = keyed {
            keyed.rest(&runner);
        }
        Ok(results)
    }

    /// Records the reduction of each group of `input` into the caller's `encoder`; the finished results will be at the start of `output`, one behind the
    /// other, each in [`output_bytes`](Self::output_bytes).
    ///
    /// All elements of a buffer, of a slice of one, or of several buffers belong to the input; `output` may lie in the same buffer. What is recorded is not submitted, and nothing waited
    /// for; keys and offsets in host memory are read there, and handed to the queue. For [`DeviceOffsets`](crate::DeviceOffsets) the device says how many are bad, and for keys in its
    /// memory, an array or [`DeviceKeys`](crate::DeviceKeys), it writes keys, results and their number to [`GroupBuffers`](crate::GroupBuffers). The scratch memory is made anew by each call.
    ///
    /// An input that no binding shows is read batch by batch, and so are more results than one shows written. Elements of a batch that lie apart, as those of some columns or of keys,
    /// are copied side by side: the scratch memory has as many bytes as they do. The output lies over none of the elements then.
    ///
    /// # Errors
    /// As [`encode`](Self::encode), and [`Error::Shape`] if the grouping does not fit the input; [`Error::Buffer`] if the output lies over elements that are read later; [`Error::Limit`] for an input that no binding shows, if only
    /// the device knows where groups begin, if elements that lie apart are in a buffer that begins where no binding can, or in a strided view, and if a single group of them is longer than a binding. After an error nothing has been recorded.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// fn rows(mean: &GpuReducer<ops::Mean<f32>>, table: &wgpu::Buffer, means: &wgpu::Buffer) -> Result<(), Error> {
    ///     let mut encoder = mean.gpu().device().create_command_encoder(&Default::default());
    ///     // … passes that write the table …
    ///     mean.encode_each(&mut encoder, table, Rows(1024), means)?;
    ///     // … passes that use the means …
    ///     mean.gpu().queue().submit([encoder.finish()]);
    ///     Ok(())
    /// }
    /// ```
    pub fn encode_each<'o, G: Grouping>(
        &self,
        encoder: &mut CommandEncoder,
        input: impl DeviceSource<R::Input>,
        grouping: G,
        output: impl Into<GroupOutput<'o>>,
    ) -> Result<(), Error> {
        let (runner, views) = self.reading_parts(&input)?;
        let len = runner.elements_of(&views)?;
        let output = match (grouping.keyed(), output.into()) {
            (Some(keyed), GroupOutput::Groups(to)) => return runner.encode_keyed(encoder, (views, len), keyed, to),
            (None, GroupOutput::Values(values)) => values,
            (Some(_), GroupOutput::Values(_)) => {
                return Err(Error::Policy {
                    problem: "only the device knows how many groups there are by keys in its memory".to_owned(),
                    remedy: "give GroupBuffers, with room for their keys and their number",
                });
            }
            (None, GroupOutput::Groups(_)) => {
                return Err(Error::Policy {
                    problem: "GroupBuffers are for groups by keys in the memory of the device".to_owned(),
                    remedy: "give a buffer for the results: the host knows how many there are, and which",
                });
            }
        };
        let (arrangement, _) = grouping.arrange(&[len])?;
        runner.kernels().check_positions(arrangement.longest())?;
        let offsets = runner.offsets_of(&grouping, &arrangement, None)?;
        if offsets.is_some_and(|bound| bound.status.is_none()) {
            return Err(Error::Policy {
                problem: "encode_each() could not report bad offsets in an array on the device".to_owned(),
                remedy: "give Segments a DeviceOffsets, which has a word for the number of bad ones, or use reduce_each()",
            });
        }
        let groups = (&arrangement, offsets);
        runner.encode_groups(encoder, (views, len), groups, output, |_| {})
    }
}

impl Runner {
    /// Bytes of a result on the device.
    pub(crate) fn result_bytes(&self) -> Result<u64, Error> {
        Ok(u64::from(self.stage(Step::Finish)?.output_words) * 4)
    }

    /// Memory for the results of so many groups, as elements of an array.
    fn room_for_results(
        &self,
        groups: usize,
        mut make: impl FnMut(&'static str, u64) -> Result<Buffer, Error>,
    ) -> Result<Uploaded, Error> {
        let (gpu, bytes) = (&self.gpu().0, self.result_bytes()?);
        let all = (groups as u64 * bytes).next_multiple_of(PADDING);
        let chunk = if all <= self.binding_bytes() {
            u64::MAX
        } else {
            chunk(bytes as usize, &gpu.caps)?
        };
        let buffers = sizes(groups.max(1), bytes, chunk).map(|size| make("the results of groups", size));
        Ok(Uploaded {
            buffers: buffers.collect::<Result<Vec<Buffer>, Error>>()?,
            chunk,
            bytes,
            len: groups,
            home: gpu.on.clone(),
        })
    }

    /// Hands the passes over these groups to the device, which writes their results behind those of `first` others: as many at a time as find room in a buffer of the results,
    /// and whose states do.
    pub(crate) fn finish_groups(
        &self,
        elements: &Elements<'_>,
        (offset, arrangement): (usize, &Arrangement),
        first: usize,
        finished: &Finished<'_>,
    ) -> Result<(), Error> {
        self.canonical("groups")?;
        let groups = arrangement.groups();
        // Bits number all groups together, and bad offsets are counted together.
        let is_whole = elements.are_marked() || elements.offsets.is_some_and(|bound| bound.status.is_some());
        if groups <= finished.results.room(first) {
            match self.finish_some(elements, (offset, arrangement), 0..groups, (first, finished)) {
                // Their states may find no room together.
                Err(Error::Limit { .. }) if !is_whole => {}
                finished => return finished,
            }
        } else if is_whole {
            return Err(self.beyond_a_binding(
                "the results of groups that the device has found",
                finished.results.bytes() * groups as u64,
            ));
        }
        let at_once = self.groups_of_a_call(elements, arrangement);
        let mut begin = 0;
        while begin < groups {
            let place = first + begin;
            let mut most = at_once.min(finished.results.room(place)).min(groups - begin);
            if elements.offsets.is_some() && begin + most < groups {
                // Offsets on the device are bound from a multiple of 256 bytes on.
                most = most / 64 * 64;
            }
            if most == 0 {
                return Err(self.beyond_a_binding("the results of some groups", finished.results.bytes()));
            }
            let end = begin + most;
            self.finish_some(elements, (offset, arrangement), begin..end, (place, finished))?;
            begin = end;
        }
        Ok(())
    }

    /// Hands the passes over some groups to the device, whose results are those from `place` on.
    pub(crate) fn finish_some(
        &self,
        elements: &Elements<'_>,
        (offset, arrangement): (usize, &Arrangement),
        groups: Range<usize>,
        (place, finished): (usize, &Finished<'_>),
    ) -> Result<(), Error> {
        let (output, byte) = finished.results.binding(place);
        // One dispatch may not read a buffer and write to it.
        let offsets = elements.offsets.and_then(|bound| bound.offsets);
        let finishing = match elements
            .bindings
            .iter()
            .chain(&offsets)
            .any(|part| part.buffer == output.buffer)
        {
            true => Finishing::Apart,
            false => Finishing::InLastPass,
        };
        let (mut plan, tables) = self.plan_of_groups(elements, offset, arrangement, groups, finishing)?;
        // A binding has less than 2^32 bytes.
        plan.write_from((byte / 4) as u32);
        let passes = self.group_passes(&plan, elements, tables, Staging::Whole)?;
        self.unwatched(passes.stages.iter())?;
        let gpu = &self.gpu().0;
        (finished.way).take(gpu, "the passes", || passes.recorded(gpu, elements, Some(output), None))
    }

    /// Refuses more bytes than one binding of the device has.
    pub(crate) fn check_binding(&self, what: &str, bytes: u64) -> Result<(), Error> {
        if bytes <= self.binding_bytes() {
            return Ok(());
        }
        Err(self.beyond_a_binding(what, bytes))
    }

    /// The bytes of one binding.
    pub(crate) fn binding_bytes(&self) -> u64 {
        let caps = &self.gpu().0.caps;
        caps.max_binding_bytes.min(caps.max_buffer_bytes)
    }

    pub(crate) fn beyond_a_binding(&self, what: &str, bytes: u64) -> Error {
        Error::Limit {
            what: what.to_owned(),
            asked: bytes,
            unit: "bytes in one binding",
            limit: self.binding_bytes(),
            device: self.gpu().0.caps.device.clone(),
            remedy: "reduce fewer groups at a time",
        }
    }
}
