//! The comparison of `--where`: a column compared with a number or with text.

use std::cmp::Ordering;
use std::str::FromStr;

use crate::cell::Cell;

/// The signs, each before those that it begins with.
const SIGNS: [(&str, Sign); 6] = [
    ("<=", Sign::AtMost),
    (">=", Sign::AtLeast),
    ("==", Sign::Equal),
    ("!=", Sign::Unequal),
    ("<", Sign::Below),
    (">", Sign::Above),
];

/// A comparison of the cells of a column, as in `delay > 15` or `carrier == "AA"`.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pub(crate) column: String,
    sign: Sign,
    with: Operand,
}

#[derive(Clone, Copy, Debug)]
enum Sign {
    Below,
    AtMost,
    Above,
    AtLeast,
    Equal,
    Unequal,
}

/// The right side.
#[derive(Clone, Debug)]
enum Operand {
    Text(String),
    Number(Number),
}

/// A number as each type of cell is compared with it.
#[derive(Clone, Debug)]
struct Number {
    /// As it was written.
    text: String,
    /// The greatest integer that is not above it, and whether it is that integer.
    floor: i128,
    is_integer: bool,
    single: f32,
    double: f64,
}

/// Text is compared with a number: neither is above the other.
#[derive(Debug)]
pub(crate) struct NoNumber;

impl FromStr for Comparison {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = text.char_indices().find_map(|(at, _)| {
            SIGNS
                .iter()
                .find(|(sign, _)| text[at..].starts_with(sign))
                .map(|sign| (at, sign))
        });
        let Some((at, (spelled, sign))) = found else {
            return Err("it compares nothing; write it as in 'delay > 15', with one of < <= > >= == !=".to_owned());
        };
        let (column, right) = (text[..at].trim(), text[at + spelled.len()..].trim());
        if column.is_empty() {
            return Err(format!(
                "there is no column before {spelled}; write it as in 'delay > 15'"
            ));
        }
        Ok(Self {
            column: column.to_owned(),
            sign: *sign,
            with: right.parse()?,
        })
    }
}

impl FromStr for Operand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        for quote in ['"', '\''] {
            if let Some(inside) = text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote)) {
                return Ok(Self::Text(inside.to_owned()));
            }
        }
        if text.is_empty() {
            return Err("nothing stands behind the comparison; write it as in 'delay > 15'".to_owned());
        }
        Number::of(text)
            .map(Self::Number)
            .ok_or_else(|| format!("`{text}` is no number; put text in quotes, as in 'carrier == \"AA\"'"))
    }
}

impl Number {
    fn of(text: &str) -> Option<Self> {
        let double: f64 = text.parse().ok()?;
        let integer: Option<i128> = text.parse().ok();
        (!double.is_nan()).then_some(Self {
            text: text.to_owned(),
            // Beyond these integers lies no cell.
            floor: integer.unwrap_or(double.floor() as i128),
            is_integer: integer.is_some() || double.fract() == 0.0,
            single: text.parse().ok()?,
            double,
        })
    }

    fn beside_integer(&self, cell: i128) -> Ordering {
        match cell.cmp(&self.floor) {
            Ordering::Equal if !self.is_integer => Ordering::Less,
            order => order,
        }
    }

    /// The order of a number that is written in a cell.
    fn beside_written(&self, cell: &str) -> Result<Option<Ordering>, NoNumber> {
        if let Ok(integer) = cell.parse() {
            return Ok(Some(self.beside_integer(integer)));
        }
        let double: f64 = cell.parse().map_err(|_| NoNumber)?;
        Ok(double.partial_cmp(&self.double))
    }
}

impl Comparison {
    /// Whether it holds for `cell`. With NaN nothing holds but `!=`.
    ///
    /// # Errors
    /// If text that spells no number is compared with a number. Numbers are not compared with text: [`is_text`](Self::is_text) is known before.
    pub(crate) fn holds(&self, cell: Cell<'_>) -> Result<bool, NoNumber> {
        let order = match (&self.with, cell) {
            (Operand::Text(text), Cell::Text(cell)) => Some(cell.as_bytes().cmp(text.as_bytes())),
            (Operand::Text(_), _) => return Err(NoNumber),
            (Operand::Number(number), Cell::Integer(cell)) => Some(number.beside_integer(cell)),
            (Operand::Number(number), Cell::Single(cell)) => cell.partial_cmp(&number.single),
            (Operand::Number(number), Cell::Double(cell)) => cell.partial_cmp(&number.double),
            (Operand::Number(number), Cell::Text(cell)) => number.beside_written(cell)?,
        };
        Ok(match self.sign {
            Sign::Below => order.is_some_and(Ordering::is_lt),
            Sign::AtMost => order.is_some_and(Ordering::is_le),
            Sign::Above => order.is_some_and(Ordering::is_gt),
            Sign::AtLeast => order.is_some_and(Ordering::is_ge),
            Sign::Equal => order.is_some_and(Ordering::is_eq),
            Sign::Unequal => order.is_none_or(Ordering::is_ne),
        })
    }

    /// Whether the cells are compared with text.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.with, Operand::Text(_))
    }

    /// The right side without quotes, for messages.
    pub(crate) fn right(&self) -> &str {
        match &self.with {
            Operand::Text(text) => text,
            Operand::Number(number) => &number.text,
        }
    }
}
