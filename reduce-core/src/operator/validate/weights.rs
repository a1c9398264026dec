//! Whether each quotient of a count is the weight of the right operand: its count divided by the count of both.
//!
//! Then a kernel of full tiles knows every quotient before it runs. Below a tile's tree the right operand is one element, and the quotient is
//! 1 by the rows so far; in the tree both operands count alike, and it is 1/2. The functions are run on known properties of their arguments
//! (abstract interpretation, Cousot and Cousot 1977): which numbers are counts, and of what.

use std::collections::HashMap;

use naga::front::wgsl::Frontend;
use naga::{BinaryOperator, Block, Expression, Function, Handle, Literal, Module, Statement, Type, TypeInner};

/// The names of the functions that fold elements, in WGSL.
pub(crate) struct Folding<'a> {
    pub(crate) lift: &'a str,
    /// Functions of two operands, each of which is in the form of the result of `lift`.
    pub(crate) combine: Vec<&'a str>,
    /// The function that makes another form of a state that is folded in this one.
    pub(crate) from_key: Option<&'a str>,
}

/// Whether these functions of `wgsl`, one form after the other, call `weight` with the count of their right operand and that of both alone, and count
/// the elements that `lift` made.
///
/// A quotient that is not understood is no weight: variables, loops, branches by anything but a count.
pub(crate) fn are_weights(wgsl: &str, weight: &str, forms: &[Folding<'_>]) -> bool {
    let Ok(module) = Frontend::new().parse(wgsl) else {
        return false;
    };
    find(&module, weight).is_some_and(|weight| {
        let run = Run {
            module: &module,
            weight,
        };
        run.holds(forms).is_some()
    })
}

fn find(module: &Module, name: &str) -> Option<Handle<Function>> {
    let mut functions = module.functions.iter();
    functions.find_map(|(handle, function)| (function.name.as_deref() == Some(name)).then_some(handle))
}

/// The number of times that a number holds the count of the left operand, and that of the right one. Both are at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    left: u32,
    right: u32,
}

impl Count {
    const LEFT: Self = Self { left: 1, right: 0 };
    const RIGHT: Self = Self { left: 0, right: 1 };
    const BOTH: Self = Self { left: 1, right: 1 };

    /// Counts are integers far below 2^53, so their sum is exact.
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            left: self.left.checked_add(other.left)?,
            right: self.right.checked_add(other.right)?,
        })
    }
}

/// The knowledge of a value.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Unknown,
    Number(f64),
    Count(Count),
    Bool(bool),
    Struct(Vec<Value>),
}

impl Value {
    /// A lifted state as one that holds `count` elements; the rest of it is unknown.
    fn counted(&self, count: Count) -> Self {
        match self {
            Self::Number(1.0) => Self::Count(count),
            Self::Struct(members) => Self::Struct(members.iter().map(|member| member.counted(count)).collect()),
            _ => Self::Unknown,
        }
    }
}

/// The functions of a module, as they run.
struct Run<'m> {
    module: &'m Module,
    weight: Handle<Function>,
}

/// How a block of statements ends.
enum End {
    Returned(Value),
    GoesOn,
}

impl Run<'_> {
    /// `None` if something is no weight, or not understood.
    fn holds(&self, forms: &[Folding<'_>]) -> Option<()> {
        let mut left: Option<Value> = None;
        for form in forms {
            let lift = find(self.module, form.lift)?;
            let arguments = self.module.functions[lift].arguments.iter().map(|_| Value::Unknown);
            let lifted = self.call(lift, &arguments.collect::<Vec<_>>())?;
            let one = lifted.counted(Count::LEFT);
            // The result of the form before it counts as this one does.
            if left.is_some_and(|left| left != one) {
                return None;
            }
            for combine in &form.combine {
                let operands = [one.clone(), lifted.counted(Count::RIGHT)];
                if self.call(find(self.module, combine)?, &operands)? != lifted.counted(Count::BOTH) {
                    return None;
                }
            }
            left = Some(match form.from_key {
                Some(from_key) => self.call(find(self.module, from_key)?, &[one])?,
                None => one,
            });
        }
        Some(())
    }

    /// The result of a function; `None` if it may ask for a quotient that is no weight.
    fn call(&self, function: Handle<Function>, arguments: &[Value]) -> Option<Value> {
        if function == self.weight {
            let is_weight = arguments == [Value::Count(Count::RIGHT), Value::Count(Count::BOTH)];
            return is_weight.then_some(Value::Unknown);
        }
        let called = &self.module.functions[function];
        let mut frame = Frame {
            run: self,
            function: called,
            arguments,
            results: HashMap::new(),
        };
        match frame.block(&called.body) {
            Some(End::Returned(value)) => Some(value.of_type(called.result.as_ref()?.ty, self.module)),
            Some(End::GoesOn) | None if self.asks(function) => None,
            Some(End::GoesOn) | None => Some(Value::Unknown.of_type(called.result.as_ref()?.ty, self.module)),
        }
    }

    /// Whether a function calls for weights, itself or through others.
    fn asks(&self, function: Handle<Function>) -> bool {
        fn within(run: &Run<'_>, block: &Block) -> bool {
            block.iter().any(|statement| match statement {
                Statement::Call { function, .. } => *function == run.weight || run.asks(*function),
                Statement::Block(block) => within(run, block),
                Statement::If { accept, reject, .. } => within(run, accept) || within(run, reject),
                Statement::Switch { cases, .. } => cases.iter().any(|case| within(run, &case.body)),
                Statement::Loop { body, continuing, .. } => within(run, body) || within(run, continuing),
                _ => false,
            })
        }
        within(self, &self.module.functions[function].body)
    }
}

