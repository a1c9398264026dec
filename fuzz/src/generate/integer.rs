//! Expressions of type `u32` and `i32`.

use super::code::{Code, level};
use super::narrow::TYPES;
use super::types::Ty;
use super::{Generator, switches};

impl Generator {
    /// A literal or a constant.
    pub(super) fn integer_value(&mut self, ty: &Ty) -> Code {
        let constants: Vec<String> = self
            .consts
            .iter()
            .filter(|(_, of, _)| of == ty)
            .map(|(name, _, _)| name.clone())
            .collect();
        if !constants.is_empty() && self.random.chance(20) {
            return Code {
                constant: true,
                ..Code::atom(self.random.pick(&constants))
            };
        }
        let magnitude = match self.random.below(10) {
            0..6 => self.random.within(0, 9),
            6 => self.random.within(10, 300),
            7 => 1 << self.random.below(31),
            8 if *ty == Ty::I && switches::LEAST_LITERAL && self.random.chance(20) => 1 << 31,
            8 => self.random.within(0, i64::from(i32::MAX)),
            _ if self.random.chance(40) => {
                let named = if *ty == Ty::U {
                    ["u32::MAX", "u32::MIN", "u32::BITS"]
                } else {
                    ["i32::MIN", "i32::MAX", "i32::MIN"]
                };
                return Code {
                    constant: true,
                    ..Code::atom(self.random.pick(&named))
                };
            }
            _ => i64::from(i32::MAX),
        };
        let value = match ty {
            Ty::U if self.random.chance(10) => i64::from(u32::MAX) - magnitude,
            Ty::I if magnitude > i64::from(i32::MAX) || self.random.chance(30) => -magnitude,
            _ => magnitude,
        };
        let digits = match self.random.below(12) {
            0 => format!("{:#x}", value.abs()),
            1 => format!("{:#b}", value.abs() & 0xff),
            2 if value.abs() > 999 => format!("{}_{:03}", value.abs() / 1000, value.abs() % 1000),
            _ => value.abs().to_string(),
        };
        let pinned = self.random.chance(30);
        let suffix = match pinned {
            true if self.random.chance(30) => format!("_{}", ty.name()),
            true => ty.name(),
            false => String::new(),
        };
        let sign = if value < 0 { "-" } else { "" };
        Code {
            pinned,
            constant: true,
            level: if value < 0 { level::UNARY } else { level::ATOM },
            ..Code::atom(format!("{sign}{digits}{suffix}"))
        }
    }

    /// Two operands, one of them plain, and not both constant: compilers refuse constants that overflow.
    fn operands(&mut self, ty: &Ty, depth: usize) -> (Code, Code) {
        let (mut left, right) = (self.expression(ty, depth), self.expression(ty, depth));
        if left.constant && right.constant || !left.pinned && !right.pinned {
            left = self.readable(ty).unwrap_or(left);
        }
        if !left.pinned && !right.pinned {
            left = self.pinned(ty, 0);
        }
        (left, right)
    }

    pub(super) fn integer(&mut self, ty: &Ty, depth: usize) -> Code {
        let which = self.random.below(100);
        match which {
            0..36 => self.arithmetic(ty, depth),
            36..46 => self.quotient(ty, depth),
            46..56 => self.shift(ty, depth),
            60..65 if self.loops < 2 && !self.flat && depth > 0 => self.of_elements(ty, depth - 1),
            65..69 if self.loops < 2 && !self.flat && depth > 0 => self.of_items(ty, depth - 1),
            56..60 => {
                let mut value = self.expression(ty, depth);
                if value.constant {
                    value = self.readable(ty).unwrap_or(value);
                }
                let negate = *ty == Ty::I && self.random.chance(60) && !value.constant;
                Code::unary(if negate { '-' } else { '!' }, &value)
            }
            _ if which < 82 => self.integer_method(ty, depth),
            _ => self.converted(ty, depth),
        }
    }

    fn arithmetic(&mut self, ty: &Ty, depth: usize) -> Code {
        let (left, right) = self.operands(ty, depth);
        let (op, level) = self.random.pick(&[
            ("+", level::SUM),
            ("-", level::SUM),
            ("*", level::PRODUCT),
            ("&", level::AND),
            ("|", level::OR),
            ("^", level::XOR),
        ]);
        Code::binary(&left, op, level, &right)
    }

    /// A division by a number other than 0 and -1.
    fn quotient(&mut self, ty: &Ty, depth: usize) -> Code {
        let (left, _) = self.operands(ty, depth);
        let left = if left.pinned { left } else { self.pinned(ty, 0) };
        let divisor = self.divisor(ty, depth);
        if *ty == Ty::I && self.random.chance(25) {
            return Code::method(&left, "rem_euclid", &[&divisor]);
        }
        let op = self.random.pick(&["/", "%", "%"]);
        Code::binary(&left, op, level::PRODUCT, &divisor)
    }

    fn divisor(&mut self, ty: &Ty, depth: usize) -> Code {
        if self.random.chance(50) {
            let literal = self.random.within(2, 20);
            let negative = *ty == Ty::I && self.random.chance(30);
            let text = if negative {
                format!("-{literal}")
            } else {
                literal.to_string()
            };
            let level = if negative { level::UNARY } else { level::ATOM };
            return Code {
                level,
                pinned: false,
                constant: true,
                ..Code::atom(text)
            };
        }
        let value = self.pinned(ty, depth);
        if self.random.chance(50) {
            let text = format!("{} & 255 | 1", value.at_least(level::AND));
            return Code {
                level: level::OR,
                constant: value.constant,
                ..Code::atom(text)
            };
        }
        Code::method(&value, "clamp", &[&Code::atom("2"), &Code::atom("90")])
    }

