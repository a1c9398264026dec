//! One column of a Parquet file: which one, and whether it can be read. `rows` reads it, `column` gives its elements, and `beside` says which rows are wanted
//! and what their keys are.
//!
//! The reader of Parquet is a crate, which trusts the lengths in a file. So `footer` and `pages` check them first, by way
//! of `thrift`, in which both are written.

mod beside;
mod column;
mod column_type;
mod footer;
mod guarded;
mod pages;
mod place;
mod rows;
mod thrift;

use std::fs::File;
use std::io::{BufRead as _, Read as _, Seek as _, SeekFrom};
use std::rc::Rc;

use parquet::basic::{Compression, Type};
use parquet::data_type::{BoolType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::schema::types::ColumnDescPtr;

use super::elements::Elements;
use super::format::Reading;
use super::names;
use super::opened::{Meter, Opened};
use crate::comparison::Comparison;
use crate::element_type::ElementType;
use crate::failure::Failure;
use beside::{Beside, Cells, KeyCells, cells};
use column::column;
use guarded::guarded;
use place::{Place, cut_off, damaged};

/// The first and the last bytes of every Parquet file.
const MAGIC: &[u8; 4] = b"PAR1";
/// The last bytes of an encrypted one.
const ENCRYPTED: &[u8; 4] = b"PARE";

/// An open file, and its columns.
struct Table {
    file: Rc<SerializedFileReader<File>>,
    path: String,
    /// Its length.
    bytes: u64,
    again: File,
    columns: Vec<ColumnDescPtr>,
    names: Vec<String>,
    skip_empty: bool,
    meter: Meter,
}

/// The elements of the column that `reading` asks for, in the rows that it asks for, and their keys.
///
/// # Errors
/// If it is no Parquet file, or there is no such column, or it holds a type that is not read.
pub(super) fn elements(opened: Opened, reading: &Reading) -> Result<Box<dyn Elements>, Failure> {
    let table = Table::new(opened, reading.skip_empty)?;
    let index = names::column(&table.path, &table.names, reading.column.as_deref())?;
    let of_column = &table.columns[index];
    let element = column_type::element(of_column).map_err(|what| table.no_element(index, what, ""))?;
    let place = table.place(index)?;
    let filter = reading.filter.as_ref().map(|filter| {
        let cells = table.cells(&filter.column, Some(filter))?;
        Ok::<_, Failure>((cells, filter.clone()))
    });
    let key = reading
        .by
        .as_ref()
        .map(|name| table.cells(name, None).map(KeyCells::new));
    let beside = Beside {
        filter: filter.transpose()?,
        key: key.transpose()?,
    };
    Ok(match (element, of_column.physical_type()) {
        (ElementType::U8, Type::BOOLEAN) => column::<BoolType, 1>(place, beside, element, |x| [u8::from(*x)]),
        (ElementType::F32, _) => column::<FloatType, 4>(place, beside, element, |x| x.to_ne_bytes()),
        (ElementType::F64, _) => column::<DoubleType, 8>(place, beside, element, |x| x.to_ne_bytes()),
        // Unsigned numbers are stored as signed ones of the same bits, short ones in 32 bits.
        (ElementType::I64 | ElementType::U64, _) => column::<Int64Type, 8>(place, beside, element, |x| x.to_ne_bytes()),
        (ElementType::I32 | ElementType::U32, _) => column::<Int32Type, 4>(place, beside, element, |x| x.to_ne_bytes()),
        (ElementType::I16 | ElementType::U16, _) => {
            column::<Int32Type, 2>(place, beside, element, |x| (*x as u16).to_ne_bytes())
        }
        (ElementType::I8 | ElementType::U8, _) => column::<Int32Type, 1>(place, beside, element, |x| [*x as u8]),
    })
}

impl Table {
    /// # Errors
    /// If it is no Parquet file.
    fn new(mut opened: Opened, skip_empty: bool) -> Result<Self, Failure> {
        check_ends(&mut opened)?;
        let (path, meter) = (opened.path.display().to_string(), opened.meter());
        let in_order = footer::check(&mut opened).map_err(|why| opened.unread(&why))?;
        in_order.map_err(|how| damaged(&path, &ParquetError::General(how.to_owned())))?;
        let bytes = opened.bytes.unwrap_or(0);
        let file = opened.file.into_inner().file;
        let again = file.try_clone().map_err(|why| damaged(&path, &why.into()))?;
        let file = guarded(|| SerializedFileReader::new(file)).map_err(|why| damaged(&path, &why))?;
        let columns = file.metadata().file_metadata().schema_descr().columns().to_vec();
        Ok(Self {
            file: Rc::new(file),
            path,
            bytes,
            again,
            names: columns.iter().map(|column| column.path().string()).collect(),
            columns,
            skip_empty,
            meter,
        })
    }

    /// One of the columns.
    ///
    /// # Errors
    /// If it is not where a column can be, or is compressed in a way that is not read.
    fn place(&self, index: usize) -> Result<Place, Failure> {
        let again = self.again.try_clone();
        let place = Place {
            file: Rc::clone(&self.file),
            again: again.map_err(|why| damaged(&self.path, &why.into()))?,
            path: self.path.clone(),
            index,
            name: self.names[index].clone(),
            skip_empty: self.skip_empty,
            meter: self.meter.clone(),
        };
        check_chunks(&place, self.bytes)?;
        Ok(place)
    }

    /// The cells of the column `asked`, which `filter` compares, if it is given.
    ///
    /// # Errors
    /// If there is no such column, or it holds a type that is not read, or what is compared is of another kind.
    fn cells(&self, asked: &str, filter: Option<&Comparison>) -> Result<Box<dyn Cells>, Failure> {
        let index = names::named(&self.path, "column", &self.names, asked)?;
        let (of_column, path) = (&self.columns[index], &self.path);
        let element = match column_type::is_text(of_column) {
            true => None,
            false => Some(column_type::element(of_column).map_err(|what| self.no_element(index, what, " text"))?),
        };
        match (filter, element) {
            (Some(filter), None) if !filter.is_text() => {
                return Err(Failure::input(format!(
                    "{path} holds text in column `{asked}`; compare it with text, as in --where '{asked} == \"{}\"'",
                    filter.right()
                )));
            }
            (Some(filter), Some(element)) if filter.is_text() => {
                return Err(Failure::input(format!(
                    "{path} holds {element} in column `{asked}`; compare it with a number, without quotes around `{}`",
                    filter.right()
                )));
            }
            _ => {}
        }
        Ok(cells(self.place(index)?, element, of_column.physical_type()))
    }

    /// The message that a column holds `what`, where numbers and what else is `besides` them are read.
    fn no_element(&self, index: usize, what: &str, besides: &str) -> Failure {
        Failure::input(format!(
            "{} holds {what} in column `{}`, and {} bool{besides} are read; cast it to one of them",
            self.path,
            self.names[index],
            ElementType::list(ElementType::ALL)
        ))
    }
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
