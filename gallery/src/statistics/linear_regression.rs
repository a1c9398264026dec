//! Linear regression: the line through pairs of numbers with the least squared error, about an origin near the data.
//!
//! Source: N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, Wiley (1998), chapter 1

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (f32, f32), params(origin: [f32; 2]), output = Line, finish = least_squares(powers, count as f32, origin))]
pub struct LinearRegression {
    #[reduce(sum, lift = products(x.0 - origin[0], x.1 - origin[1]))]
    powers: [f32; 5],
    #[reduce(sum, lift = 1)]
    count: u32,
}

/// `y = intercept + slope * x`, and the share of the variance of `y` that it explains.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Line {
    pub slope: f32,
    pub intercept: f32,
    pub r_squared: f32,
}

#[gpu]
fn products(x: f32, y: f32) -> [f32; 5] {
    [x, y, x * x, x * y, y * y]
}

#[gpu]
fn least_squares(powers: [f32; 5], count: f32, origin: [f32; 2]) -> Line {
    let [x, y, xx, xy, yy] = powers.map(|power| power / count);
    let (variance, covariance) = (xx - x * x, xy - x * y);
    let slope = covariance / variance;
    Line {
        slope,
        intercept: origin[1] + y - slope * (origin[0] + x),
        r_squared: slope * covariance / (yy - y * y),
    }
}
