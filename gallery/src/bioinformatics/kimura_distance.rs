//! Kimura distance: how far two aligned sequences have evolved apart, where transitions are more frequent than transversions.
//!
//! Source: M. Kimura, "A Simple Method for Estimating Evolutionary Rates of Base Substitutions Through Comparative Studies of Nucleotide Sequences", Journal of Molecular Evolution 16 (1980)

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Sites {
    #[reduce(sum)]
    all: u32,
    #[reduce(sum)]
    transitions: u32,
    #[reduce(sum)]
    transversions: u32,
}

/// Substitutions per site; sites with a gap or an unknown base do not count.
pub struct KimuraDistance;

#[gpu]
impl Reduction for KimuraDistance {
    type Input = (u8, u8);
    type State = Sites;
    type Output = f64;

    fn lift(site: (u8, u8)) -> Sites {
        match site {
            (b'A' | b'G', b'C' | b'T') | (b'C' | b'T', b'A' | b'G') => Sites {
                all: 1,
                transitions: 0,
                transversions: 1,
            },
            (b'A' | b'C' | b'G' | b'T', b'A' | b'C' | b'G' | b'T') => Sites {
                all: 1,
                transitions: (site.0 != site.1) as u32,
                transversions: 0,
            },
            _ => Sites {
                all: 0,
                transitions: 0,
                transversions: 0,
            },
        }
    }

    #[host]
    fn finish(sites: Sites) -> f64 {
        let share = |count: u32| f64::from(count) / f64::from(sites.all);
        let (p, q) = (share(sites.transitions), share(sites.transversions));
        -0.5 * ((1.0 - 2.0 * p - q) * (1.0 - 2.0 * q).sqrt()).ln()
    }
}
