//! Variables in scope, and the fields and elements that can be reached from them.

use super::code::Code;
use super::names::VARIABLES;
use super::types::{Ty, Var};
use super::{Generator, switches};

impl Generator {
    /// Variables that no later one of the same name hides.
    pub(super) fn visible(&self) -> Vec<Var> {
        let mut seen: Vec<&str> = Vec::new();
        let mut found = Vec::new();
        for var in self.vars.iter().rev() {
            if !seen.contains(&var.name.as_str()) {
                seen.push(&var.name);
                found.push(var.clone());
            }
        }
        found
    }

    /// A place of type `ty` to read from, if there is any.
    pub(super) fn readable(&mut self, ty: &Ty) -> Option<Code> {
        self.reachable(ty, false)
    }

    /// A place of type `ty` to assign to.
    pub(super) fn assignable(&mut self, ty: &Ty) -> Option<Code> {
        self.reachable(ty, true)
    }

    fn reachable(&mut self, ty: &Ty, mutable: bool) -> Option<Code> {
        let mut found = Vec::new();
        for var in self.visible() {
            if !mutable || var.mutable {
                let root = Code::atom(var.name.clone());
                self.collect(&root, &var.ty, ty, 0, &mut found);
            }
        }
        if found.is_empty() {
            return None;
        }
        Some(self.random.pick(&found))
    }

    fn collect(&mut self, at: &Code, of: &Ty, wanted: &Ty, depth: usize, found: &mut Vec<Code>) {
        if of == wanted {
            found.push(at.clone());
        }
        if depth == 3 {
            return;
        }
        match of {
            Ty::Array(of, len) => {
                let index = self.index(*len);
                self.collect(
                    &Code::atom(format!("{}[{index}]", at.text)),
                    of,
                    wanted,
                    depth + 1,
                    found,
                );
            }
            Ty::Tuple(of) => {
                for (index, of) in of.iter().enumerate() {
                    self.collect(
                        &Code::atom(format!("{}.{index}", at.text)),
                        of,
                        wanted,
                        depth + 1,
                        found,
                    );
                }
            }
            Ty::Struct(index) => {
                for (name, of) in self.structs[*index].fields.clone() {
                    self.collect(
                        &Code::atom(format!("{}.{name}", at.text)),
                        &of,
                        wanted,
                        depth + 1,
                        found,
                    );
                }
            }
            _ => {}
        }
    }

    /// An index below `len`.
    pub(super) fn index(&mut self, len: usize) -> String {
        let counters: Vec<Var> = self.visible().into_iter().filter(|var| var.ty == Ty::Z).collect();
        if !counters.is_empty() && self.random.chance(60) {
            let counter = self.random.pick(&counters);
            return match self.random.below(3) {
                _ if counter.below <= len => counter.name,
                0 => format!("({} + {}) % {len}", counter.name, self.random.below(4)),
                1 => format!("{} * 3 % {len}", counter.name),
                _ => format!("{} % {len}", counter.name),
            };
        }
        let words: Vec<Var> = self.visible().into_iter().filter(|var| var.ty == Ty::U).collect();
        if words.is_empty() || self.random.chance(50) {
            return self.random.below(len).to_string();
        }
        let word = self.random.pick(&words).name;
        match self.random.below(3) {
            0 => format!("{word} as usize % {len}"),
            1 if len.is_power_of_two() => format!("({word} & {}) as usize", len - 1),
            _ => format!("({word} % {len}) as usize"),
        }
    }

    /// A name for a new variable: often one that is taken, which it then hides.
    pub(super) fn name(&mut self) -> String {
        match self.random.pick(&VARIABLES) {
            "this" if !switches::VARIABLES_CALLED_THIS => "that".to_owned(),
            name => name.to_owned(),
        }
    }

    /// A name that no other variable in scope has.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.made += 1;
        format!("{stem}{}", self.made)
    }

    /// Brings a variable into scope.
    pub(super) fn declare(&mut self, name: &str, ty: &Ty, mutable: bool) {
        self.vars.push(Var {
            name: name.to_owned(),
            ty: ty.clone(),
            mutable,
            below: usize::MAX,
        });
    }

    /// Runs `write` in a scope of its own.
    pub(super) fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.vars.len();
        let result = write(self);
        self.vars.truncate(known);
        result
    }
}
