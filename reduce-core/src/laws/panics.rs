//! Panics of the user's functions: a GPU cannot panic, it goes on with some value.

use super::caught::caught;
use super::erased::ErasedCheck;
use super::operand::Operand;
use super::report::Counterexample;
use super::sample::{Domain, Mode};

/// A function of the user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Identity,
    Lift,
    Combine,
    Finish,
}

/// Messages of rustc's checks about a number that has grown beyond its type.
const OVERFLOWS: [&str; 2] = ["attempt to add with overflow", "attempt to multiply with overflow"];

impl ErasedCheck {
    /// The simplest panic of each function.
    pub(super) fn panics(&self) -> Vec<Counterexample> {
        let functions = [Function::Identity, Function::Lift, Function::Combine, Function::Finish];
        functions
            .into_iter()
            .filter_map(|function| {
                let panics = |operands: &[Operand]| self.panic_of(function, operands).is_some();
                let operands = self.search(2, &panics).or_else(|| self.overflow(function))?;
                self.panic_of(function, &operands)
            })
            .collect()
    }

    /// States whose combination is too large for an integer in them, where drawn fields are small: which fields go
    /// together is not known then, but one that adds up can be large in any state.
    fn overflow(&self, function: Function) -> Option<Vec<Operand>> {
        if function != Function::Combine || self.operator.inputs.domain != Domain::Positive {
            return None;
        }
        self.search_among(Mode::Large, 7, 2, &|operands| {
            let panic = self.panic_of(function, operands);
            panic.is_some_and(|panic| OVERFLOWS.iter().any(|overflow| panic.law.contains(overflow)))
        })
    }

    /// The panic of `function` for these operands.
    fn panic_of(&self, function: Function, operands: &[Operand]) -> Option<Counterexample> {
        let operator = &self.operator;
        match function {
            Function::Identity => {
                let message = caught(operator.identity).err()?;
                Some(panicking("identity", &message, Vec::new()))
            }
            Function::Lift => operands.iter().find_map(|operand| {
                let Operand::Of(inputs) = operand else { return None };
                let [x] = &inputs[..] else { return None };
                let message = caught(|| (operator.lift)(x)).err()?;
                let values = vec![("x".to_owned(), operator.show_input(x))];
                Some(panicking("lift", &message, values))
            }),
            Function::Combine | Function::Finish => {
                let states = operator.states(operands)?;
                let [a, b] = &states[..] else { return None };
                match (caught(|| (operator.combine)(a, b)), function) {
                    (Err(message), Function::Combine) => {
                        Some(panicking("combine", &message, self.operand_values(operands, &states)))
                    }
                    (Ok(joined), Function::Finish) => {
                        let message = caught(|| (operator.finish)(&joined)).err()?;
                        let values = vec![("state".to_owned(), operator.show_state(&joined))];
                        Some(panicking("finish", &message, values))
                    }
                    _ => None,
                }
            }
        }
    }
}

fn panicking(function: &str, message: &str, values: Vec<(String, String)>) -> Counterexample {
    let remedy = if message.contains("overflow") {
        "on a GPU integers wrap around: write so that Rust does the same, as in `a.wrapping_add(b)`, of a `T: Scalar` `a.plus(b)`"
    } else {
        "a GPU cannot panic, it goes on with some value: give a result for every state"
    };
    Counterexample {
        law: format!("{function} panics: {message}"),
        values,
        remedy: remedy.to_owned(),
    }
}
