//! The CPU beside another engine: the same states for the same input, whatever its length.

use super::caught::caught;
use super::compare::{Difference, Rule};
use super::erased::ErasedCheck;
use super::operator::Bytes;
use super::report::{Broken, Counterexample};
use super::sample::{Mode, Random};
use crate::error::Error;
use crate::operator::reproducibility::FUSIBLE;
use crate::operator::validate::Floats;
use crate::order::canonical::Shape;
use crate::tuning::ROWS;

/// Reductions on the other engine that making a counterexample smaller may take.
const SHRINKING: usize = 400;

/// Elements of the longest input that is made simpler, scalar by scalar.
const SIMPLIFIED: usize = 32;

/// Elements of an input that a message shows.
const SHOWN: usize = 8;

/// The two that are compared.
pub(super) struct Engines<'a> {
    /// The other engine in messages.
    pub(super) name: &'a str,
    /// The class of their floats' operations, which says how far they are the same.
    pub(super) floats: Result<Floats, Error>,
    pub(super) shape: Shape,
    /// The last state of an input.
    pub(super) cpu: &'a dyn Fn(&[u8]) -> Bytes,
    /// The last state of an input on the other engine.
    pub(super) gpu: &'a dyn Fn(&[u8]) -> Result<Bytes, Error>,
}

impl Engines<'_> {
    /// Kinds and lengths, the shortest first.
    fn inputs(&self) -> Vec<(Mode, usize)> {
        let shape = self.shape;
        // Special values are tried where every operation has one right result.
        let special = matches!(self.floats, Ok(Floats::Compared | Floats::Fieldwise | Floats::Exact));
        let (row, tile) = (shape.columns() as usize, shape.tile_len() as usize);
        let short = [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 5, 5, 31, 32, 33];
        let long = [row - 1, row, row + 1, tile - 1, tile, tile + 1, 2 * tile + 1];
        let mut inputs = Vec::new();
        for (index, len) in short.into_iter().enumerate() {
            inputs.push((if index % 2 == 0 { Mode::Simple } else { Mode::Ordinary }, len));
            if special {
                inputs.push((Mode::Normal, len));
            }
        }
        if matches!(self.floats, Ok(Floats::Approximate)) {
            // If only a few digits of each element are right, those of a thousand may all be wrong.
            return inputs;
        }
        for (index, len) in long.into_iter().enumerate() {
            inputs.push((if index % 2 == 0 { Mode::NearOne } else { Mode::Ordinary }, len));
            if special {
                inputs.push((Mode::Normal, len));
            }
        }
        inputs
    }
}

/// The states of both engines; the CPU's is a message if it panics.
struct Differing {
    ours: Result<Bytes, String>,
    theirs: Bytes,
    by: Difference,
}

impl ErasedCheck {
    /// As [`Check::against`](super::Check::against).
    pub(super) fn against(&self, both: &Engines<'_>) -> Result<String, Broken> {
        let failed = |law: String, error: &Error| {
            self.report(vec![Counterexample {
                law,
                values: Vec::new(),
                remedy: error.to_string(),
            }])
        };
        if let Err(error) = &both.floats {
            failed("there is no valid WGSL".to_owned(), error)?;
        }
        let engine = both.name;
        for (seed, (kind, len)) in both.inputs().into_iter().enumerate() {
            let mut random = Random(seed as u64);
            let input: Vec<Bytes> = (0..len).map(|_| self.operator.inputs.draw(kind, &mut random)).collect();
            match self.engines_differ(both, &input) {
                Ok(None) => {}
                Ok(Some(_)) => {
                    let found = self.engine_counterexample(both, input);
                    self.report(vec![found])?;
                }
                Err(error) => failed(format!("{engine} cannot reduce {len} elements"), &error)?,
            }
        }
        let how = match both.floats {
            Ok(Floats::Compared | Floats::Fieldwise) => "the same bits".to_owned(),
            Ok(Floats::Exact) => "the same bits, infinities and NaN left out,".to_owned(),
            Ok(Floats::Fusible) => format!("the same but for rounding, because of {FUSIBLE},"),
            Ok(Floats::Rounded(what)) => format!("the same but for rounding, because of {what},"),
            _ => "the same but for rounding, because of a function that WGSL asks few digits of,".to_owned(),
        };
        Ok(format!("{how} on the CPU and on {engine}"))
    }

