//! The bytes of parts (`Partial::to_bytes`).

use std::path::Path;

use reduce_wgpu::{Cpu, Error, NoParameters, Operator, Partial, ops};

use crate::change;
use crate::random::Random;
use crate::run::Format;

/// Corrects the checksum at the end of the bytes, so that a change reaches the code behind its test.
fn seal(bytes: &mut [u8]) {
    if let Some((data, checksum)) = bytes.split_last_chunk_mut::<4>().map(|(data, last)| (&*data, last)) {
        *checksum = crc32fast::hash(data).to_le_bytes();
    }
}

type Mean = ops::Mean<f32>;
type Both = (ops::Sum<i64>, ops::Max<i64>);

pub(crate) struct Parts;

impl Format for Parts {
    fn name(&self) -> &'static str {
        "parts"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let floats: Vec<f32> = (0..300_000u32).map(|at| at as f32).collect();
        let longs: Vec<i64> = (0..200_000).collect();
        let cpu = Cpu::new();
        let mut seeds = vec![Partial::<Mean>::new().to_bytes()];
        for tiles in [0, 1, 4] {
            let start = tiles * Partial::<Mean>::tile_len();
            seeds.push(cpu.partial::<Mean>(&floats, start).unwrap().to_bytes());
            let start = tiles * Partial::<Both>::tile_len();
            seeds.push(cpu.partial::<Both>(&longs, start).unwrap().to_bytes());
        }
        let mut gaps = cpu
            .partial::<Mean>(&floats[..Partial::<Mean>::tile_len() as usize], 0)
            .unwrap();
        for tile in [2, 9, 64] {
            let start = tile * Partial::<Mean>::tile_len();
            let end = Partial::<Mean>::tile_len() as usize;
            gaps.merge(&cpu.partial::<Mean>(&floats[..end], start).unwrap())
                .unwrap();
        }
        seeds.push(gaps.to_bytes());
        seeds
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        change::some(bytes, random);
        if random.chance(90) {
            seal(bytes);
        }
    }

    fn read(&self, bytes: &[u8], _: &Path, _: &mut Random) -> Result<(), String> {
        match read::<Mean>(bytes) {
            Ok(()) => Ok(()),
            Err(first) => read::<Both>(bytes).map_err(|second| {
                // Either message is a sentence.
                if second.len() < first.len() { second } else { first }
            }),
        }
    }

    fn most(&self, bytes: usize) -> usize {
        (16 << 10) + 16 * bytes
    }
}

/// Reads the bytes, and calls the functions of the result.
fn read<R: Operator<Params: NoParameters>>(bytes: &[u8]) -> Result<(), String> {
    let partial = Partial::<R>::from_bytes(bytes).map_err(sentence)?;
    let again = Partial::<R>::from_bytes(&partial.to_bytes()).map_err(sentence)?;
    assert_eq!(again.ranges(), partial.ranges());
    let _ = partial.finish();
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "as map_err gives it")]
fn sentence(error: Error) -> String {
    error.to_string()
}
