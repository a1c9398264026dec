//! Names that WGSL, the kernels or the prelude have for something else, in derives and in functions with `#[gpu]`.
#![no_implicit_prelude]
#![allow(
    missing_docs,
    dead_code,
    non_camel_case_types,
    non_upper_case_globals,
    clippy::items_after_statements,
    reason = "names that are in the way are the subject"
)]

use ::core::clone::Clone;
use ::core::cmp::PartialEq;
use ::core::fmt::Debug;
use ::core::marker::Copy;
use ::core::prelude::v1::derive;
use ::reduce_wgpu::{GpuType, Reduce, gpu};

mod std {}
mod core {}
mod reduce_core {}
mod vec {}

pub struct Option;
pub struct String;
pub struct Vec;
pub struct Module;
pub struct Slot;
pub struct Typed;
pub struct Body;
pub trait Monoid {}
pub trait Reduction {}
pub trait InWgsl {}
type usize = ();
type str = ();
fn vec() {}
const MODULE: u32 = 3;

/// Fields called like keywords and built-ins of WGSL and like the variables of the kernels.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct array {
    var: u32,
    ptr: u32,
    texture: u32,
    r#type: u32,
    r#match: u32,
    vec2: u32,
    output: u32,
    s: u32,
}

/// Functions, parameters and locals of such names. (A type that begins small is written `<array>` in front of `::`.)
#[gpu]
fn handle(target: u32, discard: u32) -> u32 {
    let workgroup = target ^ discard;
    let x0 = workgroup.rotate_left(3);
    let invocation = loop_(x0, x0 == 1);
    invocation ^ c0(MODULE)
}

#[gpu]
fn loop_(r#type: u32, fn_: bool) -> u32 {
    let mut input = r#type;
    let output = if fn_ { input } else { 1 };
    for index in 0..3u32 {
        let input_2 = index ^ output;
        input ^= input_2;
    }
    let mut r#match = 0;
    let active = 2;
    while r#match < active {
        r#match += 1;
        input ^= r#match;
    }
    input
}

#[gpu]
fn c0(c0: u32) -> u32 {
    main(c0).1
}

#[gpu]
fn main(sampler: u32) -> (u32, u32) {
    (sampler, sampler ^ 5)
}

#[gpu]
impl array {
    const sampler: u32 = 9;

    fn r#move(self, var: u32) -> u32 {
        self.var ^ var ^ Self::sampler
    }

    fn texture(value: u32) -> Self {
        let array_move = value;
        array {
            var: array_move,
            ptr: handle(value, 1),
            texture: value & 3,
            r#type: value ^ 7,
            r#match: value | 8,
            vec2: <inner::array>::of(value).r#move(),
            output: value,
            s: value,
        }
    }

    fn distance(self, main: Self, state: u32) -> Self {
        let array_texture = Self::texture(state);
        let select = self.r#move(main.r#move(state));
        array {
            var: select ^ state,
            ptr: self.ptr ^ main.ptr,
            texture: self.texture ^ main.texture,
            r#type: self.r#type ^ main.r#type,
            r#match: self.r#match ^ main.r#match,
            vec2: self.vec2 ^ main.vec2,
            output: self.output ^ main.output,
            s: self.s ^ main.s ^ (array_texture.var ^ state),
        }
    }
}

/// Another type of the same name.
pub mod inner {
    use ::core::prelude::v1::*;
    use ::reduce_wgpu::{GpuType, gpu};

    #[repr(C)]
    #[derive(Clone, Copy, GpuType)]
    pub struct array {
        pub var: u32,
    }

    #[gpu]
    impl array {
        pub fn of(var: u32) -> Self {
            array { var }
        }
        pub fn r#move(self) -> u32 {
            self.var
        }
    }
}

#[gpu]
impl ::reduce_wgpu::Monoid for array {
    const EXACT: bool = true;
    fn identity() -> Self {
        array {
            var: 0,
            ptr: 0,
            texture: 0,
            r#type: 0,
            r#match: 0,
            vec2: 0,
            output: 0,
            s: 0,
        }
    }
    fn combine(s: Self, x: Self) -> Self {
        s.distance(x, MODULE)
    }
}

pub struct texture;

#[gpu]
impl ::reduce_wgpu::Reduction for texture {
    type Input = u32;
    type State = array;
    type Output = array;
    fn lift(state: u32) -> array {
        <array>::texture(state)
    }
    fn finish(left: array) -> array {
        left
    }
}

/// These names in a derive.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
pub struct vec2 {
    #[reduce(xor, lift = { let var = x; let s = handle(var, 2); s })]
    var: u32,
    #[reduce(xor, lift = loop_(x, x == MODULE))]
    r#type: u32,
    #[reduce(max, lift = <inner::array>::of(x).r#move())]
    output: u32,
    #[reduce(any, lift = { let module = x & 1; module == 1 })]
    invocation: u32,
}
