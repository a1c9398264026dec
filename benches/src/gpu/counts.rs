//! Histograms of rows and columns, beside the time that their bytes take at the rate of a flat sum.

use reduce_wgpu::prelude::*;

use crate::Peers;
use crate::groups::{Run, verdict};

/// Histograms of 256 and of 16 bins by shape: of elements all over the bins, and of elements in one of them.
pub(crate) fn table(gpu: &Gpu, peers: &Peers, only: &str, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = gpu.upload(data)?;
    let run = Run::of(gpu, peers, only, &all)?;
    by_shape(&run, "256_bins", ops::Histogram::<f32, 256>::new(0.0, 1.0), &all, data)?;
    by_shape(&run, "16_bins", ops::Histogram::<f32, 16>::new(0.0, 1.0), &all, data)?;
    by_shape(
        &run,
        "one_of_256_bins",
        ops::Histogram::<f32, 256>::new(-300.0, 300.0),
        &all,
        data,
    )
}

fn by_shape<const N: usize>(
    run: &Run<'_>,
    bins: &str,
    op: ops::Histogram<f32, N>,
    all: &Array<f32>,
    data: &[f32],
) -> Result<(), Box<dyn std::error::Error>> {
    let (log, reducer) = (data.len().ilog2(), run.gpu.reducer_using(op)?);
    if run.wants(&format!("flat_{bins}")) {
        let flat = run.time_of(&|| Ok(reducer.measure(all)?.1))?;
        run.print(&format!("flat_{bins}"), data.len(), data.len() * 4, flat, "")?;
    }
    let on_cpu = Cpu::new().reducer_using(op)?;
    let bytes = |groups: usize| data.len() * 4 + groups * N * 4;
    for row in [8, 12, 16, 20, log]
        .map(|log| 1 << log)
        .into_iter()
        .filter(|row| *row <= data.len())
    {
        let rows = data.len() / row;
        let name = format!("rows_{bins}_{rows}x{row}");
        if !run.wants(&name) {
            continue;
        }
        let time = run.time_of(&|| reducer.measure_each(all, Rows(row)))?;
        let bits = verdict(
            &reducer.reduce_each(all, Rows(row))?,
            &on_cpu.reduce_each(data, Rows(row))?,
        );
        run.print(&name, data.len(), bytes(rows), time, bits)?;
    }
    for columns in [8, 12, 16, 20]
        .map(|log| 1 << log)
        .into_iter()
        .filter(|columns| *columns <= data.len() / 256)
    {
        let rows = data.len() / columns;
        let name = format!("columns_{bins}_{rows}x{columns}");
        if !run.wants(&name) {
            continue;
        }
        let time = run.time_of(&|| reducer.measure_each(all, Columns(columns)))?;
        let bits = verdict(
            &reducer.reduce_each(all, Columns(columns))?,
            &on_cpu.reduce_each(data, Columns(columns))?,
        );
        run.print(&name, data.len(), bytes(columns), time, bits)?;
    }
    Ok(())
}
