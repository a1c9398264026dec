//! Messages that are made while a program is compiled.

/// The room for a message.
const ROOM: usize = 1024;

/// A text that grows in a constant; what has no room is left out.
pub(super) struct Words {
    bytes: [u8; ROOM],
    length: usize,
}

impl Words {
    pub(super) const fn new() -> Self {
        Self {
            bytes: [0; ROOM],
            length: 0,
        }
    }

    pub(super) const fn then(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut index = 0;
        while index < text.len() && self.length < ROOM {
            self.bytes[self.length] = text[index];
            self.length += 1;
            index += 1;
        }
        self
    }

    pub(super) const fn number(self, number: u64) -> Self {
        const DIGITS: &str = "0123456789";
        let more = if number < 10 { self } else { self.number(number / 10) };
        let (_, from) = DIGITS.split_at((number % 10) as usize);
        more.then(from.split_at(1).0)
    }

    /// The text, or `otherwise` where the room cuts a character apart.
    pub(super) const fn text<'t>(&'t self, otherwise: &'t str) -> &'t str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => otherwise,
        }
    }
}
