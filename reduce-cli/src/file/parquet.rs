//! One column of a Parquet file: which one, and whether it can be read. `column` reads it.
//!
//! The reader of Parquet is a crate, which trusts the lengths in a file. So `footer` and `pages` check them first, by way
//! of `thrift`, in which both are written.

mod column;
mod column_type;
mod footer;
mod guarded;
mod pages;
mod thrift;

use std::fs::File;
use std::io::{self, BufRead as _, Read as _, Seek as _, SeekFrom};

use parquet::basic::{Compression, Type};
use parquet::data_type::{BoolType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};

use super::elements::Elements;
use super::names;
use super::opened::{Meter, Opened};
use crate::element_type::ElementType;
use crate::failure::Failure;
use column::column;
use guarded::guarded;

/// The first and the last bytes of every Parquet file.
const MAGIC: &[u8; 4] = b"PAR1";
/// The last bytes of an encrypted one.
const ENCRYPTED: &[u8; 4] = b"PARE";

/// A column that is asked for, of whatever type.
struct Place {
    file: SerializedFileReader<File>,
    /// A second handle of the file, for `pages`.
    again: File,
    path: String,
    /// Its place and its name.
    index: usize,
    name: String,
    skip_empty: bool,
    meter: Meter,
}

/// The elements of the column `asked`; without its nulls, if they are to be skipped.
///
/// # Errors
/// If it is no Parquet file, or there is no such column, or it holds a type that is not read.
pub(super) fn elements(
    mut opened: Opened,
    asked: Option<&str>,
    skip_empty: bool,
) -> Result<Box<dyn Elements>, Failure> {
    check_ends(&mut opened)?;
    let (path, meter) = (opened.path.display().to_string(), opened.meter());
    let in_order = footer::check(&mut opened).map_err(|why| opened.unread(&why))?;
    in_order.map_err(|how| damaged(&path, &ParquetError::General(how.to_owned())))?;
    let bytes = opened.bytes.unwrap_or(0);
    let file = opened.file.into_inner().file;
    let again = file.try_clone().map_err(|why| damaged(&path, &why.into()))?;
    let file = guarded(|| SerializedFileReader::new(file)).map_err(|why| damaged(&path, &why))?;
    let columns = file.metadata().file_metadata().schema_descr().columns().to_vec();
    let all: Vec<String> = columns.iter().map(|column| column.path().string()).collect();
    let index = names::column(&path, &all, asked)?;
    let element = column_type::element(&columns[index]).map_err(|what| {
        Failure::input(format!(
            "{path} holds {what} in column `{}`, and {} bool are read; cast it to one of them",
            all[index],
            ElementType::list(ElementType::ALL)
        ))
    })?;
    let place = Place {
        file,
        again,
        path,
        index,
        name: all[index].clone(),
        skip_empty,
        meter,
    };
    check_chunks(&place, bytes)?;
    Ok(match (element, columns[index].physical_type()) {
        (ElementType::U8, Type::BOOLEAN) => column::<BoolType, 1>(place, element, |x| [u8::from(*x)]),
        (ElementType::F32, _) => column::<FloatType, 4>(place, element, |x| x.to_ne_bytes()),
        (ElementType::F64, _) => column::<DoubleType, 8>(place, element, |x| x.to_ne_bytes()),
        // Unsigned numbers are stored as signed ones of the same bits, short ones in 32 bits.
        (ElementType::I64 | ElementType::U64, _) => column::<Int64Type, 8>(place, element, |x| x.to_ne_bytes()),
        (ElementType::I32 | ElementType::U32, _) => column::<Int32Type, 4>(place, element, |x| x.to_ne_bytes()),
        (ElementType::I16 | ElementType::U16, _) => {
            column::<Int32Type, 2>(place, element, |x| (*x as u16).to_ne_bytes())
        }
        (ElementType::I8 | ElementType::U8, _) => column::<Int32Type, 1>(place, element, |x| [*x as u8]),
    })
}

/// Refuses a file that is no Parquet file, or only the first part of one. The file may stand anywhere afterwards.
fn check_ends(opened: &mut Opened) -> Result<(), Failure> {
    if opened.bytes.is_none() {
        return Err(opened.failure("is a pipe, and Parquet files are read from their end; copy it to a file"));
    }
    let unread = |opened: &Opened, why| Err(opened.unread(&why));
    let begin = match opened.file.fill_buf() {
        Ok(bytes) => bytes.starts_with(MAGIC) || bytes.starts_with(ENCRYPTED),
        Err(why) => return unread(opened, why),
    };
    if !begin {
        return Err(opened.failure("is no Parquet file; write it as one, or name its --format"));
    }
    let mut end = [0; 4];
    let file = opened.file.get_mut();
    let read = file.seek(SeekFrom::End(-4)).and_then(|_| file.read_exact(&mut end));
    match read {
        Err(why) => unread(opened, why),
        Ok(()) if &end == ENCRYPTED => Err(opened.failure("is encrypted; decrypt it first")),
        Ok(()) if &end != MAGIC => Err(opened.failure("ends before its footer; write or copy it again")),
        Ok(()) => Ok(()),
    }
}

/// Refuses compressions that the tool is built without, and places outside of the file, which has this many `bytes`: the crate would panic at those
/// before its beginning, and make room for those behind its end.
fn check_chunks(place: &Place, bytes: u64) -> Result<(), Failure> {
    for group in place.file.metadata().row_groups() {
        let chunk = group.columns().get(place.index);
        let begins = chunk.map(|chunk| {
            chunk
                .dictionary_page_offset()
                .unwrap_or(0)
                .min(chunk.data_page_offset())
        });
        let (Some(chunk), Some(0..)) = (chunk, begins) else {
            return Err(misplaced(place));
        };
        if chunk.compressed_size() < 0 {
            return Err(misplaced(place));
        }
        let (begin, length) = chunk.byte_range();
        if begin.checked_add(length).is_none_or(|end| end > bytes) {
            return Err(cut_off(&place.path));
        }
        let codec = match chunk.compression() {
            Compression::BROTLI(_) => "Brotli",
            Compression::LZO => "LZO",
            _ => continue,
        };
        return Err(Failure::input(format!(
            "{} is compressed by {codec}, and Zstandard, Snappy, LZ4 and gzip are read; write it with one of them",
            place.path
        )));
    }
    Ok(())
}

fn misplaced(place: &Place) -> Failure {
    let why = format!("column `{}` is not where a column can be", place.name);
    damaged(&place.path, &ParquetError::General(why))
}

/// The failure for an error of the Parquet reader.
fn damaged(path: &str, why: &ParquetError) -> Failure {
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

fn cut_off(path: &str) -> Failure {
    Failure::input(format!("{path} ends before its columns do; write or copy it again"))
}
