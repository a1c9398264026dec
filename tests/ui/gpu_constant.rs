use reduce_wgpu::prelude::*;

const SMALL: char = '3';
const NAME: &str = "";

#[gpu]
fn constants(x: u32) -> u32 {
    x + SMALL as u32 + NAME.len() as u32
}

#[derive(Clone, Copy)]
struct Plain {
    a: f32,
}

const PLAIN: Plain = Plain { a: 1.0 };

#[gpu]
fn structs(x: f32) -> f32 {
    let plain = Plain { a: x };
    plain.a + PLAIN.a
}

fn main() {}
