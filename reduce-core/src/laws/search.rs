//! Trials of each law, and the way from the first counterexample to the smallest.

use std::borrow::Cow;

use super::caught::caught;
use super::compare::{Difference, Rule};
use super::erased::ErasedCheck;
use super::law::{Law, Sides};
use super::operand::Operand;
use super::operator::{Bytes, ErasedOperator};
use super::report::Counterexample;
use super::sample::{Mode, Random};

/// Trials of a law for each kind of values.
const TRIALS: usize = 500;

/// Rounds of making a counterexample simpler; each round takes every scalar once.
const ROUNDS: usize = 8;

/// States of the user's that are tried with each other, at most: all of them, if they are not many.
const GIVEN: usize = 20_000;

impl ErasedCheck {
    /// One counterexample for each law that is broken.
    pub(super) fn broken_laws(&self) -> Vec<Counterexample> {
        let mut found = self.panics();
        if let Some(unsteady) = self.unsteady() {
            found.push(unsteady);
            return found;
        }
        // Operands for which a function panics break no law: the others may.
        found.extend(self.neutral());
        if self.operator.commutative {
            found.extend(self.broken(Law::Commutative));
        }
        found.extend(self.broken(Law::Associative));
        // The inputs of a given state are not known.
        if !self.alone {
            found.extend(
                self.broken(Law::InOrder)
                    .or_else(|| self.in_order_beside_the_identity()),
            );
        }
        found
    }

    fn neutral(&self) -> Option<Counterexample> {
        // The identity itself first: there is nothing simpler.
        let itself = [Operand::Given(caught(self.operator.identity).ok()?)];
        for law in [Law::Left, Law::Right] {
            if self.differs(law, Rule::Strict, &itself).is_some() {
                return self.counterexample(law, Rule::Strict, &itself);
            }
        }
        self.broken(Law::Left).or_else(|| self.broken(Law::Right))
    }

    /// The smallest counterexample to the law of elements in order where one operand is the identity.
    fn in_order_beside_the_identity(&self) -> Option<Counterexample> {
        let identity = Operand::Given(caught(self.operator.identity).ok()?);
        let pairs = |operand: &Operand| [[identity.clone(), operand.clone()], [operand.clone(), identity.clone()]];
        let differs = |pair: &[Operand; 2]| self.differs(Law::InOrder, Rule::Bits, pair).is_some();
        let broken = |operands: &[Operand]| operands.iter().flat_map(pairs).any(|pair| differs(&pair));
        let operands = self.search(1, &broken)?;
        let pair = operands.iter().flat_map(pairs).find(differs)?;
        self.counterexample(Law::InOrder, Rule::Bits, &pair)
    }

    /// The smallest counterexample to `law`, beyond rounding or, for an exact monoid, to the last bit.
    fn broken(&self, law: Law) -> Option<Counterexample> {
        let unaligned = match law {
            Law::Left | Law::Right => Rule::Unchanged,
            _ => Rule::Rounding,
        };
        let rules = match law {
            Law::InOrder => [Some(Rule::Bits), None],
            _ => [Some(unaligned), self.operator.exact.then_some(Rule::Bits)],
        };
        rules.into_iter().flatten().find_map(|rule| {
            let broken = |operands: &[Operand]| self.differs(law, rule, operands).is_some();
            let operands = self
                .search(law.operands(), &broken)
                .or_else(|| self.given(law.operands()).find(|operands| broken(operands)))?;
            self.counterexample(law, rule, &operands)
        })
    }

    /// The user's states, each with each other.
    fn given(&self, count: usize) -> impl Iterator<Item = Vec<Operand>> {
        let (states, mut random) = (&self.states, Random(6));
        let all = (0..count).fold(1usize, |all, _| all.saturating_mul(states.len()));
        (0..all.min(GIVEN)).map(move |turn| {
            let mut number = if all > GIVEN { random.below(all) } else { turn };
            let mut next = || {
                let state = states[number % states.len()].clone();
                number /= states.len();
                Operand::Given(state)
            };
            (0..count).map(|_| next()).collect()
        })
    }

