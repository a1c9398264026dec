//! Operators as they are written on the command line: `mean,count_above(0.5),histogram(low=0,high=100,bins=32)`.

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
            (values, parameters) => values.as_ref().and_then(|values| in_order(values, parameters)),
        };
        let values = values.ok_or_else(|| {
            Failure::usage(format!(
                "{name} takes {}: write `{name}({})`, in quotes for the shell",
                listed(parameters),
                parameters.join(", ").to_uppercase()
            ))
        })?;
        operator
            .with(&values)
            .map_err(|problem| Failure::usage(format!("{name}: {problem}")))
    }

    /// [`applied`](Self::applied) where values change nothing that is shown: without any, none are applied.
    ///
    /// # Errors
    /// As [`applied`](Self::applied).
    pub(crate) fn applied_if_given(&self, operator: &dyn Operator) -> Result<Option<Box<dyn Operator>>, Failure> {
        match self.values {
            None => Ok(None),
            Some(_) => self.applied(operator),
        }
    }
}

/// The values in the order of the parameters, if each has one: first those without a name, then those with theirs, `bins=32`.
fn in_order<'a>(values: &[&'a str], parameters: &[&str]) -> Option<Vec<&'a str>> {
    let mut found = vec![None; parameters.len()];
    let mut named = false;
    for (index, value) in values.iter().enumerate() {
        let (place, value) = match value.split_once('=') {
            Some((name, value)) => {
                named = true;
                let place = parameters.iter().position(|parameter| *parameter == name.trim_end());
                (place?, value.trim_start())
            }
            None if named => return None,
            None => (index, *value),
        };
        if found.get_mut(place)?.replace(value).is_some() {
            return None;
        }
    }
    found.into_iter().collect()
}

/// `low, high and bins`.
fn listed(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
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
    fn values_have_places_or_names() {
        let parameters = ["low", "high", "bins"];
        for values in [
            ["0", "1", "8"],
            ["0", "1", "bins=8"],
            ["0", "bins = 8", "high=1"],
            ["bins=8", "high=1", "low=0"],
        ] {
            assert_eq!(in_order(&values, &parameters), Some(vec!["0", "1", "8"]), "{values:?}");
        }
        for values in [
            ["0", "1", "low=8"],
            ["low=0", "1", "8"],
            ["0", "1", "steps=8"],
            ["low=0", "low=0", "bins=8"],
        ] {
            assert_eq!(in_order(&values, &parameters), None, "{values:?}");
        }
        assert_eq!(in_order(&["0", "1"], &parameters), None);
        assert_eq!(in_order(&["0", "1", "8", "9"], &parameters), None);
        assert_eq!(listed(&parameters), "low, high and bins");
        assert_eq!(listed(&["limit"]), "limit");
    }

    #[test]
    fn a_missing_parenthesis_is_a_usage_error() {
        for text in ["a(1", "a(1))", "a(1)b", "a(1", "a((1))"] {
            assert!(Call::list(text).is_err(), "{text}");
        }
    }
}
