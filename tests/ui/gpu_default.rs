use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
struct Tally {
    sum: f32,
    count: u32,
}

#[gpu]
impl Monoid for Tally {
    fn identity() -> Self {
        Default::default()
    }
    fn combine(a: Self, b: Self) -> Self {
        if a.count == 0 {
            return Tally::default();
        }
        Tally {
            sum: a.sum + b.sum,
            ..Self::default()
        }
    }
}

#[gpu]
fn rest(a: Tally) -> Tally {
    Tally {
        sum: a.sum + u32::default() as f32,
        ..Default::default()
    }
}

fn main() {}
