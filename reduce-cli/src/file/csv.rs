//! One column of a CSV file with a header.

use std::io::BufReader;

use csv::{ByteRecord, Position, Reader, ReaderBuilder, Trim};

use super::opened::{Counted, Opened};
use super::{Elements, Reading, names};
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// Cells of a piece.
const CELLS: usize = 1 << 16;

struct Column {
    reader: Reader<BufReader<Counted>>,
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
    let mut reader = ReaderBuilder::new()
        .trim(Trim::All)
        .flexible(true)
        .from_reader(opened.file);
    let header = reader.byte_headers().map_err(|why| unread(&path, &why))?;
    let names: Vec<String> = header
        .iter()
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    let index = names::column(&path, &names, reading.column.as_deref())?;
    Ok(Box::new(Column {
        reader,
        path,
        index,
        name: names[index].clone(),
        width: names.len(),
        element: reading.cells.unwrap_or(ElementType::F32),
        skip_empty: reading.skip_empty,
        row: ByteRecord::new(),
        bytes: Vec::new(),
    }))
}

fn unread(path: &str, why: &csv::Error) -> Failure {
    Failure::input(format!("{path} cannot be read: {why}; try again or copy it"))
}

impl Elements for Column {
    fn element(&self) -> ElementType {
        self.element
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        self.bytes.clear();
        while self.bytes.len() < CELLS * self.element.bytes() {
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
