//! The peak read bandwidth of a device, by which any reduction that reads all its input is measured.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reduce_core::{Element, Error, Kernels, PassParams, READ_WORKGROUPS, Step, ops};
use wgpu::{Buffer, BufferUsages};

use crate::device::pipeline::Stage;
use crate::device::pool;
use crate::device::shared::{Gpu, Shared};
use crate::input::array::Array;
use crate::input::pieces::Binding;
use crate::input::upload::PADDING;
use crate::measure::timestamps::Timestamps;
use crate::run::dispatch::{Common, Dispatch, begin, constant_slots, ready, record};
use crate::run::readback::Readback;

/// Rounds for each number of workgroups; their median counts.
const ROUNDS: usize = 7;

/// The time for which a GPU is kept busy first: an idle one clocks down. A program on the CPU does not.
const WARM_UP: Duration = Duration::from_millis(150);

impl Gpu {
    /// The time in which this GPU reads all of `data` and computes next to nothing: the least of several numbers of workgroups, the
    /// median of several rounds of each.
    ///
    /// One launch for each buffer of the array, in 16-byte loads, timestamps around them. Compiles a kernel, and takes some thirty rounds.
    ///
    /// # Errors
    /// [`Error::MissingFeature`] if the device has no timestamps; [`Error::WrongDevice`], [`Error::OutOfMemory`],
    /// [`Error::DeviceLost`].
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    /// let gpu = Gpu::new()?;
    /// let data = gpu.upload(&vec![1.0f32; 1 << 25])?;
    /// let sum = gpu.reducer::<ops::Sum<f32>>()?;
    /// let (_, time) = sum.measure(&data)?;
    /// println!("{:.0} % of the peak", 100.0 * gpu.measure_read(&data)?.div_duration_f64(time));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn measure_read<T: Element>(&self, data: &Array<T>) -> Result<Duration, Error> {
        let gpu = &self.0;
        let parts = &data.parts;
        let elsewhere = match parts.as_slice() {
            [] => Some("the host"),
            parts => parts
                .iter()
                .find(|part| !part.home.is(&gpu.on))
                .map(|part| part.home.name.as_str()),
        };
        if let Some(array) = elsewhere {
            return Err(Error::WrongDevice {
                array: array.to_owned(),
                device: gpu.on.name.clone(),
            });
        }
        let stage = Arc::new(Stage::new(
            &gpu.on,
            &Kernels::kernel::<ops::Any<u32>>(Step::Read, &gpu.caps)?,
        )?);
        let target = pool::create(
            &gpu.on,
            "the peak",
            PADDING,
            BufferUsages::STORAGE | BufferUsages::COPY_SRC,
        )?;
        let buffers: Vec<&Buffer> = parts.iter().flat_map(|part| &part.buffers).collect();
        let read = |workgroups| round(gpu, &stage, &buffers, &target, workgroups);
        let start = Instant::now();
        while !gpu.caps.software && start.elapsed() < WARM_UP {
            read(READ_WORKGROUPS[0])?;
        }
        let mut least = Duration::MAX;
        for workgroups in READ_WORKGROUPS {
            // The first one may include work that is done only once.
            read(workgroups)?;
            let times = (0..ROUNDS).map(|_| read(workgroups));
            let mut times = times.collect::<Result<Vec<Duration>, Error>>()?;
            times.sort_unstable();
            least = least.min(times[ROUNDS / 2]);
        }
        Ok(least)
    }
}

/// The time of one reading of all `buffers`.
fn round(
    gpu: &Shared,
    stage: &Arc<Stage>,
    buffers: &[&Buffer],
    target: &Buffer,
    workgroups: u32,
) -> Result<Duration, Error> {
    let timestamps = Timestamps::of(gpu)?;
    let each = buffers.iter().map(|buffer| Dispatch {
        stage: Arc::clone(stage),
        sources: vec![Binding::all(buffer)],
        target: Binding::first(target, PADDING),
        params: PassParams::of_length((buffer.size() / PADDING) as u32),
        workgroups: [workgroups.min(gpu.caps.max_workgroups), 1],
    });
    let dispatches: Vec<Dispatch<'_>> = each.collect();
    let slots = constant_slots(gpu, &dispatches)?;
    Readback::take(gpu, PADDING, None)?.read(gpu, "the peak", (target, 0), |encoder| {
        let ready = ready(gpu, &dispatches, &Common::of(&slots));
        record(&mut begin(encoder, Some(&timestamps.0)), &ready);
    })?;
    timestamps.elapsed(gpu)
}
