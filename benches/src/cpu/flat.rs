//! Whole inputs: 1 GiB of f32, and of f64, in medians in milliseconds of one run.

use std::hint::black_box;

use bytemuck::NoUninit;
use ndarray::ArrayView1;
use reduce_bench::parameters::{Above, AboveConstant, THRESHOLD};
use reduce_bench::{Stats, floats};
use reduce_wgpu::prelude::*;

use crate::python;
use crate::timing::{Repeats, beside_reading, read_only, time, words};

const BYTES: usize = 1 << 30;
const REPEATS: Repeats = Repeats {
    most: 31,
    seconds: f64::INFINITY,
};

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

/// Prints a row for each operator.
pub(crate) fn table() -> Result<(), Box<dyn std::error::Error>> {
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
    let mut peer = ndarray(&floats);
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
    let script = PEERS
        .replace("BYTES", &BYTES.to_string())
        .replace("REPEATS", &REPEATS.most.to_string());
    peer.extend(python::medians(&script)?);
    let of = |library: &str, name: &str| {
        let named = format!("{library} {name}");
        peer.iter()
            .find(|(peer, _)| *peer == named)
            .map_or(f64::NAN, |(_, time)| *time)
    };
    println!(
        "{} MiB, medians of {} in ms; the ratio is to the fastest of the peers",
        BYTES >> 20,
        REPEATS.most
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
    let words = words(data);
    let mut rows = vec![Row {
        name: "reading alone",
        one: single.install(|| time(REPEATS, || read_only(words))),
        all: time(REPEATS, || read_only(words)),
        share: 1.0,
    }];
    for (name, call) in calls {
        let measure = || beside_reading(REPEATS, &[words], &|| call(data));
        let ((one, _), (all, share)) = (single.install(measure)?, measure()?);
        rows.push(Row { name, one, all, share });
    }
    Ok(rows)
}

fn reduce<R: Reduction, T>(data: &[T]) -> Result<(), Error>
where
    for<'a> &'a [T]: Source<R::Input>,
{
    black_box(Cpu::new().reduce::<R>(black_box(data))?);
    Ok(())
}

/// ndarray's medians by name, for the operators that it has; a maximum is a fold of ours.
fn ndarray(data: &[f32]) -> Vec<(String, f64)> {
    fn timed<T>(call: impl Fn(ArrayView1<'_, f32>) -> T, x: ArrayView1<'_, f32>) -> f64 {
        time(REPEATS, || {
            black_box(call(black_box(x)));
        })
    }
    let x = ArrayView1::from(data);
    let named = [
        ("sum", timed(|x| x.sum(), x)),
        ("max", timed(|x| x.fold(f32::NEG_INFINITY, |a, b| a.max(*b)), x)),
        ("mean", timed(|x| x.mean(), x)),
        ("variance", timed(|x| x.var(0.0), x)),
    ];
    named.map(|(name, time)| (format!("ndarray {name} f32"), time)).into()
}
