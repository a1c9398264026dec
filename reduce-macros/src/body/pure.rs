//! Expressions that may be computed whether or not Rust would compute them: they have no effect, end soon and cannot fail.
//!
//! Between two such sides WGSL selects, without a branch: with a branch in every lift or combine, SwiftShader compiles for minutes. Divisions are
//! among them, because WGSL defines the result of a division by zero and the driver is told to check; indices that are computed are not, and neither
//! are calls of the user's functions.

use syn::{Arm, BinOp, Expr, ExprIf, Lit, Stmt, UnOp};

use super::library::{Matches, is_matches};
use super::operator::is_assignment;
use super::pattern::guard_of;

/// Methods of numbers that are a few instructions.
const CHEAP: [&str; 52] = [
    "abs",
    "abs_diff",
    "ceil",
    "clamp",
    "copysign",
    "count_ones",
    "count_zeros",
    "floor",
    "fract",
    "from_bits",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_negative",
    "is_positive",
    "is_power_of_two",
    "is_sign_negative",
    "is_sign_positive",
    "leading_zeros",
    "max",
    "min",
    "mul_add",
    "recip",
    "reverse_bits",
    "rotate_left",
    "rotate_right",
    "round",
    "saturating_add",
    "saturating_sub",
    "signum",
    "sqrt",
    "to_bits",
    "to_f32",
    "trailing_zeros",
    "trunc",
    "unsigned_abs",
    "wrapping_abs",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_shl",
    "wrapping_shr",
    "wrapping_sub",
    "exp",
    "exp2",
    "ln",
    "log2",
    "sin",
    "cos",
    "tan",
    "tanh",
    "atan2",
];

/// The most arms of a `match` that are all computed.
const MOST_ARMS: usize = 6;

/// Whether `expr` may be computed anyway.
pub(super) fn is_pure(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(inner) => is_pure(&inner.expr),
        Expr::Group(inner) => is_pure(&inner.expr),
        Expr::Field(field) => is_pure(&field.base),
        Expr::Index(index) => is_pure(&index.expr) && is_number(&index.index),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) && is_pure(&unary.expr),
        Expr::Binary(binary) => !is_assignment(&binary.op) && is_pure(&binary.left) && is_pure(&binary.right),
        Expr::Cast(cast) => is_pure(&cast.expr),
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            CHEAP.contains(&name.as_str()) && is_pure(&call.receiver) && call.args.iter().all(is_pure)
        }
        Expr::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_pure),
        Expr::Struct(literal) => literal.rest.is_none() && literal.fields.iter().all(|field| is_pure(&field.expr)),
        // A variant, or a tuple struct.
        Expr::Call(call) => {
            matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase)))
                && call.args.iter().all(is_pure)
        }
        Expr::Match(choice) => {
            let is_chosen = |arm: &Arm| guard_of(arm).1.is_none_or(is_pure) && is_pure(&arm.body);
            choice.arms.len() <= MOST_ARMS && is_pure(&choice.expr) && choice.arms.iter().all(is_chosen)
        }
        Expr::If(branch) => sides(branch).is_some(),
        Expr::Macro(call) if is_matches(&call.mac) => call
            .mac
            .parse_body()
            .is_ok_and(|call: Matches| is_pure(&call.value) && call.guard.as_ref().is_none_or(is_pure)),
        Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => {
            single(&block.block).is_some_and(is_pure)
        }
        _ => false,
    }
}

/// The condition and both values of an `if` that becomes a selection.
pub(super) fn sides(branch: &ExprIf) -> Option<(&Expr, &Expr, &Expr)> {
    let yes = single(&branch.then_branch)?;
    let (_, no) = branch.else_branch.as_ref()?;
    let no = match &**no {
        Expr::Block(block) => single(&block.block)?,
        nested => nested,
    };
    (is_pure(&branch.cond) && is_pure(yes) && is_pure(no)).then_some((&branch.cond, yes, no))
}

/// Whether the right side of `&&` or `||` may be computed anyway.
pub(super) fn is_eager(binary: &syn::ExprBinary) -> bool {
    matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) && is_pure(&binary.right)
}

/// The only expression of a block.
pub(super) fn single(block: &syn::Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)))
}
