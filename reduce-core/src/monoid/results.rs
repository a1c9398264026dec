//! Structs of results: the operators of their fields read one input, of elements or of elements with positions, in one pass.

use std::marker::PhantomData;

use crate::input::adapters::Values;
use crate::input::element::{Element, Slices};
use crate::input::indexed::Indexed;
use crate::monoid::operator::{FoldTile, Operator, VisitLeaf};
use crate::monoid::output::Outcome;
use crate::monoid::parameters::Parameters as _;
use crate::monoid::traits::ReductionOnGpu;
use crate::needs::Needs;
use crate::types::gpu_type::GpuType as _;
use crate::wgsl::{Module, construct_of, snake_case};

/// The input that operators of `Self` and of `Other` both read: elements with positions where one of them asks for these.
#[diagnostic::on_unimplemented(
    message = "this operator reads `{Other}`, and another or the struct `{Self}`",
    label = "reads another input",
    note = "all operators of a tuple, and of a struct of results, read one type of element, with its position or without"
)]
pub trait Both<Other> {
    /// That input.
    #[doc(hidden)]
    type Input: Element;
}

#[diagnostic::do_not_recommend]
impl<T: Element> Both<T> for T {
    type Input = T;
}

#[diagnostic::do_not_recommend]
impl<T: Element> Both<Indexed<T>> for T {
    type Input = Indexed<T>;
}

#[diagnostic::do_not_recommend]
impl<T: Element> Both<T> for Indexed<T> {
    type Input = Indexed<T>;
}

/// An input that operators of `Other` can read: the elements themselves, or their values without the positions.
pub trait ReadAs<Other: Element>: Element {
    /// The operator `R` as one of this input.
    type Reader<R: Operator<Input = Other>>: Operator<Input = Self, State = R::State, Output = R::Output, Params = R::Params>;
}

#[diagnostic::do_not_recommend]
impl<T: Element> ReadAs<T> for T {
    type Reader<R: Operator<Input = T>> = R;
}

#[diagnostic::do_not_recommend]
impl<T: Element> ReadAs<T> for Indexed<T> {
    type Reader<R: Operator<Input = T>> = OfValues<R>;
}

/// The operator `R` of elements whose positions it does not read.
pub struct OfValues<R>(PhantomData<fn() -> R>);

// SAFETY: the text comes from that of `R`.
unsafe impl<R: Operator> ReductionOnGpu for OfValues<R> {}

impl<R: Operator> Operator for OfValues<R> {
    type Input = Indexed<R::Input>;
    type State = R::State;
    type Output = R::Output;
    type Params = R::Params;

    const OUTCOME: Outcome<R::Output> = R::OUTCOME;
    const FINISH_NEEDS: Needs = R::FINISH_NEEDS;
    const CONSTANT_LIFTS: &'static [&'static str] = R::CONSTANT_LIFTS;
    const SPLITS: bool = R::SPLITS;

    fn constant_lifts() -> Vec<&'static str> {
        R::constant_lifts()
    }

    fn each_leaf<V: VisitLeaf>(visitor: &mut V, path: &str, word: usize) {
        /// Visits the operators of values as those of elements with positions.
        struct Positioned<'v, V>(&'v mut V);
        impl<V: VisitLeaf> VisitLeaf for Positioned<'_, V> {
            fn leaf<L: Operator>(&mut self, path: &str, word: usize) {
                self.0.leaf::<OfValues<L>>(path, word);
            }
        }
        R::each_leaf(&mut Positioned(visitor), path, word);
    }

    fn fold_tile<F: FoldTile, S: Slices<Item = Self::Input>>(params: &R::Params, tile: S) -> R::State {
        R::fold_tile::<F, Values<S>>(params, Values(tile))
    }

    #[inline(always)]
    fn lift_with(params: &R::Params, x: Self::Input) -> R::State {
        R::lift_with(params, x.value)
    }

    #[inline(always)]
    fn finish_with(params: &R::Params, state: R::State) -> R::Output {
        R::finish_with(params, state)
    }

    fn wgsl_name() -> String {
        R::wgsl_name()
    }

    fn wgsl_lift(module: &mut Module) -> String {
        let lift = R::wgsl_lift(module);
        let (input, state) = (Self::Input::wgsl_type(module), R::State::wgsl_type(module));
        module.function_with_params::<Self>("lift", &format!("{lift}_of_value"), R::Params::WORDS, &|_, name| {
            format!("fn {name}(x: {input}) -> {state} {{\n    return {lift}(x.value);\n}}")
        })
    }

    fn wgsl_finish(module: &mut Module) -> String {
        R::wgsl_finish(module)
    }
}

/// Declares `finish` of the struct of results `S`, whose `members` are an operator; `paths` say where in their output the fields are.
pub fn finish_of_results<S: Operator<Params = M::Params, State = M::State>, M: Operator>(
    paths: &[&str],
    fingerprint: u64,
    module: &mut Module,
) -> String {
    module.note(fingerprint);
    let wanted = format!("{}_finish", snake_case(&S::wgsl_name()));
    module.function_with_params::<S>("finish", &wanted, S::Params::WORDS, &|module, name| {
        let (state, finish) = (S::State::wgsl_type(module), M::wgsl_finish(module));
        let Some(device) = S::OUTCOME.device else {
            module.refuse("the struct of results does not derive GpuType".to_owned());
            return String::new();
        };
        let output = (device.kind)(module);
        let value = construct_of(&output, &fields_at(paths));
        format!("fn {name}(s: {state}) -> {output} {{\n    let results = {finish}(s);\n    return {value};\n}}")
    })
}

/// The fields of `results` at these paths: compiled once, and not once per struct.
fn fields_at(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|path| format!("results{path}")).collect()
}

/// The leaves of a struct of results `S` with these members: itself where one kernel folds all, else those of the members.
pub fn each_leaf_of_results<S: Operator, M: Operator, V: VisitLeaf>(visitor: &mut V, path: &str, word: usize) {
    use crate::monoid::traits::Monoid as _;
    if S::State::MIXED {
        M::each_leaf(visitor, path, word);
    } else {
        visitor.leaf::<S>(path, word);
    }
}
