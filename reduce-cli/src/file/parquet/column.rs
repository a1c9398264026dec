//! The cells of a column, a batch of rows at a time.

use parquet::column::reader::{ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::FileReader as _;

use super::guarded::guarded;
use super::pages::Pages;
use super::{Place, damaged};
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::file::elements::Elements;
use crate::piece::Piece;

/// Rows of a batch.
const ROWS: usize = 1 << 16;

/// A column of values that Parquet stores as `T`, each of which gives `BYTES` bytes.
struct Column<T: DataType, const BYTES: usize> {
    place: Place,
    element: ElementType,
    bytes_of: fn(&T::T) -> [u8; BYTES],
    /// The definition level of cells that hold a value; lower ones are null.
    full: i16,
    /// The row group that is read, and the rows that are left in it.
    group: Option<ColumnReaderImpl<T>>,
    left: u64,
    next_group: usize,
    /// Rows before the batch.
    row: u64,
    values: Vec<T::T>,
    levels: Vec<i16>,
    bytes: Vec<u8>,
}

/// The elements of the column at `place`, which Parquet stores as `T`.
pub(super) fn column<T: DataType, const BYTES: usize>(
    place: Place,
    element: ElementType,
    bytes_of: fn(&T::T) -> [u8; BYTES],
) -> Box<dyn Elements> {
    let schema = place.file.metadata().file_metadata().schema_descr();
    Box::new(Column::<T, BYTES> {
        full: schema.column(place.index).max_def_level(),
        place,
        element,
        bytes_of,
        group: None,
        left: 0,
        next_group: 0,
        row: 0,
        values: Vec::new(),
        levels: Vec::new(),
        bytes: Vec::new(),
    })
}

impl<T: DataType, const BYTES: usize> Elements for Column<T, BYTES> {
    fn element(&self) -> ElementType {
        self.element
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        self.bytes.clear();
        // A batch of nulls alone, or a row group of no rows, is not the end.
        while self.bytes.is_empty() && (self.left > 0 || self.begin_group()?) {
            self.take_batch()?;
        }
        piece.set(&self.bytes);
        Ok(())
    }
}

impl<T: DataType, const BYTES: usize> Column<T, BYTES> {
    /// Begins the next row group; returns whether there is one.
    fn begin_group(&mut self) -> Result<bool, Failure> {
        let Place {
            file,
            again,
            path,
            index,
            ..
        } = &self.place;
        if self.next_group == file.num_row_groups() {
            return Ok(false);
        }
        let group = file.get_row_group(self.next_group).map_err(|why| damaged(path, &why))?;
        self.left = u64::try_from(group.metadata().num_rows()).unwrap_or(0);
        let chunk = group.metadata().column(*index);
        let pages = group.get_column_page_reader(*index);
        let pages = pages.map_err(|why| damaged(path, &why))?;
        let again = again.try_clone().map_err(|why| damaged(path, &why.into()))?;
        let pages = Pages::new(pages, again, chunk);
        self.group = T::get_column_reader(get_column_reader(chunk.column_descr_ptr(), Box::new(pages)));
        if self.group.is_none() {
            let why = "a column's type is not that of its values".to_owned();
            return Err(damaged(path, &ParquetError::General(why)));
        }
        self.next_group += 1;
        Ok(true)
    }

    /// Takes the next rows of the row group.
    fn take_batch(&mut self) -> Result<(), Failure> {
        let Some(group) = &mut self.group else {
            return Ok(());
        };
        let Place { path, name, .. } = &self.place;
        let most = usize::try_from(self.left).map_or(ROWS, |left| left.min(ROWS));
        self.values.clear();
        self.levels.clear();
        let read = guarded(|| group.read_records(most, Some(&mut self.levels), None, &mut self.values));
        let (rows, ..) = read.map_err(|why| damaged(path, &why))?;
        if rows < most {
            let why = format!("column `{name}` has fewer rows than announced");
            return Err(damaged(path, &ParquetError::EOF(why)));
        }
        if let Some(null) = self.levels.iter().position(|level| *level < self.full)
            && !self.place.skip_empty
        {
            return Err(Failure::input(format!(
                "{path} row {}: the cell in column `{name}` is null; fill it in or give --skip-empty",
                self.row + null as u64
            )));
        }
        self.bytes.extend(self.values.iter().flat_map(self.bytes_of));
        self.row += rows as u64;
        self.left -= rows as u64;
        let all = self.place.file.metadata().file_metadata().num_rows();
        self.place.meter.set_share(self.row, u64::try_from(all).unwrap_or(0));
        Ok(())
    }
}