    /// The difference between the states of `input`.
    fn engines_differ(&self, both: &Engines<'_>, input: &[Bytes]) -> Result<Option<Differing>, Error> {
        let bytes = input.concat();
        let theirs = (both.gpu)(&bytes)?;
        let ours = match caught(|| (both.cpu)(&bytes)) {
            Ok(ours) => ours,
            Err(message) => {
                return Ok(Some(Differing {
                    ours: Err(message),
                    theirs,
                    by: Difference(None),
                }));
            }
        };
        let steps = input.len().clamp(1, ROWS as usize) as f64 + (input.len().max(1) as f64).log2();
        let rule = match both.floats {
            Ok(Floats::Compared | Floats::Fieldwise) => Rule::Bits,
            Ok(Floats::Exact) => Rule::FiniteBits,
            Ok(Floats::Fusible | Floats::Rounded(_)) => Rule::Engines(steps),
            _ => Rule::Engines(32.0 * steps),
        };
        // A driver may take numbers below the normal range for zeros.
        let flushed = |state: &Bytes| self.operator.fields.flushed(state.clone());
        let by = self.difference(
            rule,
            &flushed(&ours),
            &flushed(&theirs),
            std::slice::from_ref(&ours),
            false,
        );
        Ok(by.map(|by| Differing {
            ours: Ok(ours),
            theirs,
            by,
        }))
    }

    fn engine_counterexample(&self, both: &Engines<'_>, mut input: Vec<Bytes>) -> Counterexample {
        let mut left = SHRINKING;
        let mut differs = |input: &[Bytes]| {
            left = left.saturating_sub(1);
            left > 0 && matches!(self.engines_differ(both, input), Ok(Some(_)))
        };
        shorten(&mut input, &mut differs);
        if input.len() <= SIMPLIFIED {
            self.simplify(&mut input, &mut differs);
        }
        let mut values = vec![("input".to_owned(), self.show_inputs(&input))];
        if let Ok(Some(Differing { ours, theirs, by })) = self.engines_differ(both, &input) {
            let ours = ours.map_or_else(
                |message| format!("a panic: {message}"),
                |state| self.operator.show_state(&state),
            );
            values.push(("CPU".to_owned(), ours));
            values.push(("GPU".to_owned(), self.operator.show_state(&theirs)));
            values.extend(by.0.map(|allowed| ("allowed".to_owned(), allowed)));
        }
        Counterexample {
            law: format!("the states of {} elements differ between the CPU and {}", input.len(), both.name),
            values,
            remedy: "compare the WGSL with the Rust (`reducer.kernels().combine()` shows it); if the WGSL is generated, this is \
                     a bug of the framework or of the driver: please report it"
                .to_owned(),
        }
    }

    /// Makes each scalar as simple as it can be while the engines differ.
    fn simplify(&self, input: &mut [Bytes], differs: &mut dyn FnMut(&[Bytes]) -> bool) {
        for index in 0..input.len() {
            for leaf in self.operator.inputs.leaves() {
                for simpler in self.operator.inputs.simpler(&input[index], leaf) {
                    let before = std::mem::replace(&mut input[index], simpler);
                    if differs(input) {
                        break;
                    }
                    input[index] = before;
                }
            }
        }
    }

    fn show_inputs(&self, input: &[Bytes]) -> String {
        let shown: Vec<String> = input.iter().take(SHOWN).map(|x| self.operator.show_input(x)).collect();
        let rest = if input.len() > SHOWN { ", …" } else { "" };
        format!("[{}{rest}]", shown.join(", "))
    }
}

/// Removes runs of elements, long ones first, while the engines differ.
fn shorten(input: &mut Vec<Bytes>, differs: &mut dyn FnMut(&[Bytes]) -> bool) {
    let mut run = input.len().div_ceil(2);
    while run > 0 && !input.is_empty() {
        let mut start = 0;
        while start < input.len() {
            let mut fewer = input.clone();
            fewer.drain(start..(start + run).min(input.len()));
            if differs(&fewer) {
                *input = fewer;
            } else {
                start += run;
            }
        }
        run /= 2;
    }
}
