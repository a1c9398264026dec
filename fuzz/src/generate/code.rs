//! Pieces of Rust, joined with no more parentheses than Rust's precedence asks for.

/// The precedence of a piece; the names are those of the operators that it ends on.
pub(super) mod level {
    /// A name, a call, a literal.
    pub(in super::super) const ATOM: u8 = 100;
    /// `- !`
    pub(in super::super) const UNARY: u8 = 90;
    /// `as`
    pub(in super::super) const CAST: u8 = 80;
    /// `* / %`
    pub(in super::super) const PRODUCT: u8 = 70;
    /// `+ -`
    pub(in super::super) const SUM: u8 = 60;
    /// `<< >>`
    pub(in super::super) const SHIFT: u8 = 50;
    /// `&`
    pub(in super::super) const AND: u8 = 40;
    /// `^`
    pub(in super::super) const XOR: u8 = 35;
    /// `|`
    pub(in super::super) const OR: u8 = 30;
    /// `== < …`
    pub(in super::super) const COMPARISON: u8 = 20;
    /// `&&`
    pub(in super::super) const BOTH: u8 = 15;
    /// `||`
    pub(in super::super) const EITHER: u8 = 10;
    /// `if`, `match`, a block, a struct literal: in parentheses wherever it is an operand.
    pub(in super::super) const BLOCK: u8 = 0;
}

/// The range of a float: its magnitude is `most` at most, and it is a multiple of 2^-`fine`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The largest magnitude.
    pub most: f64,
    /// Binary digits behind the point.
    pub fine: i32,
}

/// The range of every variable, field, element, argument and result.
pub(super) const KEPT: Reach = Reach { most: 256.0, fine: 2 };

impl Reach {
    /// Whether every such number is an f32, so that no operation that yields one rounds.
    pub(super) fn is_exact(self) -> bool {
        self.most * f64::from(self.fine).exp2() <= 16_777_216.0
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// Its Rust.
    pub text: String,
    /// Its precedence.
    pub level: u8,
    /// Whether its type is plain without its surroundings, as that of `1` is not.
    pub pinned: bool,
    /// Whether it holds no variable, so that a compiler may compute it.
    pub constant: bool,
    /// The range of its value if it is a float.
    pub reach: Reach,
}

impl Code {
    /// A name, a call or a suffixed literal.
    pub(super) fn atom(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            level: level::ATOM,
            pinned: true,
            constant: false,
            reach: KEPT,
        }
    }

    /// This expression with another range.
    pub(super) fn reaching(self, most: f64, fine: i32) -> Self {
        Self {
            reach: Reach { most, fine },
            ..self
        }
    }

    /// The text, in parentheses if it holds less tightly than `level`.
    pub(super) fn at_least(&self, level: u8) -> String {
        if self.level >= level {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }

    /// The text in front of `.method()`, `.field` and `[index]`.
    pub(super) fn receiver(&self) -> String {
        self.at_least(level::ATOM)
    }

    /// `left op right`.
    pub(super) fn binary(left: &Self, op: &str, level: u8, right: &Self) -> Self {
        // `a as u32 < b` and `a < b < c` are not what they look like.
        let casts = ["u32", "i32", "f32", "usize", "u8", "i8", "u16", "i16"];
        let ends_in_cast = casts.iter().any(|ty| left.text.ends_with(&format!(" as {ty}")));
        let apart = op.starts_with('<') && ends_in_cast || level == level::COMPARISON && left.level == level;
        let (l, r) = (if apart { level::ATOM } else { level }, right.at_least(level + 1));
        Self {
            text: format!("{} {op} {r}", left.at_least(l)),
            level,
            pinned: left.pinned || right.pinned,
            constant: left.constant && right.constant,
            reach: KEPT,
        }
    }

    /// `-value` or `!value`.
    pub(super) fn unary(op: char, value: &Self) -> Self {
        Self {
            text: format!("{op}{}", value.at_least(level::UNARY)),
            level: level::UNARY,
            ..value.clone()
        }
    }

    /// `value as ty`.
    pub(super) fn cast(value: &Self, ty: &str) -> Self {
        Self {
            text: format!("{} as {ty}", value.at_least(level::CAST)),
            level: level::CAST,
            pinned: true,
            ..value.clone()
        }
    }

    /// `receiver.name(arguments)`.
    pub(super) fn method(receiver: &Self, name: &str, arguments: &[&Self]) -> Self {
        let texts: Vec<&str> = arguments.iter().map(|code| code.text.as_str()).collect();
        Self {
            constant: receiver.constant && arguments.iter().all(|code| code.constant),
            ..Self::atom(format!("{}.{name}({})", receiver.receiver(), texts.join(", ")))
        }
    }
}
