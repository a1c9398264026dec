//! Every strategy of the ladder on this device: time, rate, and the result beside the CPU's; and the time of reading alone.

use std::fmt::Debug;

use reduce_bench::Stats;
use reduce_wgpu::prelude::*;

use crate::kernels::{BUSY, keep_busy, timed};

/// Elements that one invocation reads in some tens of milliseconds; more take seconds and tell nothing new.
const SERIAL: usize = 1 << 20;

/// All strategies, at lengths that fit the caches and that do not, and by workgroups of several sizes at the longest.
pub(crate) fn table(gpu: &Gpu, data: &[f32]) -> Result<(), Error> {
    let all = gpu.upload(data)?;
    println!("| op | n | strategy | workgroup | µs | min µs | GB/s | result |");
    println!("|---|---|---|---|---|---|---|---|");
    let most = data.len().ilog2();
    for shift in [16, 20, 22, 25, 28].into_iter().filter(|shift| *shift <= most) {
        let slice = &data[..1 << shift];
        let (array, integers): (_, &[u32]) = (gpu.upload(slice)?, bytemuck::cast_slice(slice));
        let words = gpu.upload(integers)?;
        let bytes: &[u8] = bytemuck::cast_slice(slice);
        let packed = gpu.upload(bytes)?;
        let peak = gpu.measure_read(&array)?.as_secs_f64() * 1e6;
        let rate = bytes.len() as f64 / peak / 1e3;
        println!("| peak read | {} | – | – | {peak:.2} | | {rate:.0} | |", slice.len());
        for strategy in Strategy::ALL {
            let sizes: &[u32] = if shift == most.min(25) {
                &[64, 128, 256, 512, 1024]
            } else {
                &[256]
            };
            for &workgroup in sizes {
                let row = Row {
                    gpu,
                    all: &all,
                    strategy,
                    workgroup,
                };
                row.print::<ops::Sum<f32>>("sum f32", slice.len(), &array, slice)?;
                if workgroup == 256 {
                    row.print::<Stats>("count, sum, min, max", slice.len(), &array, slice)?;
                    row.print::<ops::ArgMax<f32>>("arg-max f32", slice.len(), &array, slice)?;
                    row.print::<ops::Sum<u32>>("sum u32", integers.len(), &words, integers)?;
                    row.print::<ops::Sum<u8>>("sum u8", bytes.len(), &packed, bytes)?;
                }
            }
        }
    }
    Ok(())
}

struct Row<'a> {
    gpu: &'a Gpu,
    /// The whole input, to keep the GPU busy with.
    all: &'a Array<f32>,
    strategy: Strategy,
    workgroup: u32,
}

impl Row<'_> {
    /// Measures `R` if the strategy takes it, in workgroups of this size.
    fn print<R>(
        &self,
        op: &str,
        n: usize,
        data: impl Source<R::Input> + Copy,
        host: impl Source<R::Input>,
    ) -> Result<(), Error>
    where
        R: Operator<Params: NoParameters, Output: PartialEq + Debug>,
    {
        let Self {
            strategy, workgroup, ..
        } = *self;
        let bytes = n * R::Input::parts().iter().map(|part| part.bytes).sum::<usize>();
        let one_invocation = strategy == Strategy::Serial;
        if (one_invocation && n > SERIAL) || (one_invocation || strategy == Strategy::Canonical) && workgroup != 256 {
            return Ok(());
        }
        let policy = Policy {
            workgroup,
            ..Policy::with_strategy::<R>(strategy, self.gpu.caps())
        };
        let reducer = match self.gpu.reducer_with::<R>(policy) {
            Ok(reducer) => reducer,
            Err(Error::Policy { .. } | Error::Limit { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        let expected = Cpu::new().reduce::<R>(host)?;
        keep_busy(self.gpu, self.all, BUSY)?;
        let mut last = None;
        let (middle, least) = timed(&reducer, data, |value| last = Some(value))?;
        let result = match last {
            Some(value) if value == expected => "equal bits".to_owned(),
            value => format!("{value:?}, not {expected:?}"),
        };
        println!(
            "| {op} | {} | {strategy} | {workgroup} | {middle:.2} | {least:.2} | {:.0} | {result} |",
            n,
            bytes as f64 / middle / 1e3,
        );
        Ok(())
    }
}
