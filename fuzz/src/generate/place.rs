//! Places that something else changes: `&mut` in calls, loops, patterns and names, `std::mem::replace` and its kin.

use super::Generator;
use super::code::{Code, level};
use super::scope::root;
use super::types::{Function, Kind, Passing, Ty, Var};

impl Generator {
    /// A statement that changes a place through a reference to it.
    pub(super) fn change(&mut self, depth: usize) {
        match self.random.below(10) {
            0..4 => self.changing_call(),
            4 => self.operate_in_place(),
            5 => self.replacement(),
            6 if self.place_in_pattern(depth) => {}
            6..9 if self.loops < 2 => self.over_places(depth),
            _ => self.renamed(depth),
        }
    }

    /// `f(&mut place, …);` and `place.m(…);`
    fn changing_call(&mut self) {
        let usable = |function: &&Function| {
            let loops = function.loops && self.loops > 0;
            function.output == Ty::unit() && !loops
        };
        let functions: Vec<Function> = self.functions.iter().filter(usable).cloned().collect();
        if functions.is_empty() {
            return self.replacement();
        }
        let function = self.random.pick(&functions);
        let outside = self.vars.clone();
        let call = self.written_call(&function);
        self.vars = outside;
        match call {
            Some(call) => {
                self.looping |= function.loops;
                self.line(&call);
            }
            None => self.assignment(),
        }
    }

    /// The call, while the places that it lends leave the scope.
    fn written_call(&mut self, function: &Function) -> Option<String> {
        let receiver = match function.kind {
            Kind::Changer(owner) => {
                let place = self.assignable(&Ty::Struct(owner))?;
                // Values of arguments may come from it, but no references to it.
                let shared = function
                    .parameters
                    .iter()
                    .any(|(_, passing)| *passing == Passing::Shared);
                if shared || self.random.chance(50) {
                    self.hide(&place);
                }
                format!("{}.", place.receiver())
            }
            _ => String::new(),
        };
        let mut places = Vec::new();
        for (ty, passing) in &function.parameters {
            if *passing == Passing::Changed {
                let place = self.assignable(ty)?;
                self.hide(&place);
                places.push(self.lend(&place));
            }
        }
        if function.lends {
            self.freeze();
        }
        let mut places = places.into_iter();
        let arguments: Vec<String> = function
            .parameters
            .iter()
            .map(|(ty, passing)| match passing {
                Passing::Changed => places.next().unwrap_or_default(),
                _ => self.argument(ty, *passing, 2),
            })
            .collect();
        Some(format!("{receiver}{}({});", function.name, arguments.join(", ")))
    }

    fn hide(&mut self, place: &Code) {
        let root = root(&place.text).to_owned();
        self.vars.retain(|var| var.name != root);
    }

    /// `&mut place`, or the name of a reference.
    fn lend(&mut self, place: &Code) -> String {
        match place.text.strip_prefix('*') {
            Some(name) if self.random.chance(60) => name.to_owned(),
            _ => format!("&mut {}", place.at_least(level::UNARY)),
        }
    }

    /// `place += value;` of a struct.
    fn operate_in_place(&mut self) {
        let fits = |_, operator: &str| operator.ends_with('=');
        let Some((index, operator, other)) = self.operator_of(fits) else {
            return self.replacement();
        };
        let Some(place) = self.assignable(&Ty::Struct(index)) else {
            return self.assignment();
        };
        // The place is lent while the value is computed.
        let value = self.without(&place.text, |this| this.stored_and_pinned(&other, 2));
        self.line(&format!("{} {operator} {};", place.text, value.text));
    }

    /// `let before = std::mem::replace(&mut place, value);` and `take`.
    fn replacement(&mut self) {
        let ty = self.any_type();
        let Some(place) = self.assignable(&ty) else {
            return self.binding();
        };
        let lent = self.lend(&place);
        let text = if self.has_default(&ty) && self.random.chance(40) {
            format!("std::mem::take({lent})")
        } else {
            let value = self.without(&place.text, |this| this.stored_and_pinned(&ty, 2));
            format!("std::mem::replace({lent}, {})", value.text)
        };
        if self.random.chance(15) {
            return self.line(&format!("{text};"));
        }
        let name = self.name();
        let known = if self.random.chance(50) {
            format!(": {}", ty.name())
        } else {
            String::new()
        };
        self.line(&format!("let {name}{known} = {text};"));
        self.declare(&name, &ty, false);
    }

    /// `let r = &mut place;` and statements that change it.
    fn renamed(&mut self, depth: usize) {
        let ty = self.any_type();
        let Some(place) = self.assignable(&ty) else {
            return self.binding();
        };
        let name = self.name();
        // The name of a reference alone would be moved.
        let lent = format!("&mut {}", place.at_least(level::UNARY));
        self.line("{");
        self.indent += 1;
        self.line(&format!("let {name} = {lent};"));
        self.indent -= 1;
        self.with_places(&place.text, vec![Var::reference(name, &ty, true)], |this| {
            this.inner_of_places(depth);
        });
        self.line("}");
    }

