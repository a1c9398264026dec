//! Files and bytes of parts that are changed at random, given to the code that reads them: no panic, no more memory than is stated,
//! and every refusal a sentence.
//!
//! `run` counts and judges; each format is a module of `format` that has real files and knows where their lengths stand;
//! `change` needs no such knowledge. `cargo xtask fuzz files` makes as many runs as it is asked for.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

mod change;
mod format;
mod memory;
#[path = "../../src/generate/random.rs"]
#[allow(dead_code, unreachable_pub, reason = "the generator of bodies uses the rest")]
mod random;
mod run;

#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;

#[test]
fn csv() {
    run::runs(&format::csv::Csv);
}

#[test]
fn npy() {
    run::runs(&format::npy::Npy);
}

#[test]
fn parquet() {
    run::runs(&format::parquet::Parquet::new());
}

#[test]
fn parts() {
    run::runs(&format::parts::Parts);
}

#[test]
fn png() {
    run::runs(&format::png::Png);
}

#[test]
fn raw() {
    run::runs(&format::raw::Raw);
}

#[test]
fn wav() {
    run::runs(&format::wav::Wav);
}
