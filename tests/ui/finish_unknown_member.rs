use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = self.0 / self.2)]
struct Mean(#[reduce(sum)] f32, #[reduce(sum, lift = 1.0)] f32);

fn main() {
    let _ = Cpu::new().reduce::<Mean>(&[1.0]);
}
