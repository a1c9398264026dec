//! Operations of constants: WGSL computes them before it runs and refuses an overflow, where Rust has a value.

use quote::{quote, quote_spanned};
use syn::BinOp;

use super::{Lowerer, Text, Value, module};
use crate::spans::ends;

impl Lowerer<'_> {
    /// The value of a constant as a call, which WGSL does not compute before it runs, so that it cannot overflow.
    pub(super) fn at_run_time(&mut self, value: &Value) -> Value {
        let (slot, probe) = (self.slot(&value.probe), &value.probe);
        let (text, module) = (value.text.code(self.krate), module());
        let text = self.ask(&slot, probe, "at_run_time", &quote!(&#text, #module));
        let probe = quote_spanned!(ends(probe).0=> #slot.is(#probe));
        Value::atom(probe, Text::asked(text, value.text.draft()))
    }

    /// Arguments of a method: if all were constants, WGSL would compute it before it runs, and refuse an overflow.
    pub(super) fn not_all_constant(&mut self, mut values: Vec<Value>) -> Vec<Value> {
        if values.iter().all(|value| value.constant)
            && let Some(first) = values.first_mut()
        {
            *first = self.at_run_time(first);
        }
        values
    }
}

/// Whether WGSL refuses some constant operands.
pub(super) fn can_overflow(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) | BinOp::Shl(_) | BinOp::Shr(_)
    )
}

/// Whether both are literals of floats and the result is an ordinary float: WGSL may compute `1.0 / 3.0` before
/// it runs, and rounds it as Rust does.
pub(super) fn is_finite(op: &BinOp, left: &Value, right: &Value) -> bool {
    let number = |value: &Value| {
        let digits = value.text.draft().filter(|digits| digits.contains(['.', 'e', 'E']));
        digits.and_then(|digits| digits.parse::<f64>().ok())
    };
    let (Some(a), Some(b)) = (number(left), number(right)) else {
        return false;
    };
    let result = match op {
        BinOp::Add(_) => a + b,
        BinOp::Sub(_) => a - b,
        BinOp::Mul(_) => a * b,
        BinOp::Div(_) => a / b,
        _ => f64::NAN,
    };
    result.abs() < f64::from(f32::MAX)
}
