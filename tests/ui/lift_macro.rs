use reduce_wgpu::prelude::*;

macro_rules! double {
    ($x:expr) => {
        $x * 2.0
    };
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = double!(x))]
    a: f32,
}

fn main() {
    let _ = double!(1.0);
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
