//! Options: their values, the methods that make something of them, and `?`.

use super::Generator;
use super::code::{Code, level};
use super::types::{Ty, Var};

impl Generator {
    /// An expression of type `Option<of>`.
    pub(super) fn option(&mut self, of: &Ty, depth: usize) -> Code {
        let ty = Ty::Option(Box::new(of.clone()));
        if depth == 0 || self.flat {
            return self.some_or_none(of, depth);
        }
        let depth = depth - 1;
        match self.random.below(16) {
            0..4 => self.some_or_none(of, depth),
            4 => {
                let (a, b) = (self.pinned(&ty, depth), self.pinned(&ty, depth));
                let method = self.random.pick(&["or", "xor"]);
                Code::method(&a, method, &[&b])
            }
            5 => {
                let (a, b) = (self.pinned(&ty, depth), self.closed(&ty, Vec::new(), depth));
                Code::atom(format!("{}.or_else(|| {b})", a.receiver()))
            }
            6 | 7 => {
                let (option, inner) = self.any_option(depth);
                let (name, names) = self.parameter(&inner);
                let body = self.closed(of, names, depth);
                Code::atom(format!("{option}.map(|{name}| {body})"))
            }
            8 => {
                let (option, inner) = self.any_option(depth);
                let (name, names) = self.parameter(&inner);
                let body = self.closed(&ty, names, depth);
                Code::atom(format!("{option}.and_then(|{name}| {body})"))
            }
            9 => {
                let option = self.pinned(&ty, depth).receiver();
                let (name, names) = self.lent_parameter(of, 1);
                let body = self.closed(&Ty::B, names, depth);
                Code::atom(format!("{option}.filter(|{name}| {body})"))
            }
            10 => {
                let condition = self.expression(&Ty::B, depth).receiver();
                let body = self.closed(of, Vec::new(), depth);
                Code::atom(format!("{condition}.then(|| {body})"))
            }
            11 => {
                let (condition, value) = (self.expression(&Ty::B, depth), self.listed_and_pinned(of, depth));
                Code::method(&condition, "then_some", &[&value])
            }
            12 => {
                let option = self.pinned(&ty, depth).receiver();
                let method = self.random.pick(&["as_ref().copied()", "or(None)"]);
                Code::atom(format!("{option}.{method}"))
            }
            _ if self.loops < 2 && depth > 0 => self.option_of_items(of, depth),
            _ => self.some_or_none(of, depth),
        }
    }

    /// `Some(value)` or `None`
    pub(super) fn some_or_none(&mut self, of: &Ty, depth: usize) -> Code {
        if self.random.chance(25) {
            return Code {
                pinned: false,
                constant: true,
                ..Code::atom("None")
            };
        }
        let value = self.listed(of, depth);
        Code {
            pinned: value.pinned,
            ..Code::atom(format!("Some({})", value.text))
        }
    }

    /// A value of type `ty` that a method makes of an Option.
    pub(super) fn of_option(&mut self, ty: &Ty, depth: usize) -> Code {
        let same = Ty::Option(Box::new(ty.clone()));
        match self.random.below(8) {
            0 | 1 => {
                let (option, value) = (self.pinned(&same, depth), self.listed(ty, depth));
                Code::method(&option, "unwrap_or", &[&value])
            }
            2 if self.has_default(ty) => Code::method(&self.pinned(&same, depth), "unwrap_or_default", &[]),
            3 => {
                let option = self.pinned(&same, depth).receiver();
                let body = self.closed(ty, Vec::new(), depth);
                Code::atom(format!("{option}.unwrap_or_else(|| {body})"))
            }
            4 => {
                let (option, value) = (self.pinned(&same, depth).receiver(), self.listed_and_pinned(ty, depth));
                Code::atom(format!("{option}.or(Some({})).unwrap()", value.text))
            }
            5 => {
                let (option, inner) = self.any_option(depth);
                let otherwise = self.closed(ty, Vec::new(), depth);
                let (name, names) = self.parameter(&inner);
                let body = self.closed(ty, names, depth);
                Code::atom(format!("{option}.map_or_else(|| {otherwise}, |{name}| {body})"))
            }
            _ => {
                let (option, inner) = self.any_option(depth);
                let value = self.listed_and_pinned(ty, depth).text;
                let (name, names) = self.parameter(&inner);
                let body = self.closed(ty, names, depth);
                Code::atom(format!("{option}.map_or({value}, |{name}| {body})"))
            }
        }
    }

