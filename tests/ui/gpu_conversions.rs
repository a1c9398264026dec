use std::cmp::{Ordering, max};

use reduce_wgpu::prelude::*;

#[gpu]
fn imported(x: u32, y: u32) -> u32 {
    max(x, y)
}

#[gpu]
fn widened(x: u8) -> f32 {
    x.into()
}

#[gpu]
fn checked(x: f32, i: u32) -> u32 {
    let y: u32 = (x > 1.0).into();
    y + u32::try_from(i).unwrap()
}

#[gpu]
fn ordered(x: u32, y: u32) -> u32 {
    match x.cmp(&y) {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    }
}

#[gpu]
fn letters(x: u8) -> u32 {
    (x as char == 'a') as u32
}

fn main() {}
