//! A reduction on one GPU without its Rust types: inputs are bytes, results are the bytes of states. Code that all operators share is compiled once
//! here, and not once per operator in its user's crate.

use std::sync::{Arc, PoisonError};

use reduce_core::{Error, Kernels, Plan, Step, Strategy};
use wgpu::Buffer;

use crate::device::pipeline::{Compiled, Stage};
use crate::device::scratch::Scratch;
use crate::device::shared::Gpu;
use crate::device::watch::Watch;
use crate::input::source::Part;
use crate::input::staged::Input;
use crate::input::upload::Staging;
use crate::run::call::Call;
use crate::run::readback::{Pending, wait};
use crate::run::timed::Timed;

/// Bytes of a `vec4<u32>`, of which the uniform of parameters is an array.
pub(crate) const PARAMS_ALIGN: usize = 16;

/// A reduction compiled for one GPU; calls from several threads may overlap.
#[derive(Clone)]
pub(crate) struct Runner {
    gpu: Gpu,
    compiled: Arc<Compiled>,
    /// The caller's scratch memory.
    scratch: Option<Scratch>,
    /// The words of the operator's parameters.
    pub(crate) params: Vec<u32>,
}

/// The work that the device was given, and the copies of host memory that it reads.
pub(crate) struct Begun {
    pub(crate) pending: Pending,
    staged: Vec<Buffer>,
}

impl Begun {
    /// Work that reads no copies of its own.
    pub(crate) fn of(pending: Pending) -> Self {
        Self {
            pending,
            staged: Vec::new(),
        }
    }

    /// Its bytes, as soon as somebody polls the device beyond its submission.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) async fn bytes(self, gpu: &Gpu) -> Result<Vec<u8>, Error> {
        let bytes = self.pending.bytes(&gpu.0).await?;
        gpu.0.pool.give(self.staged);
        Ok(bytes)
    }
}

impl Runner {
    pub(crate) fn new(gpu: Gpu, compiled: Arc<Compiled>) -> Self {
        Self {
            gpu,
            compiled,
            scratch: None,
            params: Vec::new(),
        }
    }

    pub(crate) fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    pub(crate) fn kernels(&self) -> &Kernels {
        &self.compiled.kernels
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    pub(crate) fn scratch_given(&self) -> Option<&Scratch> {
        self.scratch.as_ref()
    }

    /// This runner with other kernels.
    pub(crate) fn of_kernels(self, compiled: Arc<Compiled>) -> Self {
        Self { compiled, ..self }
    }

    /// This runner with other parameters.
    pub(crate) fn using(&self, params: Vec<u32>) -> Self {
        Self { params, ..self.clone() }
    }

    /// The buffer of the parameters, if there are any.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn params(&self) -> Result<Option<Buffer>, Error> {
        if self.params.is_empty() {
            return Ok(None);
        }
        let mut bytes: Vec<u8> = self.params.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.resize(bytes.len().next_multiple_of(PARAMS_ALIGN), 0);
        let gpu = &self.gpu.0;
        gpu.constants.get(&gpu.on, bytes).map(Some)
    }

    pub(crate) fn given(&self, scratch: Scratch) -> Self {
        Self {
            scratch: Some(scratch),
            ..self.clone()
        }
    }

    /// This runner with scratch memory of its own.
    pub(crate) fn without_scratch(&self) -> Self {
        Self {
            scratch: None,
            ..self.clone()
        }
    }

    /// The bytes of the last state of the `len` elements in `parts`, all of which is on the device; none without elements.
    pub(crate) fn reduce_at_once(
        &self,
        parts: Vec<Part<'_>>,
        len: usize,
        timestamps: Option<&Timed>,
    ) -> Result<Option<Vec<u8>>, Error> {
        self.wait(self.begin(parts, len, timestamps, Staging::Bounded)?)
    }

