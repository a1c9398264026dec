//! Whichever engine is best here.

use reduce_core::{Cpu, CpuReducer, CpuStream, Error, HostSource, Partial, Reduction};

use crate::device::adapter;
use crate::device::shared::Gpu;
use crate::input::source::Source;
use crate::run::reducer::Reducer;
use crate::run::stream::Stream;

/// A hardware GPU or the CPU: the same reductions with the same bits.
#[derive(Clone, Debug)]
pub enum Engine {
    /// The CPU.
    Cpu(Cpu),
    /// A GPU.
    Gpu(Gpu),
}

impl Engine {
    /// A hardware GPU if there is one, else the CPU; never a software rasteriser, which the CPU engine outruns.
    ///
    /// The adapter is chosen as by [`Gpu::new`].
    ///
    /// # Errors
    /// [`Error::AdapterNotFound`] if `WGPU_ADAPTER_NAME` names none that is there, [`Error::DeviceRefused`] if the GPU
    /// cannot be opened.
    ///
    /// ```
    /// use reduce_wgpu::prelude::*;
    /// let sum = Engine::auto()?.reduce::<ops::Sum<u32>>(&[1, 2, 3])?;
    /// assert_eq!(sum, 6);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn auto() -> Result<Self, Error> {
        match adapter::choose() {
            Ok(adapter) if adapter::is_software(&adapter.get_info()) => Ok(Self::Cpu(Cpu::new())),
            Ok(adapter) => Gpu::open(&adapter).map(Self::Gpu),
            Err(Error::NoAdapter { .. }) => Ok(Self::Cpu(Cpu::new())),
            Err(error) => Err(error),
        }
    }

    /// The engine in words.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Cpu(_) => "CPU".to_owned(),
            Self::Gpu(gpu) => gpu.name().to_owned(),
        }
    }

    /// Reduces `data`; no elements give `finish(identity())`.
    ///
    /// # Errors
    /// Those of [`Gpu::reduce`]; none on the CPU.
    pub fn reduce<R: Reduction>(&self, data: impl HostSource<R::Input> + Source<R::Input>) -> Result<R::Output, Error> {
        match self {
            Self::Cpu(cpu) => cpu.reduce::<R>(data),
            Self::Gpu(gpu) => gpu.reduce::<R>(data),
        }
    }

    /// The reduction `R`, compiled once and kept.
    ///
    /// # Errors
    /// Those of [`Gpu::reducer`]; none on the CPU.
    pub fn reducer<R: Reduction>(&self) -> Result<EngineReducer<R>, Error> {
        Ok(match self {
            Self::Cpu(cpu) => EngineReducer::Cpu(cpu.reducer::<R>()?),
            Self::Gpu(gpu) => EngineReducer::Gpu(gpu.reducer::<R>()?),
        })
    }
}

/// The reduction `R` on whichever engine.
#[derive(Debug)]
pub enum EngineReducer<R> {
    /// On the CPU.
    Cpu(CpuReducer<R>),
    /// On a GPU.
    Gpu(Reducer<R>),
}

/// A reduction on whichever engine of elements that come in pieces.
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one a stream, and it is not moved about"
)]
pub enum EngineStream<R: Reduction> {
    /// On the CPU.
    Cpu(CpuStream<R>),
    /// On a GPU.
    Gpu(Stream<R>),
}

impl<R: Reduction> EngineStream<R> {
    /// Elements that have come.
    #[must_use]
    pub fn len(&self) -> u64 {
        match self {
            Self::Cpu(stream) => stream.len(),
            Self::Gpu(stream) => stream.len(),
        }
    }

    /// Whether none has come.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the next elements, as many as there are.
    ///
    /// # Errors
    /// Those of [`CpuStream::push`] and [`Stream::push`].
    pub fn push(&mut self, data: impl HostSource<R::Input> + Source<R::Input>) -> Result<(), Error> {
        match self {
            Self::Cpu(stream) => stream.push(data),
            Self::Gpu(stream) => stream.push(data),
        }
    }

    /// The result of all elements that have come; of none, `finish(identity())`.
    ///
    /// # Errors
    /// Those of [`CpuStream::finish`] and [`Stream::finish`].
    pub fn finish(self) -> Result<R::Output, Error> {
        match self {
            Self::Cpu(stream) => stream.finish(),
            Self::Gpu(stream) => stream.finish(),
        }
    }
}

impl<R: Reduction> EngineReducer<R> {
    /// A reduction of elements that come in pieces, of any lengths.
    ///
    /// # Errors
    /// Those of [`Reducer::stream`]; none on the CPU.
    ///
    /// ```
    /// use reduce_wgpu::prelude::*;
    /// let mut max = Engine::auto()?.reducer::<ops::Max<f32>>()?.stream()?;
    /// for piece in [&[1.0, 2.0][..], &[], &[1.5]] {
    ///     max.push(piece)?;
    /// }
    /// assert_eq!(max.finish()?, 2.0);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn stream(&self) -> Result<EngineStream<R>, Error> {
        Ok(match self {
            Self::Cpu(reducer) => EngineStream::Cpu(reducer.stream()?),
            Self::Gpu(reducer) => EngineStream::Gpu(reducer.stream()?),
        })
    }

    /// Reduces `data`, the elements from position `start` on of a longer input, to be merged with the other parts.
    ///
    /// # Errors
    /// Those of [`CpuReducer::partial`] and [`Reducer::partial`].
    pub fn partial(&self, data: impl HostSource<R::Input> + Source<R::Input>, start: u64) -> Result<Partial<R>, Error> {
        match self {
            Self::Cpu(reducer) => reducer.partial(data, start),
            Self::Gpu(reducer) => reducer.partial(data, start),
        }
    }

    /// Reduces `data`.
    ///
    /// # Errors
    /// Those of [`Reducer::reduce`]; none on the CPU.
    pub fn reduce(&self, data: impl HostSource<R::Input> + Source<R::Input>) -> Result<R::Output, Error> {
        match self {
            Self::Cpu(reducer) => reducer.reduce(data),
            Self::Gpu(reducer) => reducer.reduce(data),
        }
    }
}
