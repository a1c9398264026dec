//! The derives take no name for granted: not the prelude's, not the traits', not those of the primitive types.
#![no_implicit_prelude]
#![deny(warnings, clippy::pedantic)]
#![allow(
    dead_code,
    non_camel_case_types,
    non_local_definitions,
    clippy::items_after_statements,
    reason = "names that are in the way are the subject"
)]

use ::core::prelude::v1::{Clone, Copy, derive, test};

mod std {}
mod core {}
mod reduce_core {}

struct Option;
struct String;
struct Vec;
struct Module;
struct Slot;
trait GpuType {}
trait Monoid {}
trait Reduction {}
type usize = ();
type bool = ();
type str = ();

#[repr(C)]
#[derive(Clone, Copy, ::reduce_wgpu::Reduce)]
#[reduce(input = f32, output = f32, finish = value / if a == 0 { 1.0 } else { 2.0 })]
struct Names {
    #[reduce(sum)]
    value: f32,
    #[reduce(sum, lift = 0)]
    a: u32,
    #[reduce(max, lift = [x, -x])]
    module: [f32; 2],
    #[reduce(any, lift = !(x > 1.0))]
    state: u32,
    #[reduce(sum, lift = x as u32)]
    index: u32,
}

#[repr(C)]
#[derive(Clone, Copy, ::reduce_wgpu::Reduce)]
#[reduce(input = f32)]
struct Outer {
    names: Range,
    #[reduce(sum, lift = ::core::f32::consts::PI)]
    pi: f32,
}

#[repr(C)]
#[derive(Clone, Copy, ::reduce_wgpu::Reduce)]
#[reduce(input = f32)]
struct Range {
    #[reduce(min)]
    low: f32,
}

#[test]
fn no_name_is_taken_for_granted() {
    let cpu = ::reduce_wgpu::Cpu::new();
    let value = cpu.reduce::<Names>(&[3.0, 1.0]);
    ::core::assert!(::core::matches!(value, ::core::result::Result::Ok(4.0)));
    let outer = cpu.reduce::<Outer>(&[3.0, 1.0]);
    ::core::assert!(::core::matches!(outer, ::core::result::Result::Ok(outer) if outer.names.low > 0.5));
}
