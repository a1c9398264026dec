//! The passes over groups, ready to be recorded: their kernels, their buffers, their bindings.

use std::borrow::Cow;
use std::sync::Arc;

use reduce_core::{Error, GROUP_OUTPUT, GroupPass, GroupPlan, HostPart};
use wgpu::Buffer;

use crate::device::pipeline::Stage;
use crate::device::shared::Shared;
use crate::device::watch::{WORD_BYTES, Watch};
use crate::input::pieces::Binding;
use crate::input::upload::{Staging, Uploaded};
use crate::run::call::STATES;
use crate::run::dispatch::Ready;
use crate::run::runner::Runner;

/// Bytes of a row of a table of groups.
const ROW_BYTES: usize = 16;

/// The elements of groups on a device.
pub(crate) struct Elements<'a> {
    /// One for each part.
    pub(crate) bindings: Vec<Binding<'a>>,
    /// The elements of the input before the first that is there.
    pub(crate) before: usize,
    /// Whether 16-byte loads read all of them.
    pub(crate) by_vectors: bool,
}

/// The passes of a plan with all that they bind but the elements and the results.
pub(crate) struct GroupPasses<'a> {
    plan: &'a GroupPlan,
    pub(crate) stages: Vec<Arc<Stage>>,
    pub(crate) banks: [Buffer; 3],
    uniforms: Vec<Buffer>,
    table: Option<Uploaded>,
    list: Option<Uploaded>,
    params: Option<Buffer>,
}

impl Runner {
    /// Compiles the kernels of a plan and makes its buffers; `list` has the places of the elements, if a list has them.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::Driver`], and those of the kernels.
    pub(crate) fn group_passes<'a>(
        &self,
        plan: &'a GroupPlan,
        elements: &Elements<'_>,
        list: Vec<u32>,
        staging: Staging,
    ) -> Result<GroupPasses<'a>, Error> {
        let (gpu, state) = (&self.gpu().0, self.kernels().state_bytes());
        self.check_bindings(plan, elements.bindings.len(), !list.is_empty())?;
        let stages = plan.passes.iter().map(|pass| self.stage(pass.step));
        let stages = stages.collect::<Result<Vec<Arc<Stage>>, Error>>()?;
        let take = |states: u64| gpu.pool.take(&gpu.on, "the states of groups", states * state, STATES);
        let [first, second, results] = plan.scratch;
        let places: Vec<[u32; 2]> = elements.bindings.iter().map(|part| [part.start, part.step]).collect();
        let uniforms = plan
            .passes
            .iter()
            .map(|pass| gpu.constants.get(&gpu.on, pass.numbers.bytes(&places)));
        Ok(GroupPasses {
            plan,
            stages,
            banks: [take(first)?, take(second)?, take(results)?],
            uniforms: uniforms.collect::<Result<Vec<Buffer>, Error>>()?,
            table: self.table(plan.table.as_flattened(), ROW_BYTES, staging)?,
            list: self.table(&list, 4, staging)?,
            params: self.params()?,
        })
    }

    /// Refuses more storage buffers than a kernel of the device has: the parts of an element, the results, the table and the list of groups.
    fn check_bindings(&self, plan: &GroupPlan, parts: usize, is_listed: bool) -> Result<(), Error> {
        let gpu = &self.gpu().0;
        let limit = gpu.on.device.limits().max_storage_buffers_per_shader_stage;
        let tables = u32::from(!plan.table.is_empty()) + u32::from(is_listed);
        let asked = parts as u32 + 1 + tables + u32::from(self.kernels().is_watched());
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

    /// A table of numbers on the device; none of none.
    fn table(&self, words: &[u32], element: usize, staging: Staging) -> Result<Option<Uploaded>, Error> {
        if words.is_empty() {
            return Ok(None);
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let gpu = &self.gpu().0;
        let part = HostPart {
            bytes: Cow::Owned(bytes),
            element,
        };
        let table = Uploaded::stage(&gpu.on, &gpu.caps, &gpu.pool, &part, staging)?;
        if table.buffers.len() > 1 {
            return Err(self.in_several_buffers());
        }
        Ok(Some(table))
    }
}

impl GroupPasses<'_> {
    /// The dispatches, bound to elements and, if the device finishes the groups, to where their results go; inside an error scope of the caller's.
    pub(crate) fn ready(
        &self,
        gpu: &Shared,
        elements: &Elements<'_>,
        output: Option<Binding<'_>>,
        watch: Option<&Watch>,
    ) -> Vec<Ready> {
        let passes = self.plan.passes.iter().zip(&self.stages).zip(&self.uniforms);
        let ready = passes.map(|((pass, stage), uniform)| {
            let mut bound = self.bound(pass, uniform, elements, output);
            let word = watch.filter(|_| stage.watched);
            bound.extend(word.map(|watch| Binding::first(&watch.word, WORD_BYTES)));
            let resources = bound.iter().map(Binding::resource).collect();
            let workgroups = workgroups_of(pass.workgroups, gpu.caps.max_workgroups);
            let params = self.params.as_ref().map(Binding::all);
            Ready::of(gpu, Arc::clone(stage), resources, params, workgroups)
        });
        ready.collect()
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
        if pass.step.reads_table() {
            let before = (pass.first_row * ROW_BYTES) as u64;
            bound.extend(self.table.iter().map(|table| Binding {
                offset: before,
                bytes: table.buffers[0].size() - before,
                ..Binding::all(&table.buffers[0])
            }));
        }
        if pass.source.is_none() {
            bound.extend(self.list.iter().map(|list| Binding::all(&list.buffers[0])));
        }
        bound
    }

    /// Its buffers that go back to the pool once the device is done with them.
    pub(crate) fn into_buffers(self) -> impl Iterator<Item = Buffer> {
        let copies = [self.table, self.list].into_iter().flatten();
        self.banks.into_iter().chain(copies.flat_map(|copy| copy.buffers))
    }
}

/// The workgroups of a dispatch over so many groups and nodes on a device that takes `most` in one dimension.
fn workgroups_of([groups, nodes]: [u64; 2], most: u32) -> [u32; 3] {
    // The plan has no more nodes than one dimension takes, and no more groups than two.
    let nodes = nodes as u32;
    match u32::try_from(groups) {
        Ok(few) if few <= most => [few, 1, nodes],
        _ => [most, groups.div_ceil(most.into()) as u32, nodes],
    }
}
