//! What a field may be: arrays, tuple fields, other monoids, markers, names that WGSL keeps for itself.
#![deny(warnings, clippy::pedantic, clippy::absolute_paths)]
#![forbid(unsafe_code)]
#![allow(unreachable_pub, missing_docs, reason = "a test has no documentation")]

use std::marker::PhantomData;

use reduce_wgpu::{OperatorWgsl, prelude::*};

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [f32; 2])]
struct Lanes {
    #[reduce(sum)]
    sums: [f32; 2],
    #[reduce(max, lift = [x[0], x[1], x[0] * x[1]])]
    most: [f32; 3],
    #[reduce(any)]
    seen: [u32; 2],
    #[reduce(sum, lift = [1; 2])]
    counts: [u32; 2],
}

#[test]
fn arrays_are_combined_element_by_element() -> Result<(), Error> {
    let lanes = Cpu::new().reduce::<Lanes>(&[[1.0, 0.0], [2.0, -0.0]])?;
    let expected = Lanes {
        sums: [3.0, 0.0],
        most: [2.0, 0.0, 0.0],
        seen: [1, 0],
        counts: [2, 2],
    };
    assert_eq!(lanes, expected);
    OperatorWgsl::of::<Lanes>(&Caps::webgpu())?;
    Ok(())
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = self.0 / self.1 as f32)]
struct Mean(#[reduce(sum)] f32, #[reduce(sum, lift = 1)] u32);

type Real = f32;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Range {
    #[reduce(min)]
    low: Real,
    #[reduce(max)]
    high: Real,
}

/// One that lifts by itself, one that is told how.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = mean.0 / mean.1 as f32 - range.low)]
struct Nested {
    mean: Mean,
    range: Range,
    tag: PhantomData<u8>,
}

#[test]
fn monoids_nest() -> Result<(), Error> {
    assert_eq!(Cpu::new().reduce::<Nested>(&[1.0, 2.0])?.to_bits(), 0.5f32.to_bits());
    OperatorWgsl::of::<Nested>(&Caps::webgpu())?;
    Ok(())
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32, output = u32, finish = r#fn + var + array + sample)]
#[allow(non_camel_case_types, reason = "a name that WGSL has for something of its own")]
struct vec2 {
    #[reduce(sum)]
    r#fn: u32,
    #[reduce(sum)]
    var: u32,
    #[reduce(sum)]
    array: u32,
    #[reduce(sum, lift = x * 2)]
    sample: u32,
}

#[test]
fn names_that_wgsl_reserves_just_work() -> Result<(), Error> {
    assert_eq!(Cpu::new().reduce::<vec2>(&[1, 2])?, 15);
    OperatorWgsl::of::<vec2>(&Caps::webgpu())?;
    Ok(())
}

/// Each name that WGSL reserves beside the name that it could become.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32, output = u32, finish = var * 10 + var_)]
struct Reserved {
    #[reduce(sum)]
    var: u32,
    #[reduce(max)]
    var_: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[allow(non_snake_case, reason = "names of two underscores are the subject")]
struct Apart {
    shared: u32,
    shared_: u32,
    shared__: u32,
    __shared: u32,
    u__shared: u32,
}

#[gpu]
impl Monoid for Apart {
    fn identity() -> Self {
        Apart {
            shared: 0,
            shared_: 0,
            shared__: 0,
            __shared: 0,
            u__shared: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        Apart {
            shared: a.shared + b.shared,
            shared_: a.shared_.max(b.shared_),
            shared__: a.shared__ | b.shared__,
            __shared: a.__shared ^ b.__shared,
            u__shared: a.u__shared + b.__shared,
        }
    }
}

#[test]
fn no_two_fields_become_one_member() -> Result<(), Error> {
    assert_eq!(Cpu::new().reduce::<Reserved>(&[1, 2])?, 32);
    OperatorWgsl::of::<Reserved>(&Caps::webgpu())?;
    OperatorWgsl::of::<ops::Fold<Apart>>(&Caps::webgpu())?;
    Ok(())
}

/// A private type in the private field of a public struct.
pub mod public {
    use reduce_wgpu::prelude::*;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Inner {
        bits: u32,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    pub struct Outer {
        inner: Inner,
    }
}
