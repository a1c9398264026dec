//! The passes over groups, ready to be recorded: their kernels, their buffers, their bindings.

use std::borrow::Cow;
use std::sync::Arc;

use reduce_core::{Error, GROUP_OUTPUT, GroupPass, GroupPlan, HostPart};
use wgpu::Buffer;

use crate::device::pipeline::Stage;
use crate::device::shared::Shared;
use crate::device::watch::{WORD_BYTES, Watch};
use crate::input::copied::Copied;
use crate::input::device_offsets::BoundOffsets;
use crate::input::pieces::Binding;
use crate::input::upload::{Staging, Uploaded};
use crate::run::call::STATES;
use crate::run::dispatch::{Ready, workgroups_of};
use crate::run::recorded::Recorded;
use crate::run::runner::Runner;
use crate::run::segment_lists::Lists;

/// The elements of groups on a device.
pub(crate) struct Elements<'a> {
    /// One for each part.
    pub(crate) bindings: Vec<Binding<'a>>,
    /// Whether 16-byte loads read all of them.
    pub(crate) by_vectors: bool,
    /// The offsets of groups that only the device sees.
    pub(crate) offsets: Option<BoundOffsets<'a>>,
}

impl<'a> Elements<'a> {
    /// Whether bits alone mark the first elements of groups.
    pub(crate) fn are_marked(&self) -> bool {
        self.offsets.is_some_and(|bound| bound.offsets.is_none())
    }

    /// The buffers that mark the first elements of groups, if the device has found these.
    fn heads(&self) -> Option<[Binding<'a>; 3]> {
        self.offsets.and_then(|bound| bound.heads)
    }
}

/// Numbers that passes over segments read besides the elements.
#[derive(Default)]
pub(crate) struct Tables<'a> {
    /// Where each group begins, and the end of the last.
    pub(crate) offsets: Option<Words<'a>>,
    /// The places of the elements, group after group.
    pub(crate) list: Option<Words<'a>>,
}

/// Numbers of 32 bits.
pub(crate) enum Words<'a> {
    /// In host memory.
    Host(Vec<u32>),
    /// On the device.
    Device(Binding<'a>),
}

/// Such numbers on the device.
enum Table<'a> {
    Copied(Uploaded),
    InPlace(Binding<'a>),
}

/// The passes of a plan with all that they bind but the elements and the results.
pub(crate) struct GroupPasses<'a> {
    plan: &'a GroupPlan,
    pub(crate) stages: Vec<Arc<Stage>>,
    pub(crate) banks: [Buffer; 3],
    uniforms: Vec<Buffer>,
    offsets: Option<Table<'a>>,
    list: Option<Table<'a>>,
    lists: Option<Lists>,
    /// The offsets that only the device sees.
    unseen: Option<BoundOffsets<'a>>,
    params: Option<Buffer>,
}

impl Runner {
    /// Compiles the kernels of a plan and makes its buffers.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::Driver`], and those of the kernels.
    pub(crate) fn group_passes<'a>(
        &self,
        plan: &'a GroupPlan,
        elements: &Elements<'a>,
        tables: Tables<'a>,
        staging: Staging,
    ) -> Result<GroupPasses<'a>, Error> {
        let (gpu, state) = (&self.gpu().0, self.kernels().state_bytes());
        self.check_bindings(elements, &tables)?;
        let stages = plan.passes.iter().map(|pass| self.stage(pass.step));
        let stages = stages.collect::<Result<Vec<Arc<Stage>>, Error>>()?;
        let take = |states: u64| gpu.pool.take(&gpu.on, "the states of groups", states * state, STATES);
        let [first, second, results] = plan.scratch;
        // A word of status may come behind the states.
        let status = u64::from(elements.offsets.is_some());
        let places: Vec<[u32; 2]> = elements.bindings.iter().map(|part| [part.start, part.step]).collect();
        let uniforms = plan
            .passes
            .iter()
            .map(|pass| gpu.constants.get(&gpu.on, pass.numbers.bytes(&places)));
        Ok(GroupPasses {
            plan,
            stages,
            banks: [take(first)?, take(second)?, take(results + status)?],
            uniforms: uniforms.collect::<Result<Vec<Buffer>, Error>>()?,
            offsets: self.table(tables.offsets, staging)?,
            list: self.table(tables.list, staging)?,
            lists: plan.lists.as_ref().map(|lists| self.segment_lists(lists)).transpose()?,
            unseen: elements.offsets.filter(|offsets| !offsets.is_checked),
            params: self.params()?,
        })
    }

    /// Refuses more storage buffers than a kernel of the device has: the parts of an element, the results, the table and the list of groups, or the bits that mark them.
    fn check_bindings(&self, elements: &Elements<'_>, tables: &Tables<'_>) -> Result<(), Error> {
        let gpu = &self.gpu().0;
        let limit = gpu.on.device.limits().max_storage_buffers_per_shader_stage;
        // Where nobody has seen the offsets, a kernel asks whether the lists had room.
        let unseen = elements.offsets.is_some_and(|offsets| !offsets.is_checked);
        let begins = match (&tables.offsets, elements.heads()) {
            (Some(_), _) => 1,
            (None, heads) => heads.map_or(0, |heads| heads.len() as u32),
        };
        let tables = begins + u32::from(tables.list.is_some()) + u32::from(unseen);
        let asked = elements.bindings.len() as u32 + 1 + tables + u32::from(self.kernels().is_watched());
        if asked <= limit {
            return Ok(());
        }
        Err(Error::Limit {
            what: "a kernel of groups".to_owned(),
            asked: asked.into(),
            unit: "storage buffers",
            limit: limit.into(),
            device: gpu.caps.device.clone(),
            remedy: "give elements of fewer members, or use Cpu::new()",
        })
    }

    /// Numbers on the device.
    fn table<'a>(&self, words: Option<Words<'a>>, staging: Staging) -> Result<Option<Table<'a>>, Error> {
        let words = match words {
            None => return Ok(None),
            Some(Words::Device(binding)) => return Ok(Some(Table::InPlace(binding))),
            Some(Words::Host(words)) => words,
        };
        let gpu = &self.gpu().0;
        let part = HostPart {
            bytes: Cow::Owned(words.iter().flat_map(|word| word.to_le_bytes()).collect()),
            element: 4,
        };
        let table = Uploaded::stage(&gpu.on, &gpu.caps, &gpu.pool, &part, staging)?;
        match table.buffers.len() {
            1 => Ok(Some(Table::Copied(table))),
            _ => Err(self.in_several_buffers()),
        }
    }
}

