//! The output of the tool: text, or bytes, or files that it writes.

use std::path::Path;

use crate::failure::Failure;

/// The bytes for the standard output.
#[derive(Debug)]
pub(crate) enum Reply {
    /// Text.
    Text(String),
    /// Bytes that are no text.
    Bytes(Vec<u8>),
}

/// Writes a file whole.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|why| {
        Failure::input(format!(
            "{} cannot be written: {why}; give a file in a folder that is there and yours",
            path.display()
        ))
    })
}

/// Makes a folder, if it is not there.
///
/// # Errors
/// If it cannot be made.
pub(crate) fn folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|why| {
        Failure::input(format!(
            "the folder {} cannot be made: {why}; give another, or one kernel by --kernel and a file",
            path.display()
        ))
    })
}
