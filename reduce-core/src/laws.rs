//! The laws of a monoid, tried on random and special values: the checks that `check_monoid!` of `reduce-wgpu` runs.
//!
//! `subject` (a monoid alone, or a reduction) → `operator` (its functions) → `sample` (values, from simple to special) →
//! `operand`, `panics`, `search` (trials of each `law`, and the way to the smallest counterexample) with `compare` (equal, or near enough) →
//! `report`.
//! `wgsl` asks naga on every set of abilities; `engine` compares the CPU with another engine.
//!
//! ```
//! use reduce_core::{laws::Check, ops};
//! Check::<ops::Max<f32>>::reduction("Max").laws()?;
//! # Ok::<(), reduce_core::laws::Broken>(())
//! ```

mod caught;
mod compare;
mod engine;
mod erased;
mod law;
mod leaves;
mod operand;
mod operator;
mod panics;
mod report;
mod sample;
mod search;
mod subject;
mod wgsl;

pub use report::{Broken, Counterexample};
pub use subject::Itself;

use crate::caps::Caps;
use crate::cpu;
use crate::error::Error;
use crate::input::element::Plain;
use crate::monoid::operator::Operator;
use crate::monoid::parameters::NoParameters;
use crate::monoid::traits::Monoid;
use crate::monoid::value::OperatorValue;
use crate::operator::recipe::Recipe;
use crate::operator::reproducibility;
use crate::operator::validate::Floats;
use crate::order::canonical::Shape;
use erased::ErasedCheck;
use operator::ErasedOperator;
use sample::Domain;

/// A check of the laws, and how strict it is.
///
/// # Where states come from
/// * A [`reduction`](Self::reduction): inputs are lifted, and up to three of them combined. Inputs are small numbers, fractions, and special values:
///   −0, infinities, NaN, the smallest and the greatest.
///   small, except where every state is valid: a state of one scalar, or one derived field by field. That integers add up
///   beyond their type is tried with one field at its greatest value.
/// * [`states`](Self::states) adds states of your own, which, unlike generated ones, may contain infinities and NaN.
///
/// # What "equal" means
/// A monoid that claims `EXACT` has to give the same bits, for special values as well; every NaN counts as the same. For other monoids, integers have
/// to be equal, and floats up to a tolerance times the largest magnitude among the float fields of all states that take part, because terms may
/// cancel: 2^-15 (256 steps of f32) for f32, 2^-44 (256 steps of f64) for f64. Generated states are compared only where their numbers are between
/// −2^40 and 2^40, beyond which squares may overflow; the identity has to leave infinities alone as well, unless they become NaN. An infinity that
/// the identity has in the same field, to say that there is nothing yet, excuses nothing.
///
/// Operands for which a function panics break no law; the panic is reported beside the laws that others break.
///
/// The values are the same in every run.
pub struct Check<R: Operator> {
    erased: ErasedCheck,
    params: R::Params,
}

impl<M: Monoid> Check<Itself<M>> {
    /// A check of `M` without a reduction, under the name `name`. It does not say which states come before which in an input, so a
    /// `combine_in_order` is not tried.
    #[must_use]
    pub fn monoid(name: &str) -> Self {
        let mut check = Self::reduction(name);
        let erased = &mut check.erased;
        erased.operator.inputs.domain = match M::FIELDWISE {
            Some(true) => Domain::Any,
            None if erased.operator.fields.is_scalar() => Domain::Any,
            _ => Domain::Positive,
        };
        erased.alone = true;
        // A truth value of 5 is no state, but the result of a combine is.
        erased.fewest = if M::FIELDWISE.is_some() { 2 } else { 1 };
        check
    }
}

impl<R: Operator<Params: NoParameters>> Check<R> {
    /// A check of `R` and its state, under the name `name`.
    #[must_use]
    pub fn reduction(name: &str) -> Self {
        Self::with_params(name, NoParameters::NONE)
    }
}

impl<R: Operator> Check<R> {
    /// A check of an operator with these parameters, and of its state, under the name `name`.
    #[must_use]
    pub fn using(name: &str, value: impl OperatorValue<Operator = R>) -> Self {
        Self::with_params(name, value.params())
    }