impl GroupPasses<'_> {
    /// All of it, bound to elements and, if the device finishes the groups, to where their results go; inside an error scope of the caller's.
    pub(crate) fn recorded(
        &self,
        gpu: &Shared,
        elements: &Elements<'_>,
        output: Option<Binding<'_>>,
        watch: Option<&Watch>,
    ) -> Recorded {
        let told = self.unseen.and_then(|offsets| offsets.status);
        let status = self.status().zip(told).map(|((from, byte), (to, at))| Copied {
            from: (from.clone(), byte),
            to: (to.clone(), at),
            bytes: 4,
        });
        Recorded {
            cleared: self.lists.as_ref().map(Lists::cleared),
            before: Vec::new(),
            passes: self.ready(gpu, elements, output, watch),
            after: status.into_iter().collect(),
        }
    }

    /// Its dispatches.
    fn ready(
        &self,
        gpu: &Shared,
        elements: &Elements<'_>,
        output: Option<Binding<'_>>,
        watch: Option<&Watch>,
    ) -> Vec<Ready> {
        let mut ready = Vec::new();
        if let Some(lists) = &self.lists {
            let offsets = self.offsets.as_ref().map(Table::binding);
            ready.push(lists.ready(gpu, offsets, elements.heads()));
        }
        for ((pass, stage), uniform) in self.plan.passes.iter().zip(&self.stages).zip(&self.uniforms) {
            let mut bound = self.bound(pass, uniform, elements, output);
            let word = watch.filter(|_| stage.watched);
            bound.extend(word.map(|watch| Binding::first(&watch.word, WORD_BYTES)));
            let resources = bound.iter().map(Binding::resource).collect();
            let params = self.params.as_ref().map(Binding::all);
            let workgroups = workgroups_of(pass.workgroups, gpu.caps.max_workgroups);
            ready.push(Ready::of(gpu, Arc::clone(stage), resources, params, workgroups));
        }
        ready
    }

    /// Where the device says how many segments are bad, if only it knows: a buffer, and the byte of the word in it.
    pub(crate) fn status(&self) -> Option<(&Buffer, u64)> {
        self.unseen.and(self.lists.as_ref()).map(Lists::status)
    }

    /// The bindings of a pass, in their order.
    fn bound<'b>(
        &'b self,
        pass: &GroupPass,
        uniform: &'b Buffer,
        elements: &Elements<'b>,
        output: Option<Binding<'b>>,
    ) -> Vec<Binding<'b>> {
        let mut bound = match pass.source {
            Some(bank) => vec![Binding::all(&self.banks[bank])],
            None => elements.bindings.clone(),
        };
        let target = match output.filter(|_| pass.target == GROUP_OUTPUT) {
            Some(output) => output,
            None => Binding::all(&self.banks[pass.target.min(2)]),
        };
        bound.splice(1..1, [target, Binding::all(uniform)]);
        let (at_offsets, reads_table) = (pass.step.reads_offsets(), pass.step.reads_table());
        let lists = self.lists.iter().filter(|_| reads_table).map(Lists::binding);
        match at_offsets {
            true => bound.extend(self.offsets.iter().map(Table::binding)),
            false => bound.extend(lists.clone()),
        }
        if pass.step.reads_heads() {
            bound.extend(elements.heads().into_iter().flatten());
        }
        if pass.source.is_none() {
            bound.extend(self.list.iter().map(Table::binding));
        }
        if at_offsets {
            bound.extend(lists);
        }
        bound
    }

    /// Its buffers that go back to the pool once the device is done with them.
    pub(crate) fn into_buffers(self) -> impl Iterator<Item = Buffer> {
        let copies = [self.offsets, self.list].into_iter().flatten();
        let copies = copies.flat_map(|table| match table {
            Table::Copied(copy) => copy.buffers,
            Table::InPlace(_) => Vec::new(),
        });
        let lists = self.lists.map(Lists::into_buffer);
        self.banks.into_iter().chain(copies).chain(lists)
    }
}

impl Table<'_> {
    fn binding(&self) -> Binding<'_> {
        match self {
            Self::Copied(copy) => Binding::all(&copy.buffers[0]),
            Self::InPlace(binding) => *binding,
        }
    }
}
