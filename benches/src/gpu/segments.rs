//! Groups whose lengths differ, between offsets in host memory. The time of the whole call stands beside that of the GPU.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use reduce_bench::inputs::offsets;
use reduce_bench::median;
use reduce_wgpu::prelude::*;
use reduce_wgpu::{DeviceOutput, OperatorValue};

use crate::Peers;
use crate::groups::{Run, WARM_UP};

/// The runs of a case, of which the median counts; planning takes most of each.
const RUNS: usize = 9;

/// A rule for lengths of segments, and how many there are: those that the peers have.
const CASES: [(&str, u32); 7] = [
    ("equal", 20),
    ("lognormal", 14),
    ("lognormal", 20),
    ("power", 20),
    ("one", 20),
    ("equal", 24),
    ("lognormal", 24),
];

/// The cases of which histograms are measured, too: the results of more segments take long on the host.
const COUNTED: [(&str, u32); 4] = [("lognormal", 14), ("equal", 20), ("lognormal", 20), ("one", 20)];

/// Sums and histograms by segments.
pub(crate) fn table(gpu: &Gpu, peers: &Peers, only: &str, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = gpu.upload(data)?;
    let run = Run::of(gpu, peers, only, &all)?;
    for case in CASES {
        measured(&run, "sum_f32", PhantomData::<ops::Sum<f32>>, case, (&all, data))?;
    }
    for case in COUNTED {
        let few = ops::Histogram::<f32, 16>::new(0.0, 1.0);
        measured(&run, "16_bins", few, case, (&all, data))?;
        let many = ops::Histogram::<f32, 256>::new(0.0, 1.0);
        measured(&run, "256_bins", many, case, (&all, data))?;
    }
    Ok(())
}

/// Prints the times of an operator over the segments of a case, and whether their results have the CPU's bits.
fn measured<R, O>(
    run: &Run<'_>,
    what: &str,
    op: O,
    (rule, log): (&str, u32),
    (all, data): (&Array<f32>, &[f32]),
) -> Result<(), Box<dyn std::error::Error>>
where
    R: Operator<Input = f32, Output: DeviceOutput + PartialEq>,
    O: OperatorValue<Operator = R> + Copy,
{
    let segments = 1 << log;
    let name = format!("segments_{rule}_{what}_{segments}");
    if !run.wants(&name) {
        return Ok(());
    }
    let offsets = offsets(rule, segments, data.len());
    let bytes = data.len() * 4 + segments * (4 + size_of::<R::Output>());
    let reducer = run.gpu.reducer_using(op)?;
    let (mut on_gpu, mut in_all) = (Vec::new(), Vec::new());
    while_busy(run.gpu, all, || {
        for _ in 0..RUNS {
            let began = Instant::now();
            on_gpu.push(reducer.measure_each(all, Segments(&offsets))?.as_secs_f64() * 1e6);
            in_all.push(began.elapsed().as_secs_f64() * 1e3);
        }
        Ok(())
    })?;
    let on_cpu = Cpu::new().reducer_using(op)?;
    let same = reducer.reduce_each(all, Segments(&offsets))? == on_cpu.reduce_each(data, Segments(&offsets))?;
    let bits = if same { "equal" } else { "DIFFERENT" };
    let host = format!("{bits}; the call {:.0} ms", median(in_all).0);
    run.print(&name, data.len(), bytes, median(on_gpu).0, &host)
}

/// Calls `measure` while another thread lets the GPU fold `all` again and again: the clock of a GPU that waits for the host's tables falls to a quarter.
pub(crate) fn while_busy(
    gpu: &Gpu,
    all: &Array<f32>,
    measure: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Box<dyn std::error::Error>> {
    let sum = gpu.reducer::<ops::Sum<f32>>()?;
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                sum.reduce(all)?;
            }
            Ok::<(), Error>(())
        });
        std::thread::sleep(WARM_UP);
        let measured = measure();
        done.store(true, Ordering::Relaxed);
        let kept_busy = busy
            .join()
            .map_err(|_| "the thread that keeps the GPU busy has panicked")?;
        Ok(measured.and(kept_busy)?)
    })
}
