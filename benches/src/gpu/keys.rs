//! Groups by keys and by runs of keys on the GPU, which finds them there. The time of the whole call, with results and keys on the host, stands beside that of the GPU.

use std::time::Instant;

use reduce_bench::inputs::{hashed, run_keys};
use reduce_bench::median;
use reduce_wgpu::prelude::*;

use crate::Peers;
use crate::groups::Run;
use crate::segments::while_busy;

/// The runs of a case of keys on the GPU, behind as many that are not counted as its clock wants.
const KEY_RUNS: usize = 31;
const WARM_UP_RUNS: usize = 10;

/// Whole calls of a case, which bring up to a GiB to the host.
const CALLS: usize = 5;

/// Sums and variances by keys.
pub(crate) fn table(gpu: &Gpu, peers: &Peers, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = gpu.upload(data)?;
    let run = Run::of(gpu, peers, "", &all)?;
    let some = &data[..data.len() / 8];
    let array = gpu.upload(some)?;
    for log in [1, 4, 6, 8, 12, 16, 18, 20, 22, 24] {
        let distinct = 1u32 << log;
        let uniform = |index: u32| hashed(index ^ 0x5bd1_e995) % distinct;
        // The inverse of the distribution function of Zipf's law with the exponent 1.
        let zipf = |index: u32| {
            let part = f64::from(hashed(index ^ 0x5bd1_e995) >> 8) / 16_777_216.0;
            (f64::from(distinct).powf(part) - 1.0).min(f64::from(distinct - 1)) as u32
        };
        let rules: [(&str, &dyn Fn(u32) -> u32); 2] = [("uniform", &uniform), ("zipf", &zipf)];
        for (rule, key) in rules {
            let keys: Vec<u32> = (0..some.len() as u32).map(key).collect();
            let on_gpu = gpu.upload(&keys)?;
            let name = format!("keys_{rule}_sum_f32_{distinct}");
            let host = Cpu::new().reduce_each::<ops::Sum<f32>>(some, Keys(&keys))?;
            by_key::<ops::Sum<f32>, _>(&run, (&name, some.len() * 8), &array, host, || Keys(&on_gpu))?;
            if rule == "uniform" {
                let name = format!("keys_{rule}_variance_f32_{distinct}");
                let host = Cpu::new().reduce_each::<ops::Variance<f32>>(some, Keys(&keys))?;
                by_key::<ops::Variance<f32>, _>(&run, (&name, some.len() * 8), &array, host, || Keys(&on_gpu))?;
            }
        }
    }
    Ok(())
}

/// Sums by runs.
pub(crate) fn runs(gpu: &Gpu, peers: &Peers, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = gpu.upload(data)?;
    let run = Run::of(gpu, peers, "", &all)?;
    for average in [256, 16, 2] {
        let keys = run_keys(data.len(), average);
        let on_gpu = gpu.upload(&keys)?;
        let name = format!("runs_sum_f32_{average}");
        let host = Cpu::new().reduce_each::<ops::Sum<f32>>(data, Runs(&keys))?;
        // Elements and their keys, and for each group its key and its result.
        let bytes = (data.len() + host.keys.len()) * 8;
        by_key::<ops::Sum<f32>, _>(&run, (&name, bytes), &all, host, || Runs(&on_gpu))?;
    }
    Ok(())
}

/// Prints the times of groups by keys on the GPU, and whether their results are those of `host`.
fn by_key<R, G>(
    run: &Run<'_>,
    (name, bytes): (&str, usize),
    all: &Array<f32>,
    host: Groups<u32, f32>,
    grouping: impl Fn() -> G,
) -> Result<(), Box<dyn std::error::Error>>
where
    R: Reduction<Input = f32, Output = f32>,
    R: Operator<Input = f32, Output = f32, Params: NoParameters>,
    G: Grouping<Results<f32> = Groups<u32, f32>>,
{
    let reducer = run.gpu.reducer::<R>()?;
    let (mut on_gpu, mut in_all) = (Vec::new(), Vec::new());
    while_busy(run.gpu, all, || {
        for _ in 0..WARM_UP_RUNS + KEY_RUNS {
            on_gpu.push(reducer.measure_each(all, grouping())?.as_secs_f64() * 1e6);
        }
        Ok(())
    })?;
    // The first makes buffers for the results.
    for _ in 0..1 + CALLS {
        let began = Instant::now();
        reducer.reduce_each(all, grouping())?;
        in_all.push(began.elapsed().as_secs_f64() * 1e6);
    }
    let same = reducer.reduce_each(all, grouping())? == host;
    let bits = if same { "equal" } else { "DIFFERENT" };
    let call = format!("{bits}; the call {:.0} us", median(in_all.split_off(1)).0);
    run.print(name, all.len(), bytes, median(on_gpu.split_off(WARM_UP_RUNS)).0, &call)
}
