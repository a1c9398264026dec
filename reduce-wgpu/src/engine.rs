//! The best engine of a machine, whichever that is.

use std::future::{self, Future};
use std::pin::Pin;
use std::task::{Context, Poll};

use reduce_core::{
    Cpu, CpuReducer, CpuStream, Element, Error, Grouping, Kernels, NoParameters, Operator, OperatorValue, Partial,
    ReduceEach, Source,
};

use crate::device::adapter;
use crate::device::shared::Gpu;
use crate::input::array::Array;
use crate::run::each_async::ReduceEachFuture;
use crate::run::future::ReduceFuture;
use crate::run::reducer::GpuReducer;
use crate::run::stream::GpuStream;

/// A hardware GPU or the CPU: equal reductions with equal bits.
#[derive(Clone, Debug)]
#[non_exhaustive]
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

    /// The engine's name: the device, or "CPU".
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Cpu(_) => "CPU",
            Self::Gpu(gpu) => gpu.name(),
        }
    }

    /// Copies `data` to the memory of this engine, where it can be reduced any number of times.
    ///
    /// # Errors
    /// The errors of [`Gpu::upload`]; none on the CPU.
    ///
    /// ```
    /// use reduce_wgpu::prelude::*;
    /// let engine = Engine::auto()?;
    /// let samples = engine.upload(&[3.0f32, 1.0, 2.0])?;
    /// assert_eq!(engine.reduce::<ops::Max<f32>>(&samples)?, 3.0);
    /// assert_eq!(engine.reduce::<ops::ArgMin<f32>>(&samples)?.index, 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn upload<T: Element>(&self, data: &[T]) -> Result<Array<T>, Error> {
        match self {
            Self::Cpu(_) => Ok(Array::in_host_memory(data)),
            Self::Gpu(gpu) => gpu.upload(data),
        }
    }

    /// Reduces `data`; no elements give `finish(identity())`.
    ///
    /// # Errors
    /// The errors of [`Gpu::reduce`]; none on the CPU.
    pub fn reduce<R: Operator<Params: NoParameters>>(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        match self {
            Self::Cpu(cpu) => cpu.reduce::<R>(data),
            Self::Gpu(gpu) => gpu.reduce::<R>(data),
        }
    }

    /// Reduces `data`, the elements from position `start` on of a longer input, to be merged with the other parts.
    ///
    /// # Errors
    /// The errors of [`Cpu::partial`] and [`GpuReducer::partial`].
    pub fn partial<R: Operator<Params: NoParameters>>(
        &self,
        data: impl Source<R::Input>,
        start: u64,
    ) -> Result<Partial<R>, Error> {
        self.reducer::<R>()?.partial(data, start)
    }

    /// The reduction `R`, compiled once and kept.
    ///
    /// # Errors
    /// The errors of [`Gpu::reducer`]; none on the CPU.
    pub fn reducer<R: Operator<Params: NoParameters>>(&self) -> Result<EngineReducer<R>, Error> {
        Ok(match self {
            Self::Cpu(cpu) => EngineReducer::Cpu(cpu.reducer::<R>()?),
            Self::Gpu(gpu) => EngineReducer::Gpu(gpu.reducer::<R>()?),
        })
    }

    /// The reduction of this value, compiled once for all values of its type.
    ///
    /// # Errors
    /// The errors of [`Gpu::reducer_using`]; none on the CPU.
    ///
    /// ```
    /// use reduce_wgpu::prelude::*;
    /// let above = Engine::auto()?.reducer_using(ops::CountAbove::<f32> { threshold: 0.5 })?;
    /// assert_eq!(above.reduce(&[0.25, 0.75])?, 1);
    /// above.set(ops::CountAbove::<f32> { threshold: 0.2 });
    /// assert_eq!(above.reduce(&[0.25, 0.75])?, 2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reducer_using<V: OperatorValue>(&self, value: V) -> Result<EngineReducer<V::Operator>, Error> {
        Ok(match self {
            Self::Cpu(cpu) => EngineReducer::Cpu(cpu.reducer_using(value)?),
            Self::Gpu(gpu) => EngineReducer::Gpu(gpu.reducer_using(value)?),
        })
    }
}

impl<S, G: Grouping> ReduceEach<S, G> for Engine {
    fn reduce_each<R: Operator<Params: NoParameters>>(
        &self,
        data: S,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error>
    where
        S: Source<R::Input>,
    {
        match self {
            Self::Cpu(cpu) => cpu.reduce_each::<R>(data, grouping),
            Self::Gpu(gpu) => gpu.reduce_each::<R>(data, grouping),
        }
    }
}

/// The reduction `R` on whichever engine.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineReducer<R: Operator> {
    /// On the CPU.
    Cpu(CpuReducer<R>),
    /// On a GPU.
    Gpu(GpuReducer<R>),
}

/// A reduction on whichever engine of elements that come in pieces.
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one a stream, and it is not moved about"
)]
#[non_exhaustive]
pub enum EngineStream<R: Operator> {
    /// On the CPU.
    Cpu(CpuStream<R>),
    /// On a GPU.
    Gpu(GpuStream<R>),
}

impl<R: Operator> EngineStream<R> {
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
    /// The errors of [`CpuStream::push`] and [`GpuStream::push`].
    pub fn push(&mut self, data: impl Source<R::Input>) -> Result<(), Error> {
        match self {
            Self::Cpu(stream) => stream.push(data),
            Self::Gpu(stream) => stream.push(data),
        }
    }

