//! The laws: their two sides, and the words for each where it is broken.

use super::operator::{Bytes, ErasedOperator};

/// The laws, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law {
    /// `combine(identity(), a)` is `a`.
    Left,
    /// `combine(a, identity())` is `a`.
    Right,
    /// `combine(a, b)` is `combine(b, a)`.
    Commutative,
    /// `combine(combine(a, b), c)` is `combine(a, combine(b, c))`.
    Associative,
    /// `combine_in_order(a, b)` is `combine(a, b)` where the elements of `a` come before those of `b`.
    InOrder,
}

/// Both sides of a law, and all states on the way to them.
pub(super) struct Sides {
    pub(super) left: Bytes,
    pub(super) right: Bytes,
    pub(super) from: Vec<Bytes>,
}

impl ErasedOperator {
    /// Both sides of `law` for these states.
    pub(super) fn sides(&self, law: Law, states: &[Bytes]) -> Sides {
        let join = self.combine;
        // A law of fewer states does not look at the rest.
        let of = |index: usize| states.get(index).cloned().unwrap_or_default();
        let (a, b, c) = (of(0), of(1), of(2));
        match law {
            Law::Left => Sides {
                left: join(&(self.identity)(), &a),
                right: a.clone(),
                from: vec![a],
            },
            Law::Right => Sides {
                left: join(&a, &(self.identity)()),
                right: a.clone(),
                from: vec![a],
            },
            Law::Commutative => Sides {
                left: join(&a, &b),
                right: (self.combine_swapped)(&a, &b),
                from: vec![a, b],
            },
            Law::Associative => {
                let (ab, bc) = (join(&a, &b), join(&b, &c));
                Sides {
                    left: join(&ab, &c),
                    right: join(&a, &bc),
                    from: vec![a, b, c, ab, bc],
                }
            }
            Law::InOrder => Sides {
                left: (self.combine_in_order)(&a, &b),
                right: join(&a, &b),
                from: vec![a, b],
            },
        }
    }
}

impl Law {
    pub(super) fn operands(self) -> usize {
        match self {
            Self::Left | Self::Right => 1,
            Self::Commutative | Self::InOrder => 2,
            Self::Associative => 3,
        }
    }

    pub(super) fn texts(self) -> [&'static str; 2] {
        match self {
            Self::Left => ["combine(identity(), a)", "a"],
            Self::Right => ["combine(a, identity())", "a"],
            Self::Commutative => ["combine(a, b)", "combine(b, a)"],
            Self::Associative => ["combine(combine(a, b), c)", "combine(a, combine(b, c))"],
            Self::InOrder => ["combine_in_order(a, b)", "combine(a, b)"],
        }
    }

    pub(super) fn broken(self) -> &'static str {
        match self {
            Self::Left => "identity() is not neutral: combine(identity(), a) differs from a",
            Self::Right => "identity() is not neutral: combine(a, identity()) differs from a",
            Self::Commutative => "combine(a, b) differs from combine(b, a)",
            Self::Associative => "combine(combine(a, b), c) differs from combine(a, combine(b, c))",
            Self::InOrder => {
                "combine_in_order(a, b) differs from combine(a, b), though all elements of a come before those of b"
            }
        }
    }

    pub(super) fn broken_exactly(self) -> &'static str {
        match self {
            Self::Left => "EXACT is claimed, but combine(identity(), a) is not a to the last bit",
            Self::Right => "EXACT is claimed, but combine(a, identity()) is not a to the last bit",
            Self::Commutative => "EXACT is claimed, but combine(a, b) is not combine(b, a) to the last bit",
            Self::Associative => {
                "EXACT is claimed, but combine(combine(a, b), c) is not combine(a, combine(b, c)) to the last bit"
            }
            Self::InOrder => self.broken(),
        }
    }

    /// The words on how to repair this law; `lost` is whether a NaN of the operands is gone.
    pub(super) fn remedy(self, exact: bool, lost: bool, state: &str) -> String {
        match self {
            Self::InOrder => "let it give the bits of combine where the positions in a are smaller than those in b and where one is \
                              identity(), or leave it out: it is combine then"
                .to_owned(),
            _ if exact => format!(
                "remove `const EXACT: bool = true;` from `impl Monoid for {state}`, or let combine give the same bits for \
                 these values as well: in any order, NaN and -0.0 included"
            ),
            Self::Left | Self::Right if lost => "combine loses the NaN of an operand: let it win, as in `if b.x > a.x || \
                                                 b.x.is_nan() { b } else { a }`, or let `lift` keep NaN out of the states"
                .to_owned(),
            Self::Left | Self::Right => {
                "let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, \
                 f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum"
                    .to_owned()
            }
            Self::Commutative => format!(
                "add `const COMMUTATIVE: bool = false;` to `impl Monoid for {state}`: operands are then combined in \
                 input order; or make combine treat both alike"
            ),
            Self::Associative => "the result would depend on how the input is cut into parts: keep in the state what can be \
                                  joined in any grouping (for an average, the sum and the count) and make the result of it \
                                  in `finish`; if this is rounding, state how much: `check_monoid!(…, tolerance = 1e-3)`"
                .to_owned(),
        }
    }
}
