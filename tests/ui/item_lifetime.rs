use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct View<'a> {
    #[reduce(sum)]
    sum: f32,
    data: std::marker::PhantomData<&'a f32>,
}

fn main() {
    let _ = Cpu::new().reduce::<View>(&[1.0]);
}
