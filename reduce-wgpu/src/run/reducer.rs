//! A reduction compiled for one device.

use std::marker::PhantomData;
use std::sync::Arc;

use reduce_core::{Element as _, Error, Kernels, Monoid, Partial, Reduction, Source, caught, finish, from_bytes};

use crate::device::pipeline::Compiled;
use crate::device::scratch::Scratch;
use crate::device::shared::Gpu;
use crate::input::source::{self, Part};
use crate::run::runner::{Begun, Runner};
use crate::run::segments;

/// The reduction `R` on one GPU, compiled. `Send` and `Sync`; calls from several threads may overlap.
///
/// Made by [`Gpu::reducer`].
pub struct GpuReducer<R> {
    pub(crate) runner: Runner,
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

    pub(crate) fn new(gpu: Gpu, compiled: Arc<Compiled>) -> Self {
        Self {
            runner: Runner::new(gpu, compiled),
            reduction: PhantomData,
        }
    }

    pub(crate) fn given(&self, scratch: Scratch) -> Self {
        Self {
            runner: self.runner.given(scratch),
            reduction: PhantomData,
        }
    }
}

impl<R> Clone for GpuReducer<R> {
    fn clone(&self) -> Self {
        Self {
            runner: self.runner.clone(),
            reduction: PhantomData,
        }
    }
}

impl<R: Reduction> GpuReducer<R> {
    /// Reduces `data`, a slice or an uploaded [`Array`](crate::Array), and waits for the result.
    ///
    /// Reads every element once; a slice is copied to the device first.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::WrongDevice`].
    pub fn reduce(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        let (parts, len) = source::parts(&data)?;
        finished::<R>(self.gpu().last::<R>(segments::reduce(&self.runner, parts, len)?)?)
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
        let (parts, len) = source::parts(&data)?;
        let states = self.nodes(parts, len, start, 1)?;
        caught::<R, _>(|| Partial::of_tiles(&states, start, len as u64))?
    }

    /// The last state of `data`, before `finish`.
    #[cfg(feature = "laws")]
    pub(crate) fn last_state(&self, data: &[R::Input]) -> Result<R::State, Error> {
        self.state(&data, None)
    }

    /// The last state of `data`, all of which is on the device at once.
    pub(crate) fn state(
        &self,
        data: &impl Source<R::Input>,
        timestamps: Option<&wgpu::QuerySet>,
    ) -> Result<R::State, Error> {
        let (parts, len) = source::parts(data)?;
        self.gpu()
            .last::<R>(self.runner.reduce_at_once(parts, len, timestamps)?)
    }

    /// The states of the nodes of `width` tiles over the `len` elements in `parts`, which begin at position `start` of a
    /// longer input.
    fn nodes(&self, parts: Vec<Part<'_>>, len: usize, start: u64, width: u32) -> Result<Vec<R::State>, Error> {
        self.nodes_of(self.runner.begin_nodes(parts, len, start, width)?)
    }

    /// Waits for the states of nodes.
    pub(crate) fn nodes_of(&self, begun: Option<Begun>) -> Result<Vec<R::State>, Error> {
        let bytes = self.runner.wait(begun)?.unwrap_or_default();
        let states = bytes.chunks(size_of::<R::State>());
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

/// The output of `R` for the last state, on the host.
pub(crate) fn finished<R: Reduction>(state: R::State) -> Result<R::Output, Error> {
    caught::<R, _>(|| finish::<R>(state))
}

impl Gpu {
    /// The state that came back as `bytes`.
    pub(crate) fn state<R: Reduction>(&self, bytes: &[u8]) -> Result<R::State, Error> {
        from_bytes(bytes).ok_or_else(|| self.0.on.driver(format!("a state of {} bytes came back", bytes.len())))
    }

    /// The last state, which came back as `bytes`; without elements there are none.
    pub(crate) fn last<R: Reduction>(&self, bytes: Option<Vec<u8>>) -> Result<R::State, Error> {
        bytes.map_or_else(|| Ok(R::State::identity()), |bytes| self.state::<R>(&bytes))
    }
}
