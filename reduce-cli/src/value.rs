//! A result as text and as JSON, read off the output of `Debug`: so it exists for any type, also of a program of the user's.

use std::fmt::{Debug, Write as _};

/// The result of a reduction.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number, a truth value or anything else without parts, as `Debug` writes it.
    One(String),
    /// The fields of a struct, in the order of their declaration.
    Fields(Vec<(String, Value)>),
    /// The members of a tuple or an array.
    Members(Vec<Value>),
}

impl Value {
    /// The value that `Debug` writes for `result`.
    pub fn of(result: &dyn Debug) -> Self {
        let text = format!("{result:?}");
        let mut rest = text.as_str();
        match value(&mut rest) {
            Some(parsed) if rest.is_empty() => parsed,
            // Written by hand, in a way of its own.
            _ => Self::One(text),
        }
    }

    /// An object of these values.
    pub(crate) fn fields<'a>(fields: impl IntoIterator<Item = (&'a str, Self)>) -> Self {
        Self::Fields(
            fields
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
    }

    /// The value in a line of text: parts beside each other, as many as there are.
    #[must_use]
    pub fn text(&self) -> String {
        let words: Vec<String> = match self {
            Self::One(text) => return text.clone(),
            Self::Fields(fields) => fields.iter().map(|(_, value)| value.text()).collect(),
            Self::Members(members) => members.iter().map(Self::text).collect(),
        };
        words.join(" ")
    }

    /// The value under `name`, and fields under theirs behind it: `summary.mean`. A position and its element stay together.
    pub(crate) fn named(&self, name: &str, to: &mut Vec<(String, String)>) {
        match self {
            Self::Fields(fields) if !fields.iter().map(|(field, _)| field).eq(["index", "value"]) => {
                for (field, value) in fields {
                    value.named(&format!("{name}.{field}"), to);
                }
            }
            other => to.push((name.to_owned(), other.text())),
        }
    }

    /// The value in JSON. A float that JSON has no number for is a string: `"NaN"`, `"inf"`, `"-inf"`.
    #[must_use]
    pub fn json(&self) -> String {
        match self {
            Self::One(text) if is_json(text) => text.clone(),
            Self::One(text) => quoted(text),
            Self::Fields(fields) => object(fields.iter().map(|(name, value)| (name.as_str(), value))),
            Self::Members(members) => {
                let members: Vec<String> = members.iter().map(Self::json).collect();
                format!("[{}]", members.join(", "))
            }
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::One(text.to_owned())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::One(number.to_string())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::One(format!("{number:?}"))
    }
}

/// A JSON object of these values.
pub(crate) fn object<'a>(entries: impl IntoIterator<Item = (&'a str, &'a Value)>) -> String {
    let entries: Vec<String> = entries
        .into_iter()
        .map(|(name, value)| format!("{}: {}", quoted(name), value.json()))
        .collect();
    format!("{{{}}}", entries.join(", "))
}

/// Whether JSON writes it the same way: Rust's numbers with digits, and truth values.
fn is_json(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let number = digits.starts_with(|first: char| first.is_ascii_digit()) && text.parse::<f64>().is_ok();
    number || matches!(text, "true" | "false")
}

/// A text in JSON.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            plain => quoted.push(plain),
        }
    }
    quoted.push('"');
    quoted
}

/// Takes a value off the front: `Name { field: value, … }`, `Name(value, …)`, `(value, …)`, `[value, …]` or a word.
fn value(rest: &mut &str) -> Option<Value> {
    let word = word(rest);
    if let Some(fields) = rest.strip_prefix(" { ") {
        *rest = fields;
        return list(rest, " }", field).map(Value::Fields);
    }
    for (open, close) in [("(", ")"), ("[", "]")] {
        if let Some(members) = rest.strip_prefix(open) {
            *rest = members;
            return list(rest, close, value).map(Value::Members);
        }
    }
    (!word.is_empty()).then(|| Value::One(word.to_owned()))
}

fn field(rest: &mut &str) -> Option<(String, Value)> {
    let name = word(rest);
    *rest = rest.strip_prefix(": ")?;
    Some((name.to_owned(), value(rest)?))
}

/// Takes parts and what closes them off the front.
fn list<T>(rest: &mut &str, close: &str, part: impl Fn(&mut &str) -> Option<T>) -> Option<Vec<T>> {
    let mut parts = Vec::new();
    loop {
        if let Some(after) = rest.strip_prefix(close) {
            *rest = after;
            return Some(parts);
        }
        parts.push(part(rest)?);
        // A tuple of one ends in a comma without a blank.
        *rest = rest.strip_prefix(", ").or(rest.strip_prefix(',')).unwrap_or(rest);
    }
}

/// Takes a name or a number off the front.
fn word<'t>(rest: &mut &'t str) -> &'t str {
    let inside = |character: char| character.is_alphanumeric() || "_+-.".contains(character);
    let end = rest.find(|character| !inside(character)).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after;
    word
}
