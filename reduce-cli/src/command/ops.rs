//! `reduce ops`: the operators, with their inputs and outputs.

use crate::catalogue::Catalogue;
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::operator::Operator;

/// All operators, one line each: the result of no elements is that of the first type.
pub(super) fn all(catalogue: &Catalogue) -> String {
    let mut rows = vec![["OPERATOR", "READS", "EMPTY", "GIVES"].map(str::to_owned)];
    for name in catalogue.names() {
        // The catalogue has every name that it lists.
        let Ok(found) = catalogue.named(name) else { continue };
        let types: Vec<ElementType> = found.iter().map(|operator| operator.input()).collect();
        let first = found[0];
        let gives = match first.summary() {
            "" => first.output(),
            summary => summary.to_owned(),
        };
        rows.push([
            name.to_owned(),
            ElementType::list(&types),
            first.of_none().text(),
            gives,
        ]);
    }
    table(&rows)
}

/// The types of one operator, one line each.
///
/// # Errors
/// The nearest names if there is none.
pub(super) fn one(catalogue: &Catalogue, name: &str) -> Result<String, Failure> {
    let found = catalogue.named(name)?;
    let mut rows = vec![["OPERATOR", "READS", "GIVES", "EMPTY"].map(str::to_owned)];
    rows.extend(found.iter().map(|operator: &&dyn Operator| {
        let element = operator.input().to_string();
        [
            operator.name().to_owned(),
            element,
            operator.output(),
            operator.of_none().text(),
        ]
    }));
    Ok(table(&rows))
}

/// Columns below each other.
fn table(rows: &[[String; 4]]) -> String {
    let widths = [0, 1, 2].map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let line = |[a, b, c, d]: &[String; 4]| {
        let [first, second, third] = widths;
        format!("{a:first$}  {b:second$}  {c:third$}  {d}\n")
    };
    rows.iter().map(line).collect()
}
