use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Lanes {
    v: [f32; 4],
}

#[gpu]
impl Lanes {
    fn scale(&mut self, k: f32) {
        for i in 0..4 {
            self.v[i] *= k;
        }
    }
    fn first(&self) -> f32 {
        self.v[0]
    }
}

#[gpu]
fn push(sums: &mut [f32; 4], x: f32) {
    sums[0] += x;
}

/// The lifetime goes with the reference.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct View<'a> {
    sum: &'a f32,
}

fn main() {}
