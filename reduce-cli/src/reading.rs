//! The reading of files by itself, for the harness that changes files at random (`fuzz/tests/files/`).

use std::path::Path;

use clap::ValueEnum as _;

use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::file::{self, Format, Reading};
use crate::piece::Piece;

/// The options for reading a file, as `reduce run` has them.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The value of `--format`.
    pub format: Option<&'static str>,
    /// The value of `--raw`.
    pub raw: Option<ElementType>,
    /// The value of `--column`.
    pub column: Option<String>,
    /// The value of `--type`.
    pub cells: Option<ElementType>,
    /// Whether `--skip-empty` is given.
    pub skip_empty: bool,
    /// The value of `--by`.
    pub by: Option<String>,
    /// The value of `--where`.
    pub filter: Option<String>,
}

/// Reads `most` pieces of the file that `path` names, or all of it if it has fewer; returns whether it does.
///
/// # Errors
/// The message of `reduce run` about it, or about an option.
pub fn read(path: &Path, options: &Options, most: usize) -> Result<bool, Failure> {
    let named = options.format.and_then(|name| Format::from_str(name, true).ok());
    let filter = options.filter.as_ref().map(|filter| filter.parse());
    let reading = Reading {
        format: options.raw.map(Format::Raw).or(named),
        column: options.column.clone(),
        cells: options.cells,
        skip_empty: options.skip_empty,
        axes: false,
        by: options.by.clone(),
        filter: filter.transpose().map_err(Failure::usage)?,
    };
    let (mut elements, _) = file::open(path, &reading)?;
    let mut piece = Piece::new();
    for _ in 0..most {
        elements.read(&mut piece)?;
        if piece.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}
