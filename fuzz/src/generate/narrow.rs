//! Expressions of type `u8`, `i8`, `u16` and `i16`: they stand by themselves and inside of those of 32 bits.

use super::Generator;
use super::code::{Code, level};
use super::types::{Narrow, Ty};

/// The types, whether they are signed, and how far they can be shifted.
pub(super) const TYPES: [Narrow; 4] = [("u8", false, 7), ("i8", true, 7), ("u16", false, 15), ("i16", true, 15)];

impl Generator {
    /// A computation in 8 or 16 bits, as `ty`.
    pub(super) fn widened(&mut self, ty: &Ty, depth: usize) -> Code {
        let narrow = self.random.pick(&TYPES);
        let value = self.narrow(narrow, depth + 1);
        Code::cast(&value, &ty.name())
    }

    pub(super) fn narrow(&mut self, ty: Narrow, depth: usize) -> Code {
        self.budget -= 1;
        if depth == 0 || self.budget < 0 {
            return self.narrowed(ty, 0);
        }
        let value = self.narrow(ty, depth - 1);
        let (_, signed, width) = ty;
        match self.random.below(12) {
            0 => self.narrowed(ty, depth - 1),
            1..5 => {
                let (op, level) = self.random.pick(&[
                    ("+", level::SUM),
                    ("-", level::SUM),
                    ("*", level::PRODUCT),
                    ("&", level::AND),
                    ("|", level::OR),
                    ("^", level::XOR),
                ]);
                let other = self.narrow_operand(ty, depth - 1);
                Code::binary(&value, op, level, &other)
            }
            5 => {
                // Neither 0 nor -1.
                let other = self.narrow_operand(ty, depth - 1);
                let divisor = format!("({} & 31 | 1)", other.at_least(level::AND));
                let op = self.random.pick(&["/", "%"]);
                Code::binary(&value, op, level::PRODUCT, &Code::atom(divisor))
            }
            6 => {
                let by = format!("({} & {width})", self.pinned(&Ty::U, 0).at_least(level::AND));
                let op = self.random.pick(&["<<", ">>"]);
                Code::binary(&value, op, level::SHIFT, &Code::atom(by))
            }
            7 => Code::unary(if signed && self.random.chance(60) { '-' } else { '!' }, &value),
            _ => self.narrow_method(ty, &value, depth - 1),
        }
    }

    /// A number of the type, or a literal that any of them holds.
    fn narrow_operand(&mut self, ty: Narrow, depth: usize) -> Code {
        if self.random.chance(30) {
            return Code {
                pinned: false,
                constant: true,
                ..Code::atom(self.random.below(128).to_string())
            };
        }
        self.narrow(ty, depth)
    }

    /// A cast of another number; a constant would be computed by compilers, which refuse some.
    fn narrowed(&mut self, ty: Narrow, depth: usize) -> Code {
        if self.random.chance(50)
            && let Some(place) = self.readable(&Ty::N(ty))
        {
            return place;
        }
        if depth > 0 && self.random.chance(40) {
            let other = self.random.pick(&TYPES);
            return Code::cast(&self.narrow(other, depth - 1), ty.0);
        }
        let from = self.random.pick(&[Ty::U, Ty::I, Ty::F, Ty::B]);
        let mut value = self.pinned(&from, depth);
        if value.constant {
            value = self.readable(&from).unwrap_or(value);
        }
        Code::cast(&value, ty.0)
    }

    /// A literal of the type.
    pub(super) fn narrow_value(&mut self, ty: Narrow) -> Code {
        let (name, signed, _) = ty;
        if self.random.chance(10) {
            return Code {
                constant: true,
                ..Code::atom(format!("{name}::{}", self.random.pick(&["MAX", "MIN"])))
            };
        }
        let low = if signed { -128 } else { 0 };
        let value = if self.random.chance(70) {
            self.random.within(0, 9)
        } else {
            self.random.within(low, 127)
        };
        Code {
            constant: true,
            level: if value < 0 { level::UNARY } else { level::ATOM },
            ..Code::atom(format!("{value}{name}"))
        }
    }

    /// The four bytes of an integer, and the integer of four bytes.
    pub(super) fn bytes_of(&mut self, depth: usize) -> Code {
        let from = self.random.pick(&[Ty::U, Ty::I]);
        let (value, method) = (
            self.pinned(&from, depth),
            self.random.pick(&["to_le_bytes", "to_be_bytes"]),
        );
        Code::method(&value, method, &[])
    }

    pub(super) fn of_bytes(&mut self, ty: &Ty, depth: usize) -> Code {
        let bytes = Ty::Array(Box::new(Ty::N(TYPES[0])), 4);
        let bytes = self.expression(&bytes, depth);
        let method = self.random.pick(&["from_le_bytes", "from_be_bytes"]);
        Code::atom(format!("{}::{method}({})", ty.name(), bytes.text))
    }

    fn narrow_method(&mut self, ty: Narrow, value: &Code, depth: usize) -> Code {
        let (name, signed, _) = ty;
        let other = self.narrow_operand(ty, depth);
        let amount = self.pinned(&Ty::U, 0);
        match self.random.below(12) {
            0..4 => {
                let method = self.random.pick(&[
                    "min",
                    "max",
                    "midpoint",
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "saturating_add",
                    "saturating_sub",
                    "saturating_mul",
                ]);
                Code::method(value, method, &[&other])
            }
            4 | 5 => {
                let method = self.random.pick(&[
                    "rotate_left",
                    "rotate_right",
                    "wrapping_shl",
                    "wrapping_shr",
                    "unbounded_shl",
                    "unbounded_shr",
                ]);
                Code::method(value, method, &[&amount])
            }
            6 | 7 => {
                let method = self.random.pick(&[
                    "count_ones",
                    "count_zeros",
                    "leading_zeros",
                    "leading_ones",
                    "trailing_zeros",
                    "trailing_ones",
                ]);
                Code::cast(&Code::method(value, method, &[]), name)
            }
            8 => Code::method(value, "pow", &[&Code::atom(self.random.below(5).to_string())]),
            9 => Code::cast(&Code::method(value, "abs_diff", &[&other]), name),
            10 if signed => {
                let method = self.random.pick(&["wrapping_abs", "signum", "abs", "saturating_neg"]);
                Code::method(value, method, &[])
            }
            _ => {
                let method = self.random.pick(&["reverse_bits", "swap_bytes", "wrapping_neg"]);
                Code::method(value, method, &[])
            }
        }
    }
}
