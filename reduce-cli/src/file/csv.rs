//! One column of a CSV file with a header, and beside it that of the keys and that which is compared.

use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use csv::{ByteRecord, ErrorKind, Position, Reader, ReaderBuilder, Trim};

use super::elements::{Elements, KeyColumn};
use super::format::Reading;
use super::names;
use super::opened::{Counted, Opened};
use crate::cell;
use crate::comparison::Comparison;
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::keys::Keys;
use crate::piece::Piece;

/// Cells of a piece.
const CELLS: usize = 1 << 16;
/// Bytes of the longest row: one of a million cells has fewer. A quote that never ends would make one cell of the rest of the file.
const ROW: u64 = 16 << 20;

struct Column {
    reader: Reader<Rows>,
    /// Bytes that may still come before the row ends.
    room: Rc<Cell<u64>>,
    cells: Cells,
    element: ElementType,
    key: Option<Place>,
    filter: Option<(Place, Comparison)>,
    keys: Keys,
    numbers: Vec<u32>,
    bytes: Vec<u8>,
}

/// A row, and what is known of all rows.
struct Cells {
    path: String,
    row: ByteRecord,
    /// Columns that the header names.
    width: usize,
    value: Place,
    skip_empty: bool,
}

/// A column: its place and its name.
struct Place {
    index: usize,
    name: String,
}

/// The elements of a column.
///
/// # Errors
/// If there is no such column.
pub(super) fn elements(opened: Opened, reading: &Reading) -> Result<Box<dyn Elements>, Failure> {
    let path = opened.path.display().to_string();
    // Rows of other lengths are refused here, in the words of this tool.
    let room = Rc::new(Cell::new(ROW));
    let mut reader = ReaderBuilder::new().trim(Trim::All).flexible(true).from_reader(Rows {
        file: opened.file,
        room: Rc::clone(&room),
    });
    let header = reader.byte_headers().map_err(|why| unread(&path, &why))?;
    let names: Vec<String> = header
        .iter()
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    let place = |index: usize| Place {
        index,
        name: names.get(index).cloned().unwrap_or_default(),
    };
    let named = |asked: &str| names::named(&path, "column", &names, asked).map(place);
    let value = names::column(&path, &names, reading.column.as_deref()).map(place)?;
    let filter = reading.filter.clone();
    let filter = filter.map(|filter| named(&filter.column).map(|place| (place, filter)));
    let (key, filter) = (reading.by.as_deref().map(named).transpose()?, filter.transpose()?);
    Ok(Box::new(Column {
        reader,
        room,
        element: reading.cells.unwrap_or(ElementType::F64),
        key,
        filter,
        keys: Keys::default(),
        numbers: Vec::new(),
        bytes: Vec::new(),
        cells: Cells {
            width: names.len(),
            path,
            row: ByteRecord::new(),
            value,
            skip_empty: reading.skip_empty,
        },
    }))
}

/// The bytes of a file, which fail in a row that is too long.
struct Rows {
    file: BufReader<Counted>,
    room: Rc<Cell<u64>>,
}

impl Read for Rows {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.room.get() == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let read = self.file.read(into)?;
        self.room.set(self.room.get().saturating_sub(read as u64));
        Ok(read)
    }
}

fn unread(path: &str, why: &csv::Error) -> Failure {
    if let ErrorKind::Io(why) = why.kind()
        && why.kind() == io::ErrorKind::FileTooLarge
    {
        return Failure::input(format!(
            "{path} has a row of more than {} MiB; close the quotes in it, or cut it into shorter ones",
            ROW >> 20
        ));
    }
    Failure::input(format!("{path} cannot be read: {why}; try again or copy it"))
}

impl Elements for Column {
    fn element(&self) -> ElementType {
        self.element
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        self.bytes.clear();
        self.numbers.clear();
        while self.bytes.len() < CELLS * self.element.bytes() {
            self.room.set(ROW);
            let more = self.reader.read_byte_record(&mut self.cells.row);
            if !more.map_err(|why| unread(&self.cells.path, &why))? {
                break;
            }
            self.take_row()?;
        }
        piece.set(&self.bytes);
        Ok(())
    }

    fn keys(&self) -> &[u32] {
        &self.numbers
    }

    fn take_keys(&mut self) -> Option<KeyColumn> {
        let name = self.key.as_ref()?.name.clone();
        let keys = std::mem::take(&mut self.keys);
        let written = true;
        Some(KeyColumn { name, keys, written })
    }
}

impl Column {
    /// Takes what is asked for of the current row, which is left out if a cell that is needed is empty and may be skipped.
    fn take_row(&mut self) -> Result<(), Failure> {
        let cells = &self.cells;
        cells.check()?;
        if let Some((place, filter)) = &self.filter {
            match cells.text(place)? {
                Some(cell) if cells.holds(filter, cell)? => {}
                _ => return Ok(()),
            }
        }
        let key = match &self.key {
            None => None,
            Some(place) => match cells.text(place)? {
                None => return Ok(()),
                key => key,
            },
        };
        let Some(value) = cells.text(&cells.value)? else {
            return Ok(());
        };
        if self.element.parse(value, &mut self.bytes).is_err() {
            let (name, element) = (&cells.value.name, self.element);
            return Err(cells.wrong(format_args!(
                "`{value}` in column `{name}` is no {element}; correct it or give another --type"
            )));
        }
        if let Some(key) = key {
            let number = self.keys.number(cell::Cell::Text(key));
            self.numbers
                .push(number.ok_or_else(|| cells.wrong("there are more than 2^32 keys before it"))?);
        }
        Ok(())
    }
}

impl Cells {
    /// Refuses a row that is longer or shorter than the header.
    fn check(&self) -> Result<(), Failure> {
        if self.row.len() == self.width {
            return Ok(());
        }
        Err(self.wrong(format_args!(
            "{} where the header has {}; give every row as many",
            cells(self.row.len()),
            self.width
        )))
    }

    /// The text of a cell; none if it is empty and empty ones are skipped.
    fn text(&self, Place { index, name }: &Place) -> Result<Option<&str>, Failure> {
        match std::str::from_utf8(self.row.get(*index).unwrap_or_default()) {
            Ok("") if self.skip_empty => Ok(None),
            Ok("") => Err(self.wrong(format_args!(
                "the cell in column `{name}` is empty; fill it in or give --skip-empty"
            ))),
            Ok(cell) => Ok(Some(cell)),
            Err(_) => Err(self.wrong(format_args!(
                "the cell in column `{name}` is no UTF-8; write the file in UTF-8"
            ))),
        }
    }

    fn holds(&self, filter: &Comparison, cell: &str) -> Result<bool, Failure> {
        filter.holds(cell::Cell::Text(cell)).map_err(|_| {
            let (name, right) = (&filter.column, filter.right());
            self.wrong(format_args!(
                "`{cell}` in column `{name}` is no number; correct it or compare text, as in --where '{name} == \"{right}\"'"
            ))
        })
    }

    fn wrong(&self, problem: impl std::fmt::Display) -> Failure {
        let line = self.row.position().map_or(0, Position::line);
        Failure::input(format!("{} line {line}: {problem}", self.path))
    }
}

fn cells(count: usize) -> String {
    match count {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    }
}
