//! The GPU engine on resident data: GPU timestamps around the passes, bits held against the CPU's, beside a peer's CSV.
//!
//! `gpu [--peer FILE]`: FILE holds lines `peer,op,n,bytes,median_us,…`, as the CUB and PyTorch programs print them.

use reduce_bench::{Compose, Moments, Stats, floats, median};
use reduce_wgpu::prelude::*;

const WARM_UP: usize = 5;
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
    println!("| op | n | µs | min µs | GB/s | bits beside the CPU's | peers: µs (ours ÷ peer) |");
    println!("|---|---|---|---|---|---|---|");
    for shift in [10, 16, 18, 20, 22, 24, 25, 28]
        .into_iter()
        .filter(|shift| *shift <= most)
    {
        let slice = &data[..1 << shift];
        let array = gpu.upload(slice)?;
        row::<ops::Sum<f32>>("sum_f32", &gpu, slice, &array, &peers)?;
        row::<ops::Max<f32>>("max_f32", &gpu, slice, &array, &peers)?;
        row::<Stats>("stats_f32", &gpu, slice, &array, &peers)?;
        row::<Moments>("welford_f32", &gpu, slice, &array, &peers)?;
        row::<Compose>("ordered_f32", &gpu, slice, &array, &peers)?;
    }
    Ok(())
}

fn row<R>(op: &str, gpu: &Gpu, slice: &[f32], array: &Array<f32>, peers: &str) -> Result<(), Box<dyn std::error::Error>>
where
    R: Reduction<Input = f32>,
    R::Output: PartialEq + std::fmt::Debug,
{
    let reducer = gpu.reducer::<R>()?;
    let expected = Cpu::new().reduce::<R>(slice)?;
    let (mut times, mut equal) = (Vec::with_capacity(REPEATS), true);
    for round in 0..WARM_UP + REPEATS {
        let (value, time) = reducer.measure(array)?;
        equal &= value == expected;
        if round >= WARM_UP {
            times.push(time.as_secs_f64() * 1e6);
        }
    }
    let (middle, least) = median(times);
    let bytes = size_of_val(slice) as f64;
    let beside: Vec<String> = peers
        .lines()
        .filter_map(|line| beside(line, op, slice.len(), middle))
        .collect();
    println!(
        "| {op} | {} | {middle:.2} | {least:.2} | {:.0} | {} | {} |",
        slice.len(),
        bytes / middle / 1e3,
        if equal { "equal" } else { "not equal" },
        beside.join(", ")
    );
    Ok(())
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
