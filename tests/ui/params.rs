// Mistakes in the parameters of derives: one message each.
use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params)]
struct NoNames {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit))]
struct NoType {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(x: f32, sum: f32, limit: f32, limit: u32, text: String))]
struct Names {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(params(limit: f32))]
struct NoInput {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32))]
struct OtherType {
    #[reduce(sum, lift = x as u32 + limit)]
    sum: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = T, params(limit: f32))]
struct Generic<T: Scalar> {
    #[reduce(sum)]
    sum: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct NoParams {
    #[reduce(by = ops::CountAbove<f32>, using = ops::CountAbove { threshold: 0.5 })]
    above: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32))]
struct NoBy {
    #[reduce(mean, using = limit)]
    mean: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32))]
struct NoUsing {
    #[reduce(by = ops::CountAbove<f32>)]
    above: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32))]
struct OtherValue {
    #[reduce(by = ops::CountAbove<f32>, using = ops::PowerSum { exponent: limit })]
    above: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32))]
struct Right {
    #[reduce(max, lift = x - limit)]
    most: f32,
}

fn main() {
    let _ = Cpu::new().reducer_using(RightParams { limit: 1 });
    let _ = Cpu::new().reducer_using(RightParams {});
    let _ = Cpu::new().reduce::<Right>(&[1.0]);
}
