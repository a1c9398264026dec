//! The CPU engine beside numpy on 256 MiB of f32: medians in milliseconds and ratios of one run.

use std::process::Command;
use std::time::Instant;

use reduce_bench::{Stats, floats, median};
use reduce_wgpu::prelude::*;

const ELEMENTS: usize = 64 << 20;
const REPEATS: usize = 31;

const NUMPY: &str = "
import time, numpy
x = numpy.random.default_rng(1).random(ELEMENTS, dtype=numpy.float32)
def bench(name, call):
    for _ in range(3): call()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter(); call(); times.append(time.perf_counter() - start)
    print(name, sorted(times)[len(times) // 2] * 1e3, sep=',')
bench('sum', lambda: numpy.sum(x))
bench('max', lambda: numpy.max(x))
bench('stats', lambda: (x.size, numpy.sum(x), numpy.min(x), numpy.max(x)))
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = floats(ELEMENTS);
    let threads = rayon::current_num_threads();
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut rows = Vec::new();
    for (name, call) in [
        (
            "sum",
            (|data| reduce::<ops::Sum<f32>>(data)) as fn(&[f32]) -> Result<(), Error>,
        ),
        ("max", |data| reduce::<ops::Max<f32>>(data)),
        ("stats", |data| reduce::<Stats>(data)),
    ] {
        let one = time(|| single.install(|| call(&data)))?;
        rows.push((name, one, time(|| call(&data))?));
    }
    let peer = numpy()?;
    let of = |name: &str| {
        peer.iter()
            .find(|(peer, _)| peer == name)
            .map_or(f64::NAN, |(_, time)| *time)
    };
    println!(
        "{} MiB of f32, medians of {REPEATS} in ms; a ratio below 1 is faster than numpy",
        (ELEMENTS * 4) >> 20
    );
    println!(
        "| operator | numpy | ours, 1 thread | ours, {threads} threads | ratio 1 thread | ratio {threads} threads | to numpy.sum |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, one, all) in rows {
        println!(
            "| {name} | {:.2} | {one:.2} | {all:.2} | {:.2} | {:.2} | {:.2} |",
            of(name),
            one / of(name),
            all / of(name),
            all / of("sum")
        );
    }
    Ok(())
}

fn reduce<R: Reduction<Input = f32>>(data: &[f32]) -> Result<(), Error> {
    std::hint::black_box(Cpu::new().reduce::<R>(std::hint::black_box(data))?);
    Ok(())
}

/// The median time in milliseconds.
fn time(mut call: impl FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    for _ in 0..3 {
        call()?;
    }
    let mut times = Vec::with_capacity(REPEATS);
    for _ in 0..REPEATS {
        let start = Instant::now();
        call()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(median(times).0)
}

/// numpy's medians by name.
fn numpy() -> Result<Vec<(String, f64)>, Box<dyn std::error::Error>> {
    let python = std::env::var("REDUCE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = NUMPY
        .replace("ELEMENTS", &ELEMENTS.to_string())
        .replace("REPEATS", &REPEATS.to_string());
    let output = Command::new(&python).arg("-c").arg(script).output()?;
    if !output.status.success() {
        return Err(format!("{python} with numpy: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let text = String::from_utf8(output.stdout)?;
    text.lines()
        .map(|line| {
            let (name, time) = line.split_once(',').ok_or("numpy printed no table")?;
            Ok((name.to_owned(), time.parse()?))
        })
        .collect()
}
