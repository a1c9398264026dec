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
    /// What the workgroup reduces, made of the first column, and the state that it makes in the end.
    first: String,
    result: String,
    /// What they fold it in.
    pub(super) exchanged: Exchanged,
}

/// What invocations exchange, the function that combines two, and the one that fetches one from another lane of the subgroup, if shuffles do.
pub(super) struct Exchanged {
    pub(super) kind: String,
    pub(super) combine: String,
    pub(super) shuffle_xor: String,
}

impl Exchanged {
    pub(super) fn value(&self) -> Value {
        context! { kind => &self.kind, combine => &self.combine, shuffle_xor => &self.shuffle_xor }
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
        let (first, result) = ("c0".to_owned(), "folded".to_owned());
        let Some(form) = form else {
            return Self {
                kind: exchanged.kind.clone(),
                lift: lift.to_owned(),
                fold: exchanged.combine.clone(),
                combine: exchanged.combine.clone(),
                first,
                result,
                exchanged,
            };
        };
        let lift = (recipe.lift_to_column)(lift, &form, module);
        let left = |value: String| match &form.from_key {
            Some(from_key) => format!("{from_key}({value})"),
            None => value,
        };
        // Built-ins fold states, and so do invocations without shuffles, for which it was not measured.
        let (first, result, exchanged) = match form.shuffle {
            Some(Shuffle::Function(shuffle_xor)) if !exchanged.shuffle_xor.is_empty() => {
                let exchanged = Exchanged {
                    kind: form.kind.clone(),
                    combine: form.combine.clone(),
                    shuffle_xor,
                };
                (first, left(result), exchanged)
            }
            _ => (left(first), result, exchanged),
        };
        Self {
            kind: form.kind,
            lift,
            fold: form.fold,
            combine: form.combine,
            first,
            result,
            exchanged,
        }
    }

    pub(super) fn value(&self) -> Value {
        let Self {
            kind,
            lift,
            fold,
            combine,
            first,
            result,
            ..
        } = self;
        context! { kind => kind, lift => lift, fold => fold, combine => combine, first => first, result => result }
    }
}
