//! The time that a GPU spends in the passes of a reduction, or in reading alone.

use std::time::Duration;

use reduce_core::{DeviceOutput, Error, Grouping, Operator, Source};
use wgpu::BufferUsages;

use crate::device::pool;
use crate::device::shared::Shared;
use crate::input::upload::USAGE;
use crate::run::readback::Readback;
use crate::run::reducer::{GpuReducer, finished};

impl<R: Operator> GpuReducer<R> {
    /// Reduces `data` and measures the time that the GPU spends in the passes, without uploads and readback.
    ///
    /// # Errors
    /// As [`reduce`](Self::reduce); [`Error::MissingFeature`] if the device has no timestamps.
    pub fn measure(&self, data: impl Source<R::Input>) -> Result<(R::Output, Duration), Error> {
        let timestamps = Timestamps::of(&self.gpu().0)?;
        let runner = self.now();
        let state = self.state(&runner, &data, Some(&timestamps.0))?;
        Ok((finished::<R>(&runner, state)?, timestamps.elapsed(&self.gpu().0)?))
    }
}

impl<R: Operator<Output: DeviceOutput>> GpuReducer<R> {
    /// Reduces each group of `data` and measures the time that the GPU spends in the passes, which finish and leave the results there.
    ///
    /// # Errors
    /// As [`reduce_each_on_device`](Self::reduce_each_on_device); [`Error::MissingFeature`] if the device has no timestamps.
    pub fn measure_each<G: Grouping>(&self, data: impl Source<R::Input>, grouping: G) -> Result<Duration, Error> {
        let timestamps = Timestamps::of(&self.gpu().0)?;
        let gpu = &self.gpu().0;
        let results = self.results_on_device(&data, &grouping, Some(&timestamps.0), |what, bytes| {
            gpu.pool.take(&gpu.on, what, bytes, USAGE)
        })?;
        let elapsed = timestamps.elapsed(gpu)?;
        // The timestamps have come back, so the device is done with the results.
        gpu.pool.give(results.buffers);
        Ok(elapsed)
    }
}

/// Two of them, for the beginning and the end of a compute pass.
pub(crate) struct Timestamps(pub(crate) wgpu::QuerySet);

impl Timestamps {
    /// # Errors
    /// [`Error::MissingFeature`] if the device has none.
    pub(crate) fn of(gpu: &Shared) -> Result<Self, Error> {
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
        Ok(Self(queries))
    }

    /// The time between the two, once they are written.
    pub(crate) fn elapsed(&self, gpu: &Shared) -> Result<Duration, Error> {
        let on = &gpu.on;
        let resolved = pool::create(
            on,
            "the timestamps",
            16,
            BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
        )?;
        let readback = Readback::take(gpu, 16, None)?;
        let bytes = readback.read(gpu, "the timestamps", &resolved, |encoder| {
            encoder.resolve_query_set(&self.0, 0..2, &resolved, 0);
        })?;
        let ticks: [u64; 2] = bytemuck::pod_read_unaligned(&bytes);
        let nanoseconds = ticks[1].saturating_sub(ticks[0]) as f64 * f64::from(on.queue.get_timestamp_period());
        Ok(Duration::from_nanos(nanoseconds as u64))
    }
}
