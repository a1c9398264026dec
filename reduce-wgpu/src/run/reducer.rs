//! A reduction compiled for one device.

use std::any::TypeId;
use std::marker::PhantomData;
use std::sync::{Arc, PoisonError, RwLock};

use reduce_core::{
    Element as _, Error, Kernels, Monoid, Operator, OperatorValue, Parameters as _, Partial, Policy, Source,
    Stored as _, caught, finish_with, from_bytes, param_words,
};

use crate::device::pipeline::Compiled;
use crate::device::scratch::Scratch;
use crate::device::shared::Gpu;
use crate::input::device_source::{DevicePart, DeviceSource};
use crate::input::source;
use crate::run::runner::{Begun, Runner};
use crate::run::segments;
use crate::run::timed::Timed;

/// The reduction `R` on one GPU, compiled. `Send` and `Sync`; calls from several threads may overlap.
///
/// Made by [`Gpu::reducer`].
pub struct GpuReducer<R> {
    pub(crate) runner: Runner,
    /// The words of the parameters of later calls.
    params: RwLock<Vec<u32>>,
    reduction: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for GpuReducer<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GpuReducer on {}", self.gpu().name())
    }
}

impl<R> GpuReducer<R> {
    /// The GPU that this reducer is compiled for.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        self.runner.gpu()
    }

    /// The kernels that run, to read.
    #[must_use]
    pub fn kernels(&self) -> &Kernels {
        self.runner.kernels()
    }

    pub(crate) fn new(gpu: Gpu, compiled: Arc<Compiled>, params: Vec<u32>) -> Self {
        Self::of(Runner::new(gpu, compiled), params)
    }

    fn of(runner: Runner, params: Vec<u32>) -> Self {
        Self {
            runner,
            params: RwLock::new(params),
            reduction: PhantomData,
        }
    }

    pub(crate) fn given(&self, scratch: Scratch) -> Self {
        Self::of(self.runner.given(scratch), self.params())
    }

    /// The words of the parameters of calls that begin now.
    pub(crate) fn params(&self) -> Vec<u32> {
        read(&self.params)
    }

    /// The runner of a call that begins now: parameters that are set later are not its own.
    pub(crate) fn now(&self) -> Runner {
        self.runner.using(self.params())
    }
}

fn read(params: &RwLock<Vec<u32>>) -> Vec<u32> {
    params.read().unwrap_or_else(PoisonError::into_inner).clone()
}

impl<R> Clone for GpuReducer<R> {
    fn clone(&self) -> Self {
        Self::of(self.runner.clone(), self.params())
    }
}

impl<R: Operator> GpuReducer<R> {
    /// Reduces `data`, a slice or an uploaded [`Array`](crate::Array), and waits for the result.
    ///
    /// Reads every element once; a slice is copied to the device first.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::WrongDevice`].
    pub fn reduce(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        let runner = self.reading(&data)?;
        let (parts, len) = source::parts(data.items())?;
        let bytes = segments::reduce(&runner, parts, len)?;
        finished::<R>(&runner, runner.gpu().last::<R>(bytes)?)
    }

    /// The runner of a call that begins now and reads this source. For a source with a mask, this may compile kernels.
    pub(crate) fn reading<S: Source<R::Input>>(&self, _: &S) -> Result<Runner, Error> {
        self.reader::<S::Reader<R>>()
    }

