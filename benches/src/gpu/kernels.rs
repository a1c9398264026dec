//! The passes alone: GPU timestamps around them, bits held against the CPU's.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use half::f16;
use reduce_bench::parameters::{Above, AboveConstant, COEFFICIENTS, Polynomial, PolynomialConstant, THRESHOLD};
use reduce_bench::{Compose, Moments, Stats, median};
use reduce_wgpu::OperatorValue;
use reduce_wgpu::prelude::*;

use crate::Peers;

const WARM_UP: usize = 5;

/// The time for which a GPU is kept busy before each row. An idle one clocks down: an H200 that had waited for the CPU's result, or
/// had small work only for a while, was at 780 MHz instead of 1980, and 1.7 to 2.5 times slower.
pub(crate) const BUSY: Duration = Duration::from_millis(150);

/// The time for which a GPU is kept busy after seconds without any work: 150 ms left it at half of its rate.
pub(crate) const BUSY_AFTER_A_PAUSE: Duration = Duration::from_millis(1500);
const REPEATS: usize = 35;

/// Every operator at every length.
pub(crate) fn table(gpu: &Gpu, peers: &Peers, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let most = data.len().ilog2();
    let all = gpu.upload(data)?;
    println!("| op | n | µs | min µs | GB/s | bits beside the CPU's | peers: µs (ours ÷ peer) |");
    println!("|---|---|---|---|---|---|---|");
    for shift in [10, 16, 18, 20, 22, 24, 25, 28]
        .into_iter()
        .filter(|shift| *shift <= most)
    {
        let slice = &data[..1 << shift];
        let array = gpu.upload(slice)?;
        let (a, b) = slice.split_at(slice.len() / 2);
        let halves = (gpu.upload(a)?, gpu.upload(b)?);
        let bytes: &[u8] = bytemuck::cast_slice(slice);
        let packed = gpu.upload(bytes)?;
        let mut row = Row {
            gpu,
            all: &all,
            n: slice.len(),
            bytes: size_of_val(slice),
            peers,
        };
        row.print::<ops::Sum<f32>>("sum_f32", &array, slice)?;
        row.print::<ops::Max<f32>>("max_f32", &array, slice)?;
        row.print::<Stats>("stats_f32", &array, slice)?;
        row.print::<Moments>("welford_f32", &array, slice)?;
        row.print::<Compose>("ordered_f32", &array, slice)?;
        row.print::<ops::ArgMax<f32>>("argmax_f32", &array, slice)?;
        row.print::<ops::Variance<f32>>("variance_f32", &array, slice)?;
        row.print::<ops::KahanSum<f32>>("kahan_f32", &array, slice)?;
        row.print::<ops::LogSumExp<f32>>("log_sum_exp_f32", &array, slice)?;
        row.print::<(ops::Sum<f32>, ops::Max<f32>)>("sum_and_max_f32", &array, slice)?;
        row.print::<ops::Mean<f32>>("mean_f32", &array, slice)?;
        row.print::<ops::L2Norm<f32>>("l2_f32", &array, slice)?;
        row.print::<AboveConstant>("above_constant_f32", &array, slice)?;
        row.print_using("above_parameter_f32", Above { threshold: THRESHOLD }, &array, slice)?;
        row.print::<PolynomialConstant>("polynomial_constant_f32", &array, slice)?;
        let polynomial = Polynomial {
            coefficients: COEFFICIENTS,
        };
        row.print_using("polynomial_parameter_f32", polynomial, &array, slice)?;
        row.n = a.len();
        row.print::<ops::Dot<f32>>("dot_f32", (&halves.0, &halves.1), (a, b))?;
        row.n = bytes.len();
        row.print::<ops::Sum<u8>>("sum_u8_u32", &packed, bytes)?;
        row.print::<ops::Mean<u8>>("mean_u8", &packed, bytes)?;
        drop(packed);
        // As many bytes of f64.
        let wide: Vec<f64> = a.iter().map(|x| f64::from(*x) / 3.0).collect();
        row.n = wide.len();
        let doubles = gpu.upload(&wide)?;
        row.print::<ops::Sum<f64>>("sum_f64", &doubles, &wide)?;
        row.print::<ops::Mean<f64>>("mean_f64", &doubles, &wide)?;
        row.print::<ops::Variance<f64>>("variance_f64", &doubles, &wide)?;
        drop(doubles);
        // As many bytes of f16.
        let halves: Vec<f16> = slice.iter().chain(slice).map(|x| f16::from_f32(*x)).collect();
        row.n = halves.len();
        let array = gpu.upload(&halves)?;
        row.print::<ops::Sum<f16>>("sum_f16", &array, &halves)?;
        row.print::<ops::Max<f16>>("max_f16", &array, &halves)?;
    }
    Ok(())
}

