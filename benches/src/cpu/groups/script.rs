//! The Python script of the peers: the inputs of the cases, made as ours are, and a line for each expression.

use std::fmt::Write as _;

use super::Case;
use crate::timing::Repeats;

/// Values, offsets and keys, made when they are asked for and kept.
const INPUTS: &str = "
import time, functools, numpy, polars
rng = numpy.random.default_rng(1)
once = functools.cache
x = rng.random(ELEMENTS, dtype=numpy.float32)
@once
def doubles(): return rng.random(ELEMENTS // 2)
@once
def bytes(): return rng.integers(0, 256, ELEMENTS * 4, dtype=numpy.uint8)
@once
def offsets(rule, count):
    weights = {
        'equal': lambda: numpy.ones(count),
        'lognormal': lambda: rng.lognormal(0, 1.5, count),
        'power': lambda: rng.random(count) ** (-1 / 1.2),
    }[rule]()
    ends = numpy.floor(numpy.cumsum(weights) / weights.sum() * ELEMENTS).astype(numpy.int64)
    return numpy.minimum(numpy.concatenate([[0], ends[:-1]]), ELEMENTS - 1)
@functools.lru_cache(maxsize=1)
def runs(average): return numpy.cumsum(rng.random(ELEMENTS, dtype=numpy.float32) < 1 / average, dtype=numpy.uint32)
@functools.lru_cache(maxsize=1)
def frame(distinct): return polars.DataFrame({'k': rng.integers(0, distinct, ELEMENTS, dtype=numpy.uint32), 'x': x})
def by_runs(keys):
    begins = numpy.concatenate([[0], numpy.flatnonzero(keys[1:] != keys[:-1]) + 1])
    return keys[begins], numpy.add.reduceat(x, begins)
def bench(name, call):
    began = time.perf_counter()
    call()
    times = []
    while len(times) < MOST and (len(times) < 3 or time.perf_counter() - began < SECONDS):
        start = time.perf_counter(); call(); times.append(time.perf_counter() - start)
    print(name, sorted(times)[len(times) // 2] * 1e3, sep=',')
";

/// The script for these cases.
pub(super) fn of(cases: &[Case<'_>], elements: usize, Repeats { most, seconds }: Repeats) -> String {
    let mut script = INPUTS
        .replace("ELEMENTS", &elements.to_string())
        .replace("MOST", &most.to_string())
        .replace("SECONDS", &seconds.to_string());
    for case in cases {
        for (library, call) in [("numpy", &case.numpy), ("polars", &case.polars)] {
            if !call.is_empty() {
                // Writing to a string does not fail.
                let _ = writeln!(script, "bench('{library} {}', lambda: {call})", case.name);
            }
        }
    }
    script
}