    fn differs(&self, law: Law, rule: Rule, operands: &[Operand]) -> Option<Difference> {
        let operands = &*self.placed(law, operands)?;
        let states = self.operator.states(operands)?;
        let Sides { left, right, from } = caught(|| self.operator.sides(law, &states)).ok()?;
        let plain = self.are_plain(operands);
        let rule = self.strict(rule, operands, &states, plain);
        self.difference(rule, &left, &right, &from, plain)
    }

    /// The operands as `law` takes them.
    fn placed<'o>(&self, law: Law, operands: &'o [Operand]) -> Option<Cow<'o, [Operand]>> {
        match law {
            Law::InOrder => self.operator.placed(operands).map(Cow::Owned),
            _ => Some(Cow::Borrowed(operands)),
        }
    }

    /// The rule for these operands: strict if one of them was given, unless one that was drawn is not ordinary.
    fn strict(&self, rule: Rule, operands: &[Operand], states: &[Bytes], plain: bool) -> Rule {
        let is_given = |operand: &Operand| matches!(operand, Operand::Given(_));
        let mut drawn = operands.iter().zip(states).filter(|(operand, _)| !is_given(operand));
        match rule {
            Rule::Rounding | Rule::Unchanged
                if operands.iter().any(is_given) && drawn.all(|(_, state)| self.is_ordinary(state, plain)) =>
            {
                Rule::Strict
            }
            rule => rule,
        }
    }

    fn counterexample(&self, law: Law, rule: Rule, operands: &[Operand]) -> Option<Counterexample> {
        let operands = &*self.placed(law, operands)?;
        let states = self.operator.states(operands)?;
        let Sides { left, right, .. } = caught(|| self.operator.sides(law, &states)).ok()?;
        let mut values = self.operand_values(operands, &states);
        let texts = law.texts();
        match law {
            Law::Left | Law::Right => {
                values.insert(
                    0,
                    (
                        "identity()".to_owned(),
                        self.operator.show_state(&(self.operator.identity)()),
                    ),
                );
                values.push((texts[0].to_owned(), self.operator.show_state(&left)));
            }
            _ => {
                values.push((texts[0].to_owned(), self.operator.show_state(&left)));
                values.push((texts[1].to_owned(), self.operator.show_state(&right)));
            }
        }
        if let Some(Difference(Some(allowed))) = self.differs(law, rule, operands) {
            values.push(("allowed".to_owned(), allowed));
        }
        let exact = matches!(rule, Rule::Bits);
        let said = if exact { law.broken_exactly() } else { law.broken() };
        Some(Counterexample {
            law: said.to_owned(),
            values,
            remedy: law.remedy(
                exact,
                self.has_nan(&states) && !self.has_nan(&[left]),
                &self.operator.state,
            ),
        })
    }

    /// Each operand by its letter, with the inputs that it came from where they are not the state itself.
    pub(super) fn operand_values(&self, operands: &[Operand], states: &[Bytes]) -> Vec<(String, String)> {
        let letters = ["a", "b", "c"];
        let each = letters.into_iter().zip(operands).zip(states);
        each.map(|((letter, operand), state)| {
            let mut text = self.operator.show_state(state);
            if let Operand::Of(inputs) = operand
                && !self.alone
            {
                let lifted = |x: &Bytes| format!("lift({})", self.operator.show_input(x));
                let inputs: Vec<String> = inputs.iter().map(lifted).collect();
                let joined = inputs.into_iter().reduce(|all, next| format!("combine({all}, {next})"));
                text = format!("{text} = {}", joined.unwrap_or_default());
            }
            (letter.to_owned(), text)
        })
        .collect()
    }

    /// A function of the user's that gives two results for the same arguments.
    fn unsteady(&self) -> Option<Counterexample> {
        let ErasedOperator {
            identity,
            lift,
            combine,
            finish,
            canonical,
            inputs,
            ..
        } = &self.operator;
        let mut random = Random(2);
        let mut found = None;
        for _ in 0..TRIALS {
            let x = inputs.draw(Mode::Ordinary, &mut random);
            let a = self.operator.state(&self.operand(Mode::Simple, &mut random));
            let b = self.operator.state(&Operand::Of(vec![x.clone()]));
            let (Some(a), Some(b)) = (a, b) else { continue };
            let steady = |call: &dyn Fn() -> Bytes| caught(|| canonical(&call()) == canonical(&call())).unwrap_or(true);
            let same = [
                ("identity", steady(&|| identity())),
                ("lift", steady(&|| lift(&x))),
                ("combine", steady(&|| combine(&a, &b))),
                ("finish", caught(|| finish(&a) == finish(&a)).unwrap_or(true)),
            ];
            found = same.into_iter().find(|(_, same)| !same);
            if found.is_some() {
                break;
            }
        }
        let (function, _) = found?;
        Some(Counterexample {
            law: format!("{function} gives another result when it is called again with the same arguments"),
            values: Vec::new(),
            remedy: "let the result depend on the arguments alone".to_owned(),
        })
    }

    /// The smallest operands for which `broken` holds, among random ones.
    pub(super) fn search(&self, count: usize, broken: &dyn Fn(&[Operand]) -> bool) -> Option<Vec<Operand>> {
        let kinds = [(Mode::Simple, 3), (Mode::Ordinary, 4), (Mode::Special, 5)];
        kinds
            .into_iter()
            .find_map(|(mode, seed)| self.search_among(mode, seed, count, broken))
    }

    /// [`search`](Self::search) among values of one kind.
    pub(super) fn search_among(
        &self,
        mode: Mode,
        seed: u64,
        count: usize,
        broken: &dyn Fn(&[Operand]) -> bool,
    ) -> Option<Vec<Operand>> {
        let mut random = Random(seed);
        for _ in 0..TRIALS {
            let mut operands: Vec<Operand> = (0..count).map(|_| self.operand(mode, &mut random)).collect();
            if broken(&operands) {
                self.shrink(&mut operands, broken);
                return Some(operands);
            }
        }
        None
    }

    /// The next state.
    fn operand(&self, mode: Mode, random: &mut Random) -> Operand {
        if !self.states.is_empty() && random.below(3) == 0 {
            return Operand::Given(self.states[random.below(self.states.len())].clone());
        }
        let count = self.fewest + [0, 0, 1, 2][random.below(4)];
        Operand::Of((0..count).map(|_| self.operator.inputs.draw(mode, random)).collect())
    }

    /// Makes `operands` simpler as long as they are `broken`: fewer inputs, then simpler scalars.
    fn shrink(&self, operands: &mut [Operand], broken: &dyn Fn(&[Operand]) -> bool) {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for index in 0..operands.len() {
                loop {
                    let simpler = self.simpler(&operands[index]).into_iter().find(|candidate| {
                        let mut tried = operands.to_vec();
                        tried[index] = candidate.clone();
                        broken(&tried)
                    });
                    let Some(simpler) = simpler else { break };
                    operands[index] = simpler;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }

    fn simpler(&self, operand: &Operand) -> Vec<Operand> {
        let Operand::Of(inputs) = operand else {
            return Vec::new();
        };
        let mut candidates = Vec::new();
        if inputs.len() > self.fewest {
            for index in 0..inputs.len() {
                let mut fewer = inputs.clone();
                fewer.remove(index);
                candidates.push(Operand::Of(fewer));
            }
        }
        for (index, input) in inputs.iter().enumerate() {
            for leaf in self.operator.inputs.leaves() {
                for simpler in self.operator.inputs.simpler(input, leaf) {
                    let mut changed = inputs.clone();
                    changed[index] = simpler;
                    candidates.push(Operand::Of(changed));
                }
            }
        }
        candidates
    }
}