    /// Hands the reduction of the elements to the device; without elements there is none.
    pub(crate) fn begin(
        &self,
        parts: Vec<Part<'_>>,
        len: usize,
        timestamps: Option<&Timed>,
        staging: Staging,
    ) -> Result<Option<Begun>, Error> {
        let input = Input::new(&self.gpu, parts, len, staging)?;
        if len == 0 {
            return Ok(None);
        }
        let pending = if input.is_strided() {
            self.submit_views(&input, timestamps)?
        } else {
            self.submit(self.call(&self.kernels().plan(len as u64)?, &input, timestamps))?
        };
        let staged = input.staged();
        Ok(Some(Begun { pending, staged }))
    }

    /// Hands to the device the passes for the states of the nodes of `width` tiles over the `len` elements in `parts`, which begin at position
    /// `start` of a longer input.
    pub(crate) fn begin_nodes(
        &self,
        parts: Vec<Part<'_>>,
        len: usize,
        start: u64,
        width: u32,
    ) -> Result<Option<Begun>, Error> {
        let input = Input::new(&self.gpu, parts, len, Staging::Bounded)?;
        let len = len as u64;
        if len == 0 {
            return Ok(None);
        }
        let plan = self.kernels().plan_part(len, start, width)?;
        let results = self.kernels().shape().tiles(len).div_ceil(width.into());
        let pending = self.submit(Call {
            results,
            ..self.call(&plan, &input, None)
        })?;
        let staged = input.staged();
        Ok(Some(Begun { pending, staged }))
    }

    /// The bytes of the root of the tree over the states of neighbouring nodes, given by their bytes.
    pub(crate) fn root(&self, states: &[u8]) -> Result<Vec<u8>, Error> {
        let plan = self
            .kernels()
            .plan_tree(states.len() as u64 / self.kernels().state_bytes())?;
        let pending = self.submit(Call {
            given: states,
            ..self.call(&plan, &Input::default(), None)
        })?;
        wait(&self.gpu.0, pending)
    }

    /// Waits for the bytes of the work that was begun.
    pub(crate) fn wait(&self, begun: Option<Begun>) -> Result<Option<Vec<u8>>, Error> {
        let Some(begun) = begun else { return Ok(None) };
        self.gpu.0.on.wait(begun.pending.submission.clone())?;
        pollster::block_on(begun.bytes(&self.gpu)).map(Some)
    }

    /// The call that reads back the last state.
    fn call<'a>(&self, plan: &'a Plan, input: &'a Input<'a>, timestamps: Option<&'a Timed>) -> Call<'a> {
        Call {
            plan,
            input,
            given: &[],
            watch: None,
            state: self.kernels().state_bytes(),
            results: 1,
            params: None,
            timestamps,
        }
    }

    fn submit(&self, call: Call<'_>) -> Result<Pending, Error> {
        let stages = call.plan.passes.iter().map(|pass| self.stage(pass.step));
        let stages = stages.collect::<Result<Vec<_>, Error>>()?;
        let watch = Watch::of(&self.gpu.0, self.kernels(), &stages)?;
        let params = self.params()?;
        Call { watch, params, ..call }.submit(&self.gpu.0, &stages)
    }

    /// Whether this is the canonical order, whose nodes can be joined.
    pub(crate) fn is_canonical(&self) -> bool {
        self.kernels().policy().strategy == Strategy::Canonical
    }

    /// # Errors
    /// [`Error::Policy`] for a strategy of the ladder; `what` names a feature of the canonical order alone.
    pub(crate) fn canonical(&self, what: &str) -> Result<(), Error> {
        if self.is_canonical() {
            return Ok(());
        }
        Err(Error::Policy {
            problem: format!("Strategy::{} has no {what}", self.kernels().policy().strategy),
            remedy: "use Strategy::Canonical, or give the whole input and its length",
        })
    }

    /// The pipeline of `step`, which may be compiled now.
    pub(crate) fn stage(&self, step: Step) -> Result<Arc<Stage>, Error> {
        let gpu = &self.gpu.0;
        if !step.is_of_all_reductions() {
            return self.compiled.stage(&gpu.on, step);
        }
        let kept = || gpu.of_all.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().get(&step).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let stage = Arc::new(Stage::new(&gpu.on, &self.kernels().step(step)?)?);
        gpu.on.alive()?;
        Ok(Arc::clone(kept().entry(step).or_insert(stage)))
    }
}