impl Value {
    /// An unknown struct is one of unknown members, so that states are compared member by member.
    fn of_type(self, kind: Handle<Type>, module: &Module) -> Self {
        match (&self, &module.types[kind].inner) {
            (Self::Unknown, TypeInner::Struct { members, .. }) => Self::Struct(
                members
                    .iter()
                    .map(|member| Self::Unknown.of_type(member.ty, module))
                    .collect(),
            ),
            _ => self,
        }
    }
}

/// A function while it runs.
struct Frame<'r> {
    run: &'r Run<'r>,
    function: &'r Function,
    arguments: &'r [Value],
    /// The results of its calls.
    results: HashMap<Handle<Expression>, Value>,
}

impl Frame<'_> {
    /// `None` where something is not understood.
    fn block(&mut self, block: &Block) -> Option<End> {
        for statement in block.iter() {
            let end = match statement {
                Statement::Emit(_) => End::GoesOn,
                Statement::Block(inner) => self.block(inner)?,
                Statement::Call {
                    function,
                    arguments,
                    result,
                } => {
                    let arguments: Vec<Value> = arguments.iter().map(|argument| self.value(*argument)).collect();
                    let value = self.run.call(*function, &arguments)?;
                    self.results.extend(result.map(|result| (result, value)));
                    End::GoesOn
                }
                Statement::If {
                    condition,
                    accept,
                    reject,
                } => match self.value(*condition) {
                    Value::Bool(true) => self.block(accept)?,
                    Value::Bool(false) => self.block(reject)?,
                    _ => return None,
                },
                Statement::Return { value } => End::Returned(self.value((*value)?)),
                _ => return None,
            };
            if let End::Returned(_) = end {
                return Some(end);
            }
        }
        Some(End::GoesOn)
    }

    fn value(&self, expression: Handle<Expression>) -> Value {
        match self.function.expressions[expression] {
            Expression::Literal(Literal::F64(number)) => Value::Number(number),
            Expression::Literal(Literal::Bool(value)) => Value::Bool(value),
            Expression::FunctionArgument(index) => {
                self.arguments.get(index as usize).cloned().unwrap_or(Value::Unknown)
            }
            Expression::CallResult(_) => self.results.get(&expression).cloned().unwrap_or(Value::Unknown),
            Expression::Compose { ty, ref components } if self.is_struct(ty) => {
                Value::Struct(components.iter().map(|component| self.value(*component)).collect())
            }
            Expression::AccessIndex { base, index } => match self.value(base) {
                Value::Struct(members) => members.get(index as usize).cloned().unwrap_or(Value::Unknown),
                _ => Value::Unknown,
            },
            Expression::Binary { op, left, right } => binary(op, &self.value(left), &self.value(right)),
            Expression::Select {
                condition,
                accept,
                reject,
            } => match self.value(condition) {
                Value::Bool(true) => self.value(accept),
                Value::Bool(false) => self.value(reject),
                _ => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    fn is_struct(&self, kind: Handle<Type>) -> bool {
        matches!(self.run.module.types[kind].inner, TypeInner::Struct { .. })
    }
}

/// A count is a number of at least 1.
fn binary(op: BinaryOperator, left: &Value, right: &Value) -> Value {
    match (op, left, right) {
        (BinaryOperator::Add, Value::Count(left), Value::Count(right)) => {
            left.plus(*right).map_or(Value::Unknown, Value::Count)
        }
        (op, Value::Count(_), Value::Number(0.0)) => match op {
            BinaryOperator::Greater | BinaryOperator::GreaterEqual | BinaryOperator::NotEqual => Value::Bool(true),
            BinaryOperator::Less | BinaryOperator::LessEqual | BinaryOperator::Equal => Value::Bool(false),
            _ => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::{Folding, are_weights};

    const STATE: &str = "struct S { n: f64, mean: f64 }
        fn weight(a: f64, b: f64) -> f64 { return a / b; }
        fn lift(x: f64) -> S { return S(1.0lf, x); }";

    fn holds(wgsl: &str) -> bool {
        let states = Folding {
            lift: "lift",
            combine: vec!["combine"],
            from_key: None,
        };
        are_weights(wgsl, "weight", &[states])
    }

    fn is_understood(functions: &str) -> bool {
        holds(&format!("{STATE}\n{functions}"))
    }

    #[test]
    fn forms_hand_their_counts_on() {
        let with = |from_key: &str| {
            let wgsl = format!(
                "{STATE}
                 struct C {{ mean: f64, n: f64 }}
                 fn to_key(x: f64) -> C {{ let s = lift(x); return C(s.mean, s.n); }}
                 fn fold(a: C, b: C) -> C {{ let n = a.n + b.n; return C(b.mean * weight(b.n, n), n); }}
                 fn from_key(c: C) -> S {{ return {from_key}; }}
                 fn combine(a: S, b: S) -> S {{ let n = a.n + b.n; return S(n, b.mean * weight(b.n, n)); }}"
            );
            let form = |lift, combine, from_key| Folding {
                lift,
                combine: vec![combine],
                from_key,
            };
            are_weights(
                &wgsl,
                "weight",
                &[form("to_key", "fold", Some("from_key")), form("lift", "combine", None)],
            )
        };
        assert!(with("S(c.n, c.mean)"));
        assert!(!with("S(c.n + c.n, c.mean)"));
        assert!(!with("S(c.mean, c.n)"));
    }

    #[test]
    fn weights_of_counts_are_seen() {
        assert!(is_understood(
            "fn combine(a: S, b: S) -> S {
                let n = a.n + b.n;
                let w = select(0.0lf, weight(b.n, n), b.n > 0.0lf);
                return S(n, a.mean + (b.mean - a.mean) * w);
            }"
        ));
        // Nothing is left to divide where there is no element; a state holds at least one.
        assert!(is_understood(
            "fn share(b: S, n: f64) -> f64 { return weight(b.n, n); }
             fn combine(a: S, b: S) -> S {
                let n = b.n + a.n;
                if (n == 0.0lf) { return a; }
                return S(n, a.mean + (b.mean - a.mean) * share(b, n));
             }"
        ));
    }

    #[test]
    fn other_quotients_are_none() {
        let combined = |n: &str, w: &str| {
            is_understood(&format!(
                "fn combine(a: S, b: S) -> S {{ let n = {n}; return S(n, a.mean + (b.mean - a.mean) * {w}); }}"
            ))
        };
        assert!(combined("a.n + b.n", "weight(b.n, n)"));
        // The weight of the left operand, in another ratio, and by something that is no count.
        assert!(!combined("a.n + b.n", "weight(a.n, n)"));
        assert!(!combined("a.n + b.n", "weight(b.n, a.n)"));
        assert!(!combined("a.n + b.n", "weight(b.n, n + b.n)"));
        assert!(!combined("a.n + b.n", "weight(b.n, b.mean)"));
        assert!(!combined("a.n + b.n", "weight(b.mean, n)"));
        // The result does not hold the count of both.
        assert!(!combined("a.n + b.n + 1.0lf", "weight(b.n, n)"));
        assert!(!is_understood(
            "fn combine(a: S, b: S) -> S { let w = weight(b.n, a.n + b.n); return S(a.n, b.mean * w); }"
        ));
        assert!(!is_understood(
            "fn combine(a: S, b: S) -> S { let w = weight(b.n, a.n + b.n); return S(max(a.n, b.n), b.mean * w); }"
        ));
    }

    #[test]
    fn what_is_not_understood_is_none() {
        assert!(!is_understood(
            "fn combine(a: S, b: S) -> S {
                var n = a.n;
                n += b.n;
                return S(n, b.mean * weight(b.n, n));
            }"
        ));
        assert!(!is_understood(
            "fn combine(a: S, b: S) -> S {
                let n = a.n + b.n;
                if (a.mean > b.mean) { return a; }
                return S(n, b.mean * weight(b.n, n));
            }"
        ));
        assert!(!holds("fn f("));
        assert!(!holds(STATE));
        // Elements that count for three.
        let thrice = STATE.replace("1.0lf", "3.0lf");
        let combine = "fn combine(a: S, b: S) -> S { let n = a.n + b.n; return S(n, b.mean * weight(b.n, n)); }";
        assert!(!holds(&format!("{thrice}\n{combine}")));
    }
}
