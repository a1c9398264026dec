//! A reduction compiled for one device.

use std::marker::PhantomData;
use std::sync::Arc;

use reduce_core::{
    Element, Error, Kernels, Monoid, Partial, Plan, Reduction, Shape, Step, Strategy, caught, finish, from_bytes,
};

use crate::dispatch::{self, Call, Pending};
use crate::gpu::Gpu;
use crate::input::Input;
use crate::pipeline::{Compiled, Stage};
use crate::scratch::Scratch;
use crate::source::{self, Host, Part, Source};

/// The reduction `R` on one GPU, compiled. `Send` and `Sync`; calls from several threads may overlap.
///
/// Made by [`Gpu::reducer`].
pub struct Reducer<R> {
    gpu: Gpu,
    compiled: Arc<Compiled>,
    /// Of the caller's.
    scratch: Option<Scratch>,
    reduction: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for Reducer<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Reducer on {}", self.gpu.name())
    }
}

impl<R> Reducer<R> {
    /// The GPU that this reducer is compiled for.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }
}

impl<R> Clone for Reducer<R> {
    fn clone(&self) -> Self {
        Self {
            gpu: self.gpu.clone(),
            compiled: Arc::clone(&self.compiled),
            scratch: self.scratch.clone(),
            reduction: PhantomData,
        }
    }
}

/// Nodes that the device is working on, and the buffers from which it reads what came from the host.
pub(crate) struct Begun {
    pending: Pending,
    staged: Vec<wgpu::Buffer>,
}

