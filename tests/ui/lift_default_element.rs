use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Point {
    x: f32,
    y: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Point)]
struct OfStruct {
    #[reduce(sum)]
    x: f32,
    #[reduce(sum)]
    whole: Point,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (f32, f32))]
struct OfTuple {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8)]
struct OfBytes {
    #[reduce(sum)]
    sum: u32,
    #[reduce(max)]
    most: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = half::f16)]
struct OfHalves {
    #[reduce(sum)]
    sum: f32,
}

fn main() {}
