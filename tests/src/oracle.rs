//! Oracles too simple to be wrong: the canonical order as a recursion, and naive sums with their error bound.

use reduce_wgpu::private::Module;
use reduce_wgpu::{Element, GpuType, Monoid, NoParameters, Operator, Shape};

/// The result of `data` in the canonical order: tiles, their columns from top to bottom, then the two trees.
pub fn canonical<R: Operator<Params: NoParameters, Output: GpuType>>(data: &[R::Input]) -> R::Output {
    canonical_by::<R>(&NoParameters::NONE, data)
}

/// [`canonical`] for these parameters.
pub fn canonical_by<R: Operator<Output: GpuType>>(params: &R::Params, data: &[R::Input]) -> R::Output {
    let mut positioned = data.to_vec();
    for (position, x) in positioned.iter_mut().enumerate() {
        *x = x.located(position as u32);
    }
    let (data, shape) = (positioned.as_slice(), Shape::of::<R>());
    let (tile, columns) = (shape.tile_len() as usize, shape.columns() as usize);
    let tiles = data.len().div_ceil(tile);
    let state = tree(0, tiles.next_power_of_two(), tiles, &|index| {
        let elements = &data[index * tile..data.len().min((index + 1) * tile)];
        if shape.ordered {
            let run = shape.run() as usize;
            return tree(0, tile / run, elements.len().div_ceil(run), &|invocation| {
                let run = &elements[invocation * run..elements.len().min((invocation + 1) * run)];
                Some(every::<R>(params, run, 1))
            });
        }
        tree(0, columns, elements.len().min(columns), &|column| {
            Some(every::<R>(params, &elements[column..], columns))
        })
    });
    let state = state.unwrap_or_else(R::State::identity);
    R::finish_with(params, state.canonical()).canonical()
}

/// The elements that are `step` apart, from left to right; there is at least one.
fn every<R: Operator>(params: &R::Params, elements: &[R::Input], step: usize) -> R::State {
    let (mut state, mut index) = (R::lift_with(params, elements[0]), step);
    while index < elements.len() {
        state = R::State::combine(state, R::lift_with(params, elements[index]));
        index += step;
    }
    state
}

/// The balanced binary tree over the leaves `first..first + width`; only leaves below `count` exist.
fn tree<S: Monoid>(first: usize, width: usize, count: usize, leaf: &dyn Fn(usize) -> Option<S>) -> Option<S> {
    if first >= count {
        return None;
    }
    if width == 1 {
        return leaf(first);
    }
    let half = width / 2;
    match (tree(first, half, count, leaf), tree(first + half, half, count, leaf)) {
        (Some(left), Some(right)) => Some(S::combine(left, right)),
        (left, right) => left.or(right),
    }
}

/// A result spelled to the last bit, as the WGSL of its value: `==` would not tell zeros apart and would NaNs.
pub fn bits<T: GpuType>(value: &T) -> String {
    value.wgsl_value(&mut Module::new())
}

/// Half the distance from 1 to the next f32: the relative error of one rounding.
pub const UNIT: f64 = 1.0 / (1u64 << 24) as f64;

/// The most that a canonical f32 sum of `n` elements can be off, in units of [`UNIT`] times the sum of magnitudes.
///
/// No element takes part in more additions than 31 down a column and one for each level of the trees, of which there
/// are log2 n, one more where a row is not full and one more where a level of tiles is not; each rounds once. The last 1 stands for the part of
/// (1 + UNIT)^k beyond 1 + k UNIT. A loop is off by up to n.
///
/// # Panics
/// If the bound says little more than that of a loop where it should say a lot more.
pub fn roundings(n: usize) -> f64 {
    let bound = 31.0 + (n as f64).log2().max(0.0) + 2.0 + 1.0;
    assert!(
        n < 4096 || bound < n as f64 / 64.0,
        "{bound} roundings for {n} elements"
    );
    bound.min(n as f64)
}
