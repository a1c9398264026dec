//! Recursion over methods of several types, which rustc does not follow while it compiles them, is an error before anything runs.
#![allow(unconditional_recursion, reason = "it is the subject")]

use reduce_wgpu::{OperatorWgsl, prelude::*};

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Even {
    n: u32,
}

#[gpu]
impl Even {
    fn holds(self) -> bool {
        if self.n == 0 {
            return true;
        }
        Odd { n: self.n - 1 }.holds()
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Odd {
    n: u32,
}

#[gpu]
impl Odd {
    fn holds(self) -> bool {
        if self.n == 0 {
            return false;
        }
        Even { n: self.n - 1 }.holds()
    }
}

struct Parity;

#[gpu]
impl Reduction for Parity {
    type Input = u32;
    type State = ops::Any<u32>;
    type Output = bool;
    fn lift(x: u32) -> ops::Any<u32> {
        ops::Any::<u32>::lift(Even { n: x }.holds() as u32)
    }
    fn finish(s: ops::Any<u32>) -> bool {
        ops::Any::<u32>::finish(s)
    }
}

#[test]
fn recursion_is_an_error_that_names_the_functions() {
    assert!(Parity::finish(Parity::lift(4)));
    let error = OperatorWgsl::of::<Parity>(&Caps::webgpu()).unwrap_err().to_string();
    let words: String = error.split(['(', ')']).step_by(2).collect();
    assert!(
        words.contains("`even_holds`  calls itself through `odd_holds` ; WGSL has no recursion: write a loop"),
        "{error}"
    );
    assert!(
        error.contains("recursion.rs:14)") && error.contains("recursion.rs:30)"),
        "{error}"
    );
}

/// The calls of a function that several others call come to an end.
#[gpu]
fn three(x: f32) -> f32 {
    two(x) + two(x) + one(x)
}

#[gpu]
fn two(x: f32) -> f32 {
    one(x) + vec(one(x))
}

#[gpu]
fn one(x: f32) -> f32 {
    x * 0.5
}

/// A function may be named like a macro.
#[gpu]
fn vec(x: f32) -> f32 {
    line(x) + x
}

#[gpu(wgsl = "fn line(x: f32) -> f32 { return 2.0 * x; }")]
fn line(x: f32) -> f32 {
    2.0 * x
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = line(most))]
struct Calls {
    #[reduce(max, lift = three(x) + vec(x))]
    most: f32,
}

#[test]
fn functions_that_call_functions_are_followed_to_the_end() -> Result<(), Error> {
    assert_eq!(Cpu::new().reduce::<Calls>(&[2.0])?.to_bits(), 30.0_f32.to_bits());
    OperatorWgsl::of::<Calls>(&Caps::webgpu())?;
    Ok(())
}
