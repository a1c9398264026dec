//! Calls of functions that a user wrote, and of the last one, which makes the result.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Error;
use crate::monoid::operator::Operator;
use crate::monoid::parameters::NoParameters;
use crate::types::gpu_type::GpuType as _;

/// Runs functions of the operator of that name, which the user wrote.
///
/// # Errors
/// [`Error::Panicked`] if one of them panics.
#[doc(hidden)]
pub fn caught<T>(operator: fn() -> String, calls: &mut dyn FnMut() -> T) -> Result<T, Error> {
    let mut result = None;
    let panicked = caught_in(operator, &mut || result = Some(calls()));
    match (result, panicked) {
        (Some(result), None) => Ok(result),
        (_, Some(error)) => Err(error),
        (None, None) => Err(panicked_with(operator, None)),
    }
}

/// The error of `calls`, if it panics: compiled once, and not once per operator.
fn caught_in(operator: fn() -> String, calls: &mut dyn FnMut()) -> Option<Error> {
    // Work that is half done when a function panics is dropped here: nobody sees it.
    let payload = catch_unwind(AssertUnwindSafe(calls)).err()?;
    Some(panicked_with(operator, words(&*payload)))
}

fn panicked_with(operator: fn() -> String, message: Option<&str>) -> Error {
    Error::Panicked {
        operator: operator(),
        message: message.unwrap_or("without words").to_owned(),
    }
}

/// The message that a panic was given.
pub(crate) fn words(payload: &dyn Any) -> Option<&str> {
    let fixed = payload.downcast_ref::<&str>().copied();
    fixed.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

/// The output of `R` for its last state, the same bits on every engine because it is always computed here.
#[must_use]
pub fn finish<R: Operator<Params: NoParameters>>(state: R::State) -> R::Output {
    finish_with::<R>(&R::Params::NONE, state)
}

/// [`finish`] with these parameters.
#[doc(hidden)]
#[must_use]
pub fn finish_with<R: Operator>(params: &R::Params, state: R::State) -> R::Output {
    (R::OUTCOME.canonical)(R::finish_with(params, state.canonical()))
}
