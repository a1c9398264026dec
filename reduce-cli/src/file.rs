//! Files of numbers, read a piece at a time.
//!
//! `format` says which format a file has; each format is a module that makes [`Elements`] of an `Opened` file.
//!
//! A file may be damaged, or made to do harm. The lengths in it are compared with its own length before room is made for it,
//! and every mistake becomes a sentence. Beside 16 MiB, reading a file of n bytes takes at most
//!
//! | format | bytes of memory | because |
//! |---|---|---|
//! | raw, .npy, .wav | none | a piece has 4 MiB; a header of .npy has 1 MiB at most |
//! | .csv | 100 n, and no more than those of a row of 16 MiB and of the keys | a row is held, and the place of each cell |
//! | .png | 3 · 1032 n | a row is held, and deflate makes 1032 bytes of one at most |
//! | .png, interlaced | 33 · 1032 n | all of it is held, in which a bit may be a colour of 4 bytes |
//! | .parquet | 256 n + 4 r n | the footer is held, and a page, of which the codec makes r bytes of one at most: 1 without one, Snappy 22, LZ4 255, gzip 1032, Zstandard 32 768 |
//! | .parquet, text beside it | 32 r n more | a string of 4 bytes in a dictionary takes 40 in memory, and a key that is new about 100 |
//!
//! `fuzz/tests/files/` holds it with files that are changed at random.

mod csv;
mod elements;
mod format;
mod names;
mod npy;
mod numbers;
mod opened;
mod parquet;
mod png;
mod shape;
mod wav;

pub(crate) use format::{Format, Reading};
pub(crate) use opened::Meter;
pub(crate) use shape::Shape;

use std::path::Path;

use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;
use opened::Opened;

pub(crate) use elements::{Elements, KeyColumn};

/// Opens the file that `path` names: its elements, and how much of it has been read.
///
/// # Errors
/// If it cannot be read, or not as `reading` asks.
pub(crate) fn open(path: &Path, reading: &Reading) -> Result<(Box<dyn Elements>, Meter), Failure> {
    let format = reading.format_of(path)?;
    let opened = Opened::new(path)?;
    let meter = opened.meter();
    elements_of(opened, format, reading)
        .map(|elements| (Box::new(Plain(elements)) as Box<dyn Elements>, meter))
        .map_err(Failure::in_one_line)
}

fn elements_of(opened: Opened, format: Format, reading: &Reading) -> Result<Box<dyn Elements>, Failure> {
    let column = reading.column.as_deref();
    match format {
        Format::Raw(element) => numbers::raw(opened, element),
        Format::Npy => npy::elements(opened),
        Format::Csv => csv::elements(opened, reading),
        Format::Parquet => parquet::elements(opened, reading),
        Format::Wav => wav::elements(opened, column),
        Format::Png => png::elements(opened, column),
    }
}

/// Elements whose failures may quote the file.
struct Plain(Box<dyn Elements>);

impl Elements for Plain {
    fn element(&self) -> ElementType {
        self.0.element()
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        self.0.read(piece).map_err(Failure::in_one_line)
    }

    fn shape(&self) -> Option<&Shape> {
        self.0.shape()
    }

    fn keys(&self) -> &[u32] {
        self.0.keys()
    }

    fn take_keys(&mut self) -> Option<KeyColumn> {
        self.0.take_keys()
    }
}
