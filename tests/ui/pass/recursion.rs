//! Recursion over two functions, which no macro can see, is an error before anything runs.
#![allow(unconditional_recursion, reason = "it is the subject")]

use reduce_wgpu::{OperatorWgsl, prelude::*};

#[gpu]
fn even(n: u32) -> bool {
    if n == 0 {
        return true;
    }
    odd(n - 1)
}

#[gpu]
fn odd(n: u32) -> bool {
    if n == 0 {
        return false;
    }
    even(n - 1)
}

struct Parity;

#[gpu]
impl Reduction for Parity {
    type Input = u32;
    type State = ops::Any<u32>;
    type Output = bool;
    fn lift(x: u32) -> ops::Any<u32> {
        ops::Any::<u32>::lift(even(x) as u32)
    }
    fn finish(s: ops::Any<u32>) -> bool {
        ops::Any::<u32>::finish(s)
    }
}

#[test]
fn recursion_is_an_error_that_names_the_functions() {
    assert!(Parity::finish(Parity::lift(4)));
    let error = OperatorWgsl::of::<Parity>(&Caps::webgpu()).unwrap_err().to_string();
    assert!(
        error.contains("`even` calls itself through `odd`; WGSL has no recursion: write a loop"),
        "{error}"
    );
    assert!(error.contains("recursion.rs:7"), "{error}");
}
