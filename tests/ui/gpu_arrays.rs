use reduce_wgpu::prelude::*;

const LEN: usize = 2048;

#[gpu]
fn repeated(x: u32) -> u32 {
    let mut table = [0u32; 4096];
    table[(x % 4096) as usize] = x;
    table[0]
}

#[gpu]
fn several(x: u32) -> u32 {
    const HALF: usize = LEN / 2;
    let mut first: [f32; HALF] = [0.0; HALF];
    if x > 3 {
        let second = [0.5f32; HALF];
        first[1] = second[(x % 4) as usize];
    }
    let (mut third, fourth) = ([[1.5; 2]; 2], [1.5; LEN]);
    third[1][0] = fourth[3];
    first[(x % 100) as usize] as u32 + third[1][0] as u32
}

#[gpu]
fn generic<T: Scalar>(x: T) -> T {
    let mut all = [0u64; 1025];
    all[1] = 3;
    if all[0] > 2 { x } else { T::ZERO }
}

#[gpu]
fn copied(x: u32) -> u32 {
    let mut all = [x as f32; LEN / 2 + 1];
    all[0] = 1.0;
    let mut sum = 0.0;
    for k in all.iter() {
        sum += k;
    }
    sum as u32
}

#[gpu]
fn filled(x: u32) -> u32 {
    let all: [u32; LEN + 1] = std::array::from_fn(|k| k as u32);
    all[0] + x
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Point {
    at: [f32; 3],
}

impl Point {
    const MOST: usize = 700;
}

#[gpu]
impl Monoid for Point {
    fn identity() -> Self {
        Point { at: [0.0; 3] }
    }

    fn combine(a: Self, b: Self) -> Self {
        let mut points: [Self; Self::MOST] = [a; Self::MOST];
        points[1] = b;
        points[0]
    }
}

struct Counted;

#[gpu]
impl Reduction for Counted {
    type Input = u32;
    type State = Point;
    type Output = u32;

    fn lift(x: u32) -> Self::State {
        let points: [Self::State; LEN];
        points = [Point { at: [x as f32; 3] }; LEN];
        points[0]
    }

    fn finish(state: Point) -> u32 {
        let mut table = [0u32; 4096];
        table[1] = state.at[0] as u32;
        table[1]
    }
}

fn main() {
    let _ = Cpu::new().reduce::<Counted>(&[1]);
}
