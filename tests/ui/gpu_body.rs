use reduce_wgpu::prelude::*;

#[gpu]
fn closure(x: f32) -> f32 {
    let double = |y: f32| y * 2.0;
    double(x)
}

#[gpu]
fn macros(x: f32) -> f32 {
    assert!(x > 0.0);
    x
}

#[gpu]
fn iterators(x: [f32; 4]) -> f32 {
    let mut sum = 0.0;
    for y in x.windows(2) {
        sum += y[0];
    }
    for (i, y) in 5.0 {
        sum += y;
    }
    for y in x.iter().enumerate() {
        sum += *y.1;
    }
    let z = [half::f16::ZERO; 3].iter().sum::<half::f16>();
    sum + x.iter().rev().sum::<f32>() + x.map(move |y| y * 2.0)[0] + x.map(|y| return y)[1]
}

#[gpu]
fn labels(x: u32) -> u32 {
    let mut n = 0;
    'outer: loop {
        if n > x {
            break 'outer;
        }
        n += 1;
    }
    n
}

#[gpu]
fn options(x: u32) -> u32 {
    x.checked_add(1).unwrap_or(0)
}

#[gpu]
fn reference(x: f32) -> f32 {
    let y = Box::new(x);
    *y + *&x
}

#[gpu]
fn factorial(n: u32) -> u32 {
    if n == 0 { 1 } else { n * factorial(n - 1) }
}

#[gpu]
fn text(x: u32) -> u32 {
    match x {
        0..10 => "small".len() as u32,
        _ => x,
    }
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Number(u32);

#[gpu]
impl Number {
    fn halved(self) -> u32 {
        if self.0 == 0 { 0 } else { 1 + self.halved() }
    }
    fn doubled(n: u32) -> u32 {
        if n == 0 { 0 } else { 2 + Self::doubled(n - 1) }
    }
}

fn main() {
    let _ = closure(1.0) + macros(1.0) + iterators([1.0; 4]) + reference(1.0);
    let _ = labels(1) + options(1) + factorial(1) + text(1);
}
