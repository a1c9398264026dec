//! The keys of groups: each has a number from when it is first seen, and all are put in order at the end.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use crate::cell::Cell;
use crate::value::{Value, quoted};

/// Keys by number.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    texts: HashMap<String, u32>,
    numbers: HashMap<Number, u32>,
}

/// A number as a key. A float is the integer that has its place in the total order of IEEE 754, so that equality and order are those of the
/// library's keys: -0 comes before 0, and all NaNs are one key, the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Number {
    Integer(i128),
    Single(i32),
    Double(i64),
}

/// A key of a group.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Key {
    /// As Rust writes it.
    Number(String),
    Text(String),
}

impl Keys {
    /// The number of the key in `cell`; none if 2^32 others came before.
    pub(crate) fn number(&mut self, cell: Cell<'_>) -> Option<u32> {
        match cell {
            Cell::Text(text) => number_in(&mut self.texts, text),
            Cell::Integer(key) => number_in(&mut self.numbers, &Number::Integer(key)),
            Cell::Single(key) => number_in(&mut self.numbers, &Number::single(key)),
            Cell::Double(key) => number_in(&mut self.numbers, &Number::double(key)),
        }
    }

    /// The keys in ascending order, text by its bytes, and for each number the place of its key among them.
    ///
    /// Keys that are `written`, as those of a CSV file are, are numbers if all of them are.
    pub(crate) fn in_order(self, written: bool) -> (Vec<Key>, Vec<u32>) {
        if self.texts.is_empty() {
            return of_numbers(self.numbers.into_iter().collect());
        }
        let texts: Vec<(String, u32)> = self.texts.into_iter().collect();
        let numbers = written.then(|| all(&texts, integer).or_else(|| all(&texts, float)));
        if let Some(numbers) = numbers.flatten() {
            return of_numbers(numbers);
        }
        let (texts, places) = in_order(texts);
        (texts.into_iter().map(Key::Text).collect(), places)
    }
}

/// The number of `key` in `known`, to which it is added; none if there is no further number.
fn number_in<K, Q>(known: &mut HashMap<K, u32>, key: &Q) -> Option<u32>
where
    K: Borrow<Q> + Hash + Eq,
    Q: ToOwned<Owned = K> + Hash + Eq + ?Sized,
{
    if let Some(number) = known.get(key) {
        return Some(*number);
    }
    let number = u32::try_from(known.len()).ok()?;
    known.insert(key.to_owned(), number);
    Some(number)
}

/// The numbers that `read` makes of all texts; none if one is no number.
fn all(texts: &[(String, u32)], read: fn(&str) -> Option<Number>) -> Option<Vec<(Number, u32)>> {
    texts
        .iter()
        .map(|(text, number)| Some((read(text)?, *number)))
        .collect()
}

/// The integer that is written as `text` and in no other way: `007` is the name of something.
fn integer(text: &str) -> Option<Number> {
    let integer: i128 = text.parse().ok()?;
    (integer.to_string() == text).then_some(Number::Integer(integer))
}

/// The float that `text` spells, without zeros in front.
fn float(text: &str) -> Option<Number> {
    let digits = text.trim_start_matches(['+', '-']);
    let is_padded = digits
        .strip_prefix('0')
        .is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit()));
    text.parse().ok().filter(|_| !is_padded).map(Number::double)
}

fn of_numbers(numbers: Vec<(Number, u32)>) -> (Vec<Key>, Vec<u32>) {
    let (numbers, places) = in_order(numbers);
    (numbers.into_iter().map(Number::key).collect(), places)
}

/// The keys in ascending order, equal ones once, and the place of each by its number.
fn in_order<K: Ord>(mut keys: Vec<(K, u32)>) -> (Vec<K>, Vec<u32>) {
    keys.sort_unstable();
    let mut places = vec![0; keys.len()];
    let mut found: Vec<K> = Vec::new();
    for (key, number) in keys {
        if found.last() != Some(&key) {
            found.push(key);
        }
        if let Some(place) = places.get_mut(number as usize) {
            // As many numbers as have 32 bits.
            *place = (found.len() - 1) as u32;
        }
    }
    (found, places)
}

impl Number {
    fn single(float: f32) -> Self {
        let bits = if float.is_nan() { f32::NAN } else { float }.to_bits() as i32;
        Self::Single(bits ^ ((bits >> 31) & i32::MAX))
    }

    fn double(float: f64) -> Self {
        let bits = if float.is_nan() { f64::NAN } else { float }.to_bits() as i64;
        Self::Double(bits ^ ((bits >> 63) & i64::MAX))
    }

    fn key(self) -> Key {
        Key::Number(match self {
            Self::Integer(integer) => integer.to_string(),
            Self::Single(place) => format!("{:?}", f32::from_bits((place ^ ((place >> 31) & i32::MAX)) as u32)),
            Self::Double(place) => format!("{:?}", f64::from_bits((place ^ ((place >> 63) & i64::MAX)) as u64)),
        })
    }
}

impl Key {
    /// The key in a table: one line, whatever is in it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Number(text) => text.clone(),
            Self::Text(text) => {
                let mut plain = String::new();
                for character in text.chars() {
                    if character.is_control() {
                        plain.extend(character.escape_default());
                    } else {
                        plain.push(character);
                    }
                }
                plain
            }
        }
    }

    /// The key in JSON: text in quotes, also where it looks like a number.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Number(text) => Value::One(text.clone()).json(),
            Self::Text(text) => quoted(text),
        }
    }
}
