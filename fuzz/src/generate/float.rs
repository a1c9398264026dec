//! Expressions of type `f32` that no operation rounds.

use super::code::{Code, Reach, level};
use super::types::Ty;
use super::{Generator, switches};

impl Generator {
    /// A literal in quarters.
    pub(super) fn float_value(&mut self) -> Code {
        let quarters = self.random.within(-80, 80);
        let whole = f64::from(quarters as i32) / 4.0;
        let pinned = self.random.chance(30);
        let digits = match self.random.below(6) {
            0 if quarters % 4 == 0 && pinned => format!("{}", whole.abs()),
            1 if quarters % 4 == 0 && !pinned => format!("{}.", whole.abs()),
            2 => format!("{:e}", whole.abs()),
            _ => format!("{:?}", whole.abs()),
        };
        let digits = if !pinned && !digits.contains(['.', 'e']) {
            format!("{digits}.0")
        } else {
            digits
        };
        let suffix = if pinned { "f32" } else { "" };
        // There is no literal of negative zero: its sign is not specified.
        let negative = quarters < 0;
        Code {
            pinned,
            constant: true,
            level: if negative { level::UNARY } else { level::ATOM },
            ..Code::atom(format!("{}{digits}{suffix}", if negative { "-" } else { "" }))
        }
        .reaching(whole.abs(), 2)
    }

    pub(super) fn float(&mut self, depth: usize) -> Code {
        let code = self.any_float(depth);
        if code.reach.is_exact() { code } else { self.leaf(&Ty::F) }
    }

    fn any_float(&mut self, depth: usize) -> Code {
        match self.random.below(100) {
            0..30 => {
                let (a, b) = (self.pinned(&Ty::F, depth), self.expression(&Ty::F, depth));
                let op = self.random.pick(&["+", "-"]);
                let (a, b) = fitting(a, b, sum);
                let reach = sum(a.reach, b.reach);
                Code {
                    reach,
                    ..Code::binary(&a, op, level::SUM, &b)
                }
            }
            30..45 => {
                let (a, b) = (self.pinned(&Ty::F, depth), self.expression(&Ty::F, depth));
                let (a, b) = fitting(a, b, product);
                let reach = product(a.reach, b.reach);
                Code {
                    reach,
                    ..Code::binary(&a, "*", level::PRODUCT, &b)
                }
            }
            45..50 => {
                let a = self.pinned(&Ty::F, depth);
                let by = self.random.pick(&["2.0", "0.5", "4.0"]);
                let reach = Reach {
                    most: a.reach.most * 2.0,
                    fine: a.reach.fine + 2,
                };
                if !reach.is_exact() {
                    return self.leaf(&Ty::F);
                }
                Code {
                    reach,
                    ..Code::binary(&a, "/", level::PRODUCT, &Code::atom(by))
                }
            }
            50..56 => {
                let mut value = self.expression(&Ty::F, depth);
                if value.constant && !switches::NEGATED_NEGATIVE_LITERALS {
                    value = self.readable(&Ty::F).unwrap_or(value);
                }
                if value.constant {
                    return value;
                }
                Code {
                    pinned: value.pinned,
                    ..Code::unary('-', &value)
                }
            }
            56..82 => self.float_method(depth),
            82..92 => {
                let small = self.random.pick(&["& 255", "% 200"]);
                let ty = if small == "& 255" {
                    self.random.pick(&[Ty::U, Ty::I])
                } else {
                    Ty::U
                };
                let value = self.pinned(&ty, depth);
                let level = if small == "& 255" { level::AND } else { level::PRODUCT };
                Code {
                    level: level::CAST,
                    ..Code::atom(format!("({} {small}) as f32", value.at_least(level)))
                }
                .reaching(255.0, 0)
            }
            _ => {
                let ty = self.random.pick(&[Ty::U, Ty::I]);
                Code::atom(format!(
                    "Real::tame({})",
                    Code::cast(&self.pinned(&ty, depth), "f32").text
                ))
            }
        }
    }

    fn float_method(&mut self, depth: usize) -> Code {
        let a = self.pinned(&Ty::F, depth);
        let b = self.expression(&Ty::F, depth);
        let reach = a.reach;
        let whole = Reach {
            most: reach.most + 1.0,
            fine: 0,
        };
        let either = Reach {
            most: reach.most.max(b.reach.most),
            fine: reach.fine.max(b.reach.fine),
        };
        match self.random.below(14) {
            0 => Code {
                reach: whole,
                ..Code::method(&a, "floor", &[])
            },
            1 => Code {
                reach: whole,
                ..Code::method(&a, "ceil", &[])
            },
            2 => Code {
                reach: whole,
                ..Code::method(&a, "trunc", &[])
            },
            3 => Code {
                reach: whole,
                ..Code::method(&a, "round", &[])
            },
            4 => Code {
                reach,
                ..Code::method(&a, "abs", &[])
            },
            5 | 6 => Code {
                reach: either,
                ..Code::method(&a, "min", &[&b])
            },
            7 | 8 => Code {
                reach: either,
                ..Code::method(&a, "max", &[&b])
            },
            9 => Code::method(&a, "clamp", &[&Code::atom("-3.25"), &Code::atom("7.5")]),
            10 => Code {
                reach: Reach {
                    most: 1.0,
                    fine: reach.fine,
                },
                ..Code::method(&a, "fract", &[])
            },
            11 => Code::method(&self.nonzero(depth), "signum", &[]).reaching(1.0, 0),
            12 => {
                let sign = self.nonzero(depth);
                Code {
                    reach,
                    ..Code::method(&a, "copysign", &[&sign])
                }
            }
            _ => {
                let c = self.expression(&Ty::F, depth);
                let (a, b, c) = (Self::tame(&a), Self::tame(&b), Self::tame(&c));
                let reach = sum(product(a.reach, b.reach), c.reach);
                Code {
                    reach,
                    ..Code::method(&a, "mul_add", &[&b, &c])
                }
            }
        }
    }

    /// A float that is half a step away from zero or more.
    pub(super) fn nonzero(&mut self, depth: usize) -> Code {
        let value = self.stored_and_pinned(&Ty::F, depth);
        let text = format!("({} + 0.125)", value.at_least(level::SUM));
        Code::atom(text).reaching(value.reach.most + 1.0, 3)
    }
}

fn sum(a: Reach, b: Reach) -> Reach {
    Reach {
        most: a.most + b.most,
        fine: a.fine.max(b.fine),
    }
}

fn product(a: Reach, b: Reach) -> Reach {
    Reach {
        most: a.most * b.most,
        fine: a.fine + b.fine,
    }
}

/// The two as they are if an operation on them is exact, else brought back into the range of variables, where it is.
fn fitting(a: Code, b: Code, reach: impl Fn(Reach, Reach) -> Reach) -> (Code, Code) {
    if reach(a.reach, b.reach).is_exact() {
        (a, b)
    } else {
        (Generator::tame(&a), Generator::tame(&b))
    }
}
