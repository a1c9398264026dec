//! Whichever engine is best here.

use reduce_core::{Cpu, CpuReducer, Error, HostSource, Reduction};

use crate::adapter;
use crate::gpu::Gpu;
use crate::reducer::Reducer;
use crate::source::Source;

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

impl<R: Reduction> EngineReducer<R> {
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
