#![allow(unused)]
use reduce_wgpu::prelude::*;

#[gpu(wgsl = "fn syntax(x: f32) -> f32 { return x +; }")]
fn syntax(x: f32) -> f32 {
    x
}

#[gpu(wgsl = "fn types(x: f32) -> f32 { return x + 1u; }")]
fn types(x: f32) -> f32 {
    x
}

#[gpu(wgsl = "fn another(x: f32) -> f32 { return x; }")]
fn name(x: f32) -> f32 {
    x
}

#[gpu(wgsl = "fn parameters(x: f32, y: array<u32, 3>) -> f32 { return x; }")]
fn parameters(x: f32, y: [u32; 4]) -> f32 {
    x
}

#[gpu(wgsl = "fn count(x: f32) -> f32 { return x; }")]
fn count(x: f32, y: f32) -> f32 {
    x
}

#[gpu(wgsl = "fn output(x: f32) -> u32 { return u32(x); }")]
fn output(x: f32) -> i32 {
    x as i32
}

#[gpu(wgsl = "var<private> last: f32; fn global(x: f32) -> f32 { last = x; return last; }")]
fn global(x: f32) -> f32 {
    x
}

#[gpu(wgsl = "fn barrier(x: f32) -> f32 { workgroupBarrier(); return x; }")]
fn barrier(x: f32) -> f32 {
    x
}

#[gpu(wgsl = "fn lanes(x: f32) -> f32 { return subgroupAdd(x); }")]
fn lanes(x: f32) -> f32 {
    x
}

#[gpu(wgsl = "enable f16; fn directive(x: f32) -> f32 { return f32(f16(x)); }")]
fn directive(x: f32) -> f32 {
    x
}

#[gpu(wgsl = "@compute @workgroup_size(1) fn main() {} fn entry(x: f32) -> f32 { return x; }")]
fn entry(x: f32) -> f32 {
    x
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Pair {
    a: f32,
    b: f32,
}

#[gpu(wgsl = "fn unseen(x: f32, y: f32) -> f32 { return x + y; }")]
fn unseen(pair: Pair, wide: f64) -> f32 {
    pair.a
}

#[gpu(wgsl = "fn generic(x: f32) -> f32 { return x; }")]
fn generic<T>(x: f32) -> f32 {
    x
}

#[gpu(wgsl = 1)]
fn number(x: f32) -> f32 {
    x
}

#[gpu(wgsl = "fn of(self_: f32) -> f32 { return self_; }")]
impl Pair {
    fn of(self) -> f32 {
        self.a
    }
}

#[gpu]
fn caller(x: f32) -> f32 {
    syntax(x) + types(x) + name(x) + barrier(x)
}

fn main() {}
