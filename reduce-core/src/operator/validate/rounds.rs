//! The most rounds that the loops of a text can take, as far as they can be counted without running it.

use std::collections::HashMap;

use naga::front::wgsl::Frontend;
use naga::{BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Statement};

/// Whether a text has loops.
pub(crate) fn has_loops(wgsl: &str) -> bool {
    let words = wgsl.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.into_iter().any(|word| ["for", "while", "loop"].contains(&word))
}

/// The rounds of all functions of `wgsl` together, each called once; `None` where a loop does not say how long it runs.
///
/// The round in which a loop finds that it is done counts as one.
pub(crate) fn rounds(wgsl: &str) -> Option<u64> {
    let module = Frontend::new().parse(wgsl).ok()?;
    let mut known = HashMap::new();
    // A function stands behind those that it calls.
    for (handle, function) in module.functions.iter() {
        let rounds = Body {
            function,
            known: &known,
        }
        .block(&function.body)?;
        known.insert(handle, rounds);
    }
    known.values().try_fold(0u64, |sum, rounds| sum.checked_add(*rounds))
}

struct Body<'m> {
    function: &'m Function,
    known: &'m HashMap<Handle<Function>, u64>,
}

impl Body<'_> {
    fn block(&self, block: &Block) -> Option<u64> {
        let statements: Vec<&Statement> = block.iter().collect();
        let mut sum = 0u64;
        for (index, statement) in statements.iter().enumerate() {
            sum = sum.checked_add(self.statement(statement, &statements[..index])?)?;
        }
        Some(sum)
    }

    /// Both sides of a branch count: neighbours in a subgroup may take the other one.
    fn statement(&self, statement: &Statement, before: &[&Statement]) -> Option<u64> {
        match statement {
            Statement::Block(block) => self.block(block),
            Statement::If { accept, reject, .. } => self.block(accept)?.checked_add(self.block(reject)?),
            Statement::Switch { cases, .. } => cases
                .iter()
                .try_fold(0u64, |sum, case| sum.checked_add(self.block(&case.body)?)),
            Statement::Call { function, .. } => self.known.get(function).copied(),
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                let turns = match break_if {
                    None => self.turns(body, continuing, before)?,
                    Some(_) => return None,
                };
                let inside = self.block(body)?.checked_add(self.block(continuing)?)?;
                inside.checked_add(1)?.checked_mul(turns.checked_add(1)?)
            }
            _ => Some(0),
        }
    }

    /// The turns of `for (var i = start; i < end; i += step)` and of its mirror image, where constants bound them.
    fn turns(&self, body: &Block, continuing: &Block, before: &[&Statement]) -> Option<u64> {
        let condition = body.iter().find_map(|statement| match statement {
            Statement::If {
                condition,
                accept,
                reject,
            } if accept.is_empty() && matches!(reject.first(), Some(Statement::Break)) => Some(*condition),
            _ => None,
        });
        // Only the evaluation of the condition stands before it.
        let first = body.iter().find(|statement| !matches!(statement, Statement::Emit(_)));
        if !matches!(first, Some(Statement::If { .. })) {
            return None;
        }
        let Expression::Binary { op, left, right } = self.function.expressions[condition?] else {
            return None;
        };
        let counter = self.loaded(left)?;
        let ups = self.stepped(counter, continuing)?;
        let start = || self.start(counter, before);
        match (op, ups) {
            (BinaryOperator::Less, true) => u64::try_from(self.number(right)? - start()?.0).ok().or(Some(0)),
            (BinaryOperator::Greater, false) => {
                // From an unsigned number down to at least 0.
                let (start, unsigned) = start()?;
                let end = self.number(right).or(unsigned.then_some(0))?;
                u64::try_from(start - end).ok().or(Some(0))
            }
            _ => None,
        }
    }

    /// Whether `continuing` adds to the counter, and nothing but that; `None` if it does neither that nor subtracts. A step is one at least.
    fn stepped(&self, counter: Handle<LocalVariable>, continuing: &Block) -> Option<bool> {
        let mut up = None;
        for statement in continuing.iter() {
            match *statement {
                Statement::Emit(_) => {}
                Statement::Store { pointer, value } if self.is(pointer, counter) && up.is_none() => {
                    let Expression::Binary { op, left, right } = self.function.expressions[value] else {
                        return None;
                    };
                    if self.loaded(left) != Some(counter) || self.number(right)? != 1 {
                        return None;
                    }
                    up = match op {
                        BinaryOperator::Add => Some(true),
                        BinaryOperator::Subtract => Some(false),
                        _ => None,
                    };
                }
                _ => return None,
            }
        }
        up
    }

    /// The number that the counter begins with, if nothing else changes it, and whether its type has no sign.
    fn start(&self, counter: Handle<LocalVariable>, before: &[&Statement]) -> Option<(i128, bool)> {
        let stored = before.iter().rev().find_map(|statement| match **statement {
            Statement::Store { pointer, value } if self.is(pointer, counter) => Some(value),
            _ => None,
        });
        // Only its start and its step may write it.
        if self.writes(counter, &self.function.body) != 1 + usize::from(stored.is_some()) {
            return None;
        }
        let value = stored.or(self.function.local_variables[counter].init)?;
        let unsigned = matches!(
            self.function.expressions[value],
            Expression::Literal(Literal::U32(_) | Literal::U64(_))
        );
        Some((self.number(value)?, unsigned))
    }

    /// The number of statements of `block` that change the counter, or hand it to a function.
    fn writes(&self, counter: Handle<LocalVariable>, block: &Block) -> usize {
        let inside = |block: &Block| self.writes(counter, block);
        let of = |statement: &Statement| match statement {
            Statement::Store { pointer, .. } => usize::from(self.is(*pointer, counter)),
            Statement::Call { arguments, .. } => arguments.iter().filter(|given| self.is(**given, counter)).count(),
            Statement::Block(block) => inside(block),
            Statement::If { accept, reject, .. } => inside(accept) + inside(reject),
            Statement::Switch { cases, .. } => cases.iter().map(|case| inside(&case.body)).sum(),
            Statement::Loop { body, continuing, .. } => inside(body) + inside(continuing),
            _ => 0,
        };
        block.iter().map(of).sum()
    }

    fn is(&self, pointer: Handle<Expression>, variable: Handle<LocalVariable>) -> bool {
        matches!(self.function.expressions[pointer], Expression::LocalVariable(found) if found == variable)
    }

    fn loaded(&self, value: Handle<Expression>) -> Option<Handle<LocalVariable>> {
        let Expression::Load { pointer } = self.function.expressions[value] else {
            return None;
        };
        match self.function.expressions[pointer] {
            Expression::LocalVariable(variable) => Some(variable),
            _ => None,
        }
    }

    fn number(&self, value: Handle<Expression>) -> Option<i128> {
        match self.function.expressions[value] {
            Expression::Literal(Literal::U32(number)) => Some(number.into()),
            Expression::Literal(Literal::I32(number)) => Some(number.into()),
            Expression::Literal(Literal::U64(number)) => Some(number.into()),
            Expression::Literal(Literal::I64(number)) => Some(number.into()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::rounds;

    fn of(body: &str) -> Option<u64> {
        rounds(&format!("fn f(x: u32) -> u32 {{ var a = x; {body} return a; }}"))
    }

    #[test]
    fn loops_over_constants_are_counted() {
        assert_eq!(of(""), Some(0));
        assert_eq!(of("for (var i = 0u; i < 10u; i += 1u) { a += i; }"), Some(11));
        assert_eq!(
            of("let end = 10i; for (var i = -5i; i < end; i += 1i) { a += 1u; }"),
            Some(16)
        );
        assert_eq!(of("for (var i = 10u; i > 0u; i -= 1u) { a += i; }"), Some(11));
        assert_eq!(
            of("for (var i = 10u; i > x; i -= 1u) { if (a == 3u) { break; } }"),
            Some(11)
        );
        let nested = "for (var i = 0u; i < 9u; i += 1u) { for (var j = 0u; j < 4u; j += 1u) { a += j; } }";
        assert_eq!(of(nested), Some(10 * 6));
        assert_eq!(
            rounds("fn g() { for (var i = 0u; i < 9u; i += 1u) {} } fn f() { g(); g(); }"),
            Some(30)
        );
    }

    #[test]
    fn what_data_can_make_longer_is_not() {
        for body in [
            "for (var i = 0u; i < x; i += 1u) {}",
            "for (var i = x; i > 0u; i -= 1u) {}",
            "for (var i = 0u; i < 10u; i += 1u) { if (a == 3u) { i = 0u; } }",
            "for (var i = 0u; i < 10u; i += x) {}",
            "for (var i = 0u; i < 10u; i -= 1u) {}",
            "while (a > 1u) { a /= 2u; }",
            "loop { a += 1u; if (a > 100u) { break; } }",
            "for (var i = 0i; i > -10i; i += 1i) {}",
            "for (var i = 0u; i < 10u && a < 3u; i += 1u) {}",
            "var i = 0i; if (x > 3u) { i = -1000i; } for (; i < 10i; i += 1i) {}",
        ] {
            assert_eq!(of(body), None, "{body}");
        }
    }
}
