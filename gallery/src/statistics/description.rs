//! Description: count, range, mean, variance, skewness and kurtosis of a sample, all of one read.
//!
//! Source: D. N. Joanes and C. A. Gill, "Comparing Measures of Sample Skewness and Kurtosis", The Statistician 47 (1998)

use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Description {
    #[reduce(count)]
    pub count: u64,
    #[reduce(minmax)]
    pub range: ops::MinMax<f32>,
    #[reduce(mean)]
    pub mean: f32,
    #[reduce(by = ops::Variance<f32, 1>)]
    pub variance: f32,
    #[reduce(by = ops::Skewness<f32>)]
    pub skewness: f32,
    #[reduce(by = ops::Kurtosis<f32>)]
    pub kurtosis: f32,
}
