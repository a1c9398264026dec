//! Index of coincidence: how probable it is that two letters of a text are equal, which tells languages and ciphers apart.
//!
//! Source: W. F. Friedman, "The Index of Coincidence and Its Applications in Cryptography", Riverbank Publication 22 (1922)

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Letters {
    #[reduce(sum)]
    counts: [u32; 26],
}

pub struct IndexOfCoincidence;

#[gpu]
impl Reduction for IndexOfCoincidence {
    type Input = u8;
    type State = Letters;
    type Output = f64;

    fn lift(byte: u8) -> Letters {
        let mut counts = [0; 26];
        if byte.is_ascii_alphabetic() {
            counts[(byte.to_ascii_lowercase() - b'a') as usize] = 1;
        }
        Letters { counts }
    }

    #[host]
    fn finish(letters: Letters) -> f64 {
        let pairs = |count: f64| count * (count - 1.0);
        let counts = letters.counts.map(f64::from);
        counts.map(pairs).iter().sum::<f64>() / pairs(counts.iter().sum())
    }
}
