//! The hidden items of the traits are the macro's: their text would reach a driver without bounds checks.
use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Total {
    sum: f32,
}

#[gpu]
impl Monoid for Total {
    const HAS_ORDER: bool = true;
    fn identity() -> Self {
        Total { sum: -0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Total { sum: a.sum + b.sum }
    }
    fn wgsl_subgroup(_: &mut reduce_wgpu::private::Module) -> Option<String> {
        Some("output[4000000000u] = ".to_owned())
    }
}

/// No macro stands above it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Own(f32);

impl reduce_wgpu::GpuType for Own {
    const NEEDS: reduce_wgpu::Needs = reduce_wgpu::Needs::NONE;
    const ALIGN: usize = 4;
    type Columns = reduce_wgpu::private::NoColumns<Self>;
    fn wgsl_name() -> String {
        String::new()
    }
    fn wgsl_type(_: &mut reduce_wgpu::private::Module) -> String {
        String::new()
    }
    fn wgsl_value(self, _: &mut reduce_wgpu::private::Module) -> String {
        String::new()
    }
    fn wgsl_shuffle(_: &str, _: &str, _: &mut reduce_wgpu::private::Module) -> String {
        String::new()
    }
}

impl reduce_wgpu::private::MonoidOnGpu for Own {}

fn main() {}