/// Wakes the GPU up.
pub(crate) fn keep_busy(gpu: &Gpu, all: &Array<f32>, time: Duration) -> Result<(), Error> {
    let start = Instant::now();
    while start.elapsed() < time {
        gpu.reduce::<ops::Sum<f32>>(all)?;
    }
    Ok(())
}

/// The median and the least time of the passes in µs, after warm-up; every result goes to `each`.
pub(crate) fn timed<R: Operator>(
    reducer: &GpuReducer<R>,
    data: impl Source<R::Input> + Copy,
    mut each: impl FnMut(R::Output),
) -> Result<(f64, f64), Error> {
    let mut times = Vec::with_capacity(REPEATS);
    for round in 0..WARM_UP + REPEATS {
        let (value, time) = reducer.measure(data)?;
        each(value);
        if round >= WARM_UP {
            times.push(time.as_secs_f64() * 1e6);
        }
    }
    Ok(median(times))
}

/// The data that the rows of one length share.
pub(crate) struct Row<'a> {
    pub(crate) gpu: &'a Gpu,
    /// The whole input, to keep the GPU busy with.
    pub(crate) all: &'a Array<f32>,
    pub(crate) n: usize,
    pub(crate) bytes: usize,
    pub(crate) peers: &'a Peers,
}

impl Row<'_> {
    /// Measures `R` on data on the device, and compares with the CPU on the same in host memory.
    pub(crate) fn print<R>(
        &self,
        op: &str,
        device: impl Source<R::Input> + Copy,
        host: impl Source<R::Input>,
    ) -> Result<(), Box<dyn std::error::Error>>
    where
        R: Operator<Params: NoParameters, Output: PartialEq + std::fmt::Debug>,
    {
        self.print_using(op, PhantomData::<R>, device, host)
    }

    /// [`print`](Self::print) for the operator of this value.
    pub(crate) fn print_using<V>(
        &self,
        op: &str,
        value: V,
        device: impl Source<<V::Operator as Operator>::Input> + Copy,
        host: impl Source<<V::Operator as Operator>::Input>,
    ) -> Result<(), Box<dyn std::error::Error>>
    where
        V: OperatorValue<Operator: Operator<Output: PartialEq + std::fmt::Debug>> + Clone,
    {
        let reducer = self.gpu.reducer_using(value.clone())?;
        let expected = Cpu::new().reducer_using(value)?.reduce(host)?;
        let mut equal = true;
        let mut last = None;
        // The host took seconds for the largest inputs.
        let long = self.bytes >= 1 << 30;
        keep_busy(self.gpu, self.all, if long { BUSY_AFTER_A_PAUSE } else { BUSY })?;
        let (middle, least) = timed(&reducer, device, |value| {
            equal &= value == expected;
            last = Some(value);
        })?;
        let bits = if equal {
            "equal".to_owned()
        } else {
            format!("{last:?} not {expected:?}")
        };
        println!(
            "| {op} | {} | {middle:.2} | {least:.2} | {:.0} | {bits} | {} |",
            self.n,
            self.bytes as f64 / middle / 1e3,
            self.peers.beside(op, self.n, middle)
        );
        Ok(())
    }
}
