//! Statements: `let` of every kind, assignments, leaving early; control flow is next door.

use super::code::level;
use super::types::{Ty, Var};
use super::{Generator, switches};

impl Generator {
    /// Up to `count` statements.
    pub(super) fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            if self.budget < 0 {
                return;
            }
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        self.budget -= 1;
        match self.random.below(100) {
            0..22 => self.binding(),
            22..26 => self.taking_apart(),
            26..28 => self.later(),
            28..32 if matches!(self.output, Ty::Option(_)) => self.question(),
            28..30 => self.binding_or_leaving(),
            30..32 => self.assertion(),
            32..46 => self.assignment(),
            46..49 if self.loops < 2 => self.each_item(),
            46..62 => self.change(depth),
            62 => self.several(),
            63 => {
                let ty = self.any_type();
                let value = self.stored_and_pinned(&ty, 2);
                self.line(&format!("let _: {} = {};", ty.name(), value.text));
            }
            64 => {
                let ty = self.any_type();
                let value = self.stored_and_pinned(&ty, 2);
                self.line(&format!("({});", value.text));
            }
            65 if self.random.chance(50) => self.swap_places(),
            65 => self.swap(),
            66..71 => self.leave(),
            _ if depth == 0 => self.assignment(),
            _ => self.control(depth - 1),
        }
    }

    /// `let`, with or without `mut` and a type.
    pub(super) fn binding(&mut self) {
        let ty = self.any_type();
        let mutable = self.random.chance(60);
        let keyword = if mutable { "let mut" } else { "let" };
        let name = self.name();
        let value = if self.random.chance(40) {
            self.stored(&ty, 3)
        } else {
            self.stored_and_pinned(&ty, 3)
        };
        let named = !value.pinned || self.random.chance(30);
        let ascription = if named {
            format!(": {}", ty.name())
        } else {
            String::new()
        };
        let value = match self.left_instead(&ty) {
            Some(text) if self.random.chance(60) => text,
            _ => value.text,
        };
        self.line(&format!("{keyword} {name}{ascription} = {value};"));
        self.declare(&name, &ty, mutable);
    }

    /// `if … { value } else { return … }`, or the other way to leave.
    fn left_instead(&mut self, ty: &Ty) -> Option<String> {
        if !self.random.chance(10) {
            return None;
        }
        let (condition, value) = (self.expression(&Ty::B, 2), self.stored_and_pinned(ty, 1));
        let leave = if self.loops > 0 && self.random.chance(80) {
            self.random
                .pick(&["break;", "continue;", "continue", "break"])
                .to_owned()
        } else {
            format!("{};", self.leaving(1))
        };
        Some(format!("if {} {{ {} }} else {{ {leave} }}", condition.text, value.text))
    }

    /// `let` with a pattern.
    fn taking_apart(&mut self) {
        let types: Vec<Ty> = self
            .types_in_use()
            .into_iter()
            .filter(|ty| matches!(ty, Ty::Tuple(_) | Ty::Struct(_) | Ty::Array(..)))
            .collect();
        if types.is_empty() {
            return self.binding();
        }
        let ty = self.random.pick(&types);
        let value = self.stored_and_pinned(&ty, 2);
        let pattern = self.destructuring(&ty);
        self.line(&format!("let {pattern}: {} = {};", ty.name(), value.text));
    }

    /// `let x;` with its value in both branches of an `if`.
    fn later(&mut self) {
        let ty = self.any_type();
        let name = self.name();
        let condition = self.expression(&Ty::B, 2);
        let (yes, no) = (self.stored_and_pinned(&ty, 2), self.stored_and_pinned(&ty, 2));
        // The values may mention an older variable of that name, which is hidden as soon as this one is declared.
        let hidden = [&condition, &yes, &no].iter().any(|code| mentions(&code.text, &name));
        let name = if hidden { self.fresh("later") } else { name };
        self.line(&format!("let {name}: {};", ty.name()));
        self.line(&format!(
            "if {} {{ {name} = {}; }} else {{ {name} = {}; }}",
            condition.text, yes.text, no.text
        ));
        self.declare(&name, &ty, false);
    }

    /// `place = value;` or `place += value;`
    pub(super) fn assignment(&mut self) {
        let ty = match self.random.below(10) {
            0 => self.any_type(),
            _ => self.random.pick(&[Ty::U, Ty::U, Ty::I, Ty::I, Ty::F, Ty::B]),
        };
        let Some(place) = self.assignable(&ty) else {
            return self.binding();
        };
        let place = place.text;
        if self.random.chance(45) {
            let value = self.stored(&ty, 3);
            return self.line(&format!("{place} = {};", value.text));
        }
        match ty {
            Ty::U | Ty::I | Ty::N(_) => {
                if self.random.chance(15) {
                    let by = match ty {
                        Ty::N((_, _, most)) => self.random.below(most + 1),
                        _ => self.random.below(32),
                    };
                    let op = self.random.pick(&["<<=", ">>="]);
                    return self.line(&format!("{place} {op} {by};"));
                }
                let op = self.random.pick(&["+=", "-=", "*=", "^=", "&=", "|="]);
                let value = self.expression(&ty, 2);
                self.line(&format!("{place} {op} {};", value.text));
            }
            Ty::B => {
                let op = self.random.pick(&["^=", "&=", "|="]);
                let value = self.expression(&ty, 2);
                let loose = switches::COMPARISON_ASSIGNED_TO_BOOL;
                let value = if loose { value.text } else { value.at_least(level::ATOM) };
                self.line(&format!("{place} {op} {value};"));
            }
            Ty::F => {
                let op = self.random.pick(&["+=", "-=", "*="]);
                let value = self.stored(&ty, 2);
                self.line(&format!("{place} {op} {};", value.text));
                // At once, since the next statement may not get to run.
                self.line(&format!("{place} = Real::tame({place});"));
            }
            _ => {
                let value = self.stored(&ty, 2);
                self.line(&format!("{place} = {};", value.text));
            }
        }
    }

    /// `(a, _, b) = (…, …, …);`, where `a` may be `b` or determine where `b` is.
    fn several(&mut self) {
        let (mut places, mut values) = (Vec::new(), Vec::new());
        for _ in 0..2 + self.random.below(2) {
            let ty = self.random.pick(&[Ty::U, Ty::I, Ty::F, Ty::B]);
            let place = self.assignable(&ty).filter(|_| self.random.chance(85));
            places.push(place.map_or_else(|| "_".to_owned(), |place| place.text));
            values.push(self.listed_and_pinned(&ty, 2).text);
        }
        self.line(&format!("({}) = ({});", places.join(", "), values.join(", ")));
    }

    /// Two variables of one type change places.
    fn swap_places(&mut self) {
        let variables: Vec<Var> = self.visible().into_iter().filter(|var| var.mutable).collect();
        let pairs = variables.iter().enumerate().flat_map(|(at, a)| {
            let others = variables.iter().take(at);
            others.filter(|b| b.ty == a.ty).map(|b| (a.clone(), b.clone()))
        });
        let pairs: Vec<(Var, Var)> = pairs.collect();
        if pairs.is_empty() {
            return self.several();
        }
        let (a, b) = self.random.pick(&pairs);
        let [a, b] = [a, b].map(|var| {
            if var.borrowed {
                var.name
            } else {
                format!("&mut {}", var.name)
            }
        });
        self.line(&format!("std::mem::swap({a}, {b});"));
    }

    /// Two elements of an array change places.
    fn swap(&mut self) {
        let arrays = self.visible().into_iter().filter_map(|var| match var.ty {
            Ty::Array(_, len) if var.mutable => Some((var.name, len)),
            _ => None,
        });
        let arrays: Vec<(String, usize)> = arrays.collect();
        if arrays.is_empty() {
            return self.binding();
        }
        let (name, len) = self.random.pick(&arrays);
        let (i, j) = (self.index(len), self.index(len));
        self.line(&format!("{name}.swap({i}, {j});"));
    }

    /// `if … { return …; }`, and in loops `break` and `continue`.
    fn leave(&mut self) {
        let condition = self.expression(&Ty::B, 2).text;
        let how = self.random.below(3);
        if self.loops > 0 && how > 0 {
            let word = if how == 1 { "break" } else { "continue" };
            return self.line(&format!("if {condition} {{ {word}; }}"));
        }
        let leaving = self.leaving(2);
        self.line(&format!("if {condition} {{ {leaving}; }}"));
    }

    /// `return`, with a value if the function has any.
    fn leaving(&mut self, depth: usize) -> String {
        let output = self.output.clone();
        if output == Ty::unit() {
            return "return".to_owned();
        }
        format!("return {}", self.returned(&output, depth))
    }

    /// `let pattern = value else { … };`
    fn binding_or_leaving(&mut self) {
        let (subject, ty) = self.with_parts();
        let leaving = if self.loops > 0 && self.random.chance(60) {
            self.random.pick(&["break", "continue"]).to_owned()
        } else {
            self.leaving(1)
        };
        let mut names = Vec::new();
        let mut pattern = self.tested(&ty, &mut names, 1);
        if pattern.contains(" | ") {
            pattern = format!("({pattern})");
        }
        self.line(&format!("let {pattern} = {subject} else {{ {leaving}; }};"));
        self.vars.extend(names);
    }

    /// An assertion that holds.
    fn assertion(&mut self) {
        let value = self.pinned(&Ty::U, 1);
        let value = value.at_least(level::PRODUCT);
        let text = match self.random.below(4) {
            0 => format!("assert!({value} % 9 < 9);"),
            1 => format!("assert!({value} | 1 != 0, \"never\");"),
            2 => format!("assert_eq!({value} & 0, 0);"),
            _ => format!("if {value} % 5 > 5 {{ unreachable!(); }}"),
        };
        self.line(&text);
    }

    /// The value that the function returns: with the trace, if it keeps one.
    pub(super) fn returned(&mut self, output: &Ty, depth: usize) -> String {
        let value = self.listed(output, depth).text;
        if self.traced {
            format!("mix(trace, {value})")
        } else {
            value
        }
    }

    /// Mixes every scalar of `place` into the trace.
    pub(super) fn trace(&mut self, place: &str, ty: &Ty) {
        match ty {
            Ty::U => self.line(&format!("trace = mix(trace, {place});")),
            Ty::I | Ty::B | Ty::Z | Ty::N(_) => self.line(&format!("trace = mix(trace, {place} as u32);")),
            Ty::F => self.line(&format!("trace = mix(trace, seen({place}));")),
            Ty::Array(of, len) => {
                for index in 0..*len {
                    self.trace(&format!("{place}[{index}]"), of);
                }
            }
            Ty::Tuple(of) => {
                for (index, of) in of.iter().enumerate() {
                    self.trace(&format!("{place}.{index}"), of);
                }
            }
            Ty::Struct(index) => {
                for (name, of) in self.structs[*index].fields.clone() {
                    self.trace(&format!("{place}.{name}"), &of);
                }
            }
            Ty::Enum(index) => self.trace_variants(place, *index),
            Ty::Option(of) => {
                let seen = self.fresh("seen");
                self.line(&format!("if let Some({seen}) = {place} {{"));
                self.indent += 1;
                self.trace(&seen, of);
                self.indent -= 1;
                self.line("} else { trace = mix(trace, 2); }");
            }
        }
    }

    /// Mixes the variables that were declared behind the first `known` ones into the trace.
    pub(super) fn trace_behind(&mut self, known: usize) {
        if !self.traced {
            return;
        }
        let hidden = self.vars[..known].to_vec();
        let vars = self.visible().into_iter().filter(|var| {
            let old = hidden.iter().rev().find(|old| old.name == var.name);
            old.is_none_or(|old| old.ty != var.ty) || self.vars[known..].iter().any(|new| new.name == var.name)
        });
        for var in vars.collect::<Vec<_>>() {
            self.trace(&var.code().receiver(), &var.ty);
        }
    }

    /// A type for a new variable.
    pub(super) fn any_type(&mut self) -> Ty {
        if self.random.chance(60) {
            return self.random.pick(&[Ty::U, Ty::U, Ty::I, Ty::I, Ty::F, Ty::F, Ty::B]);
        }
        if self.random.chance(10) {
            return self.narrow_type();
        }
        let known = self.types_in_use();
        if !known.is_empty() && self.random.chance(60) {
            return self.random.pick(&known);
        }
        self.compound_type()
    }

    /// Arrays, tuples and structs of variables, results and declarations.
    fn types_in_use(&self) -> Vec<Ty> {
        let structs = (0..self.structs.len()).map(Ty::Struct);
        let vars = self.vars.iter().map(|var| var.ty.clone());
        let outputs = self.functions.iter().map(|function| function.output.clone());
        structs
            .chain(vars)
            .chain(outputs)
            .filter(|ty| !ty.is_scalar() && *ty != Ty::unit())
            .collect()
    }
}

/// Whether a name is among the words of a text.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '#')
        .any(|word| word == name)
}
