//! Expressions of type `bool`.

use super::code::{Code, level};
use super::types::Ty;
use super::{Generator, switches};

impl Generator {
    pub(super) fn truth(&mut self, depth: usize) -> Code {
        match self.random.below(100) {
            0..38 => self.comparison(depth),
            38..43 => self.comparison_of_variants(depth),
            43..48 => self.asked_of_option(depth),
            48..50 if self.loops < 2 && !self.flat && depth > 0 => self.any_item(depth - 1),
            48..75 => {
                let (op, level) = self.random.pick(&[("&&", level::BOTH), ("||", level::EITHER)]);
                let (a, b) = (self.expression(&Ty::B, depth), self.expression(&Ty::B, depth));
                Code::binary(&a, op, level, &b)
            }
            78..83 if self.loops < 2 && !self.flat && depth > 0 => self.any_element(depth - 1),
            75..81 => {
                let (op, level) = self
                    .random
                    .pick(&[("&", level::AND), ("|", level::OR), ("^", level::XOR)]);
                let (a, b) = (self.expression(&Ty::B, depth), self.expression(&Ty::B, depth));
                Code::binary(&a, op, level, &b)
            }
            81..85 => self.matched(),
            85 => self.in_range(),
            86..90 => Code::unary('!', &self.expression(&Ty::B, depth)),
            90..95 => {
                let ty = self.random.pick(&[Ty::U, Ty::I]);
                let name = if ty == Ty::U {
                    "is_power_of_two"
                } else {
                    self.random.pick(&["is_negative", "is_positive"])
                };
                Code::method(&self.pinned(&ty, depth), name, &[])
            }
            95..98 => {
                let value = self.nonzero(depth);
                let name = self
                    .random
                    .pick(&["is_nan", "is_finite", "is_infinite", "is_sign_negative"]);
                Code::method(&value, name, &[])
            }
            _ => {
                let value = self.pinned(&Ty::F, depth);
                let (op, bound) =
                    self.random
                        .pick(&[("<", "f32::INFINITY"), (">=", "f32::NEG_INFINITY"), ("==", "f32::MAX")]);
                Code::binary(&value, op, level::COMPARISON, &Code::atom(bound))
            }
        }
    }

    /// `(a..b).contains(&x)`
    fn in_range(&mut self) -> Code {
        let ty = self.random.pick(&[Ty::U, Ty::I, Ty::F]);
        let [value, low, high] = std::array::from_fn(|_| self.pinned(&ty, 1));
        let (low, high) = (low.at_least(level::ATOM), high.at_least(level::ATOM));
        let range = self.random.pick(&["..", "..="]);
        Code::atom(format!("({low}{range}{high}).contains(&({}))", value.text))
    }

    /// A comparison with a variable, else a literal.
    pub(super) fn simple_truth(&mut self) -> Code {
        let ty = self.random.pick(&[Ty::U, Ty::I, Ty::F]);
        match self.readable(&ty) {
            Some(place) => {
                let op = self.random.pick(&["<", ">", ">=", "!="]);
                Code::binary(&place, op, level::COMPARISON, &self.value(&ty))
            }
            None => Code {
                constant: true,
                ..Code::atom("true")
            },
        }
    }

    fn comparison(&mut self, depth: usize) -> Code {
        if switches::COMPARISONS_OF_COMPOUNDS
            && self.random.chance(10)
            && let Some(ty) = (0..8).map(|_| self.any_type()).find(Ty::is_tuple_or_array)
        {
            // What is compared is lent: the other side may not change it.
            let outside = self.vars.clone();
            let a = self.stored_and_pinned(&ty, depth);
            self.freeze();
            let b = self.stored_and_pinned(&ty, depth);
            self.vars = outside;
            // If both were literals, Rust would take them for f64.
            if a.pinned || b.pinned {
                let op = self.random.pick(&["==", "==", "!=", "<", "<=", ">", ">="]);
                return Code::binary(&a, op, level::COMPARISON, &b);
            }
        }
        let ty = self
            .random
            .pick(&[Ty::U, Ty::U, Ty::I, Ty::I, Ty::F, Ty::F, Ty::B, Ty::Z]);
        let ty = if ty == Ty::Z && self.readable(&Ty::Z).is_none() {
            Ty::I
        } else {
            ty
        };
        let (a, b) = (self.pinned(&ty, depth), self.expression(&ty, depth));
        let op = if ty == Ty::B && !switches::ORDER_OF_BOOLS {
            self.random.pick(&["==", "!="])
        } else {
            self.random.pick(&["<", "<=", ">", ">=", "==", "!="])
        };
        Code::binary(&a, op, level::COMPARISON, &b)
    }
}
