#![allow(unused, unreachable_code)]
use reduce_wgpu::prelude::*;

#[gpu]
fn statements(x: u32) -> u32 {
    let Some(y) = Some(x) else { return 0 };
    let (.., y) = (x, x);
    fn inner() {}
    'outer: for i in 0..x {
        continue 'outer;
    }
    let z = loop {
        break 1;
    };
    let a = 'b: {
        break 'b 1;
    };
    if let 1 = x && y == 2 {
        return 1;
    }
    while let Some(1) = y {}
    for ref i in 0..x {}
    for i in 0.. {}
    for i in (0..9).map(|i| i) {}
    x
}

#[gpu]
fn expressions(x: u32, y: [f32; 4]) -> u32 {
    let b = async { x };
    let c = unsafe { x };
    let d = const { 1 };
    let e = &y[1..2];
    let f = "text";
    let g = 'c';
    let h = b"bytes";
    let i = 0..x;
    let j = ();
    let k = &mut x;
    let l = x.checked_add(1);
    let m = |x| x;
    let n = (y, |x| x);
    let o = x = 1;
    let p = vec![x];
    let q = (|x| x)(1);
    let r = x + if x > 1 { return 1 } else { 2 };
    let s = 1 + if x > 1 { return 1; } else { 2 };
    x
}

#[gpu]
fn patterns(x: u32, y: (u32, f32), z: [u32; 2]) -> u32 {
    let [a, b] = z;
    let (c, ..) = y;
    let ref d = x;
    let e @ f = x;
    match Some(x) {
        Some(1) => 1,
        Shape::Round { radius } => radius,
        _ => 2,
    };
    match (y, z) {
        ((.., 1.0), [ref n, _]) => 1,
        (_, [all @ ..]) => 2,
        ((a, _), ([1, b] | [b, 2])) => 5,
        _ => 6,
    };
    match x {
        "text" => 4,
        _ => 5,
    }
}

fn main() {
    let _ = statements(1) + expressions(1, [0.0; 4]) + patterns(1, (1, 1.0), [1, 2]);
}
