//! The agreement of a result with the CPU's.

use std::fmt;

use crate::value::Value;

/// A result beside the expected one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Agreement {
    /// Equal to the last bit.
    Equal,
    /// Floats differ, at most by this share of the expected one.
    Error(f64),
    /// Some part that is no float differs.
    Differs {
        /// The result, and the expected one.
        found: String,
        expected: String,
    },
}

impl Agreement {
    /// Whether the difference is more than the rounding of floats.
    pub(crate) fn is_wrong(&self) -> bool {
        matches!(self, Self::Differs { .. })
    }

    /// `found` beside `expected`: as text they differ where their bits do, but for NaNs, which are one.
    pub(crate) fn of(found: &Value, expected: &Value) -> Self {
        let error = error(found, expected).filter(|error| error.is_finite());
        match error {
            _ if found == expected => Self::Equal,
            Some(error) => Self::Error(error),
            None => Self::Differs {
                found: found.text(),
                expected: expected.text(),
            },
        }
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal => f.write_str("equal bits"),
            Self::Error(error) => write!(f, "error {error:.1e}"),
            Self::Differs { found, expected } => write!(f, "WRONG: {found}, not {expected}"),
        }
    }
}

/// The largest relative error of the floats, if nothing else differs.
fn error(found: &Value, expected: &Value) -> Option<f64> {
    match (found, expected) {
        _ if found == expected => Some(0.0),
        (Value::One(found), Value::One(expected)) if is_float(found) && is_float(expected) => {
            let (found, expected): (f64, f64) = (found.parse().ok()?, expected.parse().ok()?);
            // For numbers near zero the whole distance counts: a device may take them for zeros.
            Some((found - expected).abs() / expected.abs().max(f32::MIN_POSITIVE.into()))
        }
        (Value::Fields(found), Value::Fields(expected)) if found.len() == expected.len() => {
            let pairs = found.iter().zip(expected);
            largest(pairs.map(|((_, found), (_, expected))| error(found, expected)))
        }
        (Value::Members(found), Value::Members(expected)) if found.len() == expected.len() => largest(
            found
                .iter()
                .zip(expected)
                .map(|(found, expected)| error(found, expected)),
        ),
        _ => None,
    }
}

fn largest(mut errors: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    errors.try_fold(0.0, |largest: f64, error| Some(largest.max(error?)))
}

/// Whether `Debug` wrote a float: an integer has neither a point nor an exponent.
fn is_float(text: &str) -> bool {
    text.contains(['.', 'e', 'N', 'f'])
}
