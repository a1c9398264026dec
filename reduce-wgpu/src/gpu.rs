//! Opens a device, compiles reductions for it and copies data to it.

use std::any::TypeId;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use reduce_core::{
    Caps, Choice, Element, Error, Kernels, NoParameters, Operator, OperatorValue, Policy, Source, Strategy, ops,
    param_words,
};
use wgpu::{Adapter, Device, Queue};

use crate::device::adapter;
use crate::device::pipeline::{self, Compiled};
use crate::device::poller::Poller;
use crate::device::pool::{Constants, Pool};
use crate::device::scope::Guarded;
use crate::device::shared::{Gpu, Known, Shared};
use crate::input::array::Array;
use crate::run::reducer::GpuReducer;
use crate::trial::{arithmetic, subgroups};

impl Gpu {
    /// Opens the adapter that the environment asks for, else the fastest kind there is.
    ///
    /// `WGPU_ADAPTER_NAME` is a part of the name to use, `WGPU_BACKEND` a list of `vulkan`, `metal`, `dx12`. Without
    /// them a discrete GPU comes before an integrated one, and a software rasteriser last.
    ///
    /// # Errors
    /// [`Error::NoAdapter`], [`Error::AdapterNotFound`], [`Error::DeviceRefused`].
    pub fn new() -> Result<Self, Error> {
        Self::open(&adapter::choose()?)
    }

    pub(crate) fn open(adapter: &Adapter) -> Result<Self, Error> {
        let (device, queue) = adapter::open(adapter)?;
        let gpu = Self::from_wgpu(adapter, device, queue)?;
        gpu.0.on.watch();
        log::info!("opened {}", gpu.name());
        Ok(gpu)
    }

    /// Uses a device that the caller has opened, within the features and limits that it was opened with.
    ///
    /// Request `Features::SUBGROUP` and the adapter's own limits for full speed, and on Vulkan `Features::PASSTHROUGH_SHADERS` for products
    /// beside sums with the same bits as elsewhere. Submits three small tests once for each adapter and process: of the arithmetic
    /// ([`Caps::arithmetic`]), of loops ([`Caps::loop_limit`]), and of the subgroups, which are not used where they are not full.
    ///
    /// Every `Gpu` of one device takes the arrays of the others.
    ///
    /// # Errors
    /// [`Error::ForeignAdapter`] if another adapter opened the device; [`Error::Driver`] if the device cannot bind what a reduction of
    /// one input does.
    pub fn from_wgpu(adapter: &Adapter, device: Device, queue: Queue) -> Result<Self, Error> {
        // Kernels rely on the subgroup sizes: those of another adapter would let them write outside of workgroup memory.
        let info = adapter::of_device(&device, adapter)?;
        let limits = device.limits();
        let caps = adapter::caps(&info, device.features(), &limits);
        let on = Guarded::new(device, queue, &caps);
        // The least that a reduction binds: a device that cannot do that is refused here and not at the first call.
        pipeline::layout(&on, 1, false)?;
        let mut shared = Shared {
            uniform_stride: u64::from(limits.min_uniform_buffer_offset_alignment.max(128)),
            caps,
            on,
            pool: Pool::default(),
            poller: Poller::default(),
            storage_alignment: u64::from(limits.min_storage_buffer_offset_alignment),
            constants: Constants::default(),
            of_all: Mutex::default(),
            compiled: Mutex::new(Known::new()),
            litmus: OnceLock::new(),
        };
        let usable = |shared: &Shared| subgroups::tried(shared, &info);
        let (subgroups, mut seen) = arithmetic::at_once(&|| usable(&shared), || arithmetic::tried(&shared, &info));
        if subgroups != shared.caps.subgroups {
            // The kernels of these tests exchanged their values by subgroups that cannot be used.
            shared.caps.subgroups = subgroups;
            seen = arithmetic::tried(&shared, &info);
        }
        (shared.caps.arithmetic, shared.caps.loop_limit) = seen;
        Ok(Self(Arc::new(shared)))
    }

