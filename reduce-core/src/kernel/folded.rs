//! The states that a kernel over the input folds: those of the reduction, or those of its own members of a tuple that two kernels fold.

use std::any::TypeId;

use minijinja::context;
use minijinja::value::Value;

use super::step::Step;
use crate::error::Error;
use crate::monoid::column_form;
use crate::monoid::column_form::StructMember;
use crate::monoid::member::ColumnForm;
use crate::operator::recipe::{Leaf, Recipe};
use crate::order::canonical::Shape;
use crate::wgsl::{Module, construct_of, snake_case};

/// The states that a kernel folds.
pub(super) struct Folded<'a> {
    recipe: &'a Recipe,
    /// Those of these members; of none, the states of the whole reduction.
    leaves: Vec<Leaf>,
    /// Whether in the order of the input.
    ordered: bool,
}

/// Stands for the states of several members among what a module declares.
enum Several {}

/// Stands for the form of their columns.
enum SeveralColumns {}

impl<'a> Folded<'a> {
    /// The states that the kernel of `step` folds.
    ///
    /// # Errors
    /// [`Error::Policy`] if one kernel folds all of the reduction and `step` is the second of two.
    pub(super) fn by(recipe: &'a Recipe, step: Step) -> Result<Self, Error> {
        let runs = match step {
            Step::Runs | Step::UnalignedRuns => true,
            Step::GroupElements(kind) => kind.runs,
            _ => false,
        };
        if runs && !recipe.mixed {
            return Err(Error::Policy {
                problem: format!(
                    "one kernel folds the tiles of {}, which has no step for runs",
                    (recipe.name)()
                ),
                remedy: "take Step::Tiles",
            });
        }
        let (mut leaves, ordered) = if recipe.mixed && !matches!(step, Step::Tree { .. } | Step::GroupStates(_)) {
            ((recipe.leaves)(), runs)
        } else {
            (Vec::new(), recipe.shape.ordered)
        };
        leaves.retain(|leaf| leaf.recipe.commutative != runs);
        Ok(Self {
            recipe,
            leaves,
            ordered,
        })
    }

    /// The order of a tile.
    pub(super) fn shape(&self) -> Shape {
        Shape {
            ordered: self.ordered,
            ..self.recipe.shape
        }
    }

    /// Bytes of a state.
    pub(super) fn state_bytes(&self) -> usize {
        if let Some(one) = self.one() {
            return one.state_bytes;
        }
        let (mut bytes, mut align) = (0usize, 1);
        for leaf in &self.leaves {
            bytes = bytes.next_multiple_of(leaf.state_align) + leaf.recipe.state_bytes;
            align = align.max(leaf.state_align);
        }
        bytes.next_multiple_of(align)
    }

    /// Whether another kernel folds the other members.
    pub(super) fn is_partial(&self) -> bool {
        !self.leaves.is_empty()
    }

    /// The members of the states in memory that the kernel writes, where in its own it finds them, the functions that make their twins and, if
    /// `identities` are wanted, those that make the identities.
    pub(super) fn stores(&self, identities: bool, module: &mut Module) -> Vec<Value> {
        let mut stored = |recipe: &Recipe, to: &str, from: String| {
            let by = (recipe.store)(module);
            let identity = identities.then(|| (recipe.identity)(module));
            context! { to => to, from => from, by => by, identity => identity }
        };
        let mut of_leaf = |leaf: &Leaf, from| stored(&leaf.recipe, &leaf.path, from);
        match self.leaves.as_slice() {
            [] => vec![stored(self.recipe, "", String::new())],
            [leaf] => vec![of_leaf(leaf, String::new())],
            leaves => leaves
                .iter()
                .map(|leaf| of_leaf(leaf, format!(".{}", leaf.name())))
                .collect(),
        }
    }

    /// Declares the type of a state.
    pub(super) fn state(&self, module: &mut Module) -> String {
        if let Some(one) = self.one() {
            return (one.state)(module);
        }
        let members = self.each(|leaf| (leaf.name(), (leaf.recipe.state)(module)));
        module.structure_of(TypeId::of::<Several>(), &self.name(), members)
    }

    /// Declares the function that lifts an element to it.
    pub(super) fn lift(&self, module: &mut Module) -> String {
        if let Some(one) = self.one() {
            let first = self.leaves.first().map_or(0, |leaf| leaf.first_param);
            return module.with_params_at(first, one.lift);
        }
        let input = (self.recipe.input)(module);
        let values = self.each(|leaf| {
            let lift = module.with_params_at(leaf.first_param, leaf.recipe.lift);
            format!("{lift}(x)")
        });
        self.function("lift", &format!("x: {input}"), &values, module)
    }

    /// Declares the function that combines two.
    pub(super) fn combine(&self, module: &mut Module) -> String {
        if let Some(one) = self.one() {
            return (one.combine)(module);
        }
        let state = self.state(module);
        let values = self.each(|leaf| combined(leaf, module));
        self.function("combine", &format!("a: {state}, b: {state}"), &values, module)
    }

    /// Declares the function that fetches one from the lane at a distance.
    pub(super) fn shuffle(&self, module: &mut Module) -> String {
        if let Some(one) = self.one() {
            return (one.shuffle)(module);
        }
        let state = self.state(module);
        let values = self.each(|leaf| fetched(leaf, module));
        self.function(
            module.fetch.name(),
            &format!("value: {state}, distance: u32"),
            &values,
            module,
        )
    }

    /// The form of a column in fewer operations, where there is one.
    pub(super) fn column(&self, module: &mut Module) -> Option<ColumnForm> {
        if self.ordered {
            return None;
        }
        if let Some(one) = self.one() {
            return (one.column)(module);
        }
        let members = self.each(|leaf| StructMember {
            name: leaf.name(),
            kind: (leaf.recipe.state)(module),
            form: (leaf.recipe.column)(module),
            combined: combined(leaf, module),
        });
        let plain = self.each(|leaf| fetched(leaf, module));
        column_form::of_members(
            (TypeId::of::<Several>(), TypeId::of::<SeveralColumns>()),
            (self.state(module), self.name()),
            (members, plain),
            module,
        )
    }

    /// The reduction whose functions they are, if they are of one.
    fn one(&self) -> Option<&Recipe> {
        match self.leaves.as_slice() {
            [] => Some(self.recipe),
            [leaf] => Some(&leaf.recipe),
            _ => None,
        }
    }

    fn each<T>(&self, of: impl FnMut(&Leaf) -> T) -> Vec<T> {
        self.leaves.iter().map(of).collect()
    }

    /// The name that the states would like to have.
    fn name(&self) -> String {
        format!("{}Members", if self.ordered { "Run" } else { "Column" })
    }

    /// Declares a function that returns a state of these values.
    fn function(&self, role: &'static str, parameters: &str, values: &[String], module: &mut Module) -> String {
        let (state, wanted) = (self.state(module), format!("{}_{role}", snake_case(&self.name())));
        module.function_of((TypeId::of::<Several>(), role), &wanted, &|_, name| {
            let value = construct_of(&state, values);
            format!("fn {name}({parameters}) -> {state} {{\n    return {value};\n}}")
        })
    }
}

/// The member of `a` and that of `b`, combined.
fn combined(leaf: &Leaf, module: &mut Module) -> String {
    let (combine, name) = ((leaf.recipe.combine)(module), leaf.name());
    format!("{combine}(a.{name}, b.{name})")
}

/// The member of a `value` that is fetched from another lane.
fn fetched(leaf: &Leaf, module: &mut Module) -> String {
    format!("{}(value.{}, distance)", (leaf.recipe.shuffle)(module), leaf.name())
}
