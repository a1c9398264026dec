use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce]
struct NoList {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce()]
struct EmptyList {
    #[reduce()]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Equals {
    #[reduce = "sum"]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32 output = f32)]
struct NoComma {
    #[reduce(sum lift = 1)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = 3)]
struct NoType {
    #[reduce("sum")]
    sum: f32,
    #[reduce(max, lift = )]
    max: f32,
    #[reduce(min: x)]
    min: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<NoType>(&[1.0]);
}