    /// [`using`](Self::using) with the parameters themselves.
    #[doc(hidden)]
    #[must_use]
    pub fn with_params(name: &str, params: R::Params) -> Self {
        Self {
            erased: ErasedCheck {
                name: name.to_owned(),
                operator: ErasedOperator::of::<R>(params.clone()),
                tolerance: None,
                states: Vec::new(),
                alone: false,
                fewest: 1,
            },
            params,
        }
    }

    /// The parameters of the operator.
    #[doc(hidden)]
    #[must_use]
    pub fn params(&self) -> &R::Params {
        &self.params
    }

    /// Whether `combine_in_order` is written and this check does not try it.
    #[doc(hidden)]
    #[must_use]
    pub fn leaves_order_out(&self) -> bool {
        self.erased.alone && self.erased.operator.has_order
    }

    /// Floats may differ by `relative` times the largest magnitude that takes part.
    #[must_use]
    pub fn tolerance(mut self, relative: f64) -> Self {
        self.erased.tolerance = Some(relative);
        self
    }

    /// Adds states that the laws have to hold for.
    #[must_use]
    pub fn states(mut self, states: impl IntoIterator<Item = R::State>) -> Self {
        let states = states.into_iter().map(|state| operator::bytes(&state));
        self.erased.states.extend(states);
        self
    }

    /// Sets how messages show a state and an input; where the function returns `None`, they show the fields.
    #[must_use]
    pub fn shown(mut self, state: fn(&R::State) -> Option<String>, input: fn(&R::Input) -> Option<String>) -> Self {
        self.erased.operator.show_state = operator::show(state);
        self.erased.operator.show_input = operator::show_element(input);
        self
    }

    /// Generates the kernels for every set of abilities and tries the laws: some thousand combines, without a device.
    ///
    /// # Errors
    /// Every law that does not hold, each with the smallest counterexample that was found.
    pub fn laws(&self) -> Result<(), Broken> {
        let mut found = wgsl::refused::<R>();
        found.extend(self.erased.broken_laws());
        self.erased
            .report(found)
            .map_err(|broken| self.erased.with_states(broken))
    }

    /// Reduces the same inputs on the CPU and by `run`, which is `engine` in messages: 0 to 5 elements, about a subgroup, a
    /// row, a tile, and two tiles and one. Returns how they were compared.
    ///
    /// To the last bit where every float operation has one right result; infinities and NaN are left out where a hand-written
    /// operator calculates with floats, for WGSL lets a driver assume that there are none. Where drivers may round in their own
    /// way: ordinary numbers, up to the tolerance times the steps that an element takes part in. For functions such as `sin`, of
    /// which WGSL asks some ten bits only: 32 times that, and no more than 33 elements.
    ///
    /// # Errors
    /// The shortest input that was found for which they differ, or the error of `run`.
    pub fn against(
        &self,
        engine: &str,
        run: impl Fn(&[R::Input]) -> Result<R::State, Error>,
    ) -> Result<String, Broken> {
        self.against_device(&Caps::webgpu(), engine, run)
    }

    /// [`against`](Self::against) for a device with `caps`: to the last bit where its kernels are held to it ([`Caps::arithmetic`]).
    ///
    /// # Errors
    /// As [`against`](Self::against).
    pub fn against_device(
        &self,
        caps: &Caps,
        engine: &str,
        run: impl Fn(&[R::Input]) -> Result<R::State, Error>,
    ) -> Result<String, Broken> {
        let both = engine::Engines {
            name: engine,
            floats: match reproducibility::floats(&Recipe::of::<R>(), caps.arithmetic) {
                Ok(Floats::Fusible) if caps.arithmetic.keeps_products() => Ok(Floats::Exact),
                floats => floats,
            },
            shape: Shape::of::<R>(),
            cpu: &|input| {
                let elements = operator::elements::<R::Input>(input);
                operator::bytes(&cpu::state::<R>(&self.params, Plain::new(&elements), None))
            },
            gpu: &|input| Ok(operator::bytes(&run(&operator::elements(input))?)),
        };
        self.erased.against(&both)
    }
}

impl<R: Operator> std::fmt::Debug for Check<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Check of {}", self.erased.name)
    }
}
