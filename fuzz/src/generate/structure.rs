//! Structs: their fields, methods and operators, and the types that fields and variables have.

use super::Generator;
use super::names::FIELDS;
use super::narrow::TYPES;
use super::types::{Function, Kind, Passing, Struct, Ty, Var};

/// The operators that a struct gets impls of: the trait, its method and what stands in code.
const OPERATORS: [(&str, &str, &str); 8] = [
    ("AddAssign", "add_assign", "+="),
    ("SubAssign", "sub_assign", "-="),
    ("BitAndAssign", "bitand_assign", "&="),
    ("BitOrAssign", "bitor_assign", "|="),
    ("BitOr", "bitor", "|"),
    ("BitAnd", "bitand", "&"),
    ("Sub", "sub", "-"),
    ("Add", "add", "+"),
];

impl Generator {
    pub(super) fn structure(&mut self) {
        let index = self.structs.len();
        let mut fields: Vec<(String, Ty)> = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let name = self.random.pick(&FIELDS).to_owned();
            if fields.iter().all(|(known, _)| *known != name) {
                let ty = self.field_type();
                fields.push((name, ty));
            }
        }
        // With it the bytes are those of a buffer, and padding is refused.
        if fields.iter().all(|(_, ty)| self.is_of_words(ty)) {
            self.line("#[repr(C)]");
        }
        let default = if fields.iter().all(|(_, ty)| self.has_default(ty)) {
            "Default, "
        } else {
            ""
        };
        self.line(&format!("#[derive(Clone, Copy, Debug, {default}PartialEq, GpuType)]"));
        let members: Vec<String> = fields
            .iter()
            .map(|(name, ty)| format!("pub {name}: {}", ty.name()))
            .collect();
        self.line(&format!("pub struct S{index} {{ {} }}", members.join(", ")));
        self.structs.push(Struct {
            fields,
            operators: Vec::new(),
        });
        if self.random.chance(75) {
            self.line("#[gpu]");
            self.line(&format!("impl S{index} {{"));
            self.indent += 1;
            let mut made = Vec::new();
            for _ in 0..1 + self.random.below(3) {
                made.push(self.method(index));
            }
            self.indent -= 1;
            self.line("}");
            self.functions.extend(made);
        }
        let first = self.random.below(OPERATORS.len());
        for number in 0..self.random.below(3) {
            self.operator(index, OPERATORS[(first + number * 3) % OPERATORS.len()]);
        }
        if self.random.chance(40) {
            self.conversion(index);
        }
    }

    /// Whether it consists of words of 32 bits, in a buffer as in Rust.
    fn is_of_words(&self, ty: &Ty) -> bool {
        match ty {
            Ty::U | Ty::I | Ty::F => true,
            Ty::Array(of, _) => self.is_of_words(of),
            Ty::Struct(index) => self.structs[*index].fields.iter().all(|(_, ty)| self.is_of_words(ty)),
            _ => false,
        }
    }

    /// Whether `Default` is derived for it.
    pub(super) fn has_default(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Array(of, _) => self.has_default(of),
            Ty::Tuple(of) => of.iter().all(|of| self.has_default(of)),
            Ty::Struct(index) => self.structs[*index].fields.iter().all(|(_, ty)| self.has_default(ty)),
            Ty::Enum(index) => self.enums[*index].variants[0].fields.is_empty(),
            _ => true,
        }
    }

    /// The type of a field, also of a variant's.
    pub(super) fn field_type(&mut self) -> Ty {
        let scalar = self.random.pick(&[Ty::U, Ty::I, Ty::F]);
        match self.random.below(17) {
            0..6 => scalar,
            6 => Ty::Array(Box::new(scalar), 1 + self.random.below(4)),
            7 => Ty::B,
            8 | 9 => self.narrow_type(),
            // An array that fills whole words is packed.
            10 => Ty::Array(Box::new(self.narrow_type()), self.random.pick(&[2, 4, 4, 3])),
            11 => Ty::Tuple(vec![self.narrow_type(), scalar, Ty::B]),
            12 | 13 => self.option_type(),
            14 | 15 if !self.enums.is_empty() => Ty::Enum(self.random.below(self.enums.len())),
            _ if self.structs.is_empty() => scalar,
            _ => Ty::Struct(self.random.below(self.structs.len())),
        }
    }

    pub(super) fn narrow_type(&mut self) -> Ty {
        Ty::N(self.random.pick(&TYPES))
    }

    /// `Option<T>`
    pub(super) fn option_type(&mut self) -> Ty {
        let scalar = self.random.pick(&[Ty::U, Ty::U, Ty::I, Ty::F, Ty::B]);
        let of = match self.random.below(10) {
            0..4 => scalar,
            4 => self.narrow_type(),
            5 => Ty::Tuple(vec![scalar, Ty::U]),
            6 => Ty::Option(Box::new(scalar)),
            7 | 8 if !self.enums.is_empty() => Ty::Enum(self.random.below(self.enums.len())),
            _ if self.structs.is_empty() => Ty::U,
            _ => Ty::Struct(self.random.below(self.structs.len())),
        };
        Ty::Option(Box::new(of))
    }

    /// A type with parts or variants.
    pub(super) fn compound_type(&mut self) -> Ty {
        let scalar = self.random.pick(&[Ty::U, Ty::I, Ty::F, Ty::B]);
        match self.random.below(17) {
            0..4 => Ty::Array(Box::new(scalar), 1 + self.random.below(5)),
            4..6 => {
                let other = self.random.pick(&[Ty::U, Ty::I, Ty::F, Ty::B]);
                Ty::Tuple(if self.random.chance(50) {
                    vec![scalar, other]
                } else {
                    vec![other, Ty::U, scalar]
                })
            }
            6 => Ty::Tuple(vec![self.narrow_type(), scalar]),
            7 => Ty::Tuple(vec![Ty::Array(Box::new(scalar), 2), Ty::I]),
            8 => Ty::Array(Box::new(Ty::Tuple(vec![Ty::U, scalar])), 2),
            9 => Ty::Array(Box::new(self.narrow_type()), 1 + self.random.below(4)),
            10..13 => self.option_type(),
            13 | 14 if !self.enums.is_empty() => Ty::Enum(self.random.below(self.enums.len())),
            _ if self.structs.is_empty() => Ty::Array(Box::new(Ty::U), 3),
            _ => Ty::Struct(self.random.below(self.structs.len())),
        }
    }

    fn method(&mut self, owner: usize) -> Function {
        let name = self.fresh("m");
        self.vars.clear();
        let kind = match self.random.below(10) {
            0..5 => Kind::Method(owner),
            5..7 => Kind::Associated(owner),
            _ => {
                self.vars.push(Var::reference("self", &Ty::Struct(owner), true));
                let changer = "&mut self".to_owned();
                return self.function(name, Kind::Changer(owner), changer, Ty::unit(), "");
            }
        };
        let output = if self.random.chance(40) {
            Ty::Struct(owner)
        } else {
            self.any_type()
        };
        let ty = if output == Ty::Struct(owner) {
            "Self".to_owned()
        } else {
            output.name()
        };
        let receiver = match kind {
            Kind::Method(_) => self.receiver(&Ty::Struct(owner)),
            _ => String::new(),
        };
        self.function(name, kind, receiver, output, &ty)
    }

    /// `self`, `mut self` or `&self`
    pub(super) fn receiver(&mut self, owner: &Ty) -> String {
        let receiver = self.random.pick(&["self", "mut self", "&self"]);
        let var = if receiver == "&self" {
            Var::reference("self", owner, false)
        } else {
            Var::new("self", owner, receiver == "mut self")
        };
        self.vars.push(var);
        receiver.to_owned()
    }

    /// `#[gpu] impl AddAssign<T> for S` and its kin.
    fn operator(&mut self, owner: usize, (of, method, operator): (&str, &str, &'static str)) {
        let (this, changes) = (Ty::Struct(owner), operator.ends_with('='));
        let other = if self.random.chance(50) {
            this.clone()
        } else {
            self.random.pick(&[Ty::U, Ty::I])
        };
        let generics = if other == this && self.random.chance(60) {
            String::new()
        } else {
            format!("<{}>", other.name())
        };
        self.line("#[gpu]");
        self.line(&format!("impl std::ops::{of}{generics} for S{owner} {{"));
        self.indent += 1;
        self.vars.clear();
        if changes {
            self.vars.push(Var::reference("self", &this, true));
            self.vars.push(Var::new("other", &other, false));
            let signature = format!("&mut self, other: {}", other.name());
            self.plain_function(method, &signature, &Ty::unit(), "");
        } else {
            self.line("type Output = Self;");
            self.vars.push(Var::new("self", &this, false));
            self.vars.push(Var::new("other", &other, false));
            let signature = format!("self, other: {}", other.name());
            self.plain_function(method, &signature, &this, "Self");
        }
        self.indent -= 1;
        self.line("}");
        if !self.looping {
            self.structs[owner].operators.push((operator, other));
        }
    }

    /// `#[gpu] impl From<T> for S`
    fn conversion(&mut self, owner: usize) {
        let from = match self.random.below(3) {
            0 => Ty::U,
            1 => self.random.pick(&[Ty::I, Ty::F, Ty::B]),
            _ => self.compound_type(),
        };
        if from == Ty::Struct(owner) {
            return;
        }
        self.line("#[gpu]");
        self.line(&format!("impl From<{}> for S{owner} {{", from.name()));
        self.indent += 1;
        self.vars.clear();
        self.vars.push(Var::new("given", &from, false));
        let signature = format!("given: {}", from.name());
        self.plain_function("from", &signature, &Ty::Struct(owner), "Self");
        self.indent -= 1;
        self.line("}");
        if !self.looping {
            self.structs[owner].operators.push(("From", from));
        }
    }

    /// A function of a trait, whose parameters are in scope.
    pub(super) fn plain_function(&mut self, name: &str, signature: &str, output: &Ty, ty: &str) {
        let arrow = if ty.is_empty() { "" } else { " -> " };
        self.line(&format!("fn {name}({signature}){arrow}{ty} {{"));
        (self.budget, self.looping, self.traced) = (25, false, false);
        self.inside(output, 2);
        self.line("}");
    }

    /// A field of the impl's `operators` for which `fits` holds, and the struct that has it.
    pub(super) fn operator_of(
        &mut self,
        fits: impl Fn(usize, &'static str) -> bool,
    ) -> Option<(usize, &'static str, Ty)> {
        let found = self.structs.iter().enumerate().flat_map(|(index, of)| {
            let known = of.operators.iter();
            known
                .filter(|(operator, _)| fits(index, operator))
                .map(|(operator, ty)| (index, *operator, ty.clone()))
                .collect::<Vec<_>>()
        });
        let found: Vec<_> = found.collect();
        (!found.is_empty()).then(|| self.random.pick(&found))
    }

    /// Parameters of a function: `signature` has a receiver or nothing, and the new ones come into scope.
    pub(super) fn parameters(&mut self, signature: &mut String, changed: usize, others: usize) -> Vec<(Ty, Passing)> {
        let mut parameters = Vec::new();
        for number in 0..changed + others {
            let of = self.any_type();
            let mut name = self.name();
            if self.vars.iter().any(|var| var.name == name) {
                name = self.fresh("p");
            }
            let (passing, var) = match self.random.below(10) {
                _ if number < changed => (Passing::Changed, Var::reference(name, &of, true)),
                0..2 => (Passing::Shared, Var::reference(name, &of, false)),
                turn => (Passing::Value, Var::new(name, &of, turn < 6)),
            };
            let comma = if signature.is_empty() { "" } else { ", " };
            let (before, by) = match passing {
                Passing::Changed => ("", "&mut "),
                Passing::Shared => ("", "&"),
                Passing::Value if var.mutable => ("mut ", ""),
                Passing::Value => ("", ""),
            };
            *signature += &format!("{comma}{before}{}: {by}{}", var.name, of.name());
            self.vars.push(var);
            parameters.push((of, passing));
        }
        parameters
    }
}
