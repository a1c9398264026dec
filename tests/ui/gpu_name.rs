use reduce_wgpu::prelude::*;

const NEAR: u32 = 1;

fn square(x: f32) -> f32 {
    x * x
}

#[gpu]
fn functions(y: f32) -> f32 {
    square(y) + squared(y)
}

#[gpu]
fn constants(x: u32) -> u32 {
    let near = x;
    near + NEAT + x * nearr
}

#[gpu]
fn types(x: u32) -> u32 {
    let y = Pair { a: x };
    x as Number32
}

fn main() {}
