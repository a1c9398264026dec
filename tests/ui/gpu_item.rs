use reduce_wgpu::prelude::*;

#[gpu]
struct Wrong {
    x: f32,
}

#[gpu]
fn nothing(_x: f32) {}

#[gpu]
fn borrows(x: &f32) -> f32 {
    *x
}

#[gpu]
fn pattern((a, b): (f32, f32)) -> f32 {
    a + b
}

#[gpu]
async fn later(x: f32) -> f32 {
    x
}

#[gpu]
unsafe fn careless(x: f32) -> f32 {
    x
}

#[gpu(carte = ::reduce_wgpu)]
fn option(x: f32) -> f32 {
    x
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Pair {
    a: f32,
    b: f32,
}

#[gpu]
impl Pair {
    fn sum(&self) -> f32 {
        self.a + self.b
    }

    fn generic<T: Number>(self, x: T) -> T {
        x
    }
}

#[gpu]
impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("pair")
    }
}

fn main() {}
