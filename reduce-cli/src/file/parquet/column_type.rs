//! The type of a Parquet file's column.

use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::schema::types::ColumnDescriptor;

use crate::element_type::ElementType;

/// The word for strings.
const TEXT: &str = "text";

/// Whether a column holds strings.
pub(super) fn is_text(column: &ColumnDescriptor) -> bool {
    element(column) == Err(TEXT) && column.physical_type() == Type::BYTE_ARRAY
}

/// The type of a column's cells.
///
/// # Errors
/// The type in a word, if it is not read.
pub(super) fn element(column: &ColumnDescriptor) -> Result<ElementType, &'static str> {
    if column.max_rep_level() > 0 {
        return Err("lists");
    }
    // Files name the meaning of a column in the newer way, the older one, or both.
    if let Some(meaning) = column.logical_type_ref() {
        match meaning {
            LogicalType::Integer(integer) => return whole(integer.bit_width, integer.is_signed),
            LogicalType::Decimal(_) => return Err("decimals"),
            LogicalType::Date => return Err("dates"),
            LogicalType::Time(_) => return Err("times of day"),
            LogicalType::Timestamp(_) => return Err("timestamps"),
            LogicalType::String | LogicalType::Enum | LogicalType::Json => return Err(TEXT),
            LogicalType::Float16 => return Err("16-bit floats"),
            _ => {}
        }
    }
    match column.converted_type() {
        ConvertedType::INT_8 => whole(8, true),
        ConvertedType::INT_16 => whole(16, true),
        ConvertedType::UINT_8 => whole(8, false),
        ConvertedType::UINT_16 => whole(16, false),
        ConvertedType::UINT_32 => whole(32, false),
        ConvertedType::UINT_64 => whole(64, false),
        ConvertedType::DECIMAL => Err("decimals"),
        ConvertedType::DATE => Err("dates"),
        ConvertedType::TIME_MILLIS | ConvertedType::TIME_MICROS => Err("times of day"),
        ConvertedType::TIMESTAMP_MILLIS | ConvertedType::TIMESTAMP_MICROS => Err("timestamps"),
        ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON => Err(TEXT),
        _ => stored(column.physical_type()),
    }
}

/// Integers of this many bits.
fn whole(bits: i8, signed: bool) -> Result<ElementType, &'static str> {
    Ok(match (bits, signed) {
        (8, true) => ElementType::I8,
        (16, true) => ElementType::I16,
        (32, true) => ElementType::I32,
        (64, true) => ElementType::I64,
        (8, false) => ElementType::U8,
        (16, false) => ElementType::U16,
        (32, false) => ElementType::U32,
        (64, false) => ElementType::U64,
        _ => return Err("integers of another width"),
    })
}

/// Values whose meaning is their storage type.
fn stored(physical: Type) -> Result<ElementType, &'static str> {
    match physical {
        Type::BOOLEAN => Ok(ElementType::U8),
        Type::INT32 => Ok(ElementType::I32),
        Type::INT64 => Ok(ElementType::I64),
        Type::FLOAT => Ok(ElementType::F32),
        Type::DOUBLE => Ok(ElementType::F64),
        Type::INT96 => Err("timestamps"),
        Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY => Err("bytes"),
    }
}
