//! Distinct words: an estimate of how many different ones there are, in a fixed small memory.
//!
//! Source: P. Flajolet, É. Fusy, O. Gandouet and F. Meunier, "HyperLogLog: The Analysis of a Near-Optimal Cardinality Estimation Algorithm", AofA (2007)

use reduce_wgpu::prelude::*;

/// Of the words that fall to a register, the greatest number of leading zeros, and one more. The error is 1.04 / √`REGISTERS`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Registers<const REGISTERS: usize> {
    #[reduce(max)]
    ranks: [u32; REGISTERS],
}

/// From hashes of words; `REGISTERS` is a power of two from 64 on.
pub struct DistinctWords<const REGISTERS: usize>;

#[gpu]
impl<const REGISTERS: usize> Reduction for DistinctWords<REGISTERS> {
    type Input = u32;
    type State = Registers<REGISTERS>;
    type Output = f64;

    fn lift(hash: u32) -> Registers<REGISTERS> {
        let bits = REGISTERS.ilog2();
        let mut ranks = [0; REGISTERS];
        ranks[hash as usize % REGISTERS] = (hash >> bits).leading_zeros() - bits + 1;
        Registers { ranks }
    }

    #[host]
    fn finish(Registers { ranks }: Registers<REGISTERS>) -> f64 {
        let m = REGISTERS as f64;
        let bias = 0.7213 / (1.0 + 1.079 / m);
        let estimate = bias * m * m / ranks.iter().map(|&rank| (-f64::from(rank)).exp2()).sum::<f64>();
        let unused = ranks.iter().filter(|&&rank| rank == 0).count();
        if estimate <= 2.5 * m && unused > 0 {
            // Few words: count the registers that none has fallen to.
            m * (m / unused as f64).ln()
        } else {
            estimate
        }
    }
}
