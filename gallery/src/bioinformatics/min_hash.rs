//! MinHash sketch: the eight least hashes of the k-mers of a genome, from which the similarity of two genomes is estimated.
//!
//! Source: B. D. Ondov et al., "Mash: Fast Genome and Metagenome Distance Estimation Using MinHash", Genome Biology 17 (2016)

use reduce_wgpu::prelude::*;

const SIZE: usize = 8;

/// In ascending order, each of them once; filled up with `u32::MAX`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct MinHash {
    pub least: [u32; SIZE],
}

#[gpu]
impl Monoid for MinHash {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            least: [u32::MAX; SIZE],
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let mut least = [0; SIZE];
        let (mut i, mut j) = (0, 0);
        for k in 0..SIZE {
            let (x, y) = (a.least[i], b.least[j]);
            least[k] = x.min(y);
            // Both move on at equal hashes, so that none is there twice.
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        Self { least }
    }
}

/// The k-mer or its reverse complement, whichever is less: 16 bases of two bits each, A, C, G and T.
#[gpu]
fn canonical(kmer: u32) -> u32 {
    let swapped = (!kmer).reverse_bits();
    let reverse_complement = ((swapped >> 1) & 0x5555_5555) | ((swapped & 0x5555_5555) << 1);
    kmer.min(reverse_complement)
}

/// The finaliser of MurmurHash3.
#[gpu]
fn hash(key: u32) -> u32 {
    let mut bits = key;
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xc2b2_ae35);
    bits ^ (bits >> 16)
}

#[gpu]
impl Reduction for MinHash {
    type Input = u32;
    type State = Self;
    type Output = Self;

    fn lift(kmer: u32) -> Self {
        let mut least = [u32::MAX; SIZE];
        least[0] = hash(canonical(kmer));
        Self { least }
    }

    fn finish(sketch: Self) -> Self {
        sketch
    }
}
