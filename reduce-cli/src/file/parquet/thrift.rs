//! Just enough of Thrift's compact protocol to walk a footer or a page header before the reader of Parquet trusts it.
//!
//! Types that no Parquet file has (sets, maps, lists of bools, UUIDs) end the walk: a value that two readers could take for different
//! ones would let a length through.

/// Structs in structs: those of Parquet are five deep.
const DEPTH: u8 = 16;

/// The types of values, as a field names them.
pub(super) const INT_32: u8 = 5;
pub(super) const LIST: u8 = 9;
pub(super) const STRUCT: u8 = 12;

const BOOLS: [u8; 2] = [1, 2];
const BYTE: u8 = 3;
const INT_16: u8 = 4;
const INT_64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;

/// The fields of a struct by their numbers. Those that are not named may be of any type.
pub(super) type Fields = &'static [(i64, Value)];

/// The type of a field. The reader of Parquet goes by the field's number and not by the type that the bytes name: where these differ, it would read
/// other numbers than were checked.
pub(super) enum Value {
    Bool,
    Byte,
    Int32,
    Binary,
    Struct(Fields),
}

/// The reason why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// More bytes should follow than were given.
    Short,
    /// Bytes that no writer of Parquet writes.
    Wrong,
}

/// Bytes, read from the front.
pub(super) struct Compact<'b> {
    rest: &'b [u8],
}

impl<'b> Compact<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Bytes that are not read yet.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    /// Walks a struct: `value` is given the number and the type of each field, and reads or skips its value.
    pub(super) fn fields(
        &mut self,
        mut value: impl FnMut(&mut Self, i64, u8) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        let mut id = 0;
        loop {
            let head = self.byte()?;
            let kind = head & 15;
            if kind == 0 {
                return Ok(());
            }
            id = match head >> 4 {
                0 => self.int()?,
                step => id + i64::from(step),
            };
            if i16::try_from(id).is_err() {
                return Err(Ended::Wrong);
            }
            value(self, id, kind)?;
        }
    }

    /// Walks a struct with these `fields`: `number` is given each 32-bit number, with the number of its field and that of the
    /// field around it, which is 0 for fields of the struct itself.
    pub(super) fn known(
        &mut self,
        fields: Fields,
        number: &mut dyn FnMut(i64, i64, i32) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        self.known_within(0, fields, number)
    }

    fn known_within(
        &mut self,
        around: i64,
        fields: Fields,
        number: &mut dyn FnMut(i64, i64, i32) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        self.fields(|all, id, kind| {
            let field = fields.iter().find(|(known, _)| *known == id);
            match (field.map(|(_, value)| value), kind) {
                (Some(Value::Int32), INT_32) => {
                    let value = i32::try_from(all.int()?).map_err(|_| Ended::Wrong)?;
                    number(around, id, value)
                }
                (Some(Value::Struct(fields)), STRUCT) => all.known_within(id, fields, number),
                (None, _) | (Some(Value::Byte), BYTE) | (Some(Value::Binary), BINARY) => all.skip(kind),
                (Some(Value::Bool), kind) if BOOLS.contains(&kind) => Ok(()),
                (Some(_), _) => Err(Ended::Wrong),
            }
        })
    }

    /// The type and the number of the elements of a list.
    pub(super) fn list(&mut self) -> Result<(u8, usize), Ended> {
        let head = self.byte()?;
        let length = match head >> 4 {
            15 => usize::try_from(self.varint()?).map_err(|_| Ended::Wrong)?,
            length => length.into(),
        };
        // Each element takes a byte at least.
        if length > self.rest.len() {
            return Err(Ended::Short);
        }
        Ok((head & 15, length))
    }

    /// A number of 16, 32 or 64 bits.
    fn int(&mut self) -> Result<i64, Ended> {
        let bits = self.varint()?;
        Ok((bits >> 1) as i64 ^ -((bits & 1) as i64))
    }

    /// Skips a value of this type.
    pub(super) fn skip(&mut self, kind: u8) -> Result<(), Ended> {
        self.skip_within(kind, DEPTH)
    }

    fn skip_within(&mut self, kind: u8, depth: u8) -> Result<(), Ended> {
        let inside = depth.checked_sub(1).ok_or(Ended::Wrong)?;
        match kind {
            // The value is in the type.
            kind if BOOLS.contains(&kind) => Ok(()),
            BYTE => self.take(1),
            INT_16 | INT_32 | INT_64 => self.varint().map(drop),
            DOUBLE => self.take(8),
            BINARY => {
                let length = usize::try_from(self.varint()?).map_err(|_| Ended::Wrong)?;
                self.take(length)
            }
            LIST => {
                let (kind, length) = self.list()?;
                if BOOLS.contains(&kind) {
                    return Err(Ended::Wrong);
                }
                (0..length).try_for_each(|_| self.skip_within(kind, inside))
            }
            STRUCT => self.fields(|all, _, kind| all.skip_within(kind, inside)),
            _ => Err(Ended::Wrong),
        }
    }

    fn take(&mut self, length: usize) -> Result<(), Ended> {
        self.rest.split_off(..length).map(drop).ok_or(Ended::Short)
    }

    fn byte(&mut self) -> Result<u8, Ended> {
        self.rest.split_off_first().copied().ok_or(Ended::Short)
    }

    fn varint(&mut self) -> Result<u64, Ended> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err(Ended::Wrong)
    }
}
