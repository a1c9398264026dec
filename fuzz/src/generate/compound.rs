//! Arrays, tuples and structs, put together.

use super::Generator;
use super::code::{Code, level};
use super::types::Ty;

impl Generator {
    pub(super) fn compound(&mut self, ty: &Ty, depth: usize) -> Code {
        match ty {
            Ty::Array(of, len) if self.loops < 2 && !self.flat && depth > 0 && self.random.chance(25) => {
                self.made_array(of, *len, depth - 1)
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
            Ty::Struct(index) => self.literal(*index, depth),
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
            if same.is_some_and(|var| var.ty == ty) && self.random.chance(70) {
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
