//! One column of a CSV file with a header.

use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use csv::{ByteRecord, ErrorKind, Position, Reader, ReaderBuilder, Trim};

use super::elements::Elements;
use super::format::Reading;
use super::names;
use super::opened::{Counted, Opened};
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// Cells of a piece.
const CELLS: usize = 1 << 16;
/// Bytes of the longest row: one of a million cells has fewer. A quote that never ends would make one cell of the rest of the file.
const ROW: u64 = 16 << 20;

struct Column {
    reader: Reader<Rows>,
    /// Bytes that may still come before the row ends.
    room: Rc<Cell<u64>>,
    path: String,
    /// Its place and its name.
    index: usize,
    name: String,
    /// Columns that the header names.
    width: usize,
    element: ElementType,
    skip_empty: bool,
    row: ByteRecord,
    bytes: Vec<u8>,
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
    let index = names::column(&path, &names, reading.column.as_deref())?;
    Ok(Box::new(Column {
        reader,
        room,
        path,
        index,
        name: names[index].clone(),
        width: names.len(),
        element: reading.cells.unwrap_or(ElementType::F64),
        skip_empty: reading.skip_empty,
        row: ByteRecord::new(),
        bytes: Vec::new(),
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
        while self.bytes.len() < CELLS * self.element.bytes() {
            self.room.set(ROW);
            let more = self.reader.read_byte_record(&mut self.row);
            if !more.map_err(|why| unread(&self.path, &why))? {
                break;
            }
            self.take_cell()?;
        }
        piece.set(&self.bytes);
        Ok(())
    }
}

impl Column {
    /// Takes the number in the current row.
    fn take_cell(&mut self) -> Result<(), Failure> {
        let line = self.row.position().map_or(0, Position::line);
        let (path, name, element) = (&self.path, &self.name, self.element);
        let wrong = |problem: String| Err(Failure::input(format!("{path} line {line}: {problem}")));
        if self.row.len() != self.width {
            return wrong(format!(
                "{} where the header has {}; give every row as many",
                cells(self.row.len()),
                self.width
            ));
        }
        match std::str::from_utf8(&self.row[self.index]) {
            Ok("") if self.skip_empty => Ok(()),
            Ok("") => wrong(format!(
                "the cell in column `{name}` is empty; fill it in or give --skip-empty"
            )),
            Ok(cell) => match element.parse(cell, &mut self.bytes) {
                Ok(()) => Ok(()),
                Err(_) => wrong(format!(
                    "`{cell}` in column `{name}` is no {element}; correct it or give another --type"
                )),
            },
            Err(_) => wrong(format!(
                "the cell in column `{name}` is no UTF-8; write the file in UTF-8"
            )),
        }
    }
}

fn cells(count: usize) -> String {
    match count {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    }
}
