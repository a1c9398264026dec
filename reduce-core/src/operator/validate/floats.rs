//! How far the float operations of a text have one right result, which decides on which devices its bits are the same.
//!
//! This relies on WGSL section 15.7 and on the table "Precision of Core SPIR-V Instructions" of Vulkan's environment for SPIR-V. A sum, a difference
//! and a product are correctly rounded; neither text names the direction, which the test of an opened device tries. A quotient may be off by 2.5
//! units in the last place (`method::quotient` is not), a root inherits that. A conversion to a float that cannot hold the number gives either
//! neighbour, "and different instances of such a conversion may choose differently" (WGSL 15.7.6); SwiftShader rounds a u32 twice.

use std::collections::HashSet;

use naga::valid::FunctionInfo;
use naga::{BinaryOperator, Expression, Function, Handle, Literal, MathFunction, Module, Scalar, ScalarKind};

use super::{Parsed, Valid};

/// Classes of float operations, by how far they have one right result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Floats {
    /// Comparisons and selections alone.
    Compared,
    /// Sums or products of fields by their operators, for which infinities and NaNs have one right result as well.
    Fieldwise,
    /// Sums, or products, which round in one way; but WGSL lets a driver assume that nothing is infinite or NaN.
    Exact,
    /// Sums beside products: each rounds in one way, and both together in another where a driver fuses them.
    Fusible,
    /// Something that a driver may round in its own way.
    Rounded(&'static str),
    /// A function for which WGSL asks a few digits only, such as `sin`.
    Approximate,
}

impl Valid {
    /// How far the float operations of the text are the same on every device; every function counts, used or not, but those in `vouched`, which
    /// give one right result whatever they do inside.
    pub(crate) fn floats(&self, vouched: &HashSet<String>) -> Floats {
        let Parsed { module, info, .. } = &*self.0;
        let (mut products, mut sums) = (false, false);
        let counts = |function: &Function| function.name.as_ref().is_none_or(|name| !vouched.contains(name));
        for (handle, function) in module.functions.iter().filter(|(_, function)| counts(function)) {
            let of = Body {
                module,
                function,
                known: &info[handle],
            };
            for (_, expression) in function.expressions.iter() {
                match of.operation(expression) {
                    Operation::Other => {}
                    Operation::Sum => sums = true,
                    Operation::Product => products = true,
                    Operation::Free(found) => return found,
                }
            }
        }
        match (products, sums) {
            (true, true) => Floats::Fusible,
            (false, false) => Floats::Compared,
            _ => Floats::Exact,
        }
    }
}

/// One expression, by its effect on floats.
enum Operation {
    Other,
    Sum,
    Product,
    /// Something without one right result.
    Free(Floats),
}

/// The expressions of one function.
struct Body<'m> {
    module: &'m Module,
    function: &'m Function,
    known: &'m FunctionInfo,
}

