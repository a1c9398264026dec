//! Writes the bodies that this build consists of: `REDUCE_FUZZ_COUNT` of them from number `REDUCE_FUZZ_FIRST` on, of the
//! seed `REDUCE_FUZZ_SEED`. Without these variables it writes those of the test run.

#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src"]
mod shared {
    pub mod generate;
}

use std::error::Error;
use std::path::PathBuf;

use shared::generate::{self, Range};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/generate");
    println!("cargo::rerun-if-changed=src/generate.rs");
    let range = Range {
        seed: number("REDUCE_FUZZ_SEED", 3)?,
        first: number("REDUCE_FUZZ_FIRST", 0)?,
        count: number("REDUCE_FUZZ_COUNT", 50)?,
    };
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("cases.rs");
    Ok(std::fs::write(out, generate::file(range))?)
}

fn number(variable: &str, otherwise: u64) -> Result<u64, String> {
    println!("cargo::rerun-if-env-changed={variable}");
    match std::env::var(variable) {
        Ok(text) => text.parse().map_err(|error| format!("{variable}={text}: {error}")),
        Err(_) => Ok(otherwise),
    }
}
