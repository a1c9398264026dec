//! The law of groups: each result is `reduce` of that group's elements in their order, bit for bit.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

#[path = "groups/bad.rs"]
mod bad;
#[path = "groups/keys.rs"]
mod keys;
#[path = "groups/lengths.rs"]
mod lengths;
#[path = "groups/shapes.rs"]
mod shapes;

use std::fmt::Debug;

use reduce_wgpu::prelude::*;

/// A result to the last bit: the digits of a float that Debug writes are those of no other.
fn exactly(result: &impl Debug) -> String {
    format!("{result:?}")
}

/// Asserts that these are the results of groups of these elements of `data`.
fn assert_law<R>(data: &[R::Input], groups: &[Vec<usize>], results: &[R::Output], context: &dyn Fn() -> String)
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
{
    assert_eq!(results.len(), groups.len(), "{}", context());
    for (number, (indices, result)) in groups.iter().zip(results).enumerate() {
        let elements: Vec<R::Input> = indices.iter().map(|index| data[*index]).collect();
        let alone = Cpu::new().reduce::<R>(&elements).unwrap();
        assert_eq!(exactly(result), exactly(&alone), "group {number} of {}", context());
    }
}
