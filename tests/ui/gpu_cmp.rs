use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, GpuType)]
struct Least {
    a: u32,
}

#[gpu]
impl Least {
    fn min(self, other: Least) -> Least {
        other
    }
}

#[gpu]
fn of_a_struct(a: Least, b: Least) -> u32 {
    std::cmp::min(a, b).a
}

#[gpu]
fn of_pairs(a: u32, b: u32) -> u32 {
    core::cmp::max((a, b), (b, a)).0
}

#[gpu]
fn of_floats(a: f32, b: f32) -> f32 {
    std::cmp::max(a, b)
}

fn main() {}
