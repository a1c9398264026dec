use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Area {
    a: f32,
}

#[gpu]
impl Area {
    fn contains(self, x: f32) -> u32 {
        (x < self.a) as u32
    }
}

#[gpu]
fn f(mut v: [u32; 4], area: Area, mut a: f32, mut t: (u32, u32)) -> f32 {
    v.sort_unstable();
    v.reverse();
    (.., t.1) = t;
    (a + 1.0, t.0) = (a, 1);
    let (.., k) = t;
    mem::swap(&mut t.0, &mut t.1);
    std::mem::take(&mut t.0);
    let [x, .., y] = v;
    a + area.contains(a) as f32 + v.contains(&3) as u32 as f32
}

#[gpu]
fn wrong((a, b): (u32, f32), [c, d]: [u32; 3], Area { e }: Area, (g, h): u32) -> u32 {
    a + b
}

#[gpu]
fn wrong_too(a: (u32, f32)) -> u32 {
    let (mut b, mut c) = (1, 2);
    (b, c) = a;
    (b, d) = (c, 2);
    b
}

fn main() {}
