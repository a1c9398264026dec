//! The kinds of bytes: real ones, the places of their lengths, and how they are read.

pub(crate) mod csv;
pub(crate) mod npy;
pub(crate) mod parquet;
pub(crate) mod parts;
pub(crate) mod png;
pub(crate) mod raw;
mod thrift;
pub(crate) mod wav;

use std::path::Path;

use reduce_cli::reading::{self, Options};

/// Memory that a reader of files takes for any file.
const BASE: usize = 16 << 20;

/// Pieces of a file that are read: a few bytes can stand for billions of equal numbers.
const PIECES: usize = 8;

/// Reads a file of these bytes as the command does.
fn read(bytes: &[u8], path: &Path, options: &Options) -> Result<(), String> {
    std::fs::write(path, bytes).unwrap();
    let read = reading::read(path, options, PIECES);
    read.map(drop).map_err(|failure| failure.to_string())
}
