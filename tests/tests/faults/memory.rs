//! An array that does not fit into memory is refused, and the device works on.
//!
//! Both drivers allocate from the process, so the child process lowers its own limit once it has a device.

use std::process::Command;

use reduce_tests::child;
use reduce_tests::device::{Driver, fresh};
use reduce_wgpu::prelude::*;

use crate::works;

const MIB: usize = 1 << 20;

/// Lets this process map no more than `room` bytes beyond what it has.
fn cap_memory(room: usize) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmSize:")).unwrap();
    let mapped: usize = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    let limit = format!("--as={}", mapped * 1024 + room);
    let pid = std::process::id().to_string();
    let set = Command::new("prlimit").args(["--pid", &pid, &limit]).status();
    assert!(set.expect("prlimit is a part of util-linux").success());
}

#[test]
fn an_array_beyond_memory_is_refused_and_a_slice_is_not() {
    // The C library reserves 64 MiB for each thread that allocates, unless told not to.
    let environment = [("MALLOC_ARENA_MAX", Some("1"))];
    let said = child::run(
        "memory::an_array_beyond_memory_is_refused_and_a_slice_is_not",
        &environment,
        || {
            let gpu = fresh();
            works(&gpu);
            // Zeros that nobody has touched take no memory in the host.
            let data = vec![0.0f32; 2048 * MIB / 4];
            let array = gpu.upload(&data[..MIB]).unwrap();
            // SwiftShader takes a stack of 1 MiB for each of the subgroups that it runs, and crashes if there is none.
            cap_memory(1536 * MIB);
            let mut said = Vec::new();
            for _ in 0..2 {
                let error = gpu.upload(&data).expect_err("2 GiB do not fit into 1.5 GiB");
                let Error::OutOfMemory {
                    what,
                    bytes,
                    ref device,
                } = error
                else {
                    panic!("{error:?}")
                };
                assert_eq!(device, gpu.name());
                said.push(
                    error
                        .to_string()
                        .replace(device, "the device")
                        .replace(&bytes.to_string(), "so many"),
                );
                assert_eq!(what, "the input");
                works(&gpu);
                assert_eq!(gpu.reduce::<ops::Sum<f32>>(&array).unwrap(), 0.0);
                // A slice is reduced as it comes, and never all of it on the device. (SwiftShader takes more for its stacks.)
                if Driver::of_this_run() == Driver::Llvmpipe {
                    assert_eq!(gpu.reduce::<ops::Sum<f32>>(&data).unwrap(), 0.0);
                }
            }
            said.join("\n")
        },
    );
    let Some(said) = said else { return };
    let message =
        "the device has no room for the input of so many bytes; reduce a shorter input at a time, or use Cpu::new()";
    assert_eq!(said, [message; 2].join("\n"));
}
