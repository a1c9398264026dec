//! The rows of a column, a batch at a time.

use parquet::column::reader::{ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::FileReader as _;

use super::guarded::guarded;
use super::pages::Pages;
use super::place::{Place, damaged};
use crate::failure::Failure;

/// Rows of a batch. Batches of all columns of a file begin and end in the same rows.
const ROWS: usize = 1 << 16;

/// A column of values that Parquet stores as `T`.
pub(super) struct Rows<T: DataType> {
    pub(super) place: Place,
    /// The definition level of cells that hold a value; lower ones are null.
    full: i16,
    /// The row group that is read, and the rows that are left in it.
    group: Option<ColumnReaderImpl<T>>,
    left: u64,
    next_group: usize,
    /// Rows before the batch, and those of the batch.
    before: u64,
    batch: usize,
    values: Vec<T::T>,
    levels: Vec<i16>,
    /// The next row of the batch, and the values before it.
    at: usize,
    value: usize,
}

impl<T: DataType> Rows<T> {
    pub(super) fn new(place: Place) -> Self {
        let schema = place.file.metadata().file_metadata().schema_descr();
        Self {
            full: schema.column(place.index).max_def_level(),
            place,
            group: None,
            left: 0,
            next_group: 0,
            before: 0,
            batch: 0,
            values: Vec::new(),
            levels: Vec::new(),
            at: 0,
            value: 0,
        }
    }

    /// Reads the next rows; returns how many, none at the end.
    pub(super) fn read(&mut self) -> Result<usize, Failure> {
        self.before += self.batch as u64;
        (self.batch, self.at, self.value) = (0, 0, 0);
        // A row group of no rows is not the end.
        while self.batch == 0 && (self.left > 0 || self.begin_group()?) {
            self.read_batch()?;
        }
        Ok(self.batch)
    }

    /// Begins the next row group; returns whether there is one.
    fn begin_group(&mut self) -> Result<bool, Failure> {
        let Place { file, again, path, .. } = &self.place;
        if self.next_group == file.num_row_groups() {
            return Ok(false);
        }
        let group = file.get_row_group(self.next_group).map_err(|why| damaged(path, &why))?;
        self.left = u64::try_from(group.metadata().num_rows()).unwrap_or(0);
        let chunk = group.metadata().column(self.place.index);
        let pages = group.get_column_page_reader(self.place.index);
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

    /// Reads the next rows of the row group.
    fn read_batch(&mut self) -> Result<(), Failure> {
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
        self.batch = rows;
        self.left -= rows as u64;
        Ok(())
    }

    /// The values of the batch, without its nulls.
    pub(super) fn values(&self) -> &[T::T] {
        &self.values
    }

    /// Refuses the first null of the batch, unless they are skipped.
    pub(super) fn check_nulls(&self) -> Result<(), Failure> {
        let null = (0..self.levels.len()).find(|row| self.is_null(*row));
        null.map_or(Ok(()), |row| self.skip_null(row))
    }

    /// The index of the value in the next row of the batch; none if it is null, and nulls are skipped.
    pub(super) fn next(&mut self) -> Result<Option<usize>, Failure> {
        let (row, value) = (self.at, self.value);
        if self.pass() {
            Ok(Some(value))
        } else {
            self.skip_null(row).map(|()| None)
        }
    }

    /// Passes over the next row of the batch; returns whether there is a value in it.
    pub(super) fn pass(&mut self) -> bool {
        let there = !self.is_null(self.at);
        self.at += 1;
        self.value += usize::from(there);
        there
    }

    /// The message that something is wrong with the cell in the last row that was passed.
    pub(super) fn wrong(&self, problem: &str) -> Failure {
        self.wrong_in(self.at.saturating_sub(1), problem)
    }

    fn is_null(&self, row: usize) -> bool {
        // No level is stored for cells that cannot be null.
        self.levels.get(row).is_some_and(|level| *level < self.full)
    }

    fn skip_null(&self, row: usize) -> Result<(), Failure> {
        if self.place.skip_empty {
            return Ok(());
        }
        Err(self.wrong_in(row, "is null; fill it in or give --skip-empty"))
    }

    fn wrong_in(&self, row: usize, problem: &str) -> Failure {
        let Place { path, name, .. } = &self.place;
        let row = self.before + row as u64;
        Failure::input(format!("{path} row {row}: the cell in column `{name}` {problem}"))
    }

    /// Says of the whole file how far it has been read.
    pub(super) fn tell(&self) {
        let all = self.place.file.metadata().file_metadata().num_rows();
        let read = self.before + self.batch as u64;
        self.place.meter.set_share(read, u64::try_from(all).unwrap_or(0));
    }
}
