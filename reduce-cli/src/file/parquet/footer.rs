//! Checks of a footer before room is made for it: of its length and the tree of its columns.

use std::io::{self, Read as _, Seek as _, SeekFrom};

use super::thrift::Value::{Binary, Bool, Byte, Int32, Struct};
use super::thrift::{Compact, Ended, Fields, INT_32, LIST, STRUCT};
use crate::file::opened::Opened;

/// Groups within groups. The reader of Parquet calls itself for each.
const DEPTH: usize = 64;

/// The fields of a footer before its row groups: the version and the columns.
const VERSION: i64 = 1;
const SCHEMA: i64 = 2;

/// The fields of a column or a group, and the one that is the number of children.
const ELEMENT: Fields = &[
    (1, Int32),
    (2, Int32),
    (3, Int32),
    (4, Binary),
    (5, Int32),
    (6, Int32),
    (7, Int32),
    (8, Int32),
    (9, Int32),
    (10, Struct(MEANING)),
];
const CHILDREN: i64 = 5;

/// The meaning of a column, and the unit of a time.
const MEANING: Fields = &[
    (1, Struct(&[])),
    (2, Struct(&[])),
    (3, Struct(&[])),
    (4, Struct(&[])),
    (5, Struct(&[(1, Int32), (2, Int32)])),
    (6, Struct(&[])),
    (7, Struct(&[(1, Bool), (2, Struct(UNIT))])),
    (8, Struct(&[(1, Bool), (2, Struct(UNIT))])),
    (10, Struct(&[(1, Byte), (2, Bool)])),
    (11, Struct(&[])),
    (12, Struct(&[])),
    (13, Struct(&[])),
    (14, Struct(&[])),
    (15, Struct(&[])),
    (16, Struct(&[(1, Byte)])),
    (17, Struct(&[(1, Binary)])),
    (18, Struct(&[(1, Binary), (2, Int32)])),
];
const UNIT: Fields = &[(1, Struct(&[])), (2, Struct(&[])), (3, Struct(&[]))];

/// Walks the footer of a file whose last bytes are right; the file may stand anywhere afterwards.
///
/// # Errors
/// The mistake in it, or that the file cannot be read.
pub(super) fn check(opened: &mut Opened) -> io::Result<Result<(), &'static str>> {
    let all = opened.bytes.unwrap_or(0);
    let file = opened.file.get_mut();
    let mut length = [0; 4];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    // The file begins with four bytes, and four for the length and as many more follow the footer.
    if u64::from(length) + 12 > all {
        return Ok(Err("its footer is longer than the file"));
    }
    file.seek(SeekFrom::End(-8 - i64::from(length)))?;
    let mut footer = vec![0; length as usize];
    file.read_exact(&mut footer)?;
    Ok(walk(&footer).map_err(|_| "its footer is not in order"))
}

fn walk(footer: &[u8]) -> Result<(), Ended> {
    let mut last = 0;
    Compact::new(footer).fields(|all, id, kind| {
        // Writers go by the number; the fields that are checked are then those that are read.
        if id <= last {
            return Err(Ended::Wrong);
        }
        last = id;
        match (id, kind) {
            (VERSION, INT_32) => all.skip(kind),
            (SCHEMA, LIST) => schema(all),
            (VERSION | SCHEMA, _) => Err(Ended::Wrong),
            _ => all.skip(kind),
        }
    })
}

/// The columns and their groups, each group before its children.
fn schema(all: &mut Compact<'_>) -> Result<(), Ended> {
    let (STRUCT, length) = all.list()? else {
        return Err(Ended::Wrong);
    };
    // The number of children that are still to come, for each group around.
    let mut open: Vec<usize> = Vec::new();
    let mut announced = 0usize;
    for _ in 0..length {
        let mut children = 0;
        all.known(ELEMENT, &mut |around, id, value| {
            if (around, id) == (0, CHILDREN) {
                children = usize::try_from(value).map_err(|_| Ended::Wrong)?;
            }
            Ok(())
        })?;
        if let Some(last) = open.last_mut() {
            *last -= 1;
        }
        announced = announced.saturating_add(children);
        open.push(children);
        while open.last() == Some(&0) {
            open.pop();
        }
        // Every element but the first is the child of another.
        if announced >= length || open.len() > DEPTH {
            return Err(Ended::Wrong);
        }
    }
    Ok(())
}
