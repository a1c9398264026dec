//! Variables in scope, and the fields and elements that can be reached from them.

use super::code::Code;
use super::names::VARIABLES;
use super::types::{Ty, Var};
use super::{Generator, switches};

impl Var {
    /// A variable that is no counter and no reference.
    pub(super) fn new(name: impl Into<String>, ty: &Ty, mutable: bool) -> Self {
        Self {
            name: name.into(),
            ty: ty.clone(),
            mutable,
            borrowed: false,
            below: usize::MAX,
        }
    }

    /// A reference, by `&mut` if it is mutable.
    pub(super) fn reference(name: impl Into<String>, ty: &Ty, mutable: bool) -> Self {
        Self {
            borrowed: true,
            ..Self::new(name, ty, mutable)
        }
    }

    /// Its value: what a reference refers to.
    pub(super) fn code(&self) -> Code {
        let name = Code::atom(self.name.clone());
        if self.borrowed { Code::unary('*', &name) } else { name }
    }
}

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
                if var.ty == *ty {
                    found.push(var.code());
                }
                self.collect(&root, &var.ty, ty, 0, &mut found);
            }
        }
        if found.is_empty() {
            return None;
        }
        Some(self.random.pick(&found))
    }

    fn collect(&mut self, at: &Code, of: &Ty, wanted: &Ty, depth: usize, found: &mut Vec<Code>) {
        if of == wanted && depth > 0 {
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
            let value = counter.code().text;
            return match self.random.below(3) {
                _ if counter.below <= len => value,
                0 => format!("({value} + {}) % {len}", self.random.below(4)),
                1 => format!("{value} * 3 % {len}"),
                _ => format!("{value} % {len}"),
            };
        }
        let words: Vec<Var> = self.visible().into_iter().filter(|var| var.ty == Ty::U).collect();
        if words.is_empty() || self.random.chance(50) {
            return self.random.below(len).to_string();
        }
        let word = self.random.pick(&words).code().text;
        match self.random.below(3) {
            0 => format!("{word} as usize % {len}"),
            1 if len.is_power_of_two() => format!("({word} & {}) as usize", len - 1),
            _ => format!("({word} % {len}) as usize"),
        }
    }

    /// A name for a new variable: often one that is taken, which it then hides.
    pub(super) fn name(&mut self) -> String {
        let name = self.random.pick(&VARIABLES);
        self.hides_extrema |= ["max", "min"].contains(&name);
        match name {
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
        self.vars.push(Var::new(name, ty, mutable));
    }

    /// From here on no variable in scope changes.
    pub(super) fn freeze(&mut self) {
        self.vars.iter_mut().for_each(|var| var.mutable = false);
    }

    /// Runs `write` while no code can mention the variable that `place` is in: it is borrowed.
    pub(super) fn without<T>(&mut self, place: &str, write: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.vars.clone();
        let root = root(place).to_owned();
        self.vars.retain(|var| var.name != root);
        let result = write(self);
        self.vars = outside;
        result
    }

    /// Runs `write` in a scope of its own.
    pub(super) fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.vars.len();
        let result = write(self);
        self.vars.truncate(known);
        result
    }
}

/// The variable that a place is in.
pub(super) fn root(place: &str) -> &str {
    let place = place.trim_start_matches(['*', '(']);
    place.split(['.', '[', ')']).next().unwrap_or(place)
}
