//! Groups: one result for each row, column and segment, beside the time that their bytes take at the rate of a flat sum.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use half::f16;
use reduce_bench::{Compose, Moments, Stats, median};
use reduce_wgpu::DeviceOutput;
use reduce_wgpu::prelude::*;

use crate::Peers;

/// The runs of a case, of which the median counts.
const RUNS: usize = 30;

/// The time that a case runs before it is measured.
pub(crate) const WARM_UP: Duration = Duration::from_millis(1000);

/// Lengths of rows, and numbers of columns, of no power of two.
const ODD: [usize; 6] = [3, 17, 33, 255, 1025, 4097];

/// Lengths of rows of elements of one or two bytes, most of them of no power of two.
const ODD_OF_NARROW: [usize; 8] = [3, 5, 17, 33, 100, 257, 1025, 4097];

/// One run's conditions.
pub(crate) struct Run<'a> {
    pub(crate) gpu: &'a Gpu,
    peers: &'a Peers,
    /// The texts of which the name of each measured case contains one, with commas between them.
    only: &'a str,
    /// Bytes that a flat sum reads in a microsecond.
    flat: f64,
}

/// Sums, moments and positions by shape.
pub(crate) fn table(gpu: &Gpu, peers: &Peers, only: &str, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = gpu.upload(data)?;
    let run = Run::of(gpu, peers, only, &all)?;
    let log = data.len().ilog2();
    let lengths: Vec<usize> = (2..=log - 2).step_by(2).map(|log| 1 << log).collect();
    for row in lengths.iter().copied().chain(ODD) {
        let used = &data[..data.len() / row * row];
        run.rows::<ops::Sum<f32>, f32>("sum_f32", &all, used, row)?;
    }
    for columns in lengths.iter().copied().chain(ODD) {
        let used = &data[..data.len() / columns * columns];
        run.columns::<ops::Sum<f32>, f32>("sum_f32", &all, used, columns)?;
    }
    for row in lengths.iter().copied() {
        run.rows::<Moments, f32>("welford_f32", &all, data, row)?;
    }
    for row in [16, 1024] {
        run.rows::<ops::Variance<f32>, f32>("variance_f32", &all, data, row)?;
        run.columns::<ops::ArgMax<f32>, f32>("argmax_f32", &all, data, row)?;
    }
    operators(&run, &all, data)?;
    let name = format!("middle_sum_f32_64x{}x64", data.len() >> 12);
    if !run.wants(&name) {
        return Ok(());
    }
    let middle = View::new(&all, [64, data.len() >> 12, 64])?;
    let bytes = data.len() * 4 + 64 * 64 * 4;
    let time = run.time::<ops::Sum<f32>>(&|reducer| reducer.measure_each(middle, Along([1])))?;
    run.print(&name, data.len(), bytes, time, "")?;
    Ok(())
}

/// Other operators and elements, by length.
fn operators(run: &Run<'_>, all: &Array<f32>, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let doubles: Vec<f64> = data[..data.len() / 2].iter().map(|value| f64::from(*value)).collect();
    let of_doubles = run.gpu.upload(&doubles).ok();
    // Results of every fourth of more bytes do not fit a binding.
    let bytes: &[u8] = bytemuck::cast_slice(&data[..data.len() / 2]);
    let of_bytes = run.gpu.upload(bytes)?;
    for row in [4, 16, 64, 256, 1024, 4096, 16_384, 1 << 18] {
        run.rows::<Stats, f32>("stats_f32", all, data, row)?;
        run.rows::<(ops::Mean<f32>, ops::StdDev<f32>), f32>("mean_and_deviation_f32", all, data, row)?;
        run.rows::<ops::ArgMax<f32>, f32>("argmax_f32", all, data, row)?;
        run.rows::<Compose, f32>("ordered_f32", all, data, row)?;
        run.rows::<ops::Mean<u8>, u8>("mean_u8", &of_bytes, bytes, row)?;
        if let Some(all) = &of_doubles {
            run.rows::<ops::Sum<f64>, f64>("sum_f64", all, &doubles, row)?;
        }
    }
    for row in ODD.into_iter().chain([24, 100, 129, 257, 1500, 2049, 4095]) {
        let used = &data[..data.len() / row * row];
        run.rows::<Stats, f32>("stats_f32", all, used, row)?;
        run.rows::<Moments, f32>("welford_f32", all, used, row)?;
        run.rows::<(ops::Mean<f32>, ops::StdDev<f32>), f32>("mean_and_deviation_f32", all, used, row)?;
        run.rows::<ops::ArgMax<f32>, f32>("argmax_f32", all, used, row)?;
        run.rows::<Compose, f32>("ordered_f32", all, used, row)?;
        let used = &bytes[..bytes.len() / 2 / row * row];
        run.rows::<ops::Mean<u8>, u8>("mean_u8", &of_bytes, used, row)?;
        if let Some(all) = &of_doubles {
            run.rows::<ops::Sum<f64>, f64>("sum_f64", all, &doubles[..doubles.len() / row * row], row)?;
        }
    }
    narrow(run, &of_bytes, bytes)?;
    run.columns::<Moments, f32>("welford_f32", all, data, 1024)?;
    run.columns::<Compose, f32>("ordered_f32", all, data, 1024)
}

