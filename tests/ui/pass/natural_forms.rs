// Forms that readers of the README wrote.
use reduce_wgpu::prelude::*;
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct N {
    #[reduce(sum)]
    n: u32,
}
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Build {
    seed: u32,
}
#[gpu]
impl Reduction for Build {
    type Input = f32;
    type State = N;
    type Output = u32;
    fn lift(&self, x: f32) -> N {
        N { n: (x > 0.0) as u32 }
    }
    fn finish(&self, s: N) -> u32 {
        s.n
    }
}
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Above {
    limit: f32,
}
#[gpu]
impl Reduction for Above {
    type Input = f32;
    type State = N;
    type Output = u32;
    fn lift(&self, x: f32) -> N {
        N {
            n: (x > self.limit) as u32,
        }
    }
    fn finish(&self, s: N) -> u32 {
        s.n
    }
}
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Q {
    a: f32,
    n: u32,
}
#[gpu]
impl Default for Q {
    fn default() -> Self {
        Q { a: 1.0, n: 0 }
    }
}
#[gpu]
impl Monoid for Q {
    fn identity() -> Self {
        Q { n: 0, ..Q::default() }
    }
    fn combine(a: Q, b: Q) -> Q {
        Q {
            a: a.a * b.a,
            n: a.n + b.n,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Last<T> {
    v: T,
    some: bool,
}
#[gpu]
impl<T: GpuType + Default> Monoid for Last<T> {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Last {
            v: T::default(),
            some: false,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        if b.some { b } else { a }
    }
}
struct TakeLast<T>(std::marker::PhantomData<T>);
#[gpu]
impl<T: GpuType + Default> Reduction for TakeLast<T> {
    type Input = T;
    type State = Last<T>;
    type Output = T;
    fn lift(x: T) -> Last<T> {
        Last { v: x, some: true }
    }
    fn finish(s: Last<T>) -> T {
        s.v
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Extent<T> {
    least: T,
    most: T,
}
#[gpu]
impl<T: Scalar> Monoid for Extent<T> {
    fn identity() -> Self {
        Extent {
            least: T::MAX,
            most: T::MIN,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        Extent {
            least: a.least.min(b.least),
            most: a.most.max(b.most),
        }
    }
}
struct PeakToPeak<T>(std::marker::PhantomData<T>);
#[gpu]
impl<T: Scalar> Reduction for PeakToPeak<T> {
    type Input = T;
    type State = Extent<T>;
    type Output = T;
    fn lift(x: T) -> Extent<T> {
        Extent { least: x, most: x }
    }
    fn finish(s: Extent<T>) -> T {
        if s.most < s.least { T::ZERO } else { s.most - s.least }
    }
}

/// A result that only the host makes.
#[derive(Debug, PartialEq)]
struct Half {
    of: f32,
}
struct HalfOfAll;
#[gpu]
impl Reduction for HalfOfAll {
    type Input = f32;
    type State = ops::Sum<f32>;
    type Output = Half;
    fn lift(x: f32) -> ops::Sum<f32> {
        ops::Sum::<f32>::lift(x)
    }
    #[host]
    fn finish(s: ops::Sum<f32>) -> Half {
        Half {
            of: ops::Sum::<f32>::finish(s) / 2.0,
        }
    }
}
fn main() -> Result<(), Error> {
    let cpu = Cpu::new();
    assert_eq!(Build { seed: 1 }.lift(2.0), N { n: 1 });
    assert_eq!(Build { seed: 1 }.finish(N { n: 7 }), 7);
    assert_eq!(Above { limit: 3.0 }.lift(2.0), N { n: 0 });
    assert_eq!(cpu.reducer_using(Build { seed: 1 })?.reduce(&[1.0, 2.0])?, 2);
    assert_eq!(
        cpu.reduce::<ops::Fold<Q>>(&[Q::default(), Q { a: 2.0, n: 5 }])?,
        Q { a: 2.0, n: 5 }
    );
    assert_eq!(cpu.reduce::<TakeLast<f32>>(&[1.0, 3.0])?, 3.0);
    assert_eq!(cpu.reduce::<ops::Count<Q>>(&[Q::default()])?, 1);
    check_monoid!(TakeLast<u32>, cpu);
    assert_eq!(cpu.reduce::<PeakToPeak<f32>>(&[1.5, -2.0, 4.0])?, 6.0);
    assert_eq!(cpu.reduce::<PeakToPeak<i64>>(&[-5_000_000_000, 3])?, 5_000_000_003);
    check_monoid!(PeakToPeak<u32>, cpu);
    assert_eq!(cpu.reduce::<HalfOfAll>(&[1.0, 2.0])?, Half { of: 1.5 });
    Ok(())
}