    /// `if let Some(x) = &mut place`, and other patterns; returns whether there is a place.
    fn place_in_pattern(&mut self, depth: usize) -> bool {
        let fits =
            |var: &Var| var.mutable && matches!(var.ty, Ty::Option(_) | Ty::Enum(_) | Ty::Struct(_) | Ty::Tuple(_));
        let vars: Vec<Var> = self.visible().into_iter().filter(fits).collect();
        if vars.is_empty() {
            return false;
        }
        let var = self.random.pick(&vars);
        let place = var.code();
        let mut names = Vec::new();
        let pattern = self.place_pattern(&var.ty, &mut names, 0);
        let lent = self.lend(&place);
        self.line(&format!("if let {pattern} = {lent} {{"));
        self.with_places(&place.text, names, |this| this.inner_of_places(depth));
        if self.random.chance(40) {
            self.line("} else {");
            self.inner(depth);
        }
        self.line("}");
        true
    }

    /// A pattern whose names are places.
    fn place_pattern(&mut self, ty: &Ty, names: &mut Vec<Var>, depth: usize) -> String {
        let name = |this: &mut Self, names: &mut Vec<Var>| {
            let pattern = this.named(ty, names).replace("mut ", "");
            if let Some(var) = names.last_mut() {
                (var.borrowed, var.mutable) = (true, true);
            }
            pattern
        };
        match ty {
            _ if depth > 1 => name(self, names),
            Ty::Option(of) => format!("Some({})", self.place_pattern(of, names, depth + 1)),
            Ty::Enum(index) => {
                let variants = self.enums[*index].variants.clone();
                let variant = self.random.pick(&variants);
                self.variant_pattern(*index, &variant, |this, ty| this.place_pattern(ty, names, depth + 1))
            }
            Ty::Tuple(of) => {
                let parts: Vec<String> = of.iter().map(|of| self.place_pattern(of, names, depth + 1)).collect();
                format!("({})", parts.join(", "))
            }
            Ty::Struct(index) if depth == 0 => {
                let (field, of) = self.structs[*index].fields[0].clone();
                format!(
                    "S{index} {{ {field}: {}, .. }}",
                    self.place_pattern(&of, names, depth + 1)
                )
            }
            _ if self.random.chance(15) => "_".to_owned(),
            _ => name(self, names),
        }
    }

    /// `for x in &mut array`, `iter_mut` and what stands behind it.
    fn over_places(&mut self, depth: usize) {
        let fits = |var: Var| match &var.ty {
            Ty::Array(of, _) if var.mutable => Some((var.clone(), (**of).clone())),
            _ => None,
        };
        let mut arrays: Vec<(Var, Ty)> = self.visible().into_iter().filter_map(fits).collect();
        if arrays.is_empty() {
            let (name, of) = (self.name(), self.any_type());
            let ty = Ty::Array(Box::new(of.clone()), 1 + self.random.below(4));
            let value = self.stored(&ty, 2).text;
            self.line(&format!("let mut {name}: {} = {value};", ty.name()));
            self.declare(&name, &ty, true);
            arrays.push((Var::new(name, &ty, true), of));
        }
        let (array, of) = self.random.pick(&arrays);
        let mut names = Vec::new();
        let element = self.named(&of, &mut names).replace("mut ", "");
        names[0] = Var::reference(element.clone(), &of, true);
        let name = &array.name;
        let (pattern, source) = match self.random.below(6) {
            0 => {
                let counter = self.named(&Ty::Z, &mut names).replace("mut ", "");
                names[1].mutable = false;
                (
                    format!("({counter}, {element})"),
                    format!("{name}.iter_mut().enumerate()"),
                )
            }
            1 => {
                let others = self.without(name, |this| this.any_array(None));
                match others {
                    Some((other, of, _)) => {
                        let second = self.named(&of, &mut names).replace("mut ", "");
                        names[1].mutable = false;
                        (
                            format!("({element}, {second})"),
                            format!("{name}.iter_mut().zip({other})"),
                        )
                    }
                    None => (element, format!("{name}.iter_mut().rev()")),
                }
            }
            2 => return self.each_place(&array, &of, &element),
            3 | 4 => (element, format!("&mut {}", array.code().at_least(level::UNARY))),
            _ => (element, format!("{name}.iter_mut()")),
        };
        self.line(&format!("for {pattern} in {source} {{"));
        self.with_places(name, names, |this| this.looped(depth));
        self.line("}");
    }

    /// `array.iter_mut().for_each(|x| …);`
    fn each_place(&mut self, array: &Var, of: &Ty, element: &str) {
        let reference = Var::reference(element, of, true);
        let value = self.without(&array.name, |this| {
            this.vars.push(reference.clone());
            this.closed(of, Vec::new(), 2)
        });
        self.looping = true;
        let body = self.random.pick(&["", "{ "]);
        let end = if body.is_empty() { "" } else { "; }" };
        let name = &array.name;
        self.line(&format!(
            "{name}.iter_mut().for_each(|{element}| {body}*{element} = {value}{end});"
        ));
    }

    /// Runs `write` with these names in place of the variable that `place` is in.
    fn with_places(&mut self, place: &str, names: Vec<Var>, write: impl FnOnce(&mut Self)) {
        self.without(place, |this| {
            this.vars.extend(names);
            write(this);
        });
    }

    /// Statements, at least one of which changes a place of the innermost names.
    fn inner_of_places(&mut self, depth: usize) {
        self.indent += 1;
        self.assignment();
        self.indent -= 1;
        self.inner(depth.saturating_sub(1));
    }
}
