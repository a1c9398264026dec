//! Groups whose lengths differ, between offsets in host memory. The time of the whole call stands beside that of the GPU.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use reduce_bench::inputs::offsets;
use reduce_bench::median;
use reduce_wgpu::prelude::*;

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

/// Sums by segments.
pub(crate) fn table(gpu: &Gpu, peers: &Peers, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = gpu.upload(data)?;
    let run = Run::of(gpu, peers, &all)?;
    for (rule, log) in CASES {
        let segments = 1 << log;
        let offsets = offsets(rule, segments, data.len());
        let name = format!("segments_{rule}_sum_f32_{segments}");
        let bytes = data.len() * 4 + segments * 8;
        measured(&run, (&name, bytes), &all, data, || Segments(&offsets))?;
    }
    Ok(())
}

/// Prints the times of a grouping, and whether its results have the CPU's bits.
fn measured<G, V>(
    run: &Run<'_>,
    (name, bytes): (&str, usize),
    all: &Array<f32>,
    data: &[f32],
    grouping: impl Fn() -> G,
) -> Result<(), Box<dyn std::error::Error>>
where
    G: Grouping<Results<f32> = V>,
    V: PartialEq,
{
    let reducer = run.gpu.reducer::<ops::Sum<f32>>()?;
    let (mut on_gpu, mut in_all) = (Vec::new(), Vec::new());
    while_busy(run.gpu, all, || {
        for _ in 0..RUNS {
            let began = Instant::now();
            on_gpu.push(reducer.measure_each(all, grouping())?.as_secs_f64() * 1e6);
            in_all.push(began.elapsed().as_secs_f64() * 1e3);
        }
        Ok(())
    })?;
    let same = reducer.reduce_each(all, grouping())? == Cpu::new().reduce_each::<ops::Sum<f32>>(data, grouping())?;
    let bits = if same { "equal" } else { "DIFFERENT" };
    let host = format!("{bits}; the call {:.0} ms", median(in_all).0);
    run.print(name, data.len(), bytes, median(on_gpu).0, &host)
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
