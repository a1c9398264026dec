use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Counter {
    n: u32,
}

impl Counter {
    fn bump(&mut self) {
        self.n += 1;
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.n += (a + b) as u32;
    }
}

fn plain(x: u32) -> u32 {
    x
}

#[gpu]
fn changed(x: u32) -> u32 {
    let mut counter = Counter { n: x };
    counter.bump();
    plain(x);
    counter.n
}

#[gpu]
fn sorted(x: u32) -> u32 {
    let mut all = [x, 3, 1];
    all.sort();
    if x > 1 {
        all.reverse();
    }
    all[0]
}

#[gpu]
fn swapped(x: u32) -> u32 {
    let mut counter = Counter { n: x };
    counter.swap(1, 2);
    counter.n
}

#[gpu]
fn swapped_elsewhere(x: u32) -> u32 {
    let mut rows = [[x, 1], [2, 3]];
    let mut k = 0;
    rows[k].swap({ k += 1; 0 }, 1);
    rows[k][0]
}

#[gpu]
fn grown(x: u32) -> u32 {
    let list = Vec::new();
    let text = String::from("x");
    let pointer = Box::<u32>::new(x);
    x
}

fn main() {}
