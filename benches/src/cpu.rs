//! The CPU engine beside numpy, polars and ndarray on 1 GiB of f32: medians in milliseconds of one run.

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use ndarray::ArrayView1;
use rayon::prelude::*;
use reduce_bench::{Stats, floats, median};
use reduce_wgpu::HostSource;
use reduce_wgpu::prelude::*;

const ELEMENTS: usize = 256 << 20;
const REPEATS: usize = 31;

const NUMPY: &str = "
import time, numpy, polars
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
s = polars.Series(x)
bench('polars sum', lambda: s.sum())
bench('polars max', lambda: s.max())
bench('polars mean', lambda: s.mean())
bench('polars variance', lambda: s.var(ddof=0))
bench('polars argmax', lambda: s.arg_max())
bench('polars stats', lambda: (s.len(), s.sum(), s.min(), s.max()))
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
        let (one, _) = single.install(|| beside_reading(&data, call))?;
        let (all, share) = beside_reading(&data, call)?;
        rows.push((name, one, all, share));
    }
    let read = [
        time(|| single.install(|| read_only(&data)))?,
        time(|| read_only(&data))?,
    ];
    let mut peer = numpy()?;
    peer.extend(ndarray(&data)?);
    let of = |name: &str| {
        peer.iter()
            .find(|(peer, _)| peer == name)
            .map_or(f64::NAN, |(_, time)| *time)
    };
    println!(
        "{} MiB of f32, medians of {REPEATS} in ms; the ratio is to the fastest of the peers",
        (ELEMENTS * 4) >> 20
    );
    println!(
        "| operator | numpy | polars | ndarray | ours, 1 thread | ours, {threads} threads | ratio | of the read rate |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    println!("| reading alone | | | | {:.2} | {:.2} | | |", read[0], read[1]);
    for (name, one, all, share) in rows {
        let peers = [of(name), of(&format!("polars {name}")), of(&format!("ndarray {name}"))];
        let fastest = peers.into_iter().fold(f64::NAN, f64::min);
        println!(
            "| {name} | {:.2} | {:.2} | {:.2} | {one:.2} | {all:.2} | {:.2} | {share:.2} |",
            peers[0],
            peers[1],
            peers[2],
            all / fastest,
        );
    }
    Ok(())
}

/// As little as can be done with every element: the words' exclusive or, on the same threads.
fn read_only(data: &[f32]) -> Result<(), Error> {
    let words: &[u32] = bytemuck::cast_slice(black_box(data));
    black_box(words.par_chunks(1 << 17).map(exclusive_or).reduce(|| 0, |a, b| a ^ b));
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
    black_box(Cpu::new().reduce::<R>(black_box(data))?);
    Ok(())
}

/// The median time of `call` in milliseconds, and that of reading alone as a part of it: by turns, since others use the memory of a
/// virtual machine as well.
fn beside_reading(data: &[f32], call: fn(&[f32]) -> Result<(), Error>) -> Result<(f64, f64), Error> {
    let clock = |call: &dyn Fn() -> Result<(), Error>| {
        let start = Instant::now();
        call()?;
        Ok(start.elapsed().as_secs_f64() * 1e3)
    };
    let (mut times, mut shares) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        let (reading, time) = (clock(&|| read_only(data))?, clock(&|| call(data))?);
        times.push(time);
        // Of each pair, because the memory is faster at some times than at others, by half.
        shares.push(reading / time);
    }
    Ok((median(times).0, median(shares).0))
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

/// ndarray's medians by name, of what it has; a maximum is a fold of ours.
fn ndarray(data: &[f32]) -> Result<Vec<(String, f64)>, Error> {
    fn timed<T>(call: impl Fn(ArrayView1<'_, f32>) -> T, x: ArrayView1<'_, f32>) -> Result<f64, Error> {
        time(|| {
            black_box(call(black_box(x)));
            Ok(())
        })
    }
    let x = ArrayView1::from(data);
    let named = [
        ("sum", timed(|x| x.sum(), x)?),
        ("max", timed(|x| x.fold(f32::NEG_INFINITY, |a, b| a.max(*b)), x)?),
        ("mean", timed(|x| x.mean(), x)?),
        ("variance", timed(|x| x.var(0.0), x)?),
    ];
    Ok(named.map(|(name, time)| (format!("ndarray {name}"), time)).into())
}

/// The medians of numpy and polars by name.
fn numpy() -> Result<Vec<(String, f64)>, Box<dyn std::error::Error>> {
    let python = std::env::var("REDUCE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = NUMPY
        .replace("ELEMENTS", &ELEMENTS.to_string())
        .replace("REPEATS", &REPEATS.to_string());
    let output = Command::new(&python).arg("-c").arg(script).output()?;
    if !output.status.success() {
        return Err(format!(
            "{python} with numpy and polars: {}",
            String::from_utf8_lossy(&output.stderr)
        )
        .into());
    }
    let text = String::from_utf8(output.stdout)?;
    text.lines()
        .map(|line| {
            let (name, time) = line.split_once(',').ok_or("Python printed no table")?;
            Ok((name.to_owned(), time.parse()?))
        })
        .collect()
}
