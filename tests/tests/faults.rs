//! Every failure is an `Error` that says what was asked, what there is and what to do, and leaves the `Gpu` usable.
//!
//! Runs on the driver that `cargo xtask test` names in REDUCE_DRIVER.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test reports by panicking"
)]

#[path = "faults/adapters.rs"]
mod adapters;
#[path = "faults/arrays.rs"]
mod arrays;
#[path = "faults/buffers.rs"]
mod buffers;
#[path = "faults/limits.rs"]
mod limits;
#[path = "faults/loss.rs"]
mod loss;
#[path = "faults/memory.rs"]
mod memory;
#[path = "faults/reuse.rs"]
mod reuse;
#[path = "faults/shader.rs"]
mod shader;
#[path = "faults/sharing.rs"]
mod sharing;

use reduce_tests::oracle::bits;
use reduce_wgpu::prelude::*;

/// The bytes of the sum are right: whatever happened before, this device works.
fn works(gpu: &Gpu) {
    let data: Vec<f32> = (0..100_000).map(|i| i as f32 * 0.1).collect();
    let sum = gpu.reduce::<ops::Sum<f32>>(&data).unwrap();
    assert_eq!(bits(&sum), bits(&Cpu::new().reduce::<ops::Sum<f32>>(&data).unwrap()));
}
