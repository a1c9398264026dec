//! A column of an open file, and the failures of reading it.

use std::fs::File;
use std::io;
use std::rc::Rc;

use parquet::errors::ParquetError;
use parquet::file::reader::SerializedFileReader;

use crate::failure::Failure;
use crate::file::opened::Meter;

/// A column that is asked for, of whatever type.
pub(super) struct Place {
    pub(super) file: Rc<SerializedFileReader<File>>,
    /// A second handle of the file, for `pages`.
    pub(super) again: File,
    pub(super) path: String,
    /// Its place and its name.
    pub(super) index: usize,
    pub(super) name: String,
    pub(super) skip_empty: bool,
    pub(super) meter: Meter,
}

/// The failure for an error of the Parquet reader.
pub(super) fn damaged(path: &str, why: &ParquetError) -> Failure {
    Failure::input(match why {
        ParquetError::NYI(why) => format!("{path} holds what is not read ({why}); write it again with plain encodings"),
        ParquetError::General(why) | ParquetError::EOF(why) => {
            format!("{path} is damaged ({why}); write or copy it again")
        }
        ParquetError::External(why) => match why.downcast_ref::<io::Error>() {
            Some(why) if why.kind() == io::ErrorKind::UnexpectedEof => return cut_off(path),
            _ => format!("{path} cannot be read: {why}; try again or copy it"),
        },
        other => format!("{path} cannot be read: {other}; try again or copy it"),
    })
}

/// The failure that the file ends before its columns do.
pub(super) fn cut_off(path: &str) -> Failure {
    Failure::input(format!("{path} ends before its columns do; write or copy it again"))
}
