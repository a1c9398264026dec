//! Arrays, tuples and structs, put together.

use super::Generator;
use super::code::{Code, level};
use super::narrow::TYPES;
use super::types::Ty;

impl Generator {
    pub(super) fn compound(&mut self, ty: &Ty, depth: usize) -> Code {
        match ty {
            Ty::Array(of, len) if self.loops < 2 && !self.flat && depth > 0 && self.random.chance(25) => {
                self.made_array(of, *len, depth - 1)
            }
            Ty::Array(of, 4) if **of == Ty::N(TYPES[0]) && depth > 0 && self.random.chance(40) => {
                self.bytes_of(depth - 1)
            }
            Ty::Array(of, len) => {
                if self.random.chance(35) {
                    let element = self.stored(of, depth);
                    return Code {
                        pinned: element.pinned,
                        ..Code::atom(format!("[{}; {len}]", element.text))
                    };
                }
                let elements: Vec<Code> = (0..*len).map(|_| self.listed(of, depth)).collect();
                let pinned = elements.iter().any(|element| element.pinned);
                Code {
                    pinned,
                    ..Code::atom(format!("[{}]", list(&elements)))
                }
            }
            Ty::Tuple(of) => {
                let parts: Vec<Code> = of.iter().map(|of| self.listed(of, depth)).collect();
                let pinned = parts.iter().all(|part| part.pinned);
                Code {
                    pinned,
                    ..Code::atom(format!("({})", list(&parts)))
                }
            }
            Ty::Struct(index) if depth > 0 && !self.flat && self.random.chance(20) => self.operated(*index, depth - 1),
            Ty::Struct(index) => self.literal(*index, depth),
            Ty::Enum(index) => self.variant(*index, depth),
            _ => self.leaf(ty),
        }
    }

    /// `S { a: …, b, ..base }`
    fn literal(&mut self, index: usize, depth: usize) -> Code {
        let mut fields = self.structs[index].fields.clone();
        let base = self
            .readable(&Ty::Struct(index))
            .filter(|_| fields.len() > 1 && self.random.chance(40));
        if base.is_some() {
            let gone = self.random.below(fields.len());
            fields.remove(gone);
        } else if self.random.chance(50) {
            fields.reverse();
        }
        let mut parts = Vec::new();
        for (name, ty) in fields {
            let same = self.vars.iter().rev().find(|var| var.name == name);
            if same.is_some_and(|var| var.ty == ty && !var.borrowed) && self.random.chance(70) {
                parts.push(name);
                continue;
            }
            let value = self.stored(&ty, depth);
            parts.push(format!("{name}: {}", value.text));
        }
        parts.extend(base.map(|base| format!("..{}", base.text)));
        Code {
            level: level::BLOCK,
            ..Code::atom(format!("S{index} {{ {} }}", parts.join(", ")))
        }
    }

    /// What an operator of the struct or a conversion to it makes.
    fn operated(&mut self, index: usize, depth: usize) -> Code {
        let fits = |of, operator: &str| of == index && (operator == "From" || !operator.ends_with('='));
        let Some((_, operator, other)) = self.operator_of(fits) else {
            return self.literal(index, depth);
        };
        if operator == "From" {
            let value = self.stored_and_pinned(&other, depth);
            return if value.pinned && self.random.chance(50) {
                Code {
                    pinned: false,
                    ..Code::method(&value, "into", &[])
                }
            } else {
                Code::atom(format!("S{index}::from({})", value.text))
            };
        }
        let level = match operator {
            "|" => level::OR,
            "&" => level::AND,
            _ => level::SUM,
        };
        let (left, right) = (
            self.pinned(&Ty::Struct(index), depth),
            self.stored_and_pinned(&other, depth),
        );
        if right.pinned {
            Code::binary(&left, operator, level, &right)
        } else {
            left
        }
    }

    /// A part of a struct that an operator or a method made.
    pub(super) fn of_struct(&mut self, ty: &Ty, depth: usize) -> Code {
        let Some((index, ..)) = self.operator_of(|_, operator| operator == "From" || !operator.ends_with('=')) else {
            return self.leaf(ty);
        };
        let fields = self.structs[index].fields.iter().filter(|(_, of)| of == ty);
        let fields: Vec<String> = fields.map(|(name, _)| name.clone()).collect();
        if fields.is_empty() {
            return self.leaf(ty);
        }
        let made = self.operated(index, depth);
        if !made.pinned {
            return self.leaf(ty);
        }
        Code::atom(format!("{}.{}", made.receiver(), self.random.pick(&fields)))
    }

    /// A field of type `ty` of a struct that is put together for it.
    pub(super) fn field_of_new(&mut self, ty: &Ty, depth: usize) -> Code {
        let mut found = Vec::new();
        for (index, of) in self.structs.iter().enumerate() {
            found.extend(
                of.fields
                    .iter()
                    .filter(|(_, of)| of == ty)
                    .map(|(name, _)| (index, name.clone())),
            );
        }
        if found.is_empty() {
            return self.leaf(ty);
        }
        let (index, name) = self.random.pick(&found);
        Code::atom(format!("{}.{name}", self.literal(index, depth).receiver()))
    }
}

fn list(codes: &[Code]) -> String {
    codes
        .iter()
        .map(|code| code.text.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}
