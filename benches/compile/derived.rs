//! Operators as users derive them: of fields, with parameters, generic, structs of results.

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Stats {
    #[reduce(sum, lift = 1)]
    pub count: u32,
    #[reduce(sum)]
    pub sum: f32,
    #[reduce(min)]
    pub min: f32,
    #[reduce(max)]
    pub max: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = (squares / count as f32).sqrt())]
pub struct RootMeanSquare {
    #[reduce(sum, lift = x * x)]
    pub squares: f32,
    #[reduce(sum, lift = 1)]
    pub count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = (logs / count as f32).exp())]
pub struct GeometricMean {
    #[reduce(sum, lift = x.ln())]
    pub logs: f32,
    #[reduce(sum, lift = 1)]
    pub count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = count as f32 / inverses)]
pub struct HarmonicMean {
    #[reduce(sum, lift = 1.0 / x)]
    pub inverses: f32,
    #[reduce(sum, lift = 1)]
    pub count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = high - low)]
pub struct Span {
    #[reduce(min)]
    pub low: f32,
    #[reduce(max)]
    pub high: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = clipped as f32 / count as f32)]
pub struct Clipped {
    #[reduce(sum, lift = (x.abs() > 1.0) as u32)]
    pub clipped: u32,
    #[reduce(sum, lift = 1)]
    pub count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [f32; 2])]
pub struct Moments {
    #[reduce(sum, lift = x[0])]
    pub x: f32,
    #[reduce(sum, lift = x[1])]
    pub y: f32,
    #[reduce(sum, lift = x[0] * x[0])]
    pub xx: f32,
    #[reduce(sum, lift = x[0] * x[1])]
    pub xy: f32,
    #[reduce(sum, lift = x[1] * x[1])]
    pub yy: f32,
    #[reduce(sum, lift = 1)]
    pub n: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Bounds {
    #[reduce(min)]
    pub low: [f32; 3],
    #[reduce(max)]
    pub high: [f32; 3],
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [f32; 3])]
pub struct Cloud {
    #[reduce(lift = Bounds { low: x, high: x })]
    pub bounds: Bounds,
    #[reduce(sum, lift = 1)]
    pub points: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
pub struct Flags {
    #[reduce(any, lift = x == 0)]
    pub zero: u32,
    #[reduce(all, lift = x % 2 == 0)]
    pub even: u32,
    #[reduce(or)]
    pub seen: u32,
    #[reduce(xor, lift = x.rotate_left(3))]
    pub check: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8)]
pub struct Bytes {
    #[reduce(sum, lift = x as u32)]
    pub sum: u32,
    #[reduce(max, lift = x as u32)]
    pub max: u32,
    #[reduce(sum, lift = (x as u32 >= 128) as u32)]
    pub high: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = i32)]
pub struct Signs {
    #[reduce(sum, lift = (x > 0) as u32)]
    pub positive: u32,
    #[reduce(sum, lift = (x < 0) as u32)]
    pub negative: u32,
    #[reduce(sum, lift = if x > 0 { x } else { 0 })]
    pub gain: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (f32, f32), output = f32, finish = weighted / weight)]
pub struct Weighted {
    #[reduce(sum, lift = x.0 * x.1)]
    pub weighted: f32,
    #[reduce(sum, lift = x.1)]
    pub weight: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32), output = f32, finish = sum / count as f32)]
pub struct MeanAbove {
    #[reduce(sum, lift = if x > limit { x } else { 0.0 })]
    pub sum: f32,
    #[reduce(sum, lift = (x > limit) as u32)]
    pub count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Summary {
    #[reduce(mean)]
    pub mean: f32,
    #[reduce(stddev)]
    pub deviation: f32,
    #[reduce(argmax)]
    pub peak: Indexed<f32>,
    #[reduce(sum, lift = (x > 2.5) as u32)]
    pub above: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = i32)]
pub struct Brief {
    #[reduce(count)]
    pub n: u64,
    #[reduce(min)]
    pub least: i32,
    #[reduce(minmax)]
    pub range: ops::MinMax<i32>,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType, Reduce)]
#[reduce(input = T)]
pub struct Extremes<T: Scalar<Wide = T>> {
    #[reduce(min)]
    pub least: T,
    #[reduce(linfnorm)]
    pub norm: T,
    #[reduce(max)]
    pub greatest: T,
}
