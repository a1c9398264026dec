use reduce_wgpu::prelude::*;

#[gpu]
fn add<T>(a: T, b: T) -> T {
    a + b
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Total<T> {
    sum: T,
    count: u32,
}

#[gpu]
impl<T: Copy + std::ops::Add<Output = T>> Monoid for Total<T>
where
    T: Send + Sync + 'static,
{
    fn identity() -> Self {
        Total { sum: T::ZERO, count: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Total {
            sum: add(a.sum, b.sum),
            count: a.count + b.count,
        }
    }
}

#[gpu]
impl<T> Total<T> {
    fn with(self, x: T) -> Self {
        Total {
            sum: self.sum + x,
            count: self.count + 1,
        }
    }
}

/// Any type is right for a parameter that is no part of the types.
struct Marked<M>(std::marker::PhantomData<M>);

#[gpu]
impl<M: Send + Sync + 'static> Reduction for Marked<M> {
    type Input = f32;
    type State = Total<f32>;
    type Output = f32;
    fn lift(x: f32) -> Total<f32> {
        Total { sum: x, count: 1 }
    }
    fn finish(s: Total<f32>) -> f32 {
        s.sum
    }
}

fn main() {
    let _ = Cpu::new().reduce::<Marked<String>>(&[add(1.0, 2.0)]);
}
