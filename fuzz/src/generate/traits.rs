//! Traits of the case, their impls, and generic functions whose type parameter has one of them as its bound.

use super::Generator;
use super::types::{Function, Kind, Passing, Ty, Var};

/// How an item of a trait is called.
#[derive(Clone, Copy, PartialEq)]
enum Receiver {
    /// `T::f(a)`
    None,
    /// `self`
    Value,
    /// `&self`
    Shared,
    /// `&mut self`, without a result.
    Changed,
}

/// A function that a trait declares.
#[derive(Clone)]
struct Declared {
    name: String,
    receiver: Receiver,
    parameters: Vec<(String, Ty, Passing)>,
    /// None for `Self`.
    output: Option<Ty>,
    /// Whether the function loops in one of the impls.
    loops: bool,
}

impl Declared {
    /// The receiver and the parameters, as they stand between the parentheses.
    fn signature(&self) -> String {
        let receiver = match self.receiver {
            Receiver::None => None,
            Receiver::Value => Some("self".to_owned()),
            Receiver::Shared => Some("&self".to_owned()),
            Receiver::Changed => Some("&mut self".to_owned()),
        };
        let parameters = self.parameters.iter().map(|(name, ty, passing)| {
            let by = if *passing == Passing::Shared { "&" } else { "" };
            format!("{name}: {by}{}", ty.name())
        });
        receiver.into_iter().chain(parameters).collect::<Vec<_>>().join(", ")
    }

    fn result(&self) -> String {
        match &self.output {
            None => " -> Self".to_owned(),
            Some(ty) if *ty == Ty::unit() => String::new(),
            Some(ty) => format!(" -> {}", ty.name()),
        }
    }

    /// It as a function that calls can name.
    fn called(&self, name: String, kind: Kind, this: &Ty) -> Function {
        Function {
            name,
            kind,
            parameters: self.types(),
            output: self.output.clone().unwrap_or_else(|| this.clone()),
            lends: self.receiver == Receiver::Shared || self.lends(),
            loops: self.loops,
        }
    }

    fn types(&self) -> Vec<(Ty, Passing)> {
        let parameters = self.parameters.iter();
        parameters.map(|(_, ty, passing)| (ty.clone(), *passing)).collect()
    }

    fn lends(&self) -> bool {
        self.parameters
            .iter()
            .any(|(_, _, passing)| *passing == Passing::Shared)
    }
}

