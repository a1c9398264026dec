//! The elements of a column, and what the columns beside it say of them.

use parquet::data_type::DataType;

use super::beside::Beside;
use super::place::Place;
use super::rows::Rows;
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::file::elements::{Elements, KeyColumn};
use crate::piece::Piece;

/// A column of values that Parquet stores as `T`, each of which gives `BYTES` bytes.
struct Column<T: DataType, const BYTES: usize> {
    rows: Rows<T>,
    element: ElementType,
    bytes_of: fn(&T::T) -> [u8; BYTES],
    beside: Beside,
    bytes: Vec<u8>,
}

/// The elements of the column at `place`, which Parquet stores as `T`.
pub(super) fn column<T: DataType, const BYTES: usize>(
    place: Place,
    beside: Beside,
    element: ElementType,
    bytes_of: fn(&T::T) -> [u8; BYTES],
) -> Box<dyn Elements> {
    Box::new(Column::<T, BYTES> {
        rows: Rows::new(place),
        element,
        bytes_of,
        beside,
        bytes: Vec::new(),
    })
}

impl<T: DataType, const BYTES: usize> Elements for Column<T, BYTES> {
    fn element(&self) -> ElementType {
        self.element
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        self.bytes.clear();
        self.beside.begin_piece();
        // A batch of nothing but nulls, or of rows that are left out, is not the end.
        while self.bytes.is_empty() {
            let rows = self.rows.read()?;
            if rows == 0 {
                break;
            }
            self.beside.read(rows)?;
            self.take(rows)?;
            self.rows.tell();
        }
        piece.set(&self.bytes);
        Ok(())
    }

    fn keys(&self) -> &[u32] {
        self.beside.numbers()
    }

    fn take_keys(&mut self) -> Option<KeyColumn> {
        self.beside.take_keys()
    }
}

impl<T: DataType, const BYTES: usize> Column<T, BYTES> {
    /// Takes the values of a batch of so many rows.
    fn take(&mut self, rows: usize) -> Result<(), Failure> {
        if self.beside.is_none() {
            self.rows.check_nulls()?;
            self.bytes.extend(self.rows.values().iter().flat_map(self.bytes_of));
            return Ok(());
        }
        for _ in 0..rows {
            let bytes = &mut self.bytes;
            let rows = &mut self.rows;
            self.beside.row(&mut |wanted| {
                if !wanted {
                    rows.pass();
                    return Ok(false);
                }
                let value = rows.next()?.and_then(|index| rows.values().get(index));
                let value = value.map(self.bytes_of);
                bytes.extend(value.iter().flatten());
                Ok(value.is_some())
            })?;
        }
        Ok(())
    }
}
