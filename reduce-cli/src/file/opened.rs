//! An open file, and how much of it has been read.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::failure::Failure;

/// An open file, under the name that messages give it.
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) file: BufReader<Counted>,
    /// Its length, where that is known: a pipe does not tell it.
    pub(super) bytes: Option<u64>,
}

impl Opened {
    /// Opens the file that `path` names.
    ///
    /// # Errors
    /// If it cannot be read, is a directory, or is empty.
    pub(super) fn new(path: &Path) -> Result<Self, Failure> {
        let refused = |why: io::Error| {
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
        let read = Rc::default();
        let mut file = BufReader::new(Counted { file, read });
        if file.fill_buf().map_err(refused)?.is_empty() {
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

    /// The counter of the bytes that are read from now on.
    pub(super) fn meter(&self) -> Meter {
        Meter {
            read: Rc::clone(&self.file.get_ref().read),
            total: self.bytes,
        }
    }

    /// The message that something is wrong with this file.
    pub(super) fn failure(&self, problem: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{} {problem}", self.path.display()))
    }

    /// The message that reading failed.
    pub(super) fn unread(&self, why: &io::Error) -> Failure {
        self.failure(format_args!("cannot be read: {why}; try again or copy it"))
    }
}

/// A file that counts the bytes that are read from it.
pub(super) struct Counted {
    pub(super) file: File,
    read: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        self.read.set(self.read.get() + read as u64);
        Ok(read)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// The number of bytes that have been read from a file.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    read: Rc<Cell<u64>>,
    /// The length of the file, where that is known.
    pub(crate) total: Option<u64>,
}

impl Meter {
    /// The number of bytes so far.
    pub(crate) fn read(&self) -> u64 {
        self.read.get()
    }

    /// Sets it to a share of the whole, where a file is not read from its first byte to its last.
    pub(super) fn set_share(&self, done: u64, of: u64) {
        let total = u128::from(self.total.unwrap_or(0));
        let share = total * u128::from(done) / u128::from(of.max(1));
        self.read.set(u64::try_from(share).unwrap_or(u64::MAX));
    }
}
