//! Elements of arrays, one after the other: `for x in array`, and closures over them.

use super::Generator;
use super::code::Code;
use super::types::{Ty, Var};

impl Generator {
    /// `for` over an array; returns whether there is one.
    pub(super) fn over_elements(&mut self, depth: usize) -> bool {
        let Some((array, of, mutable)) = self.any_array(None) else {
            return false;
        };
        let mut names = Vec::new();
        let element = self.named(&of, &mut names);
        let (pattern, source) = match self.random.below(5) {
            // What is borrowed cannot change in the body.
            0 if !mutable => (format!("&{element}"), format!("&{array}")),
            1 if !mutable => (element, format!("{array}.iter().copied()")),
            2 => {
                let counter = self.named(&Ty::Z, &mut names);
                (
                    format!("({counter}, {element})"),
                    format!("{array}.into_iter().enumerate()"),
                )
            }
            3 => {
                let other = self.any_array(None).unwrap_or((array.clone(), of.clone(), mutable));
                let second = self.named(&other.1, &mut names);
                (
                    format!("({element}, {second})"),
                    format!("{array}.into_iter().zip({})", other.0),
                )
            }
            _ => (element, array),
        };
        let pattern = pattern.replace("mut ", "");
        names.iter_mut().for_each(|name| name.mutable = false);
        self.line(&format!("for {pattern} in {source} {{"));
        self.scoped(|this| {
            this.vars.extend(names);
            this.looped(depth);
        });
        self.line("}");
        true
    }

    /// An array that a closure makes.
    pub(super) fn made_array(&mut self, of: &Ty, len: usize, depth: usize) -> Code {
        let (mut names, pinned) = (Vec::new(), of.is_scalar());
        match self.any_array(Some(len)) {
            Some((array, element, _)) if self.random.chance(60) => {
                let name = self.named(&element, &mut names);
                let body = self.closed(of, names, depth);
                Code {
                    pinned,
                    ..Code::atom(format!("{array}.map(|{name}| {body})"))
                }
            }
            _ => {
                let name = self.named(&Ty::Z, &mut names);
                let body = self.closed(of, names, depth);
                Code {
                    pinned,
                    ..Code::atom(format!("std::array::from_fn::<_, {len}, _>(|{name}| {body})"))
                }
            }
        }
    }

    /// A number made of all elements of an array.
    pub(super) fn of_elements(&mut self, ty: &Ty, depth: usize) -> Code {
        let (array, element) = self.array_or_list(ty);
        self.looping = true;
        if element == *ty && self.random.chance(40) {
            // The standard library's own code may check for overflow.
            let (name, modulus) = self.random.pick(&[("sum", 1000), ("product", 20)]);
            let values = format!("{array}.iter().map(|x| x % {modulus})");
            return Code::atom(format!("{values}.{name}::<{}>()", ty.name()));
        }
        let mut names = Vec::new();
        let start = self.stored_and_pinned(ty, 1);
        let (so_far, next) = (self.named(ty, &mut names), self.named(&element, &mut names));
        let body = self.closed(ty, names, depth);
        let items = self.random.pick(&["into_iter()", "iter().copied()"]);
        Code::atom(format!(
            "{array}.{items}.fold({}, |{so_far}, {next}| {body})",
            start.text
        ))
    }

    /// Whether any element of an array is so, or all are.
    pub(super) fn any_element(&mut self, depth: usize) -> Code {
        let listed = self.random.pick(&[Ty::U, Ty::I, Ty::F]);
        let (array, element) = self.array_or_list(&listed);
        self.looping = true;
        let mut names = Vec::new();
        let name = self.named(&element, &mut names).replace("mut ", "");
        names.iter_mut().for_each(|name| name.mutable = false);
        let body = self.closed(&Ty::B, names, depth);
        let word = self.random.pick(&["any", "all"]);
        Code::atom(format!("{array}.iter().{word}(|&{name}| {body})"))
    }

    /// The body of a closure with these parameters, which assigns to none of the variables around it.
    pub(super) fn closed(&mut self, ty: &Ty, names: Vec<Var>, depth: usize) -> String {
        let outside = self.vars.clone();
        self.freeze();
        self.vars.extend(names);
        self.looping = true;
        self.loops += 1;
        let body = self.stored_and_pinned(ty, depth.min(2)).text;
        self.loops -= 1;
        self.vars = outside;
        if body.starts_with('{') || !self.random.chance(30) {
            body
        } else {
            format!("{{ {body} }}")
        }
    }

    /// An array in scope, else a list of values of type `ty`; and the type of the elements.
    fn array_or_list(&mut self, ty: &Ty) -> (String, Ty) {
        if self.random.chance(50)
            && let Some((array, element, _)) = self.any_array(None)
        {
            return (array, element);
        }
        let [a, b] = std::array::from_fn(|_| self.stored_and_pinned(ty, 1).text);
        (format!("[{a}, {b}]"), ty.clone())
    }

    /// The name of an array in scope, the type of its elements, and whether it can change.
    pub(super) fn any_array(&mut self, length: Option<usize>) -> Option<(String, Ty, bool)> {
        let arrays = self.visible().into_iter().filter_map(|var| match &var.ty {
            Ty::Array(of, len) if length.is_none_or(|length| length == *len) => {
                Some((var.code().receiver(), (**of).clone(), var.mutable))
            }
            _ => None,
        });
        let arrays: Vec<_> = arrays.collect();
        if arrays.is_empty() {
            return None;
        }
        Some(self.random.pick(&arrays))
    }
}
