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
    type Input = half::bf16;
    type State = Total;
    type Output = f32;
    fn lift(x: half::bf16) -> Total {
        Total { sum: x.to_f32() }
    }
    fn finish(s: Total) -> f32 {
        s.sum
    }
}

fn main() {}