    fn shift(&mut self, ty: &Ty, depth: usize) -> Code {
        let value = self.pinned(ty, depth);
        let by = if self.random.chance(50) {
            self.random.below(32).to_string()
        } else {
            let amount = self.random.pick(&[Ty::U, Ty::I]);
            format!("({} & 31)", self.pinned(&amount, depth).at_least(level::AND))
        };
        if value.constant {
            return self.leaf(ty);
        }
        let op = self.random.pick(&["<<", ">>"]);
        Code::binary(&value, op, level::SHIFT, &Code::atom(by))
    }

    fn integer_method(&mut self, ty: &Ty, depth: usize) -> Code {
        let mut value = self.pinned(ty, depth);
        if value.constant && !switches::METHODS_OF_CONSTANTS {
            value = self.readable(ty).unwrap_or(value);
        }
        let other = self.expression(ty, depth);
        let amount = self.expression(&Ty::U, depth);
        let method = |name: &str, arguments: &[&Code]| Code::method(&value, name, arguments);
        match self.random.below(18) {
            0 | 1 => {
                let name = self.random.pick(&["min", "max"]);
                match self.random.below(4) {
                    0 => Code::atom(format!("std::cmp::{name}({}, {})", value.text, other.text)),
                    1 if !self.hides_extrema => Code::atom(format!("{name}({}, {})", value.text, other.text)),
                    _ => method(name, &[&other]),
                }
            }
            2 => method("clamp", &[&Code::atom("3"), &Code::atom("1_000_000")]),
            3 => method("wrapping_add", &[&other]),
            4 => method("wrapping_sub", &[&other]),
            5 => method("wrapping_mul", &[&other]),
            6 => method("wrapping_neg", &[]),
            7 => method("wrapping_shl", &[&amount]),
            8 => method("wrapping_shr", &[&amount]),
            9 => method("reverse_bits", &[]),
            10 => method("rotate_left", &[&amount]),
            11 => method("rotate_right", &[&amount]),
            12 => method("pow", &[&Code::atom(self.random.below(9).to_string())]),
            13 if *ty == Ty::U => method("saturating_sub", &[&other]),
            14 if *ty == Ty::U => method("saturating_add", &[&other]),
            15 if *ty == Ty::U => method("abs_diff", &[&other]),
            13 => method("wrapping_abs", &[]),
            14 => method("signum", &[]),
            15 => method("abs", &[]),
            _ => {
                let name = self
                    .random
                    .pick(&["count_ones", "count_zeros", "leading_zeros", "trailing_zeros"]);
                let count = Code::method(&value, name, &[]);
                if *ty == Ty::U { count } else { Code::cast(&count, "i32") }
            }
        }
    }

    /// A cast or the bits of another type.
    fn converted(&mut self, ty: &Ty, depth: usize) -> Code {
        let other = if *ty == Ty::U { Ty::I } else { Ty::U };
        match self.random.below(13) {
            8 | 11 => self.of_bytes(ty, depth),
            9 | 12 => self.number_of_variant(ty, depth),
            10 => {
                let from = if *ty == Ty::U {
                    Ty::B
                } else {
                    self.random.pick(&[Ty::B, Ty::N(TYPES[1]), Ty::N(TYPES[3])])
                };
                let value = self.listed_and_pinned(&from, depth);
                Code::atom(format!("{}::from({})", ty.name(), value.text))
            }
            6 | 7 => self.widened(ty, depth),
            0 | 1 => Code::cast(&self.pinned(&other, depth), &ty.name()),
            2 => Code::cast(&self.pinned(&Ty::B, depth), &ty.name()),
            3 => Code::cast(&self.pinned(&Ty::F, depth), &ty.name()),
            4 if *ty == Ty::U => self.bits(depth),
            4 => Code::cast(&self.bits(depth), "i32"),
            _ => {
                let counters: Vec<_> = self.vars.iter().filter(|var| var.ty == Ty::Z).cloned().collect();
                if counters.is_empty() {
                    return Code::cast(&self.pinned(&other, depth), &ty.name());
                }
                // The name may be hidden by now.
                match self.readable(&Ty::Z) {
                    Some(counter) => Code::cast(&counter, &ty.name()),
                    None => self.leaf(ty),
                }
            }
        }
    }

    /// The number of a variant without fields.
    fn number_of_variant(&mut self, ty: &Ty, depth: usize) -> Code {
        let plain: Vec<usize> = (0..self.enums.len())
            .filter(|index| self.enums[*index].is_plain())
            .collect();
        if plain.is_empty() {
            return self.leaf(ty);
        }
        let index = self.random.pick(&plain);
        Code {
            constant: false,
            ..Code::cast(&self.pinned(&Ty::Enum(index), depth), &ty.name())
        }
    }

    /// The bits of a float that is not zero, whose sign would not be specified.
    fn bits(&mut self, depth: usize) -> Code {
        if self.random.chance(40) {
            let whole = self.random.pick(&[Ty::U, Ty::I]);
            let float = Code::cast(&self.pinned(&whole, depth), "f32");
            return Code {
                constant: false,
                ..Code::method(&float, "to_bits", &[])
            };
        }
        let float = self.nonzero(depth);
        Code::method(&float, "to_bits", &[])
    }
}
