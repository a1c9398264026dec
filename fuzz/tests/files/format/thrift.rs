//! The places of the whole numbers of a struct in Thrift's compact protocol.

use std::ops::Range;

/// The place of a number.
pub(crate) type Place = Range<usize>;

/// The places of numbers, of lengths and of headers of fields and lists in the struct that begins at `from`, and where it ends.
pub(crate) fn places(bytes: &[u8], from: usize) -> Option<(Vec<Place>, usize)> {
    let mut walk = Walk {
        bytes,
        at: from,
        found: Vec::new(),
    };
    walk.fields(0)?;
    Some((walk.found, walk.at))
}

/// The bytes of a number as a field has them.
pub(crate) fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

struct Walk<'b> {
    bytes: &'b [u8],
    at: usize,
    found: Vec<Place>,
}

impl Walk<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte
    }

    fn number(&mut self) -> Option<u64> {
        let begin = self.at;
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                self.found.push(begin..self.at);
                return Some(value);
            }
        }
        None
    }

    fn fields(&mut self, depth: usize) -> Option<()> {
        loop {
            let head = self.byte()?;
            if head & 15 == 0 {
                return Some(());
            }
            self.found.push(self.at - 1..self.at);
            if head >> 4 == 0 {
                self.number()?;
            }
            self.value(head & 15, depth)?;
        }
    }

    fn value(&mut self, kind: u8, depth: usize) -> Option<()> {
        match kind {
            1 | 2 => {}
            3 => self.at += 1,
            4..=6 => drop(self.number()?),
            7 => self.at += 8,
            8 => self.at = self.at.checked_add(usize::try_from(self.number()?).ok()?)?,
            9 if depth < 16 => {
                let head = self.byte()?;
                self.found.push(self.at - 1..self.at);
                let length = match head >> 4 {
                    15 => self.number()?,
                    length => length.into(),
                };
                for _ in 0..length {
                    self.value(head & 15, depth + 1)?;
                    if self.at > self.bytes.len() {
                        return None;
                    }
                }
            }
            12 if depth < 16 => self.fields(depth + 1)?,
            _ => return None,
        }
        (self.at <= self.bytes.len()).then_some(())
    }
}
