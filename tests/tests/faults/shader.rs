//! A shader that could take its driver down never reaches one: the error names the function, and the device works on.

use reduce_tests::device::fresh;
use reduce_wgpu::prelude::*;

use crate::works;

const ENTRIES: u32 = 1 << 22;

/// Valid as far as naga sees it; 16 MiB of stack for every invocation.
#[gpu(wgsl = "
    fn looked_up(x: u32) -> u32 {
        return entry(x) + x;
    }

    fn entry(x: u32) -> u32 {
        var table: array<u32, 4194304>;
        table[x & 4194303u] = x;
        return table[0];
    }
")]
fn looked_up(x: u32) -> u32 {
    if x & (ENTRIES - 1) == 0 { x.wrapping_add(x) } else { x }
}

struct Poisoned;

#[gpu]
impl Reduction for Poisoned {
    type Input = u32;
    type State = ops::Sum<u32>;
    type Output = u32;
    fn lift(x: u32) -> ops::Sum<u32> {
        ops::Sum::<u32>::lift(looked_up(x))
    }
    fn finish(s: ops::Sum<u32>) -> u32 {
        ops::Sum::<u32>::finish(s)
    }
}

/// An array whose type no `let` shows: rustc is not told of it.
#[gpu]
fn same(x: u32) -> [u32; 4096] {
    [x; 4096]
}

struct Scattered;

#[gpu]
impl Reduction for Scattered {
    type Input = u32;
    type State = ops::Sum<u32>;
    type Output = u32;
    fn lift(x: u32) -> ops::Sum<u32> {
        let mut table = same(0);
        table[(x % 4096) as usize] = x;
        ops::Sum::<u32>::lift(table[0])
    }
    fn finish(s: ops::Sum<u32>) -> u32 {
        ops::Sum::<u32>::finish(s)
    }
}

/// An array as a value: naga makes it a variable to index it.
struct Indexed;

#[gpu]
impl Reduction for Indexed {
    type Input = u32;
    type State = ops::Sum<u32>;
    type Output = u32;
    fn lift(x: u32) -> ops::Sum<u32> {
        let table = same(5);
        ops::Sum::<u32>::lift(table[(x % 4096) as usize])
    }
    fn finish(s: ops::Sum<u32>) -> u32 {
        ops::Sum::<u32>::finish(s)
    }
}

/// A step that comes from the data and is 0 here and there. Rust panics at that.
struct Steps;

#[gpu]
impl Reduction for Steps {
    type Input = u32;
    type State = ops::Sum<u32>;
    type Output = u32;
    fn lift(x: u32) -> ops::Sum<u32> {
        let mut turns = 0;
        for _ in (0..8u32).step_by(x as usize) {
            turns += 1;
        }
        for _ in (0..=8u32).rev().step_by(x as usize) {
            turns += 1;
        }
        ops::Sum::<u32>::lift(turns)
    }
    fn finish(s: ops::Sum<u32>) -> u32 {
        ops::Sum::<u32>::finish(s)
    }
}

#[test]
fn a_step_of_zero_ends_its_loop() {
    let gpu = fresh();
    let error = Cpu::new().reduce::<Steps>(&[2, 0, 4]).unwrap_err();
    assert!(matches!(error, Error::Panicked { .. }), "{error}");
    // On a device it counts as a step of 1: 8 and 9 turns.
    assert_eq!(gpu.reduce::<Steps>(&[2, 0, 4]).unwrap(), (4 + 5) + (8 + 9) + (2 + 3));
    works(&gpu);
}

/// The host finishes, where there is memory enough.
struct Finished;

#[gpu]
impl Reduction for Finished {
    type Input = u32;
    type State = ops::Sum<u32>;
    type Output = u32;
    fn lift(x: u32) -> ops::Sum<u32> {
        ops::Sum::<u32>::lift(x)
    }
    fn finish(s: ops::Sum<u32>) -> u32 {
        let mut table = [0u32; 4096];
        table[(ops::Sum::<u32>::finish(s) % 4096) as usize] = 3;
        table[6]
    }
}

/// Whether the error names the function and its bytes.
fn names(error: Option<Error>, function: &str, bytes: u32) {
    let error = error.expect("a device was given a shader that it may not stand");
    assert!(matches!(error, Error::InvalidWgsl { .. }), "{error:?}");
    let (error, owner) = (error.to_string(), function.trim_end_matches("_entry"));
    let said = format!(
        "the variables of `{function}` and the arrays that it indexes take {bytes} bytes, and WGSL grants a function 8192; use \
         smaller arrays, or Cpu::new()\n`{owner}` comes from the Rust at "
    );
    assert!(error.contains(&said) && error.contains("shader.rs:"), "{error}");
}

/// No device is given the kernels of `R`.
fn refused<R: Operator<Params: NoParameters, Input = u32>>(gpu: &Gpu, function: &str, bytes: u32) {
    names(gpu.reducer::<R>().err(), function, bytes);
    names(gpu.reduce::<R>(&[1, 2, 3]).err(), function, bytes);
    works(gpu);
}

#[test]
fn more_variables_than_a_function_may_have() {
    let gpu = fresh();
    refused::<Poisoned>(&gpu, "looked_up_entry", ENTRIES * 4);
    refused::<Scattered>(&gpu, "scattered_lift", 4 * 4096);
    refused::<Indexed>(&gpu, "indexed_lift", 4 * 4096);
    // The CPU has the memory.
    let data = [ENTRIES, 1, 4096];
    assert_eq!(Cpu::new().reduce::<Poisoned>(&data).unwrap(), 2 * ENTRIES + 4097);
    assert_eq!(Cpu::new().reduce::<Scattered>(&data).unwrap(), ENTRIES + 4096);
    assert_eq!(Cpu::new().reduce::<Indexed>(&data).unwrap(), 15);
}

#[test]
fn what_the_host_finishes_is_no_matter_to_the_device() {
    let gpu = fresh();
    let reducer = gpu.reducer::<Finished>().unwrap();
    assert_eq!(reducer.reduce(&[1, 2, 3]).unwrap(), 3);
    // Encoded, it would finish on the device.
    names(reducer.output_bytes().err(), "finished_finish", 4 * 4096);
    works(&gpu);
}
