//! The type that a kernel folds a column in: the state, or a form of it that takes fewer operations.

use minijinja::context;
use minijinja::value::Value;

use crate::monoid::member::{ColumnForm, Shuffle};
use crate::operator::recipe::Recipe;
use crate::wgsl::Module;

/// The type and functions that fold the columns of a block.
pub(super) struct Column {
    kind: String,
    /// The function that lifts an element to it.
    pub(super) lift: String,
    /// The function that combines two, of which all elements of the first come before those of the second.
    fold: String,
    /// The function that combines any two.
    combine: String,
    /// What the lanes fold of the first column, and the state that it makes in the end.
    first: String,
    result: String,
    /// What they fold it in.
    pub(super) lanes: Lanes,
}

/// What lanes fold, the function that combines two, and the one that fetches one from another lane, if shuffles do.
pub(super) struct Lanes {
    pub(super) kind: String,
    pub(super) combine: String,
    pub(super) shuffle_xor: String,
}

impl Lanes {
    pub(super) fn value(&self) -> Value {
        context! { kind => &self.kind, combine => &self.combine, shuffle_xor => &self.shuffle_xor }
    }
}

impl Column {
    /// In `form`, or in the state itself, whose lift and lanes are given.
    pub(super) fn of(recipe: &Recipe, form: Option<ColumnForm>, lift: &str, lanes: Lanes, module: &mut Module) -> Self {
        let (first, result) = ("c0".to_owned(), "folded".to_owned());
        let Some(form) = form else {
            return Self {
                kind: lanes.kind.clone(),
                lift: lift.to_owned(),
                fold: lanes.combine.clone(),
                combine: lanes.combine.clone(),
                first,
                result,
                lanes,
            };
        };
        let lift = (recipe.lift_to_column)(lift, &form, module);
        let left = |value: String| match &form.leave {
            Some(leave) => format!("{leave}({value})"),
            None => value,
        };
        // Built-ins fold states, and so do lanes without shuffles, for which it was not measured.
        let (first, result, lanes) = match form.shuffle {
            Some(Shuffle::Function(shuffle_xor)) if !lanes.shuffle_xor.is_empty() => {
                let lanes = Lanes {
                    kind: form.kind.clone(),
                    combine: form.combine.clone(),
                    shuffle_xor,
                };
                (first, left(result), lanes)
            }
            _ => (left(first), result, lanes),
        };
        Self {
            kind: form.kind,
            lift,
            fold: form.fold,
            combine: form.combine,
            first,
            result,
            lanes,
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
