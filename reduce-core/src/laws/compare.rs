//! Whether two states are the same: to the last bit, or as far as rounding allows.

use super::caught::caught;
use super::erased::ErasedCheck;
use super::leaves::Scalar;
use super::operand::Operand;
use super::operator::Bytes;
use super::sample::float;

/// Magnitude up to which a number is ordinary: its square and cube are far from the ends of an f32.
const ORDINARY: f64 = (1u64 << 40) as f64;

/// The rule by which two states are compared.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// To the last bit, where all NaNs are one.
    Bits,
    /// Up to rounding, for ordinary numbers.
    Rounding,
    /// Up to rounding, for one that should be as it was before: infinities stay as well.
    Unchanged,
    /// Up to rounding, for the identity and for states that are given: no infinity and no NaN excuses a difference.
    Strict,
    /// To the last bit where all numbers are finite.
    FiniteBits,
    /// Between engines: up to this many times the rounding of one combine; what overflows is left out.
    Engines(f64),
}

/// The difference between two states.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference(pub(super) Option<String>);

impl ErasedCheck {
    /// The difference between `left` and `right`, which were made from the states `from`. Infinities of the identity are numbers like others in
    /// states that `plain` inputs were lifted to.
    pub(super) fn difference(
        &self,
        rule: Rule,
        left: &[u8],
        right: &[u8],
        from: &[Bytes],
        plain: bool,
    ) -> Option<Difference> {
        let fields = &self.operator.fields;
        let (left, right) = ((self.operator.canonical)(left), (self.operator.canonical)(right));
        let leaves = fields.leaves();
        if matches!(rule, Rule::Bits) {
            return (left != right).then_some(Difference(None));
        }
        let floats = |states: &[Bytes]| -> Vec<f64> {
            let of =
                |state: &Bytes| -> Vec<f64> { leaves.iter().filter_map(|leaf| fields.float(state, leaf)).collect() };
            states.iter().flat_map(of).collect()
        };
        if matches!(rule, Rule::FiniteBits) {
            let finite = floats(&[left.clone(), right.clone()]).into_iter().all(f64::is_finite);
            return (finite && left != right).then_some(Difference(None));
        }
        let ordinary = matches!(rule, Rule::Strict) || from.iter().all(|state| self.is_ordinary(state, plain));
        if !ordinary && matches!(rule, Rule::Rounding) {
            return None;
        }
        let magnitudes = floats(from)
            .into_iter()
            .chain(floats(&[left.clone(), right.clone()]))
            .map(f64::abs);
        let scale = magnitudes.filter(|x| x.is_finite()).fold(1.0 / ORDINARY, f64::max);
        leaves.iter().find_map(|leaf| {
            let (l, r) = (fields.get(&left, leaf), fields.get(&right, leaf));
            let (Some(x), Some(y)) = (float(leaf.scalar, l), float(leaf.scalar, r)) else {
                return (l != r).then_some(Difference(None));
            };
            let tolerance = self.relative(leaf.scalar)
                * match rule {
                    Rule::Engines(times) => times,
                    _ => 1.0,
                };
            let differs = match rule {
                _ if x == y || (x.is_nan() && y.is_nan()) => false,
                // Beside an infinity nothing else need stay, but the infinity itself.
                Rule::Unchanged if !ordinary => y.is_infinite() && !x.is_nan(),
                _ if x.is_finite() && y.is_finite() => (x - y).abs() > tolerance * scale,
                Rule::Engines(_) => false,
                _ => ordinary,
            };
            // Far beyond rounding, it does not help to say how much is allowed.
            let near = (x - y).abs() <= 0.01 * scale;
            differs.then(|| {
                if !near {
                    return Difference(None);
                }
                let path = fields.rust_path(&leaf.path);
                let of = if path.is_empty() {
                    String::new()
                } else {
                    format!(" of `{path}`")
                };
                Difference(Some(format!(
                    "a difference{of} up to {}, {tolerance:.1e} of the largest magnitude",
                    rounded(tolerance * scale)
                )))
            })
        })
    }

    /// Whether all floats of a state are ordinary numbers or, where its inputs are `plain`, the infinity that the identity has in
    /// their place: what says that there is nothing yet is no number that went too far.
    pub(super) fn is_ordinary(&self, state: &[u8], plain: bool) -> bool {
        let fields = &self.operator.fields;
        fields.leaves().iter().all(|leaf| {
            let Some(x) = fields.float(state, leaf) else {
                return true;
            };
            let nothing =
                || caught(self.operator.identity).is_ok_and(|identity| fields.float(&identity, leaf) == Some(x));
            x.abs() <= ORDINARY || plain && x.is_infinite() && nothing()
        })
    }

    /// Whether a float of these states is NaN.
    pub(super) fn has_nan(&self, states: &[Bytes]) -> bool {
        let fields = &self.operator.fields;
        let is_nan = |state: &Bytes| {
            fields
                .leaves()
                .iter()
                .filter_map(|leaf| fields.float(state, leaf))
                .any(f64::is_nan)
        };
        states.iter().any(is_nan)
    }

    /// Whether no input of these is an infinity, a NaN or far from ordinary.
    pub(super) fn are_plain(&self, operands: &[Operand]) -> bool {
        let inputs = &self.operator.inputs;
        let plain = |x: &Bytes| {
            let mut floats = inputs.leaves().iter().filter_map(|leaf| inputs.float(x, leaf));
            floats.all(|x| x.abs() <= ORDINARY)
        };
        operands.iter().all(|operand| match operand {
            Operand::Given(_) => true,
            Operand::Of(inputs) => inputs.iter().all(plain),
        })
    }

    /// The difference that is allowed, relative to the largest magnitude.
    fn relative(&self, scalar: Scalar) -> f64 {
        self.tolerance.unwrap_or(match scalar {
            Scalar::F64 => 256.0 * f64::EPSILON,
            _ => 256.0 * f64::from(f32::EPSILON),
        })
    }
}

/// A number with two digits, enough for a bound.
fn rounded(x: f64) -> String {
    if (0.01..1000.0).contains(&x) {
        format!("{x:.2}")
    } else {
        format!("{x:.1e}")
    }
}
