//! All sizes at which the tiles, the columns or the trees change shape.

use reduce_tests::device::gpu;
use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::{Bands, Stats, Twelve};
use reduce_tests::ops::{Max, Sum};
use reduce_tests::sizes::{around, exhaustive};
use reduce_wgpu::Shape;

use crate::agree::{Comparable, agree};

fn everywhere<R: Comparable>() {
    let sizes = exhaustive::<R>();
    let data = input::<R::Input>(Kind::Ordinary, sizes.last().copied().unwrap());
    for size in sizes {
        agree::<R>(gpu(), &data[..size], Kind::Ordinary);
    }
}

#[test]
fn sum_at_every_size() {
    everywhere::<Sum<f32>>();
}

#[test]
fn max_at_every_size() {
    everywhere::<Max<f32>>();
}

#[test]
fn stats_at_every_size() {
    everywhere::<Stats>();
}

#[test]
fn sums_of_up_to_three_rows() {
    let data = input::<f32>(Kind::Ordinary, 3 * 1024 + 1);
    for size in (0..200)
        .chain(200..data.len())
        .filter(|size| *size < 200 || size % 37 == 0)
    {
        agree::<Sum<f32>>(gpu(), &data[..size], Kind::Ordinary);
    }
}

/// A state so large that one workgroup of the tree takes 256 of them: two levels of trees, the second barely.
#[test]
fn two_trees_of_large_states() {
    at_tiles::<Bands>(&[256, 257]);
}

/// Two states per invocation of the tree.
#[test]
fn two_trees_of_medium_states() {
    at_tiles::<Twelve>(&[512]);
}

fn at_tiles<R: Comparable>(tiles: &[usize]) {
    let tile = Shape::of::<R>().tile_len() as usize;
    let sizes: Vec<usize> = tiles.iter().flat_map(|&tiles| around(tiles * tile)).collect();
    let data = input::<R::Input>(Kind::Ordinary, sizes.iter().copied().max().unwrap());
    for size in sizes {
        agree::<R>(gpu(), &data[..size], Kind::Ordinary);
    }
}
