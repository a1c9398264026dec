use reduce_wgpu::prelude::*;

#[gpu]
fn wide(x: u32) -> u32 {
    let b = x as i128;
    let c = x as isize;
    let d = (x == 1) as bool;
    let e = x as *const f32;
    x
}

fn main() {}
