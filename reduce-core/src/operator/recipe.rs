//! A reduction as the generator of kernels sees it, as plain functions and numbers: their generator is compiled once, and not once
//! per operator.

use std::any::TypeId;
use std::vec::IntoIter;

use crate::input::element::{Element, Part};
use crate::monoid::any_order::{self, Atomics, SumOfBytes};
use crate::monoid::member::ColumnForm;
use crate::monoid::operator::{Operator, VisitLeaf};
use crate::monoid::output::DeviceOutcome;
use crate::monoid::parameters::Parameters as _;
use crate::monoid::traits::Monoid;
use crate::needs::Needs;
use crate::order::canonical::Shape;
use crate::types::construct::shuffle_function;
use crate::types::gpu_type::GpuType;
use crate::types::stored::Stored as _;
use crate::wgsl::Module;

/// Declares something in a module and returns its name.
type Declared = fn(&mut Module) -> String;

/// One reduction, to the generator of kernels.
#[derive(Clone, Copy)]
pub(crate) struct Recipe {
    pub(crate) name: fn() -> String,
    pub(crate) input: Declared,
    pub(crate) state: Declared,
    /// The type in which buffers hold a state, and the functions between both; no names where it is the state itself.
    pub(crate) stored: Declared,
    pub(crate) store: Declared,
    pub(crate) load: Declared,
    pub(crate) lift: Declared,
    pub(crate) combine: Declared,
    pub(crate) identity: Declared,
    pub(crate) finish: Declared,
    /// The form in which columns are folded, and the function that lifts to it.
    pub(crate) column: fn(&mut Module) -> Option<ColumnForm>,
    pub(crate) lift_to_column: fn(&str, &ColumnForm, &mut Module) -> String,
    /// The function that folds a subgroup by built-ins.
    pub(crate) subgroup: fn(&mut Module) -> Option<String>,
    pub(crate) shuffle: Declared,
    /// A state in memory that atomics combine, and how.
    pub(crate) atomics: fn(&mut Module) -> Option<Atomics>,
    /// The states of workgroups, their result, and a count.
    pub(crate) counted: Declared,
    /// How the state of several packed bytes is made from their sum.
    pub(crate) sum_of_bytes: fn(&mut Module) -> Option<SumOfBytes>,
    /// Whether there is such a sum.
    pub(crate) adds_bytes: bool,
    /// An element, from the values of its parts and its position.
    pub(crate) element: fn(&mut IntoIter<String>, &str, &mut Module) -> String,
    pub(crate) parts: fn() -> Vec<Part>,
    pub(crate) positioned: bool,
    /// The result, where a device can write it.
    pub(crate) output: Option<DeviceOutcome>,
    pub(crate) output_needs: Needs,
    /// Device abilities that elements and states need.
    pub(crate) needs: Needs,
    pub(crate) state_bytes: usize,
    pub(crate) shape: Shape,
    /// The fields that each lifted element sets to the same number.
    pub(crate) constants: fn() -> Vec<&'static str>,
    /// Whether the state is combined field by field, by the operators of fields alone.
    pub(crate) fieldwise: Option<bool>,
    pub(crate) exact: bool,
    pub(crate) commutative: bool,
    /// Whether two kernels fold the tiles, one in the order of the input and one by columns, each its own of the `leaves`.
    pub(crate) mixed: bool,
    pub(crate) leaves: fn() -> Vec<Leaf>,
    /// Whether no order changes a bit.
    pub(crate) takes_any_order: bool,
    /// The bins of an operator that counts.
    pub(crate) bins: Option<Bins>,
}

/// The bins of an operator that counts elements, and whose state is their counts.
#[derive(Clone, Copy)]
pub(crate) struct Bins {
    pub(crate) count: u32,
    /// The function from an element to its bin, which is `count` or more where it is not counted.
    pub(crate) of: Declared,
    /// Whether the counts are the result, word for word.
    pub(crate) is_result: bool,
}

