//! A state with a mistake is reported once, where it stands, and not again where a reduction is its own state; nor where an engine uses one that lacks the derive.

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy)]
struct NotStored {
    sum: f32,
}

#[gpu]
impl Monoid for NotStored {
    fn identity() -> Self {
        NotStored { sum: 0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        NotStored { sum: a.sum + b.sum }
    }
}

#[gpu]
impl Reduction for NotStored {
    type Input = f32;
    type State = Self;
    type Output = f32;
    fn lift(x: f32) -> Self {
        NotStored { sum: x }
    }
    fn finish(state: Self) -> f32 {
        state.sum
    }
}

#[repr(C)]
#[derive(GpuType)]
struct NotCopied {
    sum: f32,
}

#[gpu]
impl Monoid for NotCopied {
    fn identity() -> Self {
        NotCopied { sum: 0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        NotCopied { sum: a.sum + b.sum }
    }
}

#[gpu]
impl Reduction for NotCopied {
    type Input = f32;
    type State = Self;
    type Output = f32;
    fn lift(x: f32) -> Self {
        NotCopied { sum: x }
    }
    fn finish(state: Self) -> f32 {
        state.sum
    }
}

fn main() -> Result<(), Error> {
    let cpu = Cpu::new();
    cpu.reduce::<NotStored>(&[1.0])?;
    cpu.reduce::<NotStored>(&[2.0])?;
    Ok(())
}
