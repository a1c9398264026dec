//! The type that a kernel folds a column in: the state, or a form of it that takes fewer operations.

use minijinja::context;
use minijinja::value::Value;

use crate::monoid::member::{ColumnForm, Shuffle};
use crate::operator::recipe::Recipe;
use crate::wgsl::Module;

/// The type and functions that fold the columns of a tile.
pub(super) struct Column {
    kind: String,
    /// The function that lifts an element to it.
    pub(super) lift: String,
    /// The function that combines two, of which all elements of the first come before those of the second.
    fold: String,
    /// The function that combines any two.
    combine: String,
    /// Whether a column is folded in the state itself.
    pub(super) is_plain: bool,
    /// The function that makes a state of a column, where the workgroup reduces states.
    first: Option<String>,
    /// The function that makes a state of the workgroup's result, where it reduces columns.
    result: Option<String>,
    /// The type that invocations exchange.
    pub(super) exchanged: Exchanged,
}

/// The type that invocations exchange, the function that combines two, and the one that fetches one from another lane of the subgroup, if shuffles do.
pub(super) struct Exchanged {
    pub(super) kind: String,
    pub(super) combine: String,
    pub(super) shuffle: String,
}

impl Exchanged {
    pub(super) fn value(&self) -> Value {
        context! { kind => &self.kind, combine => &self.combine, shuffle => &self.shuffle }
    }
}

impl Column {
    /// In `form`, or in the state itself, whose lift and invocations are given.
    pub(super) fn of(
        recipe: &Recipe,
        form: Option<ColumnForm>,
        lift: &str,
        exchanged: Exchanged,
        module: &mut Module,
    ) -> Self {
        let Some(form) = form else {
            return Self {
                kind: exchanged.kind.clone(),
                lift: lift.to_owned(),
                fold: exchanged.combine.clone(),
                combine: exchanged.combine.clone(),
                is_plain: true,
                first: None,
                result: None,
                exchanged,
            };
        };
        let lift = (recipe.lift_to_column)(lift, &form, module);
        // Built-ins fold states, and so do invocations without shuffles, for which it was not measured.
        let (first, result, exchanged) = match form.shuffle {
            Some(Shuffle::Function(shuffle)) if !exchanged.shuffle.is_empty() => {
                let exchanged = Exchanged {
                    kind: form.kind.clone(),
                    combine: form.combine.clone(),
                    shuffle,
                };
                (None, form.from_key, exchanged)
            }
            _ => (form.from_key, None, exchanged),
        };
        Self {
            kind: form.kind,
            lift,
            fold: form.fold,
            combine: form.combine,
            is_plain: false,
            first,
            result,
            exchanged,
        }
    }

    /// Whether a column has the form in which the invocations exchange states.
    pub(super) fn is_as_exchanged(&self) -> bool {
        self.kind == self.exchanged.kind
    }

    /// Whether the invocations exchange columns by shuffles.
    pub(super) fn is_exchanged(&self) -> bool {
        self.is_as_exchanged() && !self.exchanged.shuffle.is_empty()
    }

    /// The type of a column.
    pub(super) fn kind(&self) -> &str {
        &self.kind
    }

    /// The hole `column` of the templates, where `first` is the first column of an invocation.
    pub(super) fn value(&self, first: &str) -> Value {
        let called = |function: &Option<String>, value: &str| match function {
            Some(function) => format!("{function}({value})"),
            None => value.to_owned(),
        };
        context! {
            kind => &self.kind, lift => &self.lift, fold => &self.fold, combine => &self.combine,
            first => called(&self.first, first), first_by => self.first.as_deref().unwrap_or_default(), result => called(&self.result, "folded"),
        }
    }
}
