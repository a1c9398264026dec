use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Reduce)]
struct Pair<T> {
    #[reduce(sum)]
    a: T,
    #[reduce(max)]
    b: T,
}

fn main() {
    let _ = <Pair<f32> as Monoid>::identity();
}
