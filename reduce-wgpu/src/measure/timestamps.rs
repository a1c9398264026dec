//! The time that a GPU spends in the passes of a reduction, or in reading alone.

use std::time::Duration;

use reduce_core::{DeviceOutput, Error, Grouping, Operator, Source};
use wgpu::BufferUsages;

use crate::device::pool;
use crate::device::shared::Shared;
use crate::input::upload::USAGE;
use crate::run::readback::Readback;
use crate::run::reducer::{GpuReducer, finished};
use crate::run::timed::Timed;

impl<R: Operator> GpuReducer<R> {
    /// Reduces `data` and measures the time that the GPU spends in the passes, without uploads and readback.
    ///
    /// # Errors
    /// As [`reduce`](Self::reduce); [`Error::MissingFeature`] if the device has no timestamps.
    pub fn measure(&self, data: impl Source<R::Input>) -> Result<(R::Output, Duration), Error> {
        let timestamps = Timestamps::of(&self.gpu().0)?;
        let runner = self.reading(&data)?;
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

/// Two of them for each compute pass, its beginning and its end.
pub(crate) struct Timestamps(pub(crate) Timed);

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
        let queries = gpu.on.run("the timestamps", 8 * u64::from(Timed::QUERIES), || {
            gpu.on.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("reduce"),
                ty: wgpu::QueryType::Timestamp,
                count: Timed::QUERIES,
            })
        })?;
        Ok(Self(Timed::of(queries)))
    }

    /// The time between both of each pass, once they are written.
    ///
    /// # Errors
    /// [`Error::Limit`] if there were more passes than are timed.
    pub(crate) fn elapsed(&self, gpu: &Shared) -> Result<Duration, Error> {
        let on = &gpu.on;
        let written = self.0.written().ok_or_else(|| Error::Limit {
            what: "a call that is measured".to_owned(),
            asked: u64::from(Timed::QUERIES) / 2 + 1,
            unit: "compute passes",
            limit: u64::from(Timed::QUERIES) / 2,
            device: on.name.clone(),
            remedy: "measure some of the groups at a time",
        })?;
        let bytes = u64::from(written) * 8;
        let resolved = pool::create(
            on,
            "the timestamps",
            bytes,
            BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
        )?;
        let readback = Readback::take(gpu, bytes, None)?;
        let bytes = readback.read(gpu, "the timestamps", (&resolved, 0), |encoder| {
            encoder.resolve_query_set(&self.0.queries, 0..written, &resolved, 0);
        })?;
        let ticks = bytes.as_chunks::<16>().0.iter().map(|pass| {
            let [began, ended]: [u64; 2] = bytemuck::pod_read_unaligned(pass);
            ended.saturating_sub(began)
        });
        let nanoseconds = ticks.sum::<u64>() as f64 * f64::from(on.queue.get_timestamp_period());
        Ok(Duration::from_nanos(nanoseconds as u64))
    }
}
