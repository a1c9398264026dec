//! Over: layers of paint or fog from front to back as one layer, in premultiplied colour.
//!
//! Source: T. Porter and T. Duff, "Compositing Digital Images", SIGGRAPH (1984)

use reduce_wgpu::prelude::*;

/// Reduced with `ops::Fold<Layer>`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Layer {
    /// Red, green and blue, each multiplied by `alpha`.
    pub colour: [f32; 3],
    pub alpha: f32,
}

#[gpu]
impl Monoid for Layer {
    const COMMUTATIVE: bool = false;

    fn identity() -> Self {
        Self {
            colour: [0.0; 3],
            alpha: 0.0,
        }
    }

    fn combine(front: Self, back: Self) -> Self {
        let through = 1.0 - front.alpha;
        Self {
            colour: std::array::from_fn(|k| front.colour[k] + through * back.colour[k]),
            alpha: front.alpha + through * back.alpha,
        }
    }
}