    /// The runner of a call that begins now, and the parts of a source on the device. For one with a mask, this may compile kernels.
    pub(crate) fn reading_parts<'s, S: DeviceSource<R::Input>>(
        &self,
        source: &'s S,
    ) -> Result<(Runner, Vec<DevicePart<'s>>), Error> {
        let mut parts = Vec::new();
        source.device_parts(&mut parts);
        Ok((self.reader::<S::Reader<R>>()?, parts))
    }

    /// The runner of a call that begins now, for this operator or the one that reads a mask beside its elements.
    fn reader<O: Operator<State = R::State, Params = R::Params>>(&self) -> Result<Runner, Error> {
        let own = self.now();
        if TypeId::of::<O>() == TypeId::of::<R>() {
            return Ok(own);
        }
        let (gpu, policy) = (self.gpu(), self.kernels().policy());
        let policy = (policy != Policy::of::<R>(gpu.caps())).then_some(policy);
        let compiled = gpu.compiled_for::<O>(policy, &own.params)?;
        Ok(own.of_kernels(compiled))
    }

    /// Sets the parameters of later calls and streams, on this reducer and not on its clones. Nothing is compiled, and calls under way keep theirs.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// let above = Gpu::new()?.reducer_using(ops::CountAbove::<f32> { threshold: 0.5 })?;
    /// let samples = above.gpu().upload(&[0.25, 0.75, 1.0])?;
    /// assert_eq!(above.reduce(&samples)?, 2);
    /// above.set(ops::CountAbove::<f32> { threshold: 0.8 });
    /// assert_eq!(above.reduce(&samples)?, 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set(&self, value: impl OperatorValue<Operator = R>) {
        self.set_params(&value.params());
    }

    pub(crate) fn set_params(&self, params: &R::Params) {
        *self.params.write().unwrap_or_else(PoisonError::into_inner) = param_words(params);
    }

    /// Compiles every kernel that `reduce`, streams and parts may need at any length, and returns when that is done.
    ///
    /// [`Gpu::reducer`] compiles those of long inputs; others, such as those of short inputs, are compiled by the first call that needs
    /// them, which takes a driver some milliseconds to tens of them each. A program that draws frames calls this beforehand, on a thread of
    /// its own if it must not wait: a clone of a reducer shares its kernels.
    ///
    /// # Errors
    /// As [`Gpu::reducer`].
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// let reducer = Gpu::new()?.reducer::<ops::Max<f32>>()?;
    /// let warming = std::thread::spawn({
    ///     let reducer = reducer.clone();
    ///     move || reducer.warm()
    /// });
    /// // … what else there is to load …
    /// warming.join().expect("warm() does not panic")?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn warm(&self) -> Result<(), Error> {
        self.runner.compiled().warm(&self.gpu().0.on)
    }

    /// Reduces `data`, the elements from position `start` on of a longer input, to be merged with the other parts.
    ///
    /// # Errors
    /// [`Error::Partial`] if `start` is no multiple of [`Partial::tile_len`]; else as [`reduce`](Self::reduce).
    pub fn partial(&self, data: impl Source<R::Input>, start: u64) -> Result<Partial<R>, Error> {
        self.runner.canonical("parts that join")?;
        Partial::<R>::tile_at(start)?;
        let runner = self.reading(&data)?;
        let (parts, len) = source::parts(data.items())?;
        let states = self.nodes_of(runner.begin_nodes(parts, len, start, 1)?)?;
        let params = params::<R>(&runner)?;
        caught(R::wgsl_name, &mut || {
            Partial::of_tiles(params.clone(), &states, start, len as u64)
        })?
    }

    /// The last state of `data`, before `finish`.
    #[cfg(feature = "laws")]
    pub(crate) fn last_state(&self, data: &[R::Input]) -> Result<R::State, Error> {
        self.state(&self.now(), &data, None)
    }

    /// The last state of `data`, all of which is on the device at once, by a runner that [reads](Self::reading) it.
    pub(crate) fn state(
        &self,
        runner: &Runner,
        data: &impl Source<R::Input>,
        timestamps: Option<&Timed>,
    ) -> Result<R::State, Error> {
        let (parts, len) = source::parts(data.items())?;
        self.gpu().last::<R>(runner.reduce_at_once(parts, len, timestamps)?)
    }

    /// Waits for the states of nodes.
    pub(crate) fn nodes_of(&self, begun: Option<Begun>) -> Result<Vec<R::State>, Error> {
        let bytes = self.runner.wait(begun)?.unwrap_or_default();
        let states = bytes.chunks(R::State::BYTES);
        states.map(|bytes| self.gpu().state::<R>(bytes)).collect()
    }

    /// The tree over the states of neighbouring nodes.
    pub(crate) fn root(&self, states: &[R::State]) -> Result<R::State, Error> {
        match states {
            [] => Ok(R::State::identity()),
            [state] => Ok(*state),
            _ => {
                let bytes = self.runner.root(&R::State::bytes(states).concat())?;
                self.gpu().state::<R>(&bytes)
            }
        }
    }
}

/// The output of `R` for the last state of a call of `runner`, on the host.
pub(crate) fn finished<R: Operator>(runner: &Runner, state: R::State) -> Result<R::Output, Error> {
    let params = params::<R>(runner)?;
    caught(R::wgsl_name, &mut || finish_with::<R>(&params, state))
}

/// The parameters of a call of `runner`.
fn params<R: Operator>(runner: &Runner) -> Result<R::Params, Error> {
    match R::Params::read_words(&mut &runner.params[..]) {
        Some(params) => Ok(params),
        None => Err(foreign(runner)),
    }
}

fn foreign(runner: &Runner) -> Error {
    let device = &runner.gpu().0.on;
    device.driver("the parameters of another operator were set".to_owned())
}

impl Gpu {
    /// The state that came back as `bytes`.
    pub(crate) fn state<R: Operator>(&self, bytes: &[u8]) -> Result<R::State, Error> {
        match from_bytes(bytes) {
            Some(state) => Ok(state),
            None => Err(self.no_state(bytes.len())),
        }
    }

    fn no_state(&self, bytes: usize) -> Error {
        self.0.on.driver(format!("a state of {bytes} bytes came back"))
    }

    /// The last state, which came back as `bytes`; without elements there are none.
    pub(crate) fn last<R: Operator>(&self, bytes: Option<Vec<u8>>) -> Result<R::State, Error> {
        match bytes {
            None => Ok(R::State::identity()),
            Some(bytes) => self.state::<R>(&bytes),
        }
    }
}
