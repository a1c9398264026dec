//! Files of numbers, read a piece at a time.

mod csv;
mod npy;

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// How a file is to be read.
#[derive(Debug)]
pub(crate) struct Format {
    /// Of nothing but numbers.
    pub(crate) raw: Option<ElementType>,
    /// The column of a CSV file.
    pub(crate) column: Option<String>,
    /// What the cells of a CSV file are.
    pub(crate) cells: Option<ElementType>,
    /// Whether empty cells are left out.
    pub(crate) skip_empty: bool,
}

/// The elements of a file.
pub(crate) trait Elements {
    /// What they are.
    fn element(&self) -> ElementType;
    /// Reads the next ones; nothing at the end.
    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure>;
}

/// Opens the file that `path` names.
///
/// # Errors
/// If it cannot be read, or not as `format` says.
pub(crate) fn open(path: &Path, format: &Format) -> Result<Box<dyn Elements>, Failure> {
    let extension = path
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    let of_csv = format.column.is_some() || format.cells.is_some() || format.skip_empty;
    match (format.raw, extension.as_deref()) {
        (Some(_), _) if of_csv => Err(Failure::usage(
            "--column, --type and --skip-empty are for CSV files; leave them out beside --raw",
        )),
        (Some(element), _) => raw(Opened::new(path)?, element),
        (None, Some("npy")) if of_csv => Err(Failure::usage(
            "--column, --type and --skip-empty are for CSV files; a .npy file says itself what it holds",
        )),
        (None, Some("npy")) => npy::elements(Opened::new(path)?),
        (None, Some("csv")) => csv::elements(Opened::new(path)?, format),
        (None, _) => Err(Failure::usage(format!(
            "{} is neither .npy nor .csv; say what numbers it holds, as in --raw f32",
            path.display()
        ))),
    }
}

/// A file that is open, under the name that messages give it.
struct Opened {
    path: PathBuf,
    file: BufReader<File>,
    /// How long it is, where that is known: a pipe does not say.
    bytes: Option<u64>,
}

impl Opened {
    fn new(path: &Path) -> Result<Self, Failure> {
        let refused = |why: std::io::Error| {
            Failure::input(format!(
                "{} cannot be read: {why}; give a file that you may read",
                path.display()
            ))
        };
        let file = File::open(path).map_err(refused)?;
        let known = file.metadata().map_err(refused)?;
        if known.is_dir() {
            return Err(Failure::input(format!(
                "{} is a directory; give a file inside it",
                path.display()
            )));
        }
        let mut file = BufReader::new(file);
        let empty = std::io::BufRead::fill_buf(&mut file).map_err(refused)?.is_empty();
        if empty {
            return Err(Failure::input(format!(
                "{} is empty; give a file with numbers",
                path.display()
            )));
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            bytes: known.is_file().then_some(known.len()),
        })
    }

    /// The message that something is wrong with this file.
    fn failure(&self, problem: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{} {problem}", self.path.display()))
    }

    fn unread(&self, why: &std::io::Error) -> Failure {
        self.failure(format_args!("cannot be read: {why}; try again or copy it"))
    }
}

/// Numbers one after the other, from where the file stands.
struct Numbers {
    opened: Opened,
    element: ElementType,
    /// Bytes that have to come, if a header said so.
    expected: Option<u64>,
    read: u64,
}

/// A file of nothing but numbers.
fn raw(opened: Opened, element: ElementType) -> Result<Box<dyn Elements>, Failure> {
    let size = element.bytes() as u64;
    if let Some(bytes) = opened.bytes.filter(|bytes| !bytes.is_multiple_of(size)) {
        return Err(part_of_one(&opened, bytes, element));
    }
    Ok(Box::new(Numbers {
        opened,
        element,
        expected: None,
        read: 0,
    }))
}

fn part_of_one(opened: &Opened, bytes: u64, element: ElementType) -> Failure {
    opened.failure(format_args!(
        "has {bytes} bytes, which is no whole number of {element}; give the type that it was written with"
    ))
}

impl Elements for Numbers {
    fn element(&self) -> ElementType {
        self.element
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        let most = self.expected.map_or(u64::MAX, |bytes| bytes - self.read);
        let read = piece.fill(most, &mut self.opened.file);
        self.read += read.map_err(|why| self.opened.unread(&why))?;
        // A piece holds whole elements of every type, so only the last one can end inside of one.
        let whole = self.read.is_multiple_of(self.element.bytes() as u64);
        match self.expected {
            None if whole => Ok(()),
            None => Err(part_of_one(&self.opened, self.read, self.element)),
            Some(expected) if piece.is_empty() && self.read == expected => self.nothing_behind(),
            Some(expected) if piece.is_empty() || !whole => Err(npy::truncated(&self.opened, self.read, expected)),
            Some(_) => Ok(()),
        }
    }
}

impl Numbers {
    /// Refuses bytes behind the array: a second one, of which nobody would hear.
    fn nothing_behind(&mut self) -> Result<(), Failure> {
        let behind = self.opened.file.read(&mut [0]);
        match behind.map_err(|why| self.opened.unread(&why))? {
            0 => Ok(()),
            _ => Err(self
                .opened
                .failure("goes on behind its array; write one array to a file, by one numpy.save")),
        }
    }
}
