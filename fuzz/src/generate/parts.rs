//! Patterns of tuples, arrays and structs: in the arms of `match`, and in `matches!`.

use super::Generator;
use super::code::{Code, level};
use super::pattern::Arm;
use super::types::{Ty, Var};

impl Generator {
    /// `match … {` of a value with parts, and the patterns of its arms, which leave nothing out.
    pub(super) fn arms_of_parts(&mut self) -> (String, Vec<Arm>) {
        let (subject, ty) = self.with_parts();
        if let Ty::Enum(index) = ty
            && self.random.chance(50)
        {
            let arms = self.arms_of_variants(index);
            return (format!("match {subject} {{ "), arms);
        }
        let mut arms = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let mut names = Vec::new();
            let pattern = self.sides(&ty, &mut names);
            let guard = if self.random.chance(30) {
                format!(" if {}", self.guard(&names))
            } else {
                String::new()
            };
            arms.push((pattern + &guard, names));
        }
        let mut names = Vec::new();
        let last = match self.random.below(3) {
            0 => self.named(&ty, &mut names),
            1 => "_".to_owned(),
            _ => self.whole(&ty, &mut names),
        };
        arms.push((last, names));
        // A struct literal cannot stand in front of the braces.
        (format!("match {subject} {{ "), arms)
    }

    /// `matches!(value, pattern if guard)`
    pub(super) fn matched(&mut self) -> Code {
        let (subject, ty) = if self.random.chance(40) {
            let ty = self.random.pick(&[Ty::U, Ty::I]);
            (self.small(&ty), ty)
        } else {
            self.with_parts()
        };
        let mut names = Vec::new();
        let pattern = self.sides(&ty, &mut names);
        let guard = if self.random.chance(40) {
            format!(" if {}", self.guard(&names))
        } else {
            String::new()
        };
        Code {
            level: level::BLOCK,
            pinned: true,
            ..Code::atom(format!("matches!({subject}, {pattern}{guard})"))
        }
    }

    /// A value with parts: a variable, or a tuple of small numbers.
    pub(super) fn with_parts(&mut self) -> (String, Ty) {
        let parts = |var: &Var| !var.ty.is_scalar();
        let vars: Vec<Var> = self.visible().into_iter().filter(parts).collect();
        if !vars.is_empty() && self.random.chance(40) {
            let var = self.random.pick(&vars);
            return (var.code().text, var.ty);
        }
        if !self.flat && self.random.chance(35) {
            let ty = if self.enums.is_empty() || self.random.chance(50) {
                self.option_type()
            } else {
                Ty::Enum(self.random.below(self.enums.len()))
            };
            // A struct literal cannot stand in front of braces.
            return (self.pinned(&ty, 2).receiver(), ty);
        }
        let types: Vec<Ty> = (0..2 + self.random.below(2))
            .map(|_| self.random.pick(&[Ty::U, Ty::I, Ty::I, Ty::B]))
            .collect();
        let parts: Vec<String> = types.iter().map(|ty| self.small(ty)).collect();
        (format!("({})", parts.join(", ")), Ty::Tuple(types))
    }

    /// A number that patterns meet, or a bool.
    fn small(&mut self, ty: &Ty) -> String {
        let value = self.pinned(ty, 1);
        if *ty == Ty::B {
            return value.text;
        }
        let modulus = self.random.within(2, 6);
        format!("{} % {modulus}", value.at_least(level::PRODUCT))
    }

    /// A pattern of `ty`, or two that give the same names, perhaps to different parts.
    pub(super) fn sides(&mut self, ty: &Ty, names: &mut Vec<Var>) -> String {
        if let Ty::Tuple(of) = ty
            && let [first, second, ..] = of.as_slice()
            && first == second
            && self.random.chance(35)
        {
            let case = |this: &mut Self| {
                if first.is_scalar() && *first != Ty::F && *first != Ty::Z {
                    this.case_in_list(first)
                } else {
                    "_".to_owned()
                }
            };
            let (one, other, name) = (case(self), case(self), self.named(first, names));
            let rest = if of.len() > 2 { ", .." } else { "" };
            return format!("({name}, {one}{rest}) | ({other}, {name}{rest})");
        }
        self.tested(ty, names, 0)
    }

    /// A pattern that may refuse.
    pub(super) fn tested(&mut self, ty: &Ty, names: &mut Vec<Var>, depth: usize) -> String {
        match ty {
            Ty::U | Ty::I | Ty::B | Ty::N(_) => match self.random.below(8) {
                0 | 1 => "_".to_owned(),
                2 | 3 => self.named(ty, names),
                4 => format!("{} @ ({})", self.named(ty, names), self.case_in_list(ty)),
                5 => format!("({} | {})", self.case_in_list(ty), self.case_in_list(ty)),
                _ => self.case_in_list(ty),
            },
            Ty::F => match self.random.below(4) {
                0 => "_".to_owned(),
                1 => self
                    .random
                    .pick(&["(0.0)", "(-3.5..=12.25)", "(1.0..)", "f32::MAX"])
                    .to_owned(),
                _ => self.named(ty, names),
            },
            Ty::Z => self.named(ty, names),
            _ if depth == 2 || self.random.chance(15) => self.named(ty, names),
            Ty::Option(of) => match self.random.below(4) {
                0 => "None".to_owned(),
                _ => format!("Some({})", self.tested(of, names, depth + 1)),
            },
            Ty::Enum(index) => self.tested_variant(*index, names, depth),
            Ty::Tuple(of) => {
                let parts = self.listed_parts(of.clone(), names, depth);
                format!("({parts})")
            }
            Ty::Array(of, len) => {
                let parts = self.listed_parts(vec![(**of).clone(); *len], names, depth);
                let parts = match parts.strip_suffix(", ..") {
                    // The others are those at the end.
                    Some(parts) if self.random.chance(40) => format!(".., {parts}"),
                    _ => parts,
                };
                format!("[{parts}]")
            }
            Ty::Struct(index) => {
                let fields = self.structs[*index].fields.clone();
                let mut parts = String::new();
                for (field, of) in fields {
                    if self.random.chance(75) {
                        parts += &format!("{field}: {}, ", self.tested(&of, names, depth + 1));
                    }
                }
                format!("S{index} {{ {parts}..}}")
            }
        }
    }

    fn listed_parts(&mut self, mut of: Vec<Ty>, names: &mut Vec<Var>, depth: usize) -> String {
        let all = of.len();
        if self.random.chance(25) {
            of.truncate(self.random.below(all));
        }
        let mut parts: Vec<String> = of.iter().map(|of| self.tested(of, names, depth + 1)).collect();
        if parts.len() < all {
            parts.push("..".to_owned());
        }
        parts.join(", ")
    }

    /// A pattern that refuses nothing.
    fn whole(&mut self, ty: &Ty, names: &mut Vec<Var>) -> String {
        match ty {
            Ty::Tuple(of) => {
                let parts: Vec<String> = of.iter().map(|of| self.named(of, names)).collect();
                format!("({})", parts.join(", "))
            }
            _ => self.named(ty, names),
        }
    }

    /// A literal, a constant or a range, in parentheses for a list of parts.
    fn case_in_list(&mut self, ty: &Ty) -> String {
        if *ty == Ty::B {
            return self.random.chance(50).to_string();
        }
        format!("({})", self.case_of(ty))
    }
}
