use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Above {
    threshold: f32,
}

#[gpu]
impl Reduction for Above {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(&self, x: f32) -> ops::Max<f32> {
        ops::Max::<f32>::lift(x.max(self.threshold))
    }
    fn finish(&self, s: ops::Max<f32>) -> f32 {
        ops::Max::<f32>::finish(s)
    }
}

/// No layout.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plain {
    threshold: f32,
}

#[gpu]
impl Reduction for Plain {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(&self, x: f32) -> ops::Max<f32> {
        ops::Max::<f32>::lift(x)
    }
    fn finish(&self, s: ops::Max<f32>) -> f32 {
        ops::Max::<f32>::finish(s)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Mixed {
    threshold: f32,
}

#[gpu]
impl Reduction for Mixed {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(&self, x: f32) -> ops::Max<f32> {
        ops::Max::<f32>::lift(x)
    }
    fn finish(s: ops::Max<f32>) -> f32 {
        ops::Max::<f32>::finish(s)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Changed {
    threshold: f32,
}

#[gpu]
impl Reduction for Changed {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(&mut self, x: f32) -> ops::Max<f32> {
        self.threshold = x;
        ops::Max::<f32>::lift(x)
    }
    fn finish(&self, s: ops::Max<f32>) -> f32 {
        ops::Max::<f32>::finish(s)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Misspelt {
    threshold: f32,
}

#[gpu]
impl Reduction for Misspelt {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(&self, x: f32) -> ops::Max<f32> {
        ops::Max::<f32>::lift(x.max(self.treshold))
    }
    fn finish(&self, s: ops::Max<f32>) -> f32 {
        ops::Max::<f32>::finish(s)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Unfinished {
    threshold: f32,
}

#[gpu]
impl Reduction for Unfinished {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(&self, x: f32) -> ops::Max<f32> {
        ops::Max::<f32>::lift(x)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct OfNumber {
    threshold: f32,
}

#[gpu]
impl Reduction for OfNumber {
    type Input = f32;
    type State = f32;
    type Output = f32;
    fn lift(&self, x: f32) -> f32 {
        x
    }
    fn finish(&self, s: f32) -> f32 {
        s
    }
}

struct Nothing;

fn main() {
    let _ = Cpu::new().reduce::<Above>(&[1.0]);
    let _ = Cpu::new().reduce::<(ops::Sum<f32>, Above)>(&[1.0]);
    let _ = Cpu::new().reducer_using(ops::Sum::<f32>::lift(1.0));
    let _ = Cpu::new().reducer_using(Nothing);
    let above = Cpu::new().reducer_using(Above { threshold: 1.0 }).unwrap();
    above.set(3.0);
    check_monoid!(Above);
}
