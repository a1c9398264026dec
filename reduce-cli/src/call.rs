//! Operators as they are written on the command line: `mean,count_above(0.5)`.

use crate::failure::Failure;
use crate::operator::Operator;

/// A name, and the values of the parameters behind it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call<'a> {
    pub(crate) name: &'a str,
    pub(crate) values: Option<Vec<&'a str>>,
}

impl<'a> Call<'a> {
    /// The calls in a list with commas between them; commas in parentheses separate values.
    ///
    /// # Errors
    /// If a parenthesis is missing.
    pub(crate) fn list(text: &'a str) -> Result<Vec<Self>, Failure> {
        let (mut calls, mut start, mut inside) = (Vec::new(), 0, false);
        for (index, character) in text.char_indices() {
            match character {
                '(' => inside = true,
                ')' => inside = false,
                ',' if !inside => {
                    calls.push(Self::of(&text[start..index])?);
                    start = index + 1;
                }
                _ => {}
            }
        }
        calls.push(Self::of(&text[start..])?);
        Ok(calls)
    }

    /// One call.
    ///
    /// # Errors
    /// If a parenthesis is missing.
    pub(crate) fn of(text: &'a str) -> Result<Self, Failure> {
        let text = text.trim();
        let Some((name, rest)) = text.split_once('(') else {
            return Ok(Self {
                name: text,
                values: None,
            });
        };
        let Some(values) = rest.strip_suffix(')').filter(|values| !values.contains(['(', ')'])) else {
            return Err(Failure::usage(format!(
                "`{text}` has no values between parentheses: write them as in `count_above(0.5)`, in quotes for the shell"
            )));
        };
        Ok(Self {
            name: name.trim_end(),
            values: Some(values.split(',').map(str::trim).collect()),
        })
    }

    /// `operator` with these values; none if it takes none.
    ///
    /// # Errors
    /// If there are other values than it takes.
    pub(crate) fn applied(&self, operator: &dyn Operator) -> Result<Option<Box<dyn Operator>>, Failure> {
        let (name, parameters) = (self.name, operator.parameters());
        let values = match (&self.values, parameters) {
            (None, []) => return Ok(None),
            (Some(_), []) => {
                return Err(Failure::usage(format!(
                    "{name} has no parameters: leave out the parentheses"
                )));
            }
            (Some(values), _) if values.len() == parameters.len() => values,
            (_, parameters) => {
                return Err(Failure::usage(format!(
                    "{name} takes {}: write `{name}({})`, in quotes for the shell",
                    parameters.join(" and "),
                    parameters.join(", ").to_uppercase()
                )));
            }
        };
        operator
            .with(values)
            .map_err(|problem| Failure::usage(format!("{name}: {problem}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_parentheses_separate_values() {
        let calls = Call::list("mean, histogram(0, 100,32) ,max").map(|calls| {
            calls
                .into_iter()
                .map(|call| (call.name, call.values.unwrap_or_default()))
                .collect::<Vec<_>>()
        });
        assert_eq!(
            calls,
            Ok(vec![
                ("mean", vec![]),
                ("histogram", vec!["0", "100", "32"]),
                ("max", vec![])
            ])
        );
    }

    #[test]
    fn a_missing_parenthesis_is_a_usage_error() {
        for text in ["a(1", "a(1))", "a(1)b", "a(1", "a((1))"] {
            assert!(Call::list(text).is_err(), "{text}");
        }
    }
}
