//! The law of groups: each result is `reduce` of that group's elements in their order, bit for bit.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

#[path = "groups/arrays.rs"]
mod arrays;
#[path = "groups/awaited.rs"]
mod awaited;
#[path = "groups/bad.rs"]
mod bad;
#[path = "groups/channels.rs"]
mod channels;
#[path = "groups/counted.rs"]
mod counted;
#[path = "groups/counted_segments.rs"]
mod counted_segments;
#[path = "groups/found.rs"]
mod found;
#[path = "groups/heads.rs"]
mod heads;
#[path = "groups/keys.rs"]
mod keys;
#[path = "groups/lengths.rs"]
mod lengths;
#[path = "groups/made.rs"]
mod made;
#[path = "groups/masked.rs"]
mod masked;
#[path = "groups/offsets.rs"]
mod offsets;
#[path = "groups/random.rs"]
mod random;
#[path = "groups/shapes.rs"]
mod shapes;

use std::fmt::Debug;
use std::sync::LazyLock;

use reduce_tests::device::{Driver, gpu};
use reduce_wgpu::prelude::*;

/// The engine of this run: the device that the suite is for, or the CPU where it is for none.
fn engine() -> &'static Engine {
    static ENGINE: LazyLock<Engine> = LazyLock::new(|| match on_a_device() {
        true => Engine::Gpu(gpu().clone()),
        false => Engine::Cpu(Cpu::new()),
    });
    &ENGINE
}

/// Whether the suite runs for a device.
fn on_a_device() -> bool {
    std::env::var_os("REDUCE_DRIVER").is_some()
}

/// Whether the engine has 64-bit types.
fn has_64_bits() -> bool {
    !on_a_device() || Driver::of_this_run().has_64_bits()
}

/// A result to the last bit: the digits of a float that Debug writes are those of no other.
fn exactly(result: &impl Debug) -> String {
    format!("{result:?}")
}

/// The first of two lists of as many results that differ in a bit.
fn first_different<T: Debug>(found: &[T], expected: &[T]) -> Option<usize> {
    assert_eq!(found.len(), expected.len());
    let mut pairs = found.iter().zip(expected);
    pairs.position(|(a, b)| exactly(a) != exactly(b))
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
