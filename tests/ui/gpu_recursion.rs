use reduce_wgpu::prelude::*;

#[gpu]
fn even(n: u32) -> bool {
    if n == 0 { true } else { odd(n - 1) }
}

#[gpu]
fn odd(n: u32) -> bool {
    if n == 0 { false } else { even(n - 1) }
}

#[gpu]
fn called(n: u32) -> bool {
    even(n) || odd(n)
}

#[gpu]
fn first<T: Scalar>(x: T) -> T {
    inner::second(x)
}

mod inner {
    use reduce_wgpu::prelude::*;

    #[gpu]
    pub fn second<T: Scalar>(x: T) -> T {
        super::third(x)
    }
}

#[gpu]
fn third<T: Scalar>(x: T) -> T {
    first(x)
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Steps {
    n: u32,
}

#[gpu]
impl Steps {
    fn up(self) -> u32 {
        if self.n == 0 { 0 } else { self.down() }
    }

    fn down(self) -> u32 {
        Self::up(self) + self.half().n
    }

    fn half(self) -> Self {
        Steps { n: self.n / 2 }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
struct Evens {
    #[reduce(sum, lift = even(x) as u32)]
    count: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Evens>(&[1]);
}
