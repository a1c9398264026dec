//! GC content: the share of guanine and cytosine among the known bases of a sequence.
//!
//! Source: N. Sueoka, "On the Genetic Basis of Variation and Heterogeneity of DNA Base Composition", PNAS 48 (1962)

use reduce_wgpu::prelude::*;

/// Bases are letters of either case; `N` and other codes do not count.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8, output = f32, finish = gc as f32 / bases as f32)]
pub struct GcContent {
    #[reduce(sum, lift = matches!(x, b'G' | b'C' | b'g' | b'c') as u32)]
    gc: u32,
    #[reduce(sum, lift = matches!(x.to_ascii_uppercase(), b'A' | b'C' | b'G' | b'T') as u32)]
    bases: u32,
}
