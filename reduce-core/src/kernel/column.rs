//! What a kernel folds a column in: the state, or the form of it that takes fewer operations.

use minijinja::context;
use minijinja::value::Value;

use crate::column_form::ColumnForm;
use crate::recipe::Recipe;
use crate::wgsl::Module;

/// What the columns of a block are folded in.
pub(super) struct Column {
    kind: String,
    /// The function that lifts an element to it.
    pub(super) lift: String,
    /// The function that combines two.
    combine: String,
    /// The state of the first column.
    first: String,
}

impl Column {
    /// In `form`, or in the state itself, whose type and functions are given.
    pub(super) fn of(
        recipe: &Recipe,
        form: Option<ColumnForm>,
        [state, lift, combine]: [&str; 3],
        module: &mut Module,
    ) -> Self {
        let Some(form) = form else {
            return Self {
                kind: state.to_owned(),
                lift: lift.to_owned(),
                combine: combine.to_owned(),
                first: "c0".to_owned(),
            };
        };
        let lift = (recipe.lift_to_column)(lift, &form, module);
        let ColumnForm {
            kind, combine, leave, ..
        } = form;
        Self {
            first: format!("{leave}(c0)"),
            kind,
            lift,
            combine,
        }
    }

    pub(super) fn value(&self) -> Value {
        let Self {
            kind,
            lift,
            combine,
            first,
        } = self;
        context! { kind => kind, lift => lift, combine => combine, first => first }
    }
}
