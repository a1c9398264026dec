//! The groups of the benchmarks: offsets of segments, keys of runs and keys anywhere.

/// A number that looks random, for each index: the hash that the peers' programs have.
#[must_use]
pub fn hashed(index: u32) -> u32 {
    let h = index.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let h = ((h >> ((h >> 28) + 4)) ^ h).wrapping_mul(277_803_737);
    (h >> 22) ^ h
}

/// Offsets of segments whose lengths follow a rule and add up to `len`, as in the peers' programs.
#[must_use]
pub fn offsets(rule: &str, segments: usize, len: usize) -> Vec<u32> {
    let part = |index: u32| f64::from(hashed(index) >> 8) / 16_777_216.0;
    let lengths: Vec<f64> = (0..segments as u32)
        .map(|index| {
            let (u, v) = (part(index) + 1e-9, part(index ^ 0x9e37_79b9));
            match rule {
                "equal" => 1.0,
                "lognormal" => (1.5 * (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()).exp(),
                "power" => u.powf(-1.0 / 1.2),
                _ if index as usize == segments / 2 => 1e12,
                _ => 0.0,
            }
        })
        .collect();
    let sum: f64 = lengths.iter().sum();
    let mut so_far = 0.0;
    let ends = lengths.iter().map(|length| {
        so_far += length;
        (so_far / sum * len as f64).floor().min(len as f64) as u32
    });
    let mut offsets: Vec<u32> = std::iter::once(0).chain(ends).collect();
    if let Some(last) = offsets.last_mut() {
        *last = len as u32;
    }
    offsets
}

/// Keys in runs of this length on average: a new one wherever a hash says so.
#[must_use]
pub fn run_keys(len: usize, average: u32) -> Vec<u32> {
    let mut key = 0;
    let keys = (0..len as u32).map(|index| {
        if hashed(index).is_multiple_of(average) {
            key = index;
        }
        key
    });
    keys.collect()
}