impl<R: Reduction> Reducer<R> {
    pub(crate) fn new(gpu: Gpu, compiled: Arc<Compiled>) -> Self {
        Self {
            gpu,
            compiled,
            scratch: None,
            reduction: PhantomData,
        }
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    pub(crate) fn scratch_given(&self) -> Option<&Scratch> {
        self.scratch.as_ref()
    }

    pub(crate) fn given(&self, scratch: Scratch) -> Self {
        Self {
            scratch: Some(scratch),
            ..self.clone()
        }
    }

    /// Reduces `data`, a slice or an uploaded [`Array`](crate::Array), and waits for the result.
    ///
    /// Reads every element once; a slice is copied to the device first.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::WrongDevice`].
    pub fn reduce(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        let (parts, len) = source::parts(&data)?;
        let hosts: Option<Vec<&Host<'_>>> = parts.iter().map(Part::host).collect();
        if let Some(hosts) = hosts
            && self.is_canonical()
            && len as u64 > Plan::segment::<R>(&self.gpu.0.caps)?
        {
            // Copied while it is reduced, and never all of it on the device.
            let mut stream = self.stream()?;
            stream.take(&hosts, len as u64)?;
            return stream.finish();
        }
        let input = Input::new(&self.gpu, parts, len)?;
        finished::<R>(self.state_of(input, None)?)
    }

    /// Reduces `data`, the elements from position `start` on of a longer input, to be merged with the other parts.
    ///
    /// # Errors
    /// [`Error::Partial`] if `start` is no multiple of [`Partial::block`]; else as [`reduce`](Self::reduce).
    pub fn partial(&self, data: impl Source<R::Input>, start: u64) -> Result<Partial<R>, Error> {
        self.canonical("parts that join")?;
        Partial::<R>::block_at(start)?;
        let (parts, len) = source::parts(&data)?;
        let states = self.nodes(parts, len, start, 1)?;
        caught::<R, _>(|| Partial::of_blocks(&states, start, len as u64))?
    }

    /// The last state of `data`, before `finish`.
    pub(crate) fn last_state(&self, data: &[R::Input]) -> Result<R::State, Error> {
        self.state(&data, None)
    }

    /// The kernels that run, to read.
    #[must_use]
    pub fn kernels(&self) -> &Kernels {
        &self.compiled.kernels
    }

    /// The last state of `data`.
    pub(crate) fn state(
        &self,
        data: &impl Source<R::Input>,
        timestamps: Option<&wgpu::QuerySet>,
    ) -> Result<R::State, Error> {
        self.state_of(Input::of(&self.gpu, data)?, timestamps)
    }

    fn state_of(&self, input: Input<'_>, timestamps: Option<&wgpu::QuerySet>) -> Result<R::State, Error> {
        if input.len == 0 {
            return Ok(R::State::identity());
        }
        if input.is_strided() {
            let bytes = self.run_views(&input, timestamps)?;
            self.gpu.0.pool.give(input.staged());
            return self.gpu.state::<R>(&bytes);
        }
        let plan = self.plan(input.len as u64)?;
        let bytes = self.run(&plan, &input, &[], 1, timestamps)?;
        self.gpu.0.pool.give(input.staged());
        self.gpu.state::<R>(&bytes)
    }

    /// The passes over `len` elements on their own.
    pub(crate) fn plan(&self, len: u64) -> Result<Plan, Error> {
        Plan::by::<R>(len, self.kernels().policy(), &self.gpu.0.caps)
    }

    /// Whether this is the canonical order, whose nodes can be joined.
    pub(crate) fn is_canonical(&self) -> bool {
        self.kernels().policy().strategy == Strategy::Canonical
    }

    /// # Errors
    /// [`Error::Policy`] of a rung of the ladder, for `what` only the canonical order does.
    pub(crate) fn canonical(&self, what: &str) -> Result<(), Error> {
        if self.is_canonical() {
            return Ok(());
        }
        Err(Error::Policy {
            problem: format!("Strategy::{} has no {what}", self.kernels().policy().strategy),
            remedy: "use Strategy::Canonical, or give the whole input and its length",
        })
    }

    /// The states of the nodes of `width` blocks that the `len` elements in `parts` make, which begin at position `start` of a
    /// longer input.
    pub(crate) fn nodes(
        &self,
        parts: Vec<Part<'_>>,
        len: usize,
        start: u64,
        width: u32,
    ) -> Result<Vec<R::State>, Error> {
        self.nodes_of(self.begin_nodes(parts, len, start, width)?)
    }

    /// Hands the passes of [`nodes`](Self::nodes) to the device; nothing for no elements.
    pub(crate) fn begin_nodes(
        &self,
        parts: Vec<Part<'_>>,
        len: usize,
        start: u64,
        width: u32,
    ) -> Result<Option<Begun>, Error> {
        let input = Input::new(&self.gpu, parts, len)?;
        let len = len as u64;
        if len == 0 {
            return Ok(None);
        }
        let plan = Plan::part::<R>(len, start, width, &self.gpu.0.caps)?;
        let nodes = Shape::of::<R>().blocks(len).div_ceil(width.into());
        let pending = self.submit(&plan, &input, &[], nodes, None)?;
        Ok(Some(Begun {
            pending,
            staged: input.staged(),
        }))
    }

    /// Waits for the states of nodes.
    pub(crate) fn nodes_of(&self, begun: Option<Begun>) -> Result<Vec<R::State>, Error> {
        let Some(Begun { pending, staged }) = begun else {
            return Ok(Vec::new());
        };
        let bytes = dispatch::wait(&self.gpu.0, pending)?;
        self.gpu.0.pool.give(staged);
        let states = bytes.chunks(size_of::<R::State>());
        states.map(|bytes| self.gpu.state::<R>(bytes)).collect()
    }

    /// The tree over the states of neighbouring nodes.
    pub(crate) fn root(&self, states: &[R::State]) -> Result<R::State, Error> {
        match states {
            [] => return Ok(R::State::identity()),
            [state] => return Ok(*state),
            _ => {}
        }
        let plan = Plan::tree::<R>(states.len() as u64, &self.gpu.0.caps)?;
        let bytes = self.run(&plan, &Input::default(), &R::State::bytes(states).concat(), 1, None)?;
        self.gpu.state::<R>(&bytes)
    }

    fn run(
        &self,
        plan: &Plan,
        input: &Input<'_>,
        given: &[u8],
        results: u64,
        timestamps: Option<&wgpu::QuerySet>,
    ) -> Result<Vec<u8>, Error> {
        dispatch::wait(&self.gpu.0, self.submit(plan, input, given, results, timestamps)?)
    }

    /// Hands the passes of `plan` to the device, to bring back the first `results` states.
    pub(crate) fn submit(
        &self,
        plan: &Plan,
        input: &Input<'_>,
        given: &[u8],
        results: u64,
        timestamps: Option<&wgpu::QuerySet>,
    ) -> Result<Pending, Error> {
        let stages = plan.passes.iter().map(|pass| self.stage(pass.step));
        let call = Call {
            plan,
            stages: &stages.collect::<Result<Vec<_>, Error>>()?,
            input: &input.cuts()?,
            given,
            state: size_of::<R::State>() as u64,
            results,
            timestamps,
        };
        dispatch::submit(&self.gpu.0, &call)
    }

    /// The pipeline of `step`, which may be compiled now.
    pub(crate) fn stage(&self, step: Step) -> Result<Arc<Stage>, Error> {
        self.compiled.stage::<R>(&self.gpu.0.on, step)
    }
}

/// What `R` finishes the last state to, on the host.
pub(crate) fn finished<R: Reduction>(state: R::State) -> Result<R::Output, Error> {
    caught::<R, _>(|| finish::<R>(state))
}

impl Gpu {
    /// The state that came back as `bytes`.
    pub(crate) fn state<R: Reduction>(&self, bytes: &[u8]) -> Result<R::State, Error> {
        from_bytes(bytes).ok_or_else(|| self.0.on.driver(format!("a state of {} bytes came back", bytes.len())))
    }
}
