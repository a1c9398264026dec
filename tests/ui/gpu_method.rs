use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Pair {
    a: f32,
    b: f32,
}

impl Pair {
    fn plain(self) -> f32 {
        self.a + self.b
    }

    fn of(a: f32) -> Self {
        Pair { a, b: a }
    }
}

#[gpu]
fn no_wgsl(x: u32, y: f32) -> u32 {
    let pair = Pair { a: y, b: y };
    let other = Pair::of(y);
    x.next_multiple_of(3) + pair.plain() as u32 + other.b.next_up() as u32
}

#[gpu]
fn unknown(x: u32, y: f32) -> u32 {
    x.sqroot() + y.foo(x)
}

fn main() {}
