//! Kolmogorov–Smirnov statistic: the greatest distance between the distribution of a sorted sample and the uniform one.
//!
//! Source: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.16, "Kolmogorov-Smirnov Goodness-of-Fit Test"

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Indexed<f32>, params(count: u32), output = f32, finish = distance)]
pub struct KolmogorovSmirnov {
    #[reduce(max, lift = {
        let expected = x.value.clamp(0.0, 1.0);
        let before = x.index as f32 / count as f32;
        let after = (x.index + 1) as f32 / count as f32;
        (expected - before).max(after - expected)
    })]
    distance: f32,
}