    /// The result of all elements that have come; without any, `finish(identity())`.
    ///
    /// # Errors
    /// The errors of [`CpuStream::finish`] and [`GpuStream::finish`].
    pub fn finish(self) -> Result<R::Output, Error> {
        match self {
            Self::Cpu(stream) => stream.finish(),
            Self::Gpu(stream) => stream.finish(),
        }
    }
}

impl<R: Operator> EngineReducer<R> {
    /// Reduces each group of `data`, as [`ReduceEach::reduce_each`] does.
    ///
    /// # Errors
    /// As [`GpuReducer::reduce_each`].
    ///
    /// ```
    /// use reduce_wgpu::prelude::*;
    /// let mean = Engine::auto()?.reducer::<ops::Mean<f32>>()?;
    /// assert_eq!(mean.reduce_each(&[1.0, 2.0, 5.0, 6.0], Rows(2))?, [1.5, 5.5]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reduce_each<G: Grouping>(
        &self,
        data: impl Source<R::Input>,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error> {
        match self {
            Self::Cpu(reducer) => reducer.reduce_each(data, grouping),
            Self::Gpu(reducer) => reducer.reduce_each(data, grouping),
        }
    }

    /// A reduction of elements that come in pieces, of any lengths.
    ///
    /// # Errors
    /// The errors of [`GpuReducer::stream`]; none on the CPU.
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
    /// The errors of [`CpuReducer::partial`] and [`GpuReducer::partial`].
    pub fn partial(&self, data: impl Source<R::Input>, start: u64) -> Result<Partial<R>, Error> {
        match self {
            Self::Cpu(reducer) => reducer.partial(data, start),
            Self::Gpu(reducer) => reducer.partial(data, start),
        }
    }

    /// Reduces `data`.
    ///
    /// # Errors
    /// The errors of [`GpuReducer::reduce`]; none on the CPU.
    pub fn reduce(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        match self {
            Self::Cpu(reducer) => reducer.reduce(data),
            Self::Gpu(reducer) => reducer.reduce(data),
        }
    }

    /// Sets the parameters of later calls and streams; those under way keep theirs.
    pub fn set(&self, value: impl OperatorValue<Operator = R>) {
        match self {
            Self::Cpu(reducer) => reducer.set(value),
            Self::Gpu(reducer) => reducer.set(value),
        }
    }

    /// Reduces `data` without waiting for a GPU; the CPU has reduced it when this returns.
    ///
    /// # Errors
    /// As [`reduce`](Self::reduce), all of them from the future.
    pub fn reduce_async(&self, data: impl Source<R::Input>) -> EngineFuture<R> {
        match self {
            Self::Cpu(reducer) => EngineFuture::Cpu(future::ready(reducer.reduce(data))),
            Self::Gpu(reducer) => EngineFuture::Gpu(reducer.reduce_async(data)),
        }
    }

    /// Reduces each group of `data` without waiting for a GPU; the CPU has reduced them when this returns.
    ///
    /// # Errors
    /// As [`reduce_each`](Self::reduce_each), all of them from the future.
    pub fn reduce_each_async<G: Grouping>(&self, data: impl Source<R::Input>, grouping: G) -> EngineEachFuture<R, G> {
        match self {
            Self::Cpu(reducer) => EngineEachFuture::Cpu(Box::new(future::ready(reducer.reduce_each(data, grouping)))),
            Self::Gpu(reducer) => EngineEachFuture::Gpu(Box::new(reducer.reduce_each_async(data, grouping))),
        }
    }

    /// The kernels of the reduction; the CPU has none.
    #[must_use]
    pub fn kernels(&self) -> Option<&Kernels> {
        match self {
            Self::Cpu(_) => None,
            Self::Gpu(reducer) => Some(reducer.kernels()),
        }
    }
}

/// A reduction on whichever engine that is not waited for; made by [`EngineReducer::reduce_async`].
#[must_use = "a future gives its result to who awaits it"]
#[non_exhaustive]
pub enum EngineFuture<R: Operator> {
    /// On the CPU, which is done.
    Cpu(future::Ready<Result<R::Output, Error>>),
    /// On a GPU.
    Gpu(ReduceFuture<R>),
}

impl<R: Operator> Future for EngineFuture<R> {
    type Output = Result<R::Output, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Cpu(result) => Pin::new(result).poll(context),
            Self::Gpu(result) => Pin::new(result).poll(context),
        }
    }
}

impl<R: Operator> std::fmt::Debug for EngineFuture<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cpu(_) => write!(f, "EngineFuture of {} on the CPU", R::wgsl_name()),
            Self::Gpu(future) => future.fmt(f),
        }
    }
}

/// The results of an operator by groups.
type EachResult<R, G> = Result<<G as Grouping>::Results<<R as Operator>::Output>, Error>;

/// The reduction of each group on whichever engine that is not waited for; made by [`EngineReducer::reduce_each_async`].
#[must_use = "a future gives its results to who awaits it"]
#[non_exhaustive]
pub enum EngineEachFuture<R: Operator, G: Grouping> {
    /// On the CPU, which is done.
    Cpu(Box<future::Ready<EachResult<R, G>>>),
    /// On a GPU.
    Gpu(Box<ReduceEachFuture<R, G>>),
}

impl<R: Operator, G: Grouping> Future for EngineEachFuture<R, G> {
    type Output = Result<G::Results<R::Output>, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Cpu(results) => Pin::new(results).poll(context),
            Self::Gpu(results) => Pin::new(results).poll(context),
        }
    }
}

impl<R: Operator, G: Grouping> std::fmt::Debug for EngineEachFuture<R, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cpu(_) => write!(f, "EngineEachFuture of {} on the CPU", R::wgsl_name()),
            Self::Gpu(future) => future.fmt(f),
        }
    }
}
