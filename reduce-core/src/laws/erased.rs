//! A check without the Rust types of its operator, so that the trials are compiled once.

use super::operator::{Bytes, ErasedOperator};
use super::report::{Broken, Counterexample};
use super::sample::Domain;

/// A check whose operator is functions over bytes.
pub(super) struct ErasedCheck {
    pub(super) name: String,
    pub(super) operator: ErasedOperator,
    pub(super) tolerance: Option<f64>,
    /// States of the user's, to try among the others.
    pub(super) states: Vec<Bytes>,
    /// Whether states are the inputs.
    pub(super) alone: bool,
    /// The fewest inputs that a state is made of.
    pub(super) fewest: usize,
}

impl ErasedCheck {
    /// Says where the states came from, if they are made up.
    pub(super) fn with_states(&self, broken: Broken) -> Broken {
        let made_up = self.alone && self.states.is_empty() && self.operator.inputs.domain == Domain::Positive;
        let states = made_up.then(|| {
            format!(
                "Each field was drawn on its own. If no input makes such states, check the reduction that makes them: \
                 `check_monoid!({}, from = ItsReduction)`",
                self.name
            )
        });
        Broken { states, ..broken }
    }

    pub(super) fn report(&self, found: Vec<Counterexample>) -> Result<(), Broken> {
        if found.is_empty() {
            return Ok(());
        }
        Err(Broken {
            name: self.name.clone(),
            found,
            states: None,
        })
    }
}
