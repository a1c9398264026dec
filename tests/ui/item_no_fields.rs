use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Braces {}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Tag<T>(std::marker::PhantomData<T>);

fn main() {
    println!("{}", Braces::wgsl_name());
}
