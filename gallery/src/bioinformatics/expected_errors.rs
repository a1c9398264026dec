//! Expected errors: the number of wrong bases that the quality line of a FASTQ read leads one to expect.
//!
//! Source: R. C. Edgar and H. Flyvbjerg, "Error Filtering, Pair Assembly and Error Correction for Next-Generation Sequencing Reads", Bioinformatics 31 (2015)

use reduce_wgpu::prelude::*;

/// A quality is a letter, 33 above ten times the negative logarithm of the probability of an error.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8)]
pub struct ExpectedErrors {
    #[reduce(sum, lift = 10f32.powf((33.0 - x as f32) / 10.0))]
    pub errors: f32,
    #[reduce(sum, lift = 1)]
    pub bases: u32,
}
