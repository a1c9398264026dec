//! The time that a reduction takes: the median of several rounds after a warm-up, within a limit.

use std::time::{Duration, Instant};

use reduce_wgpu::{Error, Gpu};

use crate::operator::Measure;
use crate::resident::Resident;
use crate::value::Value;

/// The time for which a GPU is kept busy first: an idle one clocks down.
pub(crate) const WARM_UP: Duration = Duration::from_millis(150);

/// Rounds whose median is taken.
const ROUNDS: usize = 11;

/// The median time of `round` and its last result, after a warm-up of this length: at least one round, and none begins after `limit`.
pub(crate) fn median<T, E>(
    warm_up: Duration,
    limit: Duration,
    mut round: impl FnMut() -> Result<(T, Duration), E>,
) -> Result<(T, Duration), E> {
    let start = Instant::now();
    let (mut value, mut time) = round()?;
    while start.elapsed() < warm_up.min(limit) {
        (value, time) = round()?;
    }
    let mut times = vec![time];
    while times.len() < ROUNDS && start.elapsed() < limit {
        (value, time) = round()?;
        times.push(time);
    }
    times.sort_unstable();
    Ok((value, times[times.len() / 2]))
}

/// [`median`] for the passes of `reduction` over `data` on `gpu`, by its own clock. A program on the CPU needs no warm-up.
///
/// # Errors
/// The errors of [`Measure::measure`].
pub(crate) fn of_passes(
    gpu: &Gpu,
    reduction: &dyn Measure,
    data: &Resident,
    limit: Duration,
) -> Result<(Value, Duration), Error> {
    let warm_up = if gpu.is_software() { Duration::ZERO } else { WARM_UP };
    median(warm_up, limit, || reduction.measure(data))
}

/// Gigabytes in a second.
pub(crate) fn rate(bytes: u64, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64() / 1e9
}

/// A number with three digits that matter, and no exponent.
pub(crate) fn three_digits(number: f64) -> String {
    let decimals = match number {
        small if small < 10.0 => 2,
        middle if middle < 100.0 => 1,
        _ => 0,
    };
    format!("{number:.decimals$}")
}
