//! Structs of results: built-in reductions, reductions of one's own, positions, order, other structs, parameters of type.

#![allow(missing_docs, reason = "each item is a case and says which")]

use reduce_wgpu::prelude::*;

use crate::in_order::First;
use crate::parameters::CountAbove;
use crate::two_orders::{Hash, HashOfBytes, Level};
use crate::written::Spread;

/// Every word.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Words {
    #[reduce(count)]
    pub n: u64,
    #[reduce(mean)]
    pub mean: f32,
    #[reduce(min)]
    pub least: f32,
    #[reduce(variance)]
    pub variance: f32,
    #[reduce(stddev)]
    pub deviation: f32,
    #[reduce(sum, lift = (x > 0.5) as u32)]
    pub above: u32,
    #[reduce(argmin)]
    pub bottom: Indexed<f32>,
    #[reduce(argmax)]
    pub top: Indexed<f32>,
    #[reduce(max)]
    pub greatest: f32,
    #[reduce(minmax)]
    pub both: ops::MinMax<f32>,
    #[reduce(l1norm)]
    pub l1: f32,
    #[reduce(l2norm)]
    pub l2: f32,
    #[reduce(linfnorm)]
    pub linf: f32,
    #[reduce(logsumexp)]
    pub log: f32,
    #[reduce(kahansum)]
    pub precise: f32,
}

/// A device can write it. One field is of another size than its alignment needs, and two have reductions of their own.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType, Reduce)]
#[reduce(input = f32)]
pub struct Summary {
    #[reduce(by = Spread)]
    pub spread: f32,
    #[reduce(mean)]
    pub mean: f32,
    #[reduce(sum, lift = [x, x * x])]
    pub powers: [f32; 2],
    #[reduce(by = Extremes<f32>)]
    pub extremes: Extremes<f32>,
}

/// With a parameter of type, beside it in a field with an operator.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType, Reduce)]
#[reduce(input = T)]
pub struct Extremes<T: Scalar<Wide = T>> {
    #[reduce(min)]
    pub least: T,
    #[reduce(linfnorm)]
    pub norm: T,
    #[reduce(max)]
    pub greatest: T,
}

/// One operator keeps the order of the input, one reads positions, the others neither.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8)]
pub struct InTwoOrders {
    #[reduce(by = HashOfBytes)]
    pub hash: Hash,
    #[reduce(argmax)]
    pub top: Indexed<u32>,
    #[reduce(mean)]
    pub mean: f64,
    #[reduce(sum, lift = x as u32 & 1)]
    pub odd: u32,
    #[reduce(by = Level)]
    pub level: Level,
}

/// An input with positions, which some fields look at.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Indexed<f32>)]
pub struct Positioned {
    #[reduce(mean)]
    pub mean: f32,
    #[reduce(max, lift = if x.value > 1.0 { x.index } else { 0 })]
    pub last: u32,
    #[reduce(by = First)]
    pub first: Indexed<f32>,
}

/// Several buffers, and a result for the host alone.
#[derive(Clone, Debug, PartialEq, Reduce)]
#[reduce(input = (f32, f32))]
pub struct Pairs {
    #[reduce(by = ops::Dot<f32>)]
    pub dot: f32,
    #[reduce(by = Named)]
    pub named: String,
    #[reduce(sum, lift = x.0 * x.0)]
    pub square: f32,
}

/// A `finish` that is no WGSL.
pub struct Named;

#[gpu]
impl Reduction for Named {
    type Input = (f32, f32);
    type State = ops::Max<f32>;
    type Output = String;
    fn lift(x: (f32, f32)) -> ops::Max<f32> {
        ops::Max::<f32>::lift(x.0.max(x.1))
    }
    fn finish(state: ops::Max<f32>) -> String {
        format!("{:?}", ops::Max::<f32>::finish(state))
    }
}

/// Operators with parameters among others.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Counts {
    #[reduce(count)]
    pub n: u64,
    #[reduce(by = CountAbove)]
    pub above: u32,
    #[reduce(by = ops::CountAbove<f32>)]
    pub far_above: u64,
}

/// One field, as a tuple struct.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8)]
pub struct Only(#[reduce(mean)] pub f64);

/// A derived operator with parameters, which `lift` and `finish` read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = sum * scale[1] / count as f32, params(limit: f32, scale: [f32; 2]))]
pub struct MeanAbove {
    #[reduce(sum, lift = if x > limit { x * scale[0] } else { 0.0 })]
    sum: f32,
    #[reduce(sum, lift = (x > limit) as u32)]
    count: u32,
    #[reduce(any, lift = x > limit)]
    found: u32,
}

/// A generic one that is its own result.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = T, params(from: T))]
pub struct Farthest<T: Scalar> {
    #[reduce(max, lift = x.greater(from))]
    pub distance: T,
}

/// Results with parameters: in a `lift`, and as those of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(low: f32, high: f32))]
pub struct Within {
    #[reduce(count)]
    pub n: u64,
    #[reduce(sum, lift = (x > low && x < high) as u32)]
    pub inside: u32,
    #[reduce(by = CountAbove, using = CountAbove { threshold: high })]
    pub above: u32,
    #[reduce(max)]
    pub greatest: f32,
    #[reduce(by = ops::CountAbove<f32>, using = ops::CountAbove { threshold: low * 2.0 })]
    pub far: u64,
}

/// One body of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Body {
    pub at: [f32; 2],
    pub mass: u32,
}

impl Body {
    pub fn far(self) -> f32 {
        self.at[0].abs().max(self.at[1].abs())
    }
}

/// Reductions of what `lift` makes of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Body)]
pub struct Lifted {
    #[reduce(count)]
    pub n: u64,
    #[reduce(mean, lift = x.at[0])]
    pub mean: f32,
    #[reduce(stddev, lift = if x.mass > 7 { x.at[1] } else { 0.5 })]
    pub deviation: f32,
    #[reduce(argmax, lift = x.at[0].abs().max(x.at[1].abs()))]
    pub farthest: Indexed<f32>,
    #[reduce(minmax, lift = x.at[1])]
    pub range: ops::MinMax<f32>,
    #[reduce(sum, lift = x.mass)]
    pub mass: u32,
    #[reduce(by = Extremes<f32>, lift = -x.at[0])]
    pub extremes: Extremes<f32>,
    #[reduce(by = HashOfBytes, lift = x.mass as u8)]
    pub local: Hash,
}

/// Positions are those of the input, and of one generic type.
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Indexed<T>)]
pub struct LiftedAt<T: Scalar<Wide = T>> {
    #[reduce(argmin, lift = x.value)]
    pub least: Indexed<T>,
    #[reduce(mean, lift = x.index as f32)]
    pub middle: f32,
    #[reduce(count)]
    pub n: u64,
}
