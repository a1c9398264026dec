//! The columns beside that of the elements: the keys, and what `--where` compares.

use parquet::basic::Type;
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;

use super::place::{Place, damaged};
use super::rows::Rows;
use crate::cell::Cell;
use crate::comparison::Comparison;
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::file::elements::KeyColumn;
use crate::keys::Keys;

/// They, if they are asked for.
#[derive(Default)]
pub(super) struct Beside {
    pub(super) filter: Option<(Box<dyn Cells>, Comparison)>,
    pub(super) key: Option<KeyCells>,
}

/// The column of keys, and the numbers of those that belong to the elements of a piece.
pub(super) struct KeyCells {
    cells: Box<dyn Cells>,
    keys: Keys,
    numbers: Vec<u32>,
}

impl KeyCells {
    pub(super) fn new(cells: Box<dyn Cells>) -> Self {
        Self {
            cells,
            keys: Keys::default(),
            numbers: Vec::new(),
        }
    }
}

impl Beside {
    pub(super) fn is_none(&self) -> bool {
        self.filter.is_none() && self.key.is_none()
    }

    /// Forgets the keys of the piece before.
    pub(super) fn begin_piece(&mut self) {
        if let Some(key) = &mut self.key {
            key.numbers.clear();
        }
    }

    /// Reads the next batch, which has so many rows.
    ///
    /// # Errors
    /// If a column has another number of rows.
    pub(super) fn read(&mut self, rows: usize) -> Result<(), Failure> {
        let filter = self.filter.as_mut().map(|(cells, _)| cells);
        let key = self.key.as_mut().map(|key| &mut key.cells);
        for cells in filter.into_iter().chain(key) {
            let found = cells.read()?;
            if found != rows {
                let place = cells.place();
                let why = format!("column `{}` has {found} rows where there are {rows}", place.name);
                return Err(damaged(&place.path, &ParquetError::General(why)));
            }
        }
        Ok(())
    }

    /// Calls `take` for the next row, with whether it is wanted; it returns whether it has taken an element, to which the row's key belongs then.
    pub(super) fn row(&mut self, take: &mut dyn FnMut(bool) -> Result<bool, Failure>) -> Result<(), Failure> {
        let wanted = match &mut self.filter {
            None => true,
            // Text and numbers were told apart before.
            Some((cells, filter)) => cells.next()?.is_some_and(|cell| filter.holds(cell).unwrap_or(false)),
        };
        let Some(KeyCells { cells, keys, numbers }) = &mut self.key else {
            return take(wanted).map(drop);
        };
        if !wanted {
            cells.pass();
            return take(false).map(drop);
        }
        let Some(cell) = cells.next()? else {
            return take(false).map(drop);
        };
        if take(true)? {
            let Some(number) = keys.number(cell) else {
                let Place { path, name, .. } = cells.place();
                return Err(Failure::input(format!(
                    "{path} has more than 2^32 keys in column `{name}`; group by another"
                )));
            };
            numbers.push(number);
        }
        Ok(())
    }

    pub(super) fn numbers(&self) -> &[u32] {
        self.key.as_ref().map_or(&[], |key| &key.numbers)
    }

    pub(super) fn take_keys(&mut self) -> Option<KeyColumn> {
        let key = self.key.as_mut()?;
        Some(KeyColumn {
            name: key.cells.place().name.clone(),
            keys: std::mem::take(&mut key.keys),
            written: false,
        })
    }
}

/// The cells of a column of whatever type.
pub(super) trait Cells {
    fn place(&self) -> &Place;
    /// Reads the next rows; returns how many, none at the end.
    fn read(&mut self) -> Result<usize, Failure>;
    /// The cell in the next row; none if it is null, and nulls are skipped.
    fn next(&mut self) -> Result<Option<Cell<'_>>, Failure>;
    /// Passes over the next row.
    fn pass(&mut self);
}

/// A column of values that Parquet stores as `T`.
struct OfType<T: DataType> {
    rows: Rows<T>,
    cell: for<'v> fn(&'v T::T) -> Option<Cell<'v>>,
}

/// The cells of the column at `place`: text, or numbers that are stored as `physical`.
pub(super) fn cells(place: Place, element: Option<ElementType>, physical: Type) -> Box<dyn Cells> {
    match (element, physical) {
        (None, _) => of_type::<ByteArrayType>(place, |x| x.as_utf8().ok().map(Cell::Text)),
        (Some(ElementType::F32), _) => of_type::<FloatType>(place, |x| Some(Cell::Single(*x))),
        (Some(ElementType::F64), _) => of_type::<DoubleType>(place, |x| Some(Cell::Double(*x))),
        (_, Type::BOOLEAN) => of_type::<BoolType>(place, |x| Some(Cell::Integer((*x).into()))),
        // Unsigned numbers are stored as signed ones of the same bits, short ones in 32 bits.
        (Some(ElementType::I64), _) => of_type::<Int64Type>(place, |x| Some(Cell::Integer((*x).into()))),
        (Some(ElementType::U64), _) => of_type::<Int64Type>(place, |x| Some(Cell::Integer((*x as u64).into()))),
        (Some(ElementType::I32), _) => of_type::<Int32Type>(place, |x| Some(Cell::Integer((*x).into()))),
        (Some(ElementType::U32), _) => of_type::<Int32Type>(place, |x| Some(Cell::Integer((*x as u32).into()))),
        (Some(ElementType::I16), _) => of_type::<Int32Type>(place, |x| Some(Cell::Integer((*x as i16).into()))),
        (Some(ElementType::U16), _) => of_type::<Int32Type>(place, |x| Some(Cell::Integer((*x as u16).into()))),
        (Some(ElementType::I8), _) => of_type::<Int32Type>(place, |x| Some(Cell::Integer((*x as i8).into()))),
        (Some(ElementType::U8), _) => of_type::<Int32Type>(place, |x| Some(Cell::Integer((*x as u8).into()))),
    }
}

fn of_type<T: DataType>(place: Place, cell: for<'v> fn(&'v T::T) -> Option<Cell<'v>>) -> Box<dyn Cells> {
    let rows = Rows::<T>::new(place);
    Box::new(OfType { rows, cell })
}

impl<T: DataType> Cells for OfType<T> {
    fn place(&self) -> &Place {
        &self.rows.place
    }

    fn read(&mut self) -> Result<usize, Failure> {
        self.rows.read()
    }

    fn next(&mut self) -> Result<Option<Cell<'_>>, Failure> {
        let index = self.rows.next()?;
        let Some(value) = index.and_then(|index| self.rows.values().get(index)) else {
            return Ok(None);
        };
        let cell = (self.cell)(value);
        cell.map(Some)
            .ok_or_else(|| self.rows.wrong("is no UTF-8; write the file in UTF-8"))
    }

    fn pass(&mut self) {
        self.rows.pass();
    }
}
