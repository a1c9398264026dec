//! The GPU engine on resident data: GPU timestamps around the passes, bits held against the CPU's, beside a peer's CSV.
//!
//! `gpu [--peer FILE]`: FILE holds lines `peer,op,n,bytes,median_us,…`, as the CUB and PyTorch programs print them.

use std::time::{Duration, Instant};

use reduce_bench::{Compose, Moments, Stats, floats, median};
use reduce_wgpu::HostSource;
use reduce_wgpu::prelude::*;

const WARM_UP: usize = 5;

/// How long a GPU is kept busy before each row. An idle one clocks down: an H200 that had waited for the CPU's result, or
/// had small work only for a while, was at 780 MHz instead of 1980, and 1.7 to 2.5 times slower.
const BUSY: Duration = Duration::from_millis(150);
const REPEATS: usize = 35;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let peers = match (arguments.next().as_deref(), arguments.next()) {
        (Some("--peer"), Some(file)) => std::fs::read_to_string(file)?,
        (None, _) => String::new(),
        _ => return Err("usage: gpu [--peer FILE]".into()),
    };
    let gpu = Gpu::new()?;
    eprintln!("{}", gpu.reducer::<Stats>()?.kernels().explain());
    let most = if gpu.is_software() { 22 } else { 28 };
    let data = floats(1 << most);
    let all = gpu.upload(&data)?;
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
            gpu: &gpu,
            all: &all,
            n: slice.len(),
            bytes: size_of_val(slice),
            peers: &peers,
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
        row.n = a.len();
        row.print::<ops::Dot<f32>>("dot_f32", (&halves.0, &halves.1), (a, b))?;
        row.n = bytes.len();
        row.print::<ops::Sum<u8>>("sum_u8_u32", &packed, bytes)?;
    }
    Ok(())
}

/// What the rows of one length have in common.
struct Row<'a> {
    gpu: &'a Gpu,
    /// The whole input, to keep the GPU busy with.
    all: &'a Array<f32>,
    n: usize,
    bytes: usize,
    peers: &'a str,
}

impl Row<'_> {
    /// Measures `R` on what lies on the device, and compares with the CPU on the same in host memory.
    fn print<R>(
        &self,
        op: &str,
        device: impl Source<R::Input> + Copy,
        host: impl HostSource<R::Input>,
    ) -> Result<(), Box<dyn std::error::Error>>
    where
        R: Reduction<Output: PartialEq + std::fmt::Debug>,
    {
        let reducer = self.gpu.reducer::<R>()?;
        let expected = Cpu::new().reduce::<R>(host)?;
        let (mut times, mut equal) = (Vec::with_capacity(REPEATS), true);
        let mut last = None;
        let start = Instant::now();
        while start.elapsed() < BUSY {
            self.gpu.reduce::<ops::Sum<f32>>(self.all)?;
        }
        for round in 0..WARM_UP + REPEATS {
            let (value, time) = reducer.measure(device)?;
            equal &= value == expected;
            last = Some(value);
            if round >= WARM_UP {
                times.push(time.as_secs_f64() * 1e6);
            }
        }
        let (middle, least) = median(times);
        let lines = self.peers.lines();
        let beside: Vec<String> = lines.filter_map(|line| beside(line, op, self.n, middle)).collect();
        let bits = if equal {
            "equal".to_owned()
        } else {
            format!("{last:?} not {expected:?}")
        };
        println!(
            "| {op} | {} | {middle:.2} | {least:.2} | {:.0} | {bits} | {} |",
            self.n,
            self.bytes as f64 / middle / 1e3,
            beside.join(", ")
        );
        Ok(())
    }
}

/// `name 12.3 (0.97)` if the peer's line is about this operator and length.
fn beside(line: &str, op: &str, n: usize, ours: f64) -> Option<String> {
    let fields: Vec<&str> = line.split(',').collect();
    let [peer, its_op, its_n, _, median, ..] = fields.as_slice() else {
        return None;
    };
    let same = its_n.parse() == Ok(n) && (*its_op == op || its_op.starts_with("read_only"));
    let median: f64 = median.parse().ok()?;
    same.then(|| {
        let name = if *its_op == op { peer } else { its_op };
        format!("{name} {median:.2} ({:.2})", ours / median)
    })
}