    /// What is asked of an Option: whether it is one, or its value is so.
    pub(super) fn asked_of_option(&mut self, depth: usize) -> Code {
        let (option, inner) = self.any_option(depth);
        if self.flat || self.random.chance(50) {
            let method = self.random.pick(&["is_some", "is_none"]);
            return Code::atom(format!("{option}.{method}()"));
        }
        let method = self.random.pick(&["is_some_and", "is_none_or"]);
        let (name, names) = self.parameter(&inner);
        let body = self.closed(&Ty::B, names, depth);
        Code::atom(format!("{option}.{method}(|{name}| {body})"))
    }

    /// `==` and `<` of Options, and of enums without fields.
    pub(super) fn comparison_of_variants(&mut self, depth: usize) -> Code {
        let plain: Vec<usize> = (0..self.enums.len())
            .filter(|index| self.enums[*index].is_plain())
            .collect();
        let ty = if plain.is_empty() || self.random.chance(50) {
            let of = self.random.pick(&[Ty::U, Ty::I, Ty::B, Ty::F]);
            Ty::Option(Box::new(of))
        } else {
            Ty::Enum(self.random.pick(&plain))
        };
        // What is compared is lent: the other side may not change it.
        let outside = self.vars.clone();
        let a = self.pinned(&ty, depth);
        self.freeze();
        let b = self.expression(&ty, depth);
        self.vars = outside;
        let op = self.random.pick(&["==", "!=", "<", ">="]);
        Code::binary(&a, op, level::COMPARISON, &b)
    }

    /// `let x = option?;` in a function that returns an Option.
    pub(super) fn question(&mut self) {
        let of = self.any_type();
        let value = self.pinned(&Ty::Option(Box::new(of.clone())), 2);
        let (name, mutable) = (self.name(), self.random.chance(40));
        let keyword = if mutable { "let mut" } else { "let" };
        self.line(&format!("{keyword} {name}: {} = {}?;", of.name(), value.receiver()));
        self.declare(&name, &of, mutable);
    }

    /// An Option in front of a method, and the type of its value.
    fn any_option(&mut self, depth: usize) -> (String, Ty) {
        let vars: Vec<Var> = self
            .visible()
            .into_iter()
            .filter(|var| matches!(var.ty, Ty::Option(_)))
            .collect();
        if !vars.is_empty() && self.random.chance(60) {
            let var = self.random.pick(&vars);
            if let Ty::Option(of) = &var.ty {
                return (var.code().receiver(), (**of).clone());
            }
        }
        let of = self.any_type();
        let option = self.pinned(&Ty::Option(Box::new(of.clone())), depth);
        (option.receiver(), of)
    }

    /// The parameter of a closure that takes a value.
    pub(super) fn parameter(&mut self, ty: &Ty) -> (String, Vec<Var>) {
        let mut names = Vec::new();
        let name = self.named(ty, &mut names);
        (name, names)
    }

    /// The parameter of a closure that takes `refs` references to a value.
    pub(super) fn lent_parameter(&mut self, ty: &Ty, refs: usize) -> (String, Vec<Var>) {
        let mut names = Vec::new();
        let name = self.named(ty, &mut names).replace("mut ", "");
        let borrowed = refs > 0 && self.random.chance(50);
        let ands = refs - usize::from(borrowed);
        let var = if borrowed {
            Var::reference(name.clone(), ty, false)
        } else {
            Var::new(name.clone(), ty, false)
        };
        (format!("{}{name}", "&".repeat(ands)), vec![var])
    }
}
