//! A reduction compiled for one device.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use reduce_core::{Error, Kernels, Monoid, Plan, Reduction, finish, from_bytes};
use wgpu::BufferUsages;

use crate::array::Cut;
use crate::dispatch;
use crate::gpu::Gpu;
use crate::pipeline::Compiled;
use crate::pool;
use crate::scratch::Scratch;
use crate::source::{self, Part, Source};

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
        self.state(&data, None).map(finish::<R>)
    }

    /// The last state of `data`, before `finish`.
    pub(crate) fn last_state(&self, data: &[R::Input]) -> Result<R::State, Error> {
        self.state(&data, None)
    }

    /// Reduces `data` and measures the time that the GPU spends in the passes, without uploads and readback.
    ///
    /// # Errors
    /// As [`reduce`](Self::reduce); [`Error::MissingFeature`] if the device has no timestamps.
    pub fn measure(&self, data: impl Source<R::Input>) -> Result<(R::Output, Duration), Error> {
        let gpu = &self.gpu.0;
        if !gpu.on.device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Err(Error::MissingFeature {
                operator: "measuring".to_owned(),
                missing: "timestamps (TIMESTAMP_QUERY)".to_owned(),
                device: gpu.caps.device.clone(),
                remedy: "request the feature with the device, or measure the whole call on the host",
            });
        }
        let queries = gpu.on.run("the timestamps", 16, || {
            gpu.on.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("reduce"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            })
        })?;
        let state = self.state(&data, Some(&queries))?;
        Ok((finish::<R>(state), self.elapsed(&queries)?))
    }

    /// The kernels that run, to read.
    #[must_use]
    pub fn kernels(&self) -> &Kernels {
        &self.compiled.kernels
    }

    /// The GPU that this reducer is compiled for.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    fn state(&self, data: &impl Source<R::Input>, timestamps: Option<&wgpu::QuerySet>) -> Result<R::State, Error> {
        let gpu = &self.gpu.0;
        let (parts, len) = source::parts(data)?;
        let mut staged = Vec::new();
        for part in &parts {
            match part {
                Part::Device(cut) if !cut.home.is(&gpu.on) => {
                    return Err(Error::WrongDevice {
                        array: cut.home.name.clone(),
                        device: gpu.caps.device.clone(),
                    });
                }
                Part::Host(data) if len > 0 => staged.push(Cut::stage(&gpu.on, &gpu.caps, &gpu.pool, data)?),
                _ => {}
            }
        }
        if len == 0 {
            return Ok(R::State::identity());
        }
        let mut from_host = staged.iter();
        let input: Vec<&Cut> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Device(cut) => Some(*cut),
                Part::Host(_) => from_host.next(),
            })
            .collect();
        let state = self.run(&input, len, timestamps);
        if state.is_ok() {
            gpu.pool.give(staged.into_iter().flat_map(|cut| cut.buffers));
        }
        state
    }

    fn run(&self, input: &[&Cut], len: usize, timestamps: Option<&wgpu::QuerySet>) -> Result<R::State, Error> {
        let gpu = &self.gpu.0;
        let plan = Plan::of::<R>(len as u64, &gpu.caps)?;
        let state = size_of::<R::State>() as u64;
        let stages = plan
            .passes
            .iter()
            .map(|pass| self.compiled.stage::<R>(&gpu.on, &gpu.caps, pass.step))
            .collect::<Result<Vec<_>, Error>>()?;
        let bytes = dispatch::run(gpu, &stages, &plan, input, state, timestamps)?;
        from_bytes(&bytes).ok_or_else(|| gpu.on.driver(format!("a state of {} bytes came back", bytes.len())))
    }

    /// The time between the two timestamps.
    fn elapsed(&self, queries: &wgpu::QuerySet) -> Result<Duration, Error> {
        let on = &self.gpu.0.on;
        let resolved = pool::create(
            on,
            "the timestamps",
            16,
            BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
        )?;
        let readback = pool::create(
            on,
            "the timestamps",
            16,
            BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        )?;
        let submission = on.run("the timestamps", 16, || {
            let mut encoder = on
                .device
                .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            encoder.resolve_query_set(queries, 0..2, &resolved, 0);
            encoder.copy_buffer_to_buffer(&resolved, 0, &readback, 0, 16);
            let submission = on.queue.submit([encoder.finish()]);
            readback.map_async(wgpu::MapMode::Read, .., |_| ());
            submission
        })?;
        on.wait(submission)?;
        let ticks: [u64; 2] = on
            .run("the timestamps", 16, || {
                readback
                    .get_mapped_range(..)
                    .map(|view| bytemuck::pod_read_unaligned(&view))
            })?
            .map_err(|error| on.driver(format!("reading the timestamps: {error}")))?;
        let nanoseconds = ticks[1].saturating_sub(ticks[0]) as f64 * f64::from(on.queue.get_timestamp_period());
        Ok(Duration::from_nanos(nanoseconds as u64))
    }
}
