//! The position of the greatest element: the operator gets every element with its position.

use reduce_wgpu::prelude::*;

fn main() -> Result<(), Error> {
    let wave: Vec<f32> = (0..1_000_000).map(|i| (i as f32 * 1e-5).sin()).collect();
    let engine = reduce_examples::engine()?;

    let top = engine.reduce::<ops::ArgMax<f32>>(&wave)?;
    println!("crest   {:?} at {}", top.value, top.index);
    let bottom = engine.reduce::<ops::ArgMin<f32>>(&wave)?;
    println!("trough  {:?} at {}", bottom.value, bottom.index);

    // The same with two inputs side by side: the position where they differ most.
    let coarse: Vec<f32> = wave.iter().map(|x| (x * 16.0).round() / 16.0).collect();
    let worst = engine.reduce::<WorstFit>((&wave, &coarse))?;
    println!("misfit  {:.4} at {}", worst.distance, worst.index);
    Ok(())
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct WorstFit {
    distance: f32,
    index: u32,
}

#[gpu]
impl Monoid for WorstFit {
    const EXACT: bool = true;
    fn identity() -> Self {
        WorstFit {
            distance: -1.0,
            index: u32::MAX,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        let first = a.distance > b.distance || (a.distance == b.distance && a.index < b.index);
        if first { a } else { b }
    }
    // The same where `a` is known to come first, in fewer operations.
    fn combine_in_order(a: Self, b: Self) -> Self {
        if a.distance >= b.distance { a } else { b }
    }
}

#[gpu]
impl Reduction for WorstFit {
    type Input = Indexed<(f32, f32)>;
    type State = Self;
    type Output = Self;
    fn lift(x: Indexed<(f32, f32)>) -> Self {
        WorstFit {
            distance: (x.value.0 - x.value.1).abs(),
            index: x.index,
        }
    }
    fn finish(worst: Self) -> Self {
        worst
    }
}
