//! Arrays that fit, and those that take nothing.
#![deny(warnings, clippy::absolute_paths)]

use reduce_wgpu::prelude::*;

const LEN: usize = 2048;

/// All of the 8192 bytes.
#[gpu]
fn at_the_limit(x: u32) -> u32 {
    let mut all: [u32; LEN] = [3; LEN];
    all[1] = x;
    all[(x % 2) as usize]
}

/// A bool takes one byte.
#[gpu]
fn bools(x: u32) -> u32 {
    let mut all = [false; 4 * LEN];
    all[1] = x > 3;
    u32::from(all[1])
}

/// Values that nothing indexes but literals are no variables, and another name is no other value.
#[gpu]
fn values(x: u32) -> u32 {
    let all = [x; 2 * LEN];
    let (half, at) = ([x + 1; LEN / 2 + 1], (x % 3) as usize);
    let same: [u32; LEN / 2 + 1] = half;
    all[1] + half[at] + same[at]
}

/// A closure is written where it is called.
#[gpu]
fn never_called(x: u32) -> u32 {
    let _filled = |k: u32| {
        let mut all = [0u32; 2 * LEN];
        all[1] = k;
        all[0]
    };
    x
}

struct Finished;

#[gpu]
impl Reduction for Finished {
    type Input = u32;
    type State = ops::Sum<u32>;
    type Output = u32;

    fn lift(x: u32) -> ops::Sum<u32> {
        ops::Sum::<u32>::lift(at_the_limit(x) + bools(x) + values(x) + never_called(x))
    }

    /// The host has memory enough.
    fn finish(s: ops::Sum<u32>) -> u32 {
        let mut table = [0u32; 2 * LEN];
        table[6] = ops::Sum::<u32>::finish(s);
        table[6]
    }
}

#[test]
fn arrays_that_fit_compile() -> Result<(), Error> {
    // Of 4: 3, 1, 4 + 5 + 5, and 4.
    assert_eq!(Cpu::new().reduce::<Finished>(&[4])?, 3 + 1 + 14 + 4);
    Ok(())
}