/// Few narrow elements side by side: channels, and short rows.
fn narrow(run: &Run<'_>, of_bytes: &Array<u8>, bytes: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    for channels in [2, 3, 4, 8, 16] {
        let used = &bytes[..bytes.len() / channels * channels];
        run.columns::<ops::Mean<u8>, u8>("mean_u8", of_bytes, used, channels)?;
        run.columns::<ops::Sum<u8>, u8>("sum_u8", of_bytes, used, channels)?;
        run.columns::<ops::Max<u8>, u8>("max_u8", of_bytes, used, channels)?;
    }
    // Results of each second of more bytes do not fit a binding.
    let few = &bytes[..bytes.len() / 4];
    let of_few = run.gpu.upload(few)?;
    for row in ODD_OF_NARROW {
        let used = &few[..few.len() / row * row];
        run.rows::<ops::Sum<u8>, u8>("sum_u8", &of_few, used, row)?;
        run.rows::<ops::Max<u8>, u8>("max_u8", &of_few, used, row)?;
    }
    for row in [2, 4, 6, 8, 12, 1000, 1002] {
        let used = &few[..few.len() / row * row];
        run.rows::<ops::Sum<u8>, u8>("sum_u8", &of_few, used, row)?;
        run.rows::<ops::Mean<u8>, u8>("mean_u8", &of_few, used, row)?;
    }
    let halves = bytes[..bytes.len() / 2]
        .iter()
        .map(|byte| f16::from_f32(f32::from(*byte) / 256.0));
    let halves: Vec<f16> = halves.collect();
    let of_halves = run.gpu.upload(&halves)?;
    for few in [2, 4, 8] {
        run.columns::<ops::Sum<f16>, f16>("sum_f16", &of_halves, &halves, few)?;
        run.rows::<ops::Sum<f16>, f16>("sum_f16", &of_halves, &halves, few)?;
    }
    for row in ODD_OF_NARROW {
        let used = &halves[..halves.len() / row * row];
        run.rows::<ops::Sum<f16>, f16>("sum_f16", &of_halves, used, row)?;
        run.rows::<ops::Max<f16>, f16>("max_f16", &of_halves, used, row)?;
    }
    Ok(())
}

/// The column that says whether the results have the bits of the CPU's.
pub(crate) fn verdict<T: PartialEq>(found: &[T], expected: &[T]) -> &'static str {
    if found == expected { "equal" } else { "DIFFERENT" }
}

impl<'a> Run<'a> {
    /// Measures the flat sum, and prints the head of the table.
    pub(crate) fn of(gpu: &'a Gpu, peers: &'a Peers, only: &'a str, all: &Array<f32>) -> Result<Self, Error> {
        let sum = gpu.reducer::<ops::Sum<f32>>()?;
        let times = (0..RUNS).map(|_| Ok(sum.measure(all)?.1.as_secs_f64() * 1e6));
        let (time, _) = median(times.collect::<Result<_, Error>>()?);
        println!("\nflat sum of 2^{} f32: {time:.1} µs\n", all.len().ilog2());
        println!("| case | µs | ÷ its bytes at the flat rate | bits beside the CPU's | peers: µs (ours ÷ peer) |");
        println!("|---|---|---|---|---|");
        let flat = all.len() as f64 * 4.0 / time;
        Ok(Self { gpu, peers, only, flat })
    }

