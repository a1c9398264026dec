//! Hydropathy: the grand average of a protein, which is positive for those that avoid water.
//!
//! Source: J. Kyte and R. F. Doolittle, "A Simple Method for Displaying the Hydropathic Character of a Protein", Journal of Molecular Biology 157 (1982)

use reduce_wgpu::prelude::*;

/// Of residues by their letters; others than the twenty do not count.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8, output = f32, finish = sum / residues as f32)]
pub struct Hydropathy {
    #[reduce(sum, lift = index(x))]
    sum: f32,
    #[reduce(sum, lift = matches!(x, b'A' | b'C'..=b'I' | b'K'..=b'N' | b'P'..=b'T' | b'V' | b'W' | b'Y') as u32)]
    residues: u32,
}

#[gpu]
fn index(residue: u8) -> f32 {
    match residue {
        b'I' => 4.5,
        b'V' => 4.2,
        b'L' => 3.8,
        b'F' => 2.8,
        b'C' => 2.5,
        b'M' => 1.9,
        b'A' => 1.8,
        b'G' => -0.4,
        b'T' => -0.7,
        b'S' => -0.8,
        b'W' => -0.9,
        b'Y' => -1.3,
        b'P' => -1.6,
        b'H' => -3.2,
        b'E' | b'Q' | b'D' | b'N' => -3.5,
        b'K' => -3.9,
        b'R' => -4.5,
        _ => 0.0,
    }
}
