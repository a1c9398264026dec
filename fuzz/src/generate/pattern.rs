//! Patterns: the arms of `match`, and `let` that takes a value apart.

use super::code::{Code, level};
use super::types::{Ty, Var};
use super::{Generator, switches};

/// The pattern of an arm with its guard, and the variables that it binds.
pub(super) type Arm = (String, Vec<Var>);

impl Generator {
    /// `match … {` and the patterns of its arms, which leave nothing out.
    pub(super) fn arms(&mut self) -> (String, Vec<Arm>) {
        if self.random.chance(30) {
            return self.arms_of_parts();
        }
        let ty = self.random.pick(&[Ty::U, Ty::I, Ty::I, Ty::B]);
        if ty == Ty::B {
            let subject = self.pinned(&ty, 1).text;
            let first = self.random.chance(50);
            let second = if self.random.chance(50) {
                "_".to_owned()
            } else {
                (!first).to_string()
            };
            return (
                format!("match {subject} {{ "),
                vec![(first.to_string(), Vec::new()), (second, Vec::new())],
            );
        }
        let value = self.pinned(&ty, 1);
        // Small numbers, so that arms are taken.
        let subject = if self.random.chance(70) {
            format!("{} % {}", value.at_least(level::PRODUCT), self.random.within(3, 12))
        } else {
            value.text
        };
        let mut arms = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let mut names = Vec::new();
            let pattern = if self.random.chance(12) {
                self.named(&ty, &mut names)
            } else {
                let cases: Vec<String> = (0..1 + self.random.below(3)).map(|_| self.case_of(&ty)).collect();
                let cases = cases.join(" | ");
                if self.random.chance(15) {
                    format!("{} @ ({cases})", self.named(&ty, &mut names))
                } else {
                    cases
                }
            };
            let guard = if pattern.starts_with(char::is_lowercase) || self.random.chance(20) {
                format!(" if {}", self.guard(&names))
            } else {
                String::new()
            };
            arms.push((pattern + &guard, names));
        }
        let mut names = Vec::new();
        let last = match self.random.below(4) {
            0 => self.named(&ty, &mut names),
            1 if ty == Ty::I => "i32::MIN..=-1 | 0..=i32::MAX".to_owned(),
            _ => "_".to_owned(),
        };
        arms.push((last, names));
        (format!("match {subject} {{ "), arms)
    }

    /// `match` of all remainders, with an arm for the others that never runs.
    pub(super) fn remainders(&mut self, ty: &Ty, depth: usize) -> Code {
        let (value, count) = (self.pinned(&Ty::U, 1), self.random.within(2, 3));
        let mut text = format!("match {} % {count} {{ ", value.at_least(level::PRODUCT));
        for case in 0..count {
            text += &format!("{case} => {}, ", self.stored_and_pinned(ty, depth).text);
        }
        let never = self
            .random
            .pick(&["unreachable!()", "panic!(\"never\")", "{ unreachable!(\"never\") }"]);
        Code {
            level: level::BLOCK,
            ..Code::atom(format!("{text}_ => {never} }}"))
        }
    }

    /// `{ use E::*; match … { A(x) => …, … } }`, where the names of variants with fields stand alone.
    pub(super) fn imported_variants(&mut self, ty: &Ty, depth: usize) -> Code {
        let known = self.imported.filter(|_| !switches::IMPORTS_FROM_SEVERAL_ENUMS);
        let fielded: Vec<usize> = (0..self.enums.len())
            .filter(|at| !self.enums[*at].is_plain() && known.is_none_or(|known| known == *at))
            .collect();
        if fielded.is_empty() {
            return self.remainders(ty, depth);
        }
        let index = self.random.pick(&fielded);
        self.imported = Some(index);
        let subject = self.pinned(&Ty::Enum(index), 1);
        let path = format!("E{index}::");
        let mut text = format!("{{ use {path}*; match {} {{ ", subject.receiver());
        for (pattern, names) in self.arms_of_variants(index) {
            let value = self.scoped(|this| {
                this.vars.extend(names);
                this.stored_and_pinned(ty, depth)
            });
            text += &format!("{} => {}, ", pattern.replace(&path, ""), value.text);
        }
        Code {
            level: level::BLOCK,
            ..Code::atom(format!("{text}}} }}"))
        }
    }

    /// A new name, or `mut` and one, for a value of type `ty`.
    pub(super) fn named(&mut self, ty: &Ty, names: &mut Vec<Var>) -> String {
        let mut name = self.name();
        if names.iter().any(|known| known.name == name) {
            name = self.fresh("part");
        }
        let mutable = self.random.chance(20);
        names.push(Var::new(name.clone(), ty, mutable));
        if mutable { format!("mut {name}") } else { name }
    }

    /// A guard, which reads the names of the pattern and changes none.
    pub(super) fn guard(&mut self, names: &[Var]) -> String {
        let flat = std::mem::replace(&mut self.flat, true);
        let guard = self.scoped(|this| {
            this.vars
                .extend(names.iter().cloned().map(|var| Var { mutable: false, ..var }));
            this.expression(&Ty::B, 2)
        });
        self.flat = flat;
        guard.text
    }

    /// A literal, a constant or a range.
    pub(super) fn case_of(&mut self, ty: &Ty) -> String {
        let signed = matches!(ty, Ty::I | Ty::N((_, true, _)));
        let low = if signed {
            self.random.within(-8, 8)
        } else {
            self.random.within(0, 11)
        };
        let constants: Vec<(String, i64)> = self
            .consts
            .iter()
            .filter(|(_, of, _)| of == ty)
            .map(|(name, _, value)| (name.clone(), *value))
            .collect();
        match self.random.below(10) {
            0 => format!("{low}..={}", low + self.random.within(0, 4)),
            1 => format!("{low}..{}", low + self.random.within(1, 4)),
            2 => format!("{low}.."),
            3 => format!("..={low}"),
            4 if low > 0 => format!("..{low}"),
            5 => format!("{}::MAX", ty.name()),
            6 if !constants.is_empty() => {
                let (name, value) = self.random.pick(&constants);
                let least = if signed { -20 } else { 0 };
                if self.random.chance(50) || value < least {
                    name
                } else {
                    format!("{least}..={name}")
                }
            }
            7 => format!("{low}{}", ty.name()),
            _ => low.to_string(),
        }
    }

    /// A pattern that takes a value of type `ty` apart; declares its names.
    pub(super) fn destructuring(&mut self, ty: &Ty) -> String {
        let mut names = Vec::new();
        let pattern = self.part(ty, &mut names, 0);
        for (name, ty, mutable) in names {
            self.declare(&name, &ty, mutable);
        }
        pattern
    }

    fn part(&mut self, ty: &Ty, names: &mut Vec<(String, Ty, bool)>, depth: usize) -> String {
        match ty {
            Ty::Tuple(of) if depth < 2 => {
                let parts: Vec<String> = of.iter().map(|of| self.part(of, names, depth + 1)).collect();
                format!("({})", parts.join(", "))
            }
            Ty::Array(of, len) if depth < 2 => {
                let all = if self.random.chance(30) {
                    self.random.below(*len)
                } else {
                    *len
                };
                let mut parts: Vec<String> = (0..all).map(|_| self.part(of, names, depth + 1)).collect();
                if all < *len {
                    parts.push("..".to_owned());
                }
                format!("[{}]", parts.join(", "))
            }
            Ty::Struct(index) if depth < 2 => {
                let mut fields = self.structs[*index].fields.clone();
                let short = fields.len() > 1 && self.random.chance(20);
                fields.truncate(fields.len() - usize::from(short));
                let mut parts = Vec::new();
                for (field, of) in fields {
                    let taken = names.iter().any(|(name, ..)| *name == field);
                    if self.random.chance(40) && !taken {
                        names.push((field.clone(), of, false));
                        parts.push(field);
                    } else {
                        parts.push(format!("{field}: {}", self.part(&of, names, depth + 1)));
                    }
                }
                if short {
                    parts.push("..".to_owned());
                }
                format!("S{index} {{ {} }}", parts.join(", "))
            }
            _ if self.random.chance(15) => "_".to_owned(),
            _ => {
                let mut name = self.name();
                if names.iter().any(|(known, ..)| *known == name) {
                    name = self.fresh("part");
                }
                let mutable = self.random.chance(30);
                names.push((name.clone(), ty.clone(), mutable));
                if mutable { format!("mut {name}") } else { name }
            }
        }
    }
}
