//! Reductions of values that an expression makes of the elements: a field of a struct of results with `lift` beside its reduction.

use std::marker::PhantomData;

use crate::input::element::Element;
use crate::monoid::operator::Operator;
use crate::monoid::output::Outcome;
use crate::monoid::parameters::Parameters as _;
use crate::monoid::traits::{Monoid as _, ReductionOnGpu};
use crate::needs::Needs;
use crate::types::gpu_type::GpuType as _;
use crate::wgsl::Module;

/// A function of the elements of an input, as Rust and as WGSL.
pub trait Mapping: Send + Sync + 'static {
    /// One element of the input.
    type From: Element;
    /// The value that is read in its place.
    type To: Element;

    /// The value of an element.
    fn map(x: Self::From) -> Self::To;

    /// Declares the function in `module` and returns its name.
    fn wgsl_map(module: &mut Module) -> String;
}

/// The operator `R` of the values that `M` makes of the elements.
pub struct OfMapped<R, M>(PhantomData<fn() -> (R, M)>);

// SAFETY: the text comes from that of `R` and of `M`.
unsafe impl<R: Operator<Input = M::To>, M: Mapping> ReductionOnGpu for OfMapped<R, M> {}

impl<R: Operator<Input = M::To>, M: Mapping> Operator for OfMapped<R, M> {
    type Input = M::From;
    type State = R::State;
    type Output = R::Output;
    type Params = R::Params;

    const OUTCOME: Outcome<R::Output> = R::OUTCOME;
    const FINISH_NEEDS: Needs = R::FINISH_NEEDS;
    const CONSTANT_LIFTS: &'static [&'static str] = R::CONSTANT_LIFTS;
    // A visitor of the operators that kernels fold on their own does not know that they read `M::To`.
    const SPLITS: bool = {
        assert!(
            !R::State::MIXED,
            "an operator whose members keep different orders takes no `lift` beside `by`: give each member a field of its own"
        );
        false
    };

    fn constant_lifts() -> Vec<&'static str> {
        R::constant_lifts()
    }

    #[inline(always)]
    fn lift_with(params: &R::Params, x: M::From) -> R::State {
        R::lift_with(params, M::map(x))
    }

    #[inline(always)]
    fn finish_with(params: &R::Params, state: R::State) -> R::Output {
        R::finish_with(params, state)
    }

    fn wgsl_name() -> String {
        R::wgsl_name()
    }

    fn wgsl_lift(module: &mut Module) -> String {
        let (map, lift) = (M::wgsl_map(module), R::wgsl_lift(module));
        let (input, state) = (M::From::wgsl_type(module), R::State::wgsl_type(module));
        module.function_with_params::<Self>("lift", &format!("{map}_lift"), R::Params::WORDS, &|_, name| {
            format!("fn {name}(x: {input}) -> {state} {{\n    return {lift}({map}(x));\n}}")
        })
    }

    fn wgsl_finish(module: &mut Module) -> String {
        R::wgsl_finish(module)
    }
}
