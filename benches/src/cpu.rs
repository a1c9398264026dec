//! The CPU engine beside numpy, polars and ndarray on 1 GiB of f32, and of f64: medians in milliseconds of one run.

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use bytemuck::NoUninit;
use ndarray::ArrayView1;
use rayon::prelude::*;
use reduce_bench::parameters::{Above, AboveConstant, THRESHOLD};
use reduce_bench::{Stats, floats, median};
use reduce_wgpu::prelude::*;

const BYTES: usize = 1 << 30;
const REPEATS: usize = 31;

/// Python that times numpy and polars on `x`, behind the names of its type.
const PEERS: &str = "
import time, numpy, polars
def bench(name, call):
    for _ in range(3): call()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter(); call(); times.append(time.perf_counter() - start)
    print(name, sorted(times)[len(times) // 2] * 1e3, sep=',')
for kind in (numpy.float32, numpy.float64):
    x = numpy.random.default_rng(1).random(BYTES // numpy.dtype(kind).itemsize, dtype=kind)
    s = polars.Series(x)
    of = ' f32' if kind == numpy.float32 else ' f64'
    bench('numpy sum' + of, lambda: numpy.sum(x))
    bench('numpy max' + of, lambda: numpy.max(x))
    bench('numpy mean' + of, lambda: numpy.mean(x))
    bench('numpy variance' + of, lambda: numpy.var(x))
    bench('numpy argmax' + of, lambda: numpy.argmax(x))
    bench('numpy stats' + of, lambda: (x.size, numpy.sum(x), numpy.min(x), numpy.max(x)))
    bench('polars sum' + of, lambda: s.sum())
    bench('polars max' + of, lambda: s.max())
    bench('polars mean' + of, lambda: s.mean())
    bench('polars variance' + of, lambda: s.var(ddof=0))
    bench('polars argmax' + of, lambda: s.arg_max())
    bench('polars stats' + of, lambda: (s.len(), s.sum(), s.min(), s.max()))
";

/// An operator with its times on one thread and on all, and its share of the read rate.
struct Row {
    name: &'static str,
    one: f64,
    all: f64,
    share: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let threads = rayon::current_num_threads();
    let floats = floats(BYTES / size_of::<f32>());
    let mut rows = measured(
        &floats,
        &[
            ("sum f32", reduce::<ops::Sum<f32>, _>),
            ("max f32", reduce::<ops::Max<f32>, _>),
            ("mean f32", reduce::<ops::Mean<f32>, _>),
            ("variance f32", reduce::<ops::Variance<f32>, _>),
            ("argmax f32", reduce::<ops::ArgMax<f32>, _>),
            ("stats f32", reduce::<Stats, _>),
            ("above 0.5 f32", reduce::<AboveConstant, _>),
            ("above a parameter f32", |data| {
                let above = Cpu::new().reducer_using(Above { threshold: THRESHOLD })?;
                black_box(above.reduce(black_box(data))?);
                Ok(())
            }),
        ],
    )?;
    let mut peer = ndarray(&floats)?;
    let doubles: Vec<f64> = floats[..BYTES / size_of::<f64>()]
        .iter()
        .map(|x| f64::from(*x) / 3.0)
        .collect();
    drop(floats);
    rows.extend(measured(
        &doubles,
        &[
            ("sum f64", reduce::<ops::Sum<f64>, _>),
            ("max f64", reduce::<ops::Max<f64>, _>),
            ("mean f64", reduce::<ops::Mean<f64>, _>),
            ("variance f64", reduce::<ops::Variance<f64>, _>),
            ("argmax f64", reduce::<ops::ArgMax<f64>, _>),
        ],
    )?);
    drop(doubles);
    peer.extend(peers()?);
    let of = |library: &str, name: &str| {
        let named = format!("{library} {name}");
        peer.iter()
            .find(|(peer, _)| *peer == named)
            .map_or(f64::NAN, |(_, time)| *time)
    };
    println!(
        "{} MiB, medians of {REPEATS} in ms; the ratio is to the fastest of the peers",
        BYTES >> 20
    );
    println!(
        "| operator | numpy | polars | ndarray | ours, 1 thread | ours, {threads} threads | ratio | of the read rate |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for Row { name, one, all, share } in rows {
        let peers = ["numpy", "polars", "ndarray"].map(|library| of(library, name));
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

/// A reduction of `T` whose result is dropped.
type Call<T> = fn(&[T]) -> Result<(), Error>;

/// The rows of these operators, after that of reading alone.
fn measured<T: NoUninit + Sync>(
    data: &[T],
    calls: &[(&'static str, Call<T>)],
) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut rows = vec![Row {
        name: "reading alone",
        one: time(|| single.install(|| read_only(data)))?,
        all: time(|| read_only(data))?,
        share: 1.0,
    }];
    for (name, call) in calls {
        let (one, _) = single.install(|| beside_reading(data, *call))?;
        let (all, share) = beside_reading(data, *call)?;
        rows.push(Row { name, one, all, share });
    }
    Ok(rows)
}

/// The least work on every element: the words' exclusive or, on the same threads.
fn read_only<T: NoUninit>(data: &[T]) -> Result<(), Error> {
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

fn reduce<R: Reduction, T>(data: &[T]) -> Result<(), Error>
where
    for<'a> &'a [T]: Source<R::Input>,
{
    black_box(Cpu::new().reduce::<R>(black_box(data))?);
    Ok(())
}

/// The median time of `call` in milliseconds, and that of reading alone as a part of it: by turns, since others use the memory of a
/// virtual machine as well.
fn beside_reading<T: NoUninit>(data: &[T], call: Call<T>) -> Result<(f64, f64), Error> {
    let clock = |call: &dyn Fn() -> Result<(), Error>| {
        let start = Instant::now();
        call()?;
        Ok(start.elapsed().as_secs_f64() * 1e3)
    };
    let (mut times, mut shares) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        let (reading, time) = (clock(&|| read_only(data))?, clock(&|| call(data))?);
        times.push(time);
        // The share in each pair, because the memory is faster at some times than at others, by half.
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

/// ndarray's medians by name, for the operators that it has; a maximum is a fold of ours.
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
    Ok(named.map(|(name, time)| (format!("ndarray {name} f32"), time)).into())
}

/// The medians of numpy and polars by name.
fn peers() -> Result<Vec<(String, f64)>, Box<dyn std::error::Error>> {
    let python = std::env::var("REDUCE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = PEERS
        .replace("BYTES", &BYTES.to_string())
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
