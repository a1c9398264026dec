//! Operators with parameters, each beside its twin with a constant: one kernel for all values should cost nothing.

use reduce_wgpu::prelude::*;

/// The constant, and the value that the parameter is set to.
pub const THRESHOLD: f32 = 0.5;

/// A count of elements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Tally {
    #[reduce(sum)]
    n: u32,
}

/// The elements above [`THRESHOLD`].
#[derive(Debug)]
pub struct AboveConstant;

#[gpu]
impl Reduction for AboveConstant {
    type Input = f32;
    type State = Tally;
    type Output = u32;
    fn lift(x: f32) -> Tally {
        Tally { n: (x > 0.5) as u32 }
    }
    fn finish(s: Tally) -> u32 {
        s.n
    }
}

/// The elements above a threshold.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Above {
    /// The threshold.
    pub threshold: f32,
}

#[gpu]
impl Reduction for Above {
    type Input = f32;
    type State = Tally;
    type Output = u32;
    fn lift(&self, x: f32) -> Tally {
        Tally {
            n: (x > self.threshold) as u32,
        }
    }
    fn finish(&self, s: Tally) -> u32 {
        s.n
    }
}

/// The greatest value of a polynomial of the elements, with constant coefficients.
#[derive(Debug)]
pub struct PolynomialConstant;

#[gpu]
impl Reduction for PolynomialConstant {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(x: f32) -> ops::Max<f32> {
        ops::Max::<f32>::lift(((0.25 * x - 1.5) * x + 0.125) * x + 3.0)
    }
    fn finish(s: ops::Max<f32>) -> f32 {
        ops::Max::<f32>::finish(s)
    }
}

/// The greatest value of a polynomial of the elements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Polynomial {
    /// From the highest power down.
    pub coefficients: [f32; 4],
}

#[gpu]
impl Reduction for Polynomial {
    type Input = f32;
    type State = ops::Max<f32>;
    type Output = f32;
    fn lift(&self, x: f32) -> ops::Max<f32> {
        let [a, b, c, d] = self.coefficients;
        ops::Max::<f32>::lift(((a * x + b) * x + c) * x + d)
    }
    fn finish(&self, s: ops::Max<f32>) -> f32 {
        ops::Max::<f32>::finish(s)
    }
}

/// The coefficients of [`PolynomialConstant`].
pub const COEFFICIENTS: [f32; 4] = [0.25, -1.5, 0.125, 3.0];
