//! Differential fuzzing: random bodies of the subset that `#[gpu]` takes give the same bits on the CPU and on a device.
//!
//! The build script writes the bodies (`generate`), so that a build is a set of cases; `check` compares one, on all of
//! `probes`. `cargo xtask fuzz` builds and runs as many sets as it is asked for.

pub mod check;
pub mod generate;
pub mod probes;
pub mod shared;

/// A body and how it is compared.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its number: with the seed it makes the body.
    pub number: u64,
    /// Its Rust.
    pub source: &'static str,
    /// Compares it.
    pub check: check::Check,
}

/// The cases of this build.
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    missing_docs,
    arithmetic_overflow,
    overflowing_literals,
    reason = "written by chance"
)]
pub mod cases {
    use super::Case;

    include!(concat!(env!("OUT_DIR"), "/cases.rs"));
}
