//! The GPU gives the bits of the CPU: every operator, at every size that could go wrong, for ordinary and special numbers.
//!
//! Runs on the driver that `cargo xtask test` names in REDUCE_DRIVER.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test reports by panicking"
)]

#[path = "devices/agree.rs"]
mod agree;
#[path = "devices/arithmetic.rs"]
mod arithmetic;
#[path = "devices/batches.rs"]
mod batches;
#[path = "devices/calls.rs"]
mod calls;
#[path = "devices/engines.rs"]
mod engines;
#[path = "devices/fetched.rs"]
mod fetched;
#[path = "devices/large_states.rs"]
mod large_states;
#[path = "devices/laws.rs"]
mod laws;
#[path = "devices/layers.rs"]
mod layers;
#[path = "devices/limits.rs"]
mod limits;
#[path = "devices/loops.rs"]
mod loops;
#[path = "devices/numbers.rs"]
mod numbers;
#[path = "devices/operators.rs"]
mod operators;
#[path = "devices/sizes.rs"]
mod sizes;
#[path = "devices/sources.rs"]
mod sources;
#[path = "devices/wide.rs"]
mod wide;
#[path = "devices/written.rs"]
mod written;
