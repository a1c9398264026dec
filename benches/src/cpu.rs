//! The CPU engine beside numpy on 256 MiB of f32: medians in milliseconds and ratios of one run.

use std::process::Command;
use std::time::Instant;

use rayon::prelude::*;
use reduce_bench::{Stats, floats, median};
use reduce_wgpu::HostSource;
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
bench('mean', lambda: numpy.mean(x))
bench('variance', lambda: numpy.var(x))
bench('argmax', lambda: numpy.argmax(x))
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
        ("mean", |data| reduce::<ops::Mean<f32>>(data)),
        ("variance", |data| reduce::<ops::Variance<f32>>(data)),
        ("argmax", |data| reduce::<ops::ArgMax<f32>>(data)),
        ("stats", |data| reduce::<Stats>(data)),
    ] {
        let one = time(|| single.install(|| call(&data)))?;
        rows.push((name, one, time(|| call(&data))?));
    }
    let read = [
        time(|| single.install(|| read_only(&data)))?,
        time(|| read_only(&data))?,
    ];
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
        "| operator | numpy | ours, 1 thread | ours, {threads} threads | ratio 1 thread | ratio {threads} threads | of the read rate |"
    );
    println!("|---|---|---|---|---|---|---|");
    println!("| reading alone | | {:.2} | {:.2} | | | |", read[0], read[1]);
    for (name, one, all) in rows {
        println!(
            "| {name} | {:.2} | {one:.2} | {all:.2} | {:.2} | {:.2} | {:.2} |",
            of(name),
            one / of(name),
            all / of(name),
            read[1] / all
        );
    }
    Ok(())
}

/// As little as can be done with every element: the words' exclusive or, on the same threads.
fn read_only(data: &[f32]) -> Result<(), Error> {
    let words: &[u32] = bytemuck::cast_slice(std::hint::black_box(data));
    std::hint::black_box(words.par_chunks(1 << 17).map(exclusive_or).reduce(|| 0, |a, b| a ^ b));
    Ok(())
}

fn exclusive_or(words: &[u32]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
        return unsafe { exclusive_or_avx2(words) };
    }
    exclusive_or_plain(words)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn exclusive_or_avx2(words: &[u32]) -> u32 {
    exclusive_or_plain(words)
}

#[inline(always)]
fn exclusive_or_plain(words: &[u32]) -> u32 {
    let mut all = [0; 64];
    for row in words.as_chunks::<64>().0 {
        for (all, word) in all.iter_mut().zip(row) {
            *all ^= word;
        }
    }
    all.iter().fold(0, |a, b| a ^ b)
}

fn reduce<R: Reduction>(data: &[f32]) -> Result<(), Error>
where
    for<'a> &'a [f32]: HostSource<R::Input>,
{
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
