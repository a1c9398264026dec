//! The generic functions of the library for every operator of the lists, compiled once.
//!
//! A crate takes the functions that a crate below it was compiled with (rustc's `share-generics`, on at the level of optimisation of
//! the tests). Without this, each test program that goes over the lists compiled both engines for all of them.

use std::fmt::Debug;

use reduce_wgpu::{Caps, Cpu, Gpu, Kernels, NoParameters, Operator};

use crate::inputs::{Kind, Sample, input};
use crate::oracle::{bits, canonical};
use crate::{
    for_built_in_operators, for_operators_on_other_inputs, for_user_operators, for_wide_operators,
    for_written_operators, sizes,
};

macro_rules! each {
    ($($name:ident: $operator:ty,)*) => {
        &[$(all::<$operator>),*]
    };
}

/// Named, so that they are compiled; nobody calls them.
pub static INSTANCES: [&[fn()]; 5] = [
    for_built_in_operators!(each),
    for_operators_on_other_inputs!(each),
    for_user_operators!(each),
    for_written_operators!(each),
    for_wide_operators!(each),
];

/// Calls what the suites call of an operator.
fn all<R: Operator<Params: NoParameters, Input: Sample, Output: Debug + reduce_wgpu::GpuType>>() {
    let sizes = sizes::thin::<R>();
    let data = input::<R::Input>(Kind::Ordinary, sizes.len());
    let _ = canonical::<R>(&data);
    let _ = Cpu::new().reduce::<R>(&data).map(|result| bits(&result));
    let _ = Gpu::new().map(|gpu| gpu.reduce::<R>(&data).map(drop));
    let _ = Kernels::of::<R>(&Caps::webgpu());
}
