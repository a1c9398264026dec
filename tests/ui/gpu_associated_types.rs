use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Count {
    #[reduce(sum)]
    n: u32,
}

struct Names;

#[gpu]
impl Reduction for Names {
    type Input = f32;
    type State = Count;
    type Output = char;
    fn lift(x: Self::Input) -> Self::State {
        let n: Self::Input = 1;
        Self::State { n: x }
    }
    fn finish(s: Self::State) -> Self::Output {
        s.n
    }
}

struct Wrong;

#[gpu]
impl Reduction for Wrong {
    type Input = f32;
    type State = Count;
    type Output = f32;
    fn lift(x: Self::Input) -> Self::State {
        x
    }
    fn finish(s: Self::State) -> Self::Output {
        s.n
    }
}

fn main() {}
