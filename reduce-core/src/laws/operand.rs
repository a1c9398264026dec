//! The operands of a law: states, and how they came about.

use super::caught::caught;
use super::operator::{Bytes, ErasedOperator};

/// A state, and how it came about.
#[derive(Clone)]
pub(super) enum Operand {
    /// These inputs, lifted and combined from left to right.
    Of(Vec<Bytes>),
    /// A state that was given.
    Given(Bytes),
}

impl ErasedOperator {
    /// The state; none where a function panics on the way to it.
    pub(super) fn state(&self, operand: &Operand) -> Option<Bytes> {
        let lifted = |inputs: &[Bytes]| {
            let states = inputs.iter().map(|x| (self.lift)(x));
            states.reduce(|a, b| (self.combine)(&a, &b))
        };
        match operand {
            Operand::Given(state) => Some(state.clone()),
            Operand::Of(inputs) => caught(|| lifted(inputs)).ok()?,
        }
    }

    /// These operands with inputs at consecutive positions; none if one of them is a given state, whose inputs are not known, other than the identity, which has none.
    pub(super) fn placed(&self, operands: &[Operand]) -> Option<Vec<Operand>> {
        let mut positions = 0u32..;
        let placed = |operand: &Operand| match operand {
            Operand::Given(state) => {
                let is_identity = caught(self.identity).is_ok_and(|identity| identity == *state);
                is_identity.then(|| operand.clone())
            }
            Operand::Of(inputs) => {
                let placed = inputs
                    .iter()
                    .zip(&mut positions)
                    .map(|(x, position)| (self.at)(x, position));
                Some(Operand::Of(placed.collect()))
            }
        };
        operands.iter().map(placed).collect()
    }

    /// The states; none if one is missing.
    pub(super) fn states(&self, operands: &[Operand]) -> Option<Vec<Bytes>> {
        operands.iter().map(|operand| self.state(operand)).collect()
    }
}
