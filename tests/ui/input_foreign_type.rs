use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Total {
    #[reduce(sum)]
    sum: f32,
}

struct Brief;

#[gpu]
impl Reduction for Brief {
    type Input = std::num::Wrapping<u32>;
    type State = Total;
    type Output = f32;
    fn lift(x: std::num::Wrapping<u32>) -> Total {
        Total { sum: x.0 as f32 }
    }
    fn finish(s: Total) -> f32 {
        s.sum
    }
}

fn main() {}
