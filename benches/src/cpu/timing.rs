//! Times of calls, and how much of the read rate each reaches.

use std::hint::black_box;
use std::time::Instant;

use bytemuck::NoUninit;
use rayon::prelude::*;
use reduce_bench::median;
use reduce_wgpu::prelude::*;

/// How often a call is timed: so often, or three times at least if it has taken so long by then.
#[derive(Clone, Copy)]
pub(crate) struct Repeats {
    pub(crate) most: usize,
    pub(crate) seconds: f64,
}

impl Repeats {
    fn are_over(self, done: usize, since: Instant) -> bool {
        done >= self.most || (done >= 3 && since.elapsed().as_secs_f64() > self.seconds)
    }
}

/// The words of some elements.
pub(crate) fn words<T: NoUninit>(data: &[T]) -> &[u32] {
    bytemuck::cast_slice(data)
}

/// The least work on every element: the words' exclusive or, on all threads.
pub(crate) fn read_only(words: &[u32]) {
    let words = black_box(words);
    black_box(words.par_chunks(1 << 17).map(exclusive_or).reduce(|| 0, |a, b| a ^ b));
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

/// The median time of `call` in milliseconds, and that of reading all of `inputs` as a part of it: by turns, since others use the memory of a
/// virtual machine as well.
pub(crate) fn beside_reading(
    repeats: Repeats,
    inputs: &[&[u32]],
    call: &dyn Fn() -> Result<(), Error>,
) -> Result<(f64, f64), Error> {
    let (mut times, mut shares, began) = (Vec::new(), Vec::new(), Instant::now());
    while !repeats.are_over(times.len(), began) {
        let start = Instant::now();
        inputs.iter().for_each(|words| read_only(words));
        let (reading, start) = (start.elapsed().as_secs_f64() * 1e3, Instant::now());
        call()?;
        let time = start.elapsed().as_secs_f64() * 1e3;
        times.push(time);
        // The share in each pair, because the memory is faster at some times than at others, by half.
        shares.push(reading / time);
    }
    Ok((median(times).0, median(shares).0))
}

/// The median time in milliseconds.
pub(crate) fn time(repeats: Repeats, mut call: impl FnMut()) -> f64 {
    let began = Instant::now();
    call();
    let mut times = Vec::new();
    while !repeats.are_over(times.len(), began) {
        let start = Instant::now();
        call();
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    median(times).0
}