impl Recipe {
    pub(crate) const fn of<R: Operator>() -> Self {
        Self {
            name: R::wgsl_name,
            input: R::Input::wgsl_type,
            state: R::State::wgsl_type,
            stored: R::State::wgsl_stored,
            store: store_of::<R::State>,
            load: load_of::<R::State>,
            lift: R::wgsl_lift,
            combine: R::State::wgsl_combine,
            identity: R::State::wgsl_identity,
            finish: R::wgsl_finish,
            column: R::State::wgsl_column,
            lift_to_column: lift_to_column::<R>,
            subgroup: R::State::wgsl_subgroup,
            shuffle: shuffle_function::<R::State>,
            atomics: any_order::atomics::<R::State>,
            counted: counted::<R::State>,
            sum_of_bytes: SumOfBytes::of::<R>,
            adds_bytes: any_order::adds_bytes::<R>(),
            element: R::Input::wgsl_element,
            parts: R::Input::parts,
            positioned: R::Input::POSITIONED,
            output: R::OUTCOME.device,
            output_needs: R::FINISH_NEEDS,
            needs: R::Input::NEEDS.union(R::State::NEEDS),
            state_bytes: R::State::BYTES,
            shape: Shape::of::<R>(),
            constants: R::constant_lifts,
            fieldwise: R::State::FIELDWISE,
            exact: R::State::EXACT,
            commutative: R::State::COMMUTATIVE,
            mixed: R::State::MIXED,
            leaves: leaves::<R>,
            takes_any_order: any_order::takes_any_order::<R>(),
            bins: match R::BINNED {
                Some(binned) => Some(Bins {
                    count: binned.bins,
                    of: binned.wgsl,
                    is_result: binned.is_result,
                }),
                None => None,
            },
        }
    }
}

/// A reduction in a tuple (or in a tuple in it) with a member that keeps the order of the input and another whose bits depend on the canonical order:
/// one kernel folds it.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// The path of its state in that of the tuple, in WGSL: `._0._1`.
    pub(crate) path: String,
    pub(crate) recipe: Recipe,
    /// Where its parameters begin in those of the tuple.
    pub(crate) first_param: usize,
    pub(crate) state_align: usize,
}

impl Leaf {
    /// Its path as the name of a member.
    pub(crate) fn name(&self) -> String {
        self.path.replace('.', "")
    }
}

/// The reductions in `R` that kernels fold on their own.
fn leaves<R: Operator>() -> Vec<Leaf> {
    struct Leaves(Vec<Leaf>);
    impl VisitLeaf for Leaves {
        fn leaf<R: Operator>(&mut self, path: &str, word: usize) {
            self.0.push(Leaf {
                path: path.to_owned(),
                recipe: Recipe::of::<R>(),
                first_param: word,
                state_align: R::State::ALIGNED,
            });
        }
    }
    let mut found = Leaves(Vec::new());
    R::each_leaf(&mut found, "", 0);
    found.0
}

impl std::fmt::Debug for Recipe {
    /// The addresses of functions differ from run to run.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Recipe of {}", (self.name)())
    }
}

/// Declares the function that makes the twin of a state.
fn store_of<S: Monoid>(module: &mut Module) -> String {
    function_of(&S::wgsl_store("", module))
}

/// Declares the function that makes a state of its twin.
fn load_of<S: Monoid>(module: &mut Module) -> String {
    function_of(&S::wgsl_load("", module))
}

/// The name of the function that is called on nothing.
fn function_of(call: &str) -> String {
    call.trim_end_matches("()").to_owned()
}

/// Declares the function that lifts an element to the form of a column.
fn lift_to_column<R: Operator>(lift: &str, form: &ColumnForm, module: &mut Module) -> String {
    let key = (TypeId::of::<R>(), "lift to a column");
    lift_to_column_of(key, R::Input::wgsl_type, R::Params::WORDS, lift, form, module)
}

fn lift_to_column_of(
    key: (TypeId, &'static str),
    input: Declared,
    words: usize,
    lift: &str,
    form: &ColumnForm,
    module: &mut Module,
) -> String {
    let input = input(module);
    let ColumnForm { kind, to_key, .. } = form;
    let Some(to_key) = to_key else {
        return lift.to_owned();
    };
    module.function_of_with_params(key, &format!("{lift}_column"), words, &|_, name| {
        format!("fn {name}(x: {input}) -> {kind} {{\n    return {to_key}({lift}(x));\n}}")
    })
}

/// Declares the states of the workgroups, the result that the last of them makes, and how many are done.
fn counted<S: Monoid>(module: &mut Module) -> String {
    /// Stands for the type of `S` among the declarations of a module.
    struct Of<S>(S);
    counted_of(TypeId::of::<Of<S>>(), &S::wgsl_name(), S::wgsl_stored, module)
}

fn counted_of(of: TypeId, state_name: &str, state: Declared, module: &mut Module) -> String {
    module.structure_with(of, &format!("{state_name}Tiles"), &|module| {
        let state = state(module);
        let states = format!("array<{state}>");
        vec![
            ("result", state),
            ("done", "atomic<u32>".to_owned()),
            ("states", states),
        ]
    })
}