    /// Whether a case is measured.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.only.split(',').any(|part| name.contains(part))
    }

    fn rows<R, T>(&self, op: &str, all: &Array<T>, data: &[T], row: usize) -> Result<(), Box<dyn std::error::Error>>
    where
        R: Operator<Params: NoParameters, Output: DeviceOutput + Debug + PartialEq>,
        for<'d> View<&'d Array<T>>: Source<R::Input>,
        for<'d> &'d [T]: Source<R::Input>,
    {
        let rows = data.len() / row;
        let name = format!("rows_{op}_{rows}x{row}");
        if !self.wants(&name) {
            return Ok(());
        }
        let view = View::new(all, [rows, row])?;
        let time = self.time::<R>(&|reducer| reducer.measure_each(view, Along([1])))?;
        let bits = self.bits::<R, T>(view, data, rows, 1)?;
        let bytes = size_of_val(data) + rows * size_of::<R::Output>();
        self.print(&name, data.len(), bytes, time, bits)
    }

    fn columns<R, T>(
        &self,
        op: &str,
        all: &Array<T>,
        data: &[T],
        columns: usize,
    ) -> Result<(), Box<dyn std::error::Error>>
    where
        R: Operator<Params: NoParameters, Output: DeviceOutput + Debug + PartialEq>,
        for<'d> View<&'d Array<T>>: Source<R::Input>,
        for<'d> &'d [T]: Source<R::Input>,
    {
        let rows = data.len() / columns;
        let name = format!("columns_{op}_{rows}x{columns}");
        if !self.wants(&name) {
            return Ok(());
        }
        let view = View::new(all, [rows, columns])?;
        let time = self.time::<R>(&|reducer| reducer.measure_each(view, Along([0])))?;
        let bits = self.bits::<R, T>(view, data, rows, 0)?;
        let bytes = size_of_val(data) + columns * size_of::<R::Output>();
        self.print(&name, data.len(), bytes, time, bits)
    }

    /// Says whether the results have the bits of the CPU's.
    fn bits<R, T>(
        &self,
        view: View<&Array<T>>,
        data: &[T],
        rows: usize,
        axis: isize,
    ) -> Result<&'static str, Box<dyn std::error::Error>>
    where
        R: Operator<Params: NoParameters, Output: Debug + PartialEq>,
        for<'d> View<&'d Array<T>>: Source<R::Input>,
        for<'d> &'d [T]: Source<R::Input>,
    {
        let on_host = View::new(data, [rows, data.len() / rows])?;
        let expected = Cpu::new().reduce_each::<R>(on_host, Along([axis]))?;
        let found = self.gpu.reduce_each::<R>(view, Along([axis]))?;
        Ok(verdict(&found.values, &expected.values))
    }

    /// [`time_of`](Self::time_of) for a reducer of `R`.
    fn time<R>(&self, measure: &dyn Fn(&GpuReducer<R>) -> Result<Duration, Error>) -> Result<f64, Error>
    where
        R: Operator<Params: NoParameters>,
    {
        let reducer = self.gpu.reducer::<R>()?;
        self.time_of(&|| measure(&reducer))
    }

    /// The median of the times that `measure` takes, in microseconds.
    pub(crate) fn time_of(&self, measure: &dyn Fn() -> Result<Duration, Error>) -> Result<f64, Error> {
        // A device that rests between two cases needs a while until its clock is what it was.
        let warm = Instant::now() + WARM_UP;
        while Instant::now() < warm {
            measure()?;
        }
        let times = (0..RUNS).map(|_| Ok(measure()?.as_secs_f64() * 1e6));
        Ok(median(times.collect::<Result<_, Error>>()?).0)
    }

    pub(crate) fn print(
        &self,
        name: &str,
        n: usize,
        bytes: usize,
        time: f64,
        bits: &str,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let ratio = time * self.flat / bytes as f64;
        let peers = self.peers.beside(name, n, time);
        println!("| {name} | {time:.1} | {ratio:.2} | {bits} | {peers} |");
        Ok(())
    }
}