    /// The device in words: its name, its backend and its driver.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.caps.device
    }

    /// The capabilities of the device.
    #[must_use]
    pub fn caps(&self) -> &Caps {
        &self.0.caps
    }

    /// Whether this is a program on the CPU, such as llvmpipe or SwiftShader.
    #[must_use]
    pub fn is_software(&self) -> bool {
        self.0.caps.software
    }

    /// The device below, to share it with other work.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.0.on.device
    }

    /// The queue below, to share it with other work.
    #[must_use]
    pub fn queue(&self) -> &Queue {
        &self.0.on.queue
    }

    /// Reduces `data`, compiling the kernels on the first call for `R`; no elements give `finish(identity())`.
    ///
    /// A slice is copied to the device first; [`upload`](Self::upload) data that is reduced more than once.
    ///
    /// # Errors
    /// As [`reducer`](Self::reducer) and [`GpuReducer::reduce`].
    pub fn reduce<R: Operator<Params: NoParameters>>(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        self.reducer::<R>()?.reduce(data)
    }

    /// The reduction `R`, compiled once for this device and kept.
    ///
    /// # Errors
    /// [`Error::MissingFeature`] or [`Error::Limit`] if the device cannot run it, [`Error::InvalidWgsl`] if naga refuses
    /// it, [`Error::Driver`] if the driver does.
    pub fn reducer<R: Operator<Params: NoParameters>>(&self) -> Result<GpuReducer<R>, Error> {
        self.reducer_by(None, &NoParameters::NONE)
    }

    /// The reduction of this value, a [`ReductionWithParameters`](crate::ReductionWithParameters) or a tuple of several: compiled once for all
    /// values of its type, and kept.
    ///
    /// # Errors
    /// As [`reducer`](Self::reducer); [`Error::Limit`] if the parameters do not fit a uniform of the device.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// let above = Gpu::new()?.reducer_using(ops::CountAbove::<f32> { threshold: 0.5 })?;
    /// assert_eq!(above.reduce(&[0.25, 0.75])?, 1);
    /// above.set(ops::CountAbove::<f32> { threshold: 0.2 }); // nothing is compiled
    /// assert_eq!(above.reduce(&[0.25, 0.75])?, 2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reducer_using<V: OperatorValue>(&self, value: V) -> Result<GpuReducer<V::Operator>, Error> {
        self.reducer_by(None, &value.params())
    }

    /// The reduction `R` carried out by a [`Strategy`](crate::Strategy), a named strategy of the ladder, or a [`Policy`], compiled
    /// once for this device and kept.
    ///
    /// Strategies other than the canonical one give sums of floats other last bits. They do whole inputs of known lengths: `reduce`,
    /// `reduce_async`, `measure` and `encode`; streams, parts and lengths on the device are the canonical order's.
    ///
    /// # Errors
    /// As [`reducer`](Self::reducer); [`Error::Policy`] if it cannot be carried out like this: the message names a strategy that can.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// let gpu = Gpu::new()?;
    /// let policy = Policy { in_flight: 16, ..Policy::of::<ops::Sum<f32>>(gpu.caps()) };
    /// let sum = gpu.reducer_with::<ops::Sum<f32>>(policy)?; // the same bits
    /// let blog = gpu.reducer_with::<ops::Sum<f32>>(Strategy::SubgroupShuffle)?; // a kernel of the literature
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reducer_with<R: Operator<Params: NoParameters>>(
        &self,
        choice: impl Into<Choice>,
    ) -> Result<GpuReducer<R>, Error> {
        self.reducer_using_with(PhantomData::<R>, choice)
    }

    /// [`reducer_using`](Self::reducer_using) by a strategy or a policy, as [`reducer_with`](Self::reducer_with).
    ///
    /// # Errors
    /// As both.
    pub fn reducer_using_with<V: OperatorValue>(
        &self,
        value: V,
        choice: impl Into<Choice>,
    ) -> Result<GpuReducer<V::Operator>, Error> {
        let policy = choice.into().policy::<V::Operator>(&self.0.caps);
        let reducer = self.reducer_by(Some(policy), &value.params())?;
        if policy.strategy == Strategy::LastBlock {
            let sum = Policy::with_strategy::<ops::Sum<u32>>(policy.strategy, &self.0.caps);
            self.litmus(&self.reducer_by(Some(sum), &())?)?;
        }
        Ok(reducer)
    }

    pub(crate) fn reducer_by<R: Operator>(
        &self,
        policy: Option<Policy>,
        params: &R::Params,
    ) -> Result<GpuReducer<R>, Error> {
        let params = param_words(params);
        let compiled = self.compiled_for::<R>(policy, &params)?;
        Ok(GpuReducer::new(self.clone(), compiled, params))
    }

    /// The kernels of `R`, compiled for this device and kept.
    pub(crate) fn compiled_for<R: Operator>(
        &self,
        policy: Option<Policy>,
        params: &[u32],
    ) -> Result<Arc<Compiled>, Error> {
        self.compiled(TypeId::of::<R>(), R::wgsl_name, params, policy, |policy, caps| {
            Kernels::with::<R>(policy.unwrap_or_else(|| Policy::of::<R>(caps)), caps)
        })
    }

    /// Refuses parameters that no uniform of the device holds.
    fn check_params(&self, operator: fn() -> String, words: &[u32]) -> Result<(), Error> {
        let (bytes, limit) = (
            words.len() as u64 * 4,
            self.0.on.device.limits().max_uniform_buffer_binding_size,
        );
        if bytes <= limit {
            return Ok(());
        }
        Err(Error::Limit {
            what: format!("the parameters of {}", operator()),
            asked: bytes,
            unit: "bytes of a uniform",
            limit,
            device: self.name().to_owned(),
            remedy: "make long tables an input, beside the elements",
        })
    }

    /// The kernels of `reduction` of that name, which `kernels` generates, compiled for this device and kept.
    fn compiled(
        &self,
        reduction: TypeId,
        name: fn() -> String,
        params: &[u32],
        policy: Option<Policy>,
        kernels: fn(Option<Policy>, &Caps) -> Result<Kernels, Error>,
    ) -> Result<Arc<Compiled>, Error> {
        self.check_params(name, params)?;
        let known = self.kept().get(reduction, policy);
        if let Some(compiled) = known {
            return Ok(compiled);
        }
        let kernels = kernels(policy, &self.0.caps)?;
        let compiled = Arc::new(Compiled::new(&self.0.on, kernels)?);
        Ok(self.kept().keep(reduction, policy, compiled))
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.compiled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies `data` to the device, where it stays; if elements are tuples, each member to buffers of its own.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`] or [`Error::DeviceLost`].
    pub fn upload<T: Element>(&self, data: &[T]) -> Result<Array<T>, Error> {
        Array::upload(&self.0.on, &self.0.caps, data)
    }
}
