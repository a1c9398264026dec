//! Files of numbers, read a piece at a time.
//!
//! `format` says which format a file has; each format is a module that makes [`Elements`] of an `Opened` file.

mod csv;
mod format;
mod names;
mod npy;
mod numbers;
mod opened;
mod parquet;
mod png;
mod wav;

pub(crate) use format::{Format, Reading};
pub(crate) use opened::Meter;

use std::path::Path;

use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;
use opened::Opened;

/// The elements of a file.
pub(crate) trait Elements {
    /// What they are.
    fn element(&self) -> ElementType;
    /// Reads the next ones; nothing at the end.
    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure>;
}

/// Opens the file that `path` names: its elements, and how much of it has been read.
///
/// # Errors
/// If it cannot be read, or not as `reading` says.
pub(crate) fn open(path: &Path, reading: &Reading) -> Result<(Box<dyn Elements>, Meter), Failure> {
    let format = reading.format_of(path)?;
    let opened = Opened::new(path)?;
    let meter = opened.meter();
    let column = reading.column.as_deref();
    let elements = match format {
        Format::Raw(element) => numbers::raw(opened, element),
        Format::Npy => npy::elements(opened),
        Format::Csv => csv::elements(opened, reading),
        Format::Parquet => parquet::elements(opened, column, reading.skip_empty),
        Format::Wav => wav::elements(opened, column),
        Format::Png => png::elements(opened, column),
    };
    Ok((elements?, meter))
}
