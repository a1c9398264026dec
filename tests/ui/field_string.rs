use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Name {
    #[reduce(sum)]
    sum: f32,
    name: String,
    path: std::string::String,
}

fn main() {
    let _ = Cpu::new().reduce::<Name>(&[1.0]);
}