impl Generator {
    /// A trait, impls of it, and functions that are generic over it.
    pub(super) fn own_trait(&mut self) {
        let (name, limit) = (self.fresh("Trait"), self.fresh("LEAST_"));
        let mut declared: Vec<Declared> = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let function = self.declared();
            declared.push(function);
        }
        self.line("#[gpu]");
        self.line(&format!("pub trait {name} {{"));
        self.line(&format!("    const {limit}: u32;"));
        for function in &declared {
            let (signature, result) = (function.signature(), function.result());
            self.line(&format!("    fn {}({signature}){result};", function.name));
        }
        self.line("}");
        let types = self.implementers();
        for this in &types {
            self.implementation(&name, &limit, this, &mut declared);
        }
        self.generic_functions(&name, &limit, &types, &declared);
        for this in &types {
            self.make_known(&name, this, &declared);
        }
    }

    fn declared(&mut self) -> Declared {
        let receivers = [Receiver::None, Receiver::Value, Receiver::Shared, Receiver::Changed];
        let receiver = self.random.pick(&receivers);
        // Methods of one name are told apart by the type alone: two cases with traits for u32 give theirs other names.
        let name = self.fresh(&format!("t{}_", self.number));
        let parameters = (0..self.random.below(3)).map(|_| {
            let (name, ty) = (self.fresh("p"), self.any_type());
            let passing = if self.random.chance(25) {
                Passing::Shared
            } else {
                Passing::Value
            };
            (name, ty, passing)
        });
        let parameters = parameters.collect();
        let output = match receiver {
            Receiver::Changed => Some(Ty::unit()),
            Receiver::Value | Receiver::Shared if self.random.chance(30) => None,
            _ => Some(self.any_type()),
        };
        Declared {
            name,
            receiver,
            parameters,
            output,
            loops: false,
        }
    }

    /// The types that have the trait.
    fn implementers(&mut self) -> Vec<Ty> {
        let mut known = vec![Ty::U, Ty::I];
        known.extend((0..self.structs.len()).map(Ty::Struct));
        known.extend((0..self.enums.len()).map(Ty::Enum));
        let mut types = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let ty = self.random.pick(&known);
            known.retain(|other| *other != ty);
            types.push(ty);
            if known.is_empty() {
                break;
            }
        }
        types
    }

    fn implementation(&mut self, name: &str, limit: &str, this: &Ty, declared: &mut [Declared]) {
        self.line("#[gpu]");
        self.line(&format!("impl {name} for {} {{", this.name()));
        self.indent += 1;
        let value = self.random.below(40);
        self.line(&format!("const {limit}: u32 = {value};"));
        for function in declared {
            self.vars.clear();
            match function.receiver {
                Receiver::None => {}
                Receiver::Value => self.vars.push(Var::new("self", this, false)),
                Receiver::Shared => self.vars.push(Var::reference("self", this, false)),
                Receiver::Changed => self.vars.push(Var::reference("self", this, true)),
            }
            for (name, ty, passing) in &function.parameters {
                self.vars.push(match passing {
                    Passing::Shared => Var::reference(name, ty, false),
                    _ => Var::new(name, ty, false),
                });
            }
            let output = function.output.clone().unwrap_or_else(|| this.clone());
            let ty = match &function.output {
                None if self.random.chance(70) => "Self".to_owned(),
                Some(ty) if *ty == Ty::unit() => String::new(),
                _ => output.name(),
            };
            self.plain_function(&function.name, &function.signature(), &output, &ty);
            function.loops |= self.looping;
        }
        self.indent -= 1;
        self.line("}");
    }

    /// Functions with a type parameter, and what calls name: the function for each of the types.
    fn generic_functions(&mut self, of: &str, limit: &str, types: &[Ty], declared: &[Declared]) {
        let known = self.functions.clone();
        let mut made = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let (name, output) = (self.fresh("of_any_"), self.any_type());
            let whole = self.random.chance(80).then(|| self.fresh("whole_"));
            let mut signature = whole.as_ref().map_or(String::new(), |whole| format!("{whole}: T"));
            self.vars.clear();
            let count = 1 + self.random.below(2);
            let parameters = self.parameters(&mut signature, 0, count);
            let parameter = if self.random.chance(50) {
                (format!("<T: {of} + Copy>"), String::new())
            } else {
                ("<T>".to_owned(), format!(" where T: {of} + Copy"))
            };
            self.line("#[gpu]");
            let (generics, clause) = parameter;
            let ty = output.name();
            self.line(&format!("pub fn {name}{generics}({signature}) -> {ty}{clause} {{"));
            (self.budget, self.looping, self.traced) = (35, false, false);
            self.of_parameter(limit, whole.as_deref(), declared);
            self.inside(&output, 3);
            self.line("}");
            self.functions.clone_from(&known);
            made.extend(types.iter().map(|this| {
                let value = whole.iter().map(|_| (this.clone(), Passing::Value));
                Function {
                    name: match &whole {
                        Some(_) => name.clone(),
                        None => format!("{name}::<{}>", this.name()),
                    },
                    kind: Kind::Free,
                    parameters: value.chain(parameters.iter().cloned()).collect(),
                    output: output.clone(),
                    lends: signature.contains('&'),
                    loops: self.looping,
                }
            }));
        }
        self.functions.extend(made);
    }

    /// The first lines of a generic function, and what the rest of its body can call: all of it speaks of `T` and of `whole`, a value of it.
    fn of_parameter(&mut self, limit: &str, whole: Option<&str>, declared: &[Declared]) {
        self.indent += 1;
        let least = self.fresh("least_");
        self.line(&format!("let {least}: u32 = T::{limit};"));
        self.declare(&least, &Ty::U, false);
        let mut value = whole.map(str::to_owned);
        for function in declared {
            let Some(of) = &value else { continue };
            self.looping |= function.loops;
            let arguments = function.parameters.iter();
            let arguments: Vec<String> = arguments
                .map(|(_, ty, passing)| self.argument(ty, *passing, 1))
                .collect();
            let (name, arguments) = (&function.name, arguments.join(", "));
            let next = match (function.receiver, &function.output) {
                (Receiver::Changed, _) => {
                    let next = self.fresh("whole_");
                    self.line(&format!("let mut {next} = {of};"));
                    self.line(&format!("{next}.{name}({arguments});"));
                    next
                }
                (Receiver::Value | Receiver::Shared, None) => {
                    let next = self.fresh("whole_");
                    self.line(&format!("let {next}: T = {of}.{name}({arguments});"));
                    next
                }
                _ => continue,
            };
            value = Some(next);
        }
        self.indent -= 1;
        for function in declared {
            let name = match (function.receiver, &value) {
                (Receiver::None, _) => format!("T::{}", function.name),
                (Receiver::Value | Receiver::Shared, Some(of)) if function.output.is_some() => {
                    format!("{of}.{}", function.name)
                }
                _ => continue,
            };
            // The value is in no list of variables: nothing else borrows it.
            let mut known = function.called(name, Kind::Free, &Ty::unit());
            known.lends = function.lends();
            self.functions.push(known);
        }
    }

    /// Lets the rest of the case call the functions of the trait for this type.
    fn make_known(&mut self, of: &str, this: &Ty, declared: &[Declared]) {
        for function in declared {
            let (name, kind) = match (function.receiver, this) {
                (Receiver::None, _) => (format!("<{} as {of}>::{}", this.name(), function.name), Kind::Free),
                (Receiver::Changed, Ty::Struct(owner)) => (function.name.clone(), Kind::Changer(*owner)),
                (Receiver::Value | Receiver::Shared, Ty::Struct(owner)) => {
                    (function.name.clone(), Kind::Method(*owner))
                }
                (Receiver::Value | Receiver::Shared, Ty::Enum(owner)) => (function.name.clone(), Kind::OfEnum(*owner)),
                _ => continue,
            };
            self.functions.push(function.called(name, kind, this));
        }
    }
}
