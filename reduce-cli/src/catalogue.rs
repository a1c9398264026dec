//! Operators by name and type of element.

use crate::built_in;
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::operator::Operator;

/// Names that others have for these operators, where no operator of one's own has them.
const ALIASES: [(&str, &str); 6] = [
    ("average", "mean"),
    ("avg", "mean"),
    ("norm", "l2norm"),
    ("std", "stddev"),
    ("var", "variance"),
    ("welford", "variance"),
];

/// Every operator that can be asked for.
pub(crate) struct Catalogue(Vec<Box<dyn Operator>>);

impl Catalogue {
    /// The built-in operators behind `own`, which hide those of the same name and type.
    pub(crate) fn with(mut own: Vec<Box<dyn Operator>>) -> Self {
        own.extend(built_in::operators());
        Self(own)
    }

    /// The names, each once.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for operator in &self.0 {
            if !names.contains(&operator.name()) {
                names.push(operator.name());
            }
        }
        names
    }

    /// The operators of exactly this name, one for each type.
    fn called(&self, wanted: &str) -> Vec<&dyn Operator> {
        let mut found: Vec<&dyn Operator> = Vec::new();
        for operator in self.0.iter().filter(|operator| plain(operator.name()) == wanted) {
            if found.iter().all(|other| other.input() != operator.input()) {
                found.push(operator.as_ref());
            }
        }
        found
    }

    /// The operator `name` on each of its types.
    ///
    /// # Errors
    /// The nearest names if there is none.
    pub(crate) fn named(&self, name: &str) -> Result<Vec<&dyn Operator>, Failure> {
        let mut found = self.called(&plain(name));
        if found.is_empty()
            && let Some((_, usual)) = ALIASES.iter().find(|(alias, _)| *alias == plain(name))
        {
            found = self.called(usual);
        }
        if found.is_empty() {
            return Err(Failure::unknown(
                "operator",
                name,
                self.names(),
                "`reduce ops` lists them",
            ));
        }
        Ok(found)
    }

    /// The operator `name` on elements of this type, or the first that it reads.
    ///
    /// # Errors
    /// As [`on`](Self::on).
    pub(crate) fn first(&self, name: &str, element: Option<ElementType>) -> Result<&dyn Operator, Failure> {
        let first = || self.named(name).map(|found| found[0]);
        element.map_or_else(first, |element| self.on(name, element))
    }

    /// The operator `name` on elements of this type.
    ///
    /// # Errors
    /// The nearest names if there is none; the types that it has if this one is not among them.
    pub(crate) fn on(&self, name: &str, element: ElementType) -> Result<&dyn Operator, Failure> {
        let found = self.named(name)?;
        let types: Vec<ElementType> = found.iter().map(|operator| operator.input()).collect();
        let there = found.into_iter().find(|operator| operator.input() == element);
        there.ok_or_else(|| {
            let types = ElementType::list(&types);
            Failure::usage(format!(
                "{name} reads no {element}; it reads {types}: convert the input to one of them or name another operator"
            ))
        })
    }
}

/// A name as it is compared: `arg_max`, `ArgMax` and `argmax` are one.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-'], "")
}