impl Body<'_> {
    fn scalar(&self, expression: Handle<Expression>) -> Option<Scalar> {
        self.known[expression].ty.inner_with(&self.module.types).scalar()
    }

    fn is_float(&self, expression: Handle<Expression>) -> bool {
        self.scalar(expression)
            .is_some_and(|scalar| scalar.kind == ScalarKind::Float)
    }

    fn is_power_of_two(&self, expression: Handle<Expression>) -> bool {
        match self.function.expressions[expression] {
            Expression::Literal(Literal::F32(x)) => x.is_normal() && x.to_bits() & 0x007f_ffff == 0,
            Expression::Literal(Literal::F64(x)) => x.is_normal() && x.to_bits() & 0x000f_ffff_ffff_ffff == 0,
            _ => false,
        }
    }

    fn operation(&self, expression: &Expression) -> Operation {
        let free = |because| Operation::Free(Floats::Rounded(because));
        match *expression {
            Expression::Binary { op, left, right } if self.is_float(left) || self.is_float(right) => match op {
                BinaryOperator::Divide => free("a division"),
                BinaryOperator::Modulo => free("a remainder"),
                // A product by a power of two does not round, so nothing changes if it is fused.
                BinaryOperator::Multiply if [left, right].into_iter().any(|x| self.is_power_of_two(x)) => {
                    Operation::Other
                }
                BinaryOperator::Multiply => Operation::Product,
                BinaryOperator::Add | BinaryOperator::Subtract => Operation::Sum,
                _ => Operation::Other,
            },
            Expression::As {
                expr,
                kind: ScalarKind::Float,
                convert: Some(width),
            } => self.conversion(expr, width).map_or(Operation::Other, free),
            Expression::Math {
                fun: MathFunction::Sqrt,
                ..
            } => free("a square root"),
            Expression::Math { fun, arg, .. } if self.is_float(arg) && !is_exact(fun) => {
                Operation::Free(Floats::Approximate)
            }
            _ => Operation::Other,
        }
    }

    /// The conversion of `from` to a float of `width` bytes, if it may have to round.
    ///
    /// Conversions of 32-bit integers are left out: `cast` converts halves of them, which are exact, and their sum rounds once.
    fn conversion(&self, from: Handle<Expression>, width: u8) -> Option<&'static str> {
        let from = self.scalar(from)?;
        match from.kind {
            ScalarKind::Float if from.width > width => Some("a conversion to a float of fewer digits"),
            ScalarKind::Sint | ScalarKind::Uint if from.width == 8 => Some("a conversion of a 64-bit integer"),
            _ => None,
        }
    }
}

/// Whether the function of a float has one right result, which every driver has to give.
fn is_exact(function: MathFunction) -> bool {
    use MathFunction as F;
    matches!(
        function,
        F::Abs
            | F::Min
            | F::Max
            | F::Clamp
            | F::Saturate
            | F::Ceil
            | F::Floor
            | F::Round
            | F::Trunc
            | F::Sign
            | F::Step
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Caps, Needs};

    #[test]
    fn operations_without_one_right_result_are_named() {
        let floats = |body: &str| {
            let text = format!("fn f(a: f32, b: f32) -> f32 {{\n    return {body};\n}}");
            Valid::new(text, "a test", &Caps::webgpu()).map(|valid| valid.floats(&HashSet::new()))
        };
        for (body, expected) in [
            ("max(a, -b)", Floats::Compared),
            ("max(a + b, -a)", Floats::Exact),
            ("a * b", Floats::Exact),
            ("f32(u32(a) / 3u * 2u + 1u)", Floats::Compared),
            ("a / b", Floats::Rounded("a division")),
            ("a * b + a", Floats::Fusible),
            ("a * 65536.0f + b", Floats::Exact),
            ("sqrt(a)", Floats::Rounded("a square root")),
            ("sin(a)", Floats::Approximate),
        ] {
            assert_eq!(floats(body), Ok(expected), "{body}");
        }
    }

    #[test]
    fn conversions_that_round_are_named() {
        let caps = Caps {
            offers: Needs::F64.union(Needs::I64),
            ..Caps::webgpu()
        };
        let floats = |body: &str| {
            let text = format!("fn f(l: i64, p: u64, d: f64, i: i32) -> f64 {{\n    return f64({body});\n}}");
            Valid::new(text, "a test", &caps).map(|valid| valid.floats(&HashSet::new()))
        };
        let wide = Floats::Rounded("a conversion of a 64-bit integer");
        for (body, expected) in [
            ("f32(p)", wide),
            ("l", wide),
            ("f32(d)", Floats::Rounded("a conversion to a float of fewer digits")),
            ("i", Floats::Compared),
            ("f32(i >> 16u)", Floats::Compared),
            ("u32(p >> 32u)", Floats::Compared),
            ("d * 4294967296.0lf + d", Floats::Exact),
        ] {
            assert_eq!(floats(body), Ok(expected), "{body}");
        }
    }
}
