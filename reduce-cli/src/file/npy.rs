//! The header of .npy files, versions 1 to 3, as numpy writes it: a dict of Python with `descr`, `fortran_order` and `shape`.

use std::io::{Read as _, Seek as _};

use super::elements::Elements;
use super::numbers::{Numbers, Stored};
use super::opened::Opened;
use super::shape::Shape;
use crate::element_type::ElementType;
use crate::failure::Failure;

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// More than any header of plain numbers takes; a damaged length is not believed.
const HEADER_BYTES: u64 = 1 << 20;

/// The elements of a .npy file.
///
/// # Errors
/// If it is none, ends early, or holds a type that is not read.
pub(super) fn elements(mut opened: Opened) -> Result<Box<dyn Elements>, Failure> {
    let header = header(&mut opened)?;
    let stored = stored(&opened, &header)?;
    let shape = shape(&opened, &header)?;
    let elements = (shape.extents.iter()).try_fold(1u64, |elements, extent| elements.checked_mul(*extent as u64));
    let bytes = elements.and_then(|elements| elements.checked_mul(stored.bytes() as u64));
    let bytes = bytes.ok_or_else(|| damaged(&opened))?;
    let begin = opened.file.stream_position().unwrap_or(0);
    if let Some(behind) = opened.bytes.map(|all| all.saturating_sub(begin))
        && behind < bytes
    {
        return Err(truncated(&opened, behind, bytes));
    }
    Ok(Box::new(Numbers {
        opened,
        stored,
        expected: Some(bytes),
        read: 0,
        shape: Some(shape),
    }))
}

/// The message that a file ends early.
pub(super) fn truncated(opened: &Opened, read: u64, expected: u64) -> Failure {
    opened.failure(format_args!(
        "ends after {read} of the {expected} bytes that its header announces; write or copy it again"
    ))
}

fn damaged(opened: &Opened) -> Failure {
    opened.failure("has no header of a .npy file; write it with numpy.save, or say what it holds, as in --raw f32")
}

/// The text of the header; the file stands behind it.
fn header(opened: &mut Opened) -> Result<String, Failure> {
    let mut start = [0; 8];
    take(opened, &mut start)?;
    if &start[..6] != MAGIC {
        return Err(damaged(opened));
    }
    let length: u64 = match start[6] {
        1 => {
            let mut length = [0; 2];
            take(opened, &mut length)?;
            u16::from_le_bytes(length).into()
        }
        2 | 3 => {
            let mut length = [0; 4];
            take(opened, &mut length)?;
            u32::from_le_bytes(length).into()
        }
        version => {
            return Err(opened.failure(format_args!(
                "is of .npy version {version}, and versions 1 to 3 are read; write it again with numpy.save"
            )));
        }
    };
    if length > HEADER_BYTES {
        return Err(damaged(opened));
    }
    let mut text = vec![0; length as usize];
    take(opened, &mut text)?;
    String::from_utf8(text).map_err(|_| damaged(opened))
}

fn take(opened: &mut Opened, bytes: &mut [u8]) -> Result<(), Failure> {
    opened.file.read_exact(bytes).map_err(|why| match why.kind() {
        std::io::ErrorKind::UnexpectedEof => opened.failure("ends inside its .npy header; write or copy it again"),
        _ => opened.unread(&why),
    })
}

/// The text behind `key`.
fn entry<'h>(opened: &Opened, header: &'h str, key: &str) -> Result<&'h str, Failure> {
    let quoted = [format!("'{key}':"), format!("\"{key}\":")];
    let behind = quoted.iter().find_map(|key| header.split_once(key.as_str()));
    behind
        .map(|(_, value)| value.trim_start())
        .ok_or_else(|| damaged(opened))
}

/// The type of the array's numbers. They are read in the order of the file, whether rows or columns come first in it, so
/// positions are those of `a.ravel(order='K')`.
fn stored(opened: &Opened, header: &str) -> Result<Stored, Failure> {
    let value = entry(opened, header, "descr")?;
    let quote = value.chars().next().filter(|quote| matches!(quote, '\'' | '"'));
    let Some(name) = quote.and_then(|quote| value[1..].split(quote).next()) else {
        return Err(opened.failure("holds records; save one of their fields, as in numpy.save(file, a['x'])"));
    };
    let element = match name.trim_start_matches(['<', '>', '=', '|']) {
        // These are given as f32, which has all of their values.
        "f2" | "f4" => ElementType::F32,
        "f8" => ElementType::F64,
        "i4" => ElementType::I32,
        "u4" => ElementType::U32,
        "i8" => ElementType::I64,
        "u8" => ElementType::U64,
        "i1" => ElementType::I8,
        "u1" | "b1" => ElementType::U8,
        "i2" => ElementType::I16,
        "u2" => ElementType::U16,
        _ => {
            let all = ElementType::list(ElementType::ALL);
            return Err(opened.failure(format_args!(
                "holds numpy's `{name}`, and {all} bool f16 are read; convert it, as in a.astype('<f4')"
            )));
        }
    };
    let other_order = if cfg!(target_endian = "little") { '>' } else { '<' };
    Ok(Stored {
        element,
        swapped: name.starts_with(other_order),
        halves: name.ends_with("f2"),
    })
}

/// The extents of the array's axes.
fn shape(opened: &Opened, header: &str) -> Result<Shape, Failure> {
    let value = entry(opened, header, "shape")?;
    let inside = value.strip_prefix('(').and_then(|value| value.split(')').next());
    let extents = inside.ok_or_else(|| damaged(opened))?.split(',');
    let extents = extents.map(str::trim).filter(|extent| !extent.is_empty());
    // Python 2 wrote `3L`.
    let extents = extents.map(|extent| extent.trim_end_matches('L').parse().ok());
    Ok(Shape {
        extents: extents.collect::<Option<_>>().ok_or_else(|| damaged(opened))?,
        fortran: entry(opened, header, "fortran_order").is_ok_and(|value| value.starts_with("True")),
    })
}
