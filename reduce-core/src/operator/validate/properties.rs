//! Functions, run on known properties of their arguments (abstract interpretation, Cousot and Cousot 1977): which numbers are counts, and of what.

use std::cell::Cell;
use std::collections::HashMap;

use naga::{BinaryOperator, Block, Expression, Function, Handle, Literal, Module, Statement, Type, TypeInner};

/// Calls of functions in a run: functions that call one another twice each would take for ever. Not measured against other values.
const MOST_CALLS: u32 = 10_000;

/// The function of this name.
pub(super) fn find(module: &Module, name: &str) -> Option<Handle<Function>> {
    let mut functions = module.functions.iter();
    functions.find_map(|(handle, function)| (function.name.as_deref() == Some(name)).then_some(handle))
}

/// The number of times that a number holds the count of the left operand, and that of the right one. Both are at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    left: u32,
    right: u32,
}

impl Count {
    pub(super) const LEFT: Self = Self { left: 1, right: 0 };
    pub(super) const RIGHT: Self = Self { left: 0, right: 1 };
    pub(super) const BOTH: Self = Self { left: 1, right: 1 };

    /// Whether it counts each operand at least as often as another does.
    fn has_all_of(self, other: Self) -> bool {
        self.left >= other.left && self.right >= other.right
    }

    /// Counts are integers far below 2^53, or 2^24 in an f32, so their sum is exact.
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            left: self.left.checked_add(other.left)?,
            right: self.right.checked_add(other.right)?,
        })
    }
}

/// The knowledge of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Unknown,
    Number(f64),
    Count(Count),
    Bool(bool),
    Struct(Vec<Value>),
}

impl Value {
    fn of_literal(literal: Literal) -> Self {
        match literal {
            Literal::F64(number) => Self::Number(number),
            Literal::F32(number) => Self::Number(number.into()),
            Literal::U32(number) => Self::Number(number.into()),
            Literal::I32(number) => Self::Number(number.into()),
            Literal::Bool(value) => Self::Bool(value),
            _ => Self::Unknown,
        }
    }

    /// A lifted state as one that holds `count` elements; the rest of it is unknown.
    pub(super) fn counted(&self, count: Count) -> Self {
        match self {
            Self::Number(1.0) => Self::Count(count),
            Self::Struct(members) => Self::Struct(members.iter().map(|member| member.counted(count)).collect()),
            _ => Self::Unknown,
        }
    }
}

/// The functions of a module, as they run.
pub(super) struct Run<'m> {
    pub(super) module: &'m Module,
    /// The function that gives quotients of counts, if the run is to fail where one is no weight.
    weight: Option<Handle<Function>>,
    /// Calls so far: of more than [`MOST_CALLS`], nothing is known.
    calls: Cell<u32>,
}

/// How a block of statements ends.
enum End {
    Returned(Value),
    GoesOn,
}

impl<'m> Run<'m> {
    /// Nothing has been called yet.
    pub(super) fn of(module: &'m Module, weight: Option<Handle<Function>>) -> Self {
        Self {
            module,
            weight,
            calls: Cell::new(0),
        }
    }

    /// The result of a function; `None` if it may ask for a quotient that is no weight.
    pub(super) fn call(&self, function: Handle<Function>, arguments: &[Value]) -> Option<Value> {
        if Some(function) == self.weight {
            let is_weight = arguments == [Value::Count(Count::RIGHT), Value::Count(Count::BOTH)];
            return is_weight.then_some(Value::Unknown);
        }
        self.calls.set(self.calls.get().saturating_add(1));
        if self.calls.get() > MOST_CALLS {
            return None;
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
            Some(End::GoesOn) | None if self.weight.is_some() && self.asks(function) => None,
            Some(End::GoesOn) | None => Some(Value::Unknown.of_type(called.result.as_ref()?.ty, self.module)),
        }
    }

    /// Whether a function calls for weights, itself or through others.
    fn asks(&self, function: Handle<Function>) -> bool {
        fn within(run: &Run<'_>, block: &Block) -> bool {
            block.iter().any(|statement| match statement {
                Statement::Call { function, .. } => Some(*function) == run.weight || run.asks(*function),
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
    /// The results of its calls, and all values that were asked for: most are asked for several times.
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

    fn value(&mut self, expression: Handle<Expression>) -> Value {
        if let Some(value) = self.results.get(&expression) {
            return value.clone();
        }
        let value = self.made(expression);
        self.results.insert(expression, value.clone());
        value
    }

    fn made(&mut self, expression: Handle<Expression>) -> Value {
        let function = self.function;
        match function.expressions[expression] {
            Expression::Literal(literal) => match (literal, self.run.weight) {
                // Weights are quotients of f64: nothing else has to count.
                (Literal::F32(_) | Literal::U32(_) | Literal::I32(_), Some(_)) => Value::Unknown,
                _ => Value::of_literal(literal),
            },
            Expression::FunctionArgument(index) => {
                self.arguments.get(index as usize).cloned().unwrap_or(Value::Unknown)
            }
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
            Expression::As {
                expr, convert: Some(_), ..
            } => match self.value(expr) {
                Value::Bool(value) => Value::Number(f64::from(u8::from(value))),
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
        // A number of which two are none, as the upper word of a count is.
        (BinaryOperator::Add, Value::Number(0.0), Value::Number(0.0)) => Value::Number(0.0),
        // A sum is no less than one of its terms, for it does not wrap.
        (BinaryOperator::Less, Value::Count(left), Value::Count(right)) if left.has_all_of(*right) => {
            Value::Bool(false)
        }
        (op, Value::Count(_), Value::Number(0.0)) => match op {
            BinaryOperator::Greater | BinaryOperator::GreaterEqual | BinaryOperator::NotEqual => Value::Bool(true),
            BinaryOperator::Less | BinaryOperator::LessEqual | BinaryOperator::Equal => Value::Bool(false),
            _ => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}
