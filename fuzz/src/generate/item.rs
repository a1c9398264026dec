//! Items: constants, structs with methods, functions, and the reduction that compares them all.

use super::names::FIELDS;
use super::types::{Function, Kind, Struct, Ty, Var};
use super::{Generator, switches};

/// The parameters of every body.
const GIVEN: [(&str, Ty); 6] = [
    ("u", Ty::U),
    ("v", Ty::U),
    ("i", Ty::I),
    ("f", Ty::F),
    ("g", Ty::F),
    ("b", Ty::B),
];

impl Generator {
    /// The whole case.
    pub(super) fn case(mut self) -> String {
        for index in 0..self.random.below(3) {
            let ty = self.random.pick(&[Ty::U, Ty::I]);
            let value = if ty == Ty::I {
                self.random.within(-30, 30)
            } else {
                self.random.within(0, 30)
            };
            let name = format!("LIMIT_{index}");
            self.line(&format!("const {name}: {} = {value};", ty.name()));
            self.consts.push((name, ty, value));
        }
        for _ in 0..self.random.below(3) {
            self.structure();
        }
        for _ in 0..self.random.below(3) {
            self.free_function();
        }
        self.body();
        self.lines
    }

    fn structure(&mut self) {
        let index = self.structs.len();
        let mut fields: Vec<(String, Ty)> = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let name = self.random.pick(&FIELDS).to_owned();
            if fields.iter().all(|(known, _)| *known != name) {
                let ty = self.field_type();
                fields.push((name, ty));
            }
        }
        self.line("#[repr(C)]");
        self.line("#[derive(Clone, Copy, Debug, PartialEq, GpuType)]");
        let members: Vec<String> = fields
            .iter()
            .map(|(name, ty)| format!("pub {name}: {}", ty.name()))
            .collect();
        self.line(&format!("pub struct S{index} {{ {} }}", members.join(", ")));
        self.structs.push(Struct { fields });
        if self.random.chance(70) {
            self.line("#[gpu]");
            self.line(&format!("impl S{index} {{"));
            self.indent += 1;
            let mut made = Vec::new();
            for _ in 0..1 + self.random.below(2) {
                made.push(self.method(index));
            }
            self.indent -= 1;
            self.line("}");
            self.functions.extend(made);
        }
    }

    fn field_type(&mut self) -> Ty {
        let scalar = self.random.pick(&[Ty::U, Ty::I, Ty::F]);
        match self.random.below(10) {
            0..7 => scalar,
            7 | 8 => Ty::Array(Box::new(scalar), 1 + self.random.below(4)),
            _ if self.structs.is_empty() => scalar,
            _ => Ty::Struct(self.random.below(self.structs.len())),
        }
    }

    /// An array, a tuple or a struct.
    pub(super) fn compound_type(&mut self) -> Ty {
        let scalar = self.random.pick(&[Ty::U, Ty::I, Ty::F, Ty::B]);
        match self.random.below(10) {
            0..4 => Ty::Array(Box::new(scalar), 1 + self.random.below(5)),
            4..7 => {
                let other = self.random.pick(&[Ty::U, Ty::I, Ty::F, Ty::B]);
                Ty::Tuple(if self.random.chance(50) {
                    vec![scalar, other]
                } else {
                    vec![other, Ty::U, scalar]
                })
            }
            7 => Ty::Tuple(vec![Ty::Array(Box::new(scalar), 2), Ty::I]),
            8 => Ty::Array(Box::new(Ty::Tuple(vec![Ty::U, scalar])), 2),
            _ if self.structs.is_empty() => Ty::Array(Box::new(Ty::U), 3),
            _ => Ty::Struct(self.random.below(self.structs.len())),
        }
    }

    fn method(&mut self, owner: usize) -> Function {
        let name = self.fresh("m");
        let kind = if self.random.chance(65) {
            Kind::Method(owner)
        } else {
            Kind::Associated(owner)
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
        let mut parameters = String::new();
        self.vars.clear();
        if matches!(kind, Kind::Method(_)) {
            let mutable = self.random.chance(50);
            parameters += if mutable { "mut self" } else { "self" };
            self.declare("self", &Ty::Struct(owner), mutable);
        }
        self.function(name, kind, parameters, output, &ty)
    }

    fn free_function(&mut self) {
        let name = self.fresh("f");
        self.vars.clear();
        let output = self.any_type();
        self.line("#[gpu]");
        let ty = output.name();
        let function = self.function(name, Kind::Free, String::new(), output, &ty);
        self.functions.push(function);
    }

    /// `fn name(…) -> ty { … }`; a receiver stands in `signature` already.
    fn function(&mut self, name: String, kind: Kind, mut signature: String, output: Ty, ty: &str) -> Function {
        let mut parameters = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let of = self.any_type();
            let mut parameter = self.name();
            if self.vars.iter().any(|var| var.name == parameter) {
                parameter = self.fresh("p");
            }
            let mutable = self.random.chance(40);
            let comma = if signature.is_empty() { "" } else { ", " };
            signature += &format!("{comma}{}{parameter}: {}", if mutable { "mut " } else { "" }, of.name());
            self.declare(&parameter, &of, mutable);
            parameters.push(of);
        }
        self.line(&format!("pub fn {name}({signature}) -> {ty} {{"));
        (self.budget, self.looping) = (45, false);
        self.traced = output == Ty::U && self.random.chance(60);
        self.inside(&output, 2);
        self.line("}");
        Function {
            name,
            kind,
            parameters,
            output,
            loops: self.looping,
        }
    }

    /// The statements of a function and its value.
    fn inside(&mut self, output: &Ty, most: usize) {
        self.output = output.clone();
        self.indent += 1;
        if self.traced {
            self.line("let mut trace = 1u32;");
        }
        let count = 1 + self.random.below(most);
        self.statements(count, 2);
        self.budget = self.budget.max(12);
        if self.traced {
            let ty = self.any_type();
            let value = self.stored(&ty, 3).text;
            self.line(&format!("let last: {} = {value};", ty.name()));
            self.declare("last", &ty, false);
            self.trace_behind(0);
        }
        let value = self.returned(output, 3);
        match self.random.below(6) {
            1 if switches::LOOPS_AS_VALUES => self.loop_to_the_end(&value),
            0 => self.line(&format!("return {value};")),
            _ => self.line(&value),
        }
        self.indent -= 1;
    }

    /// `loop` that the function leaves with its value.
    fn loop_to_the_end(&mut self, value: &str) {
        let fuel = self.fresh("fuel");
        let turns = self.random.within(0, 4);
        self.looping = true;
        self.line(&format!("let mut {fuel} = {turns};"));
        self.line("loop {");
        self.indent += 1;
        self.line(&format!("if {fuel} == 0 {{"));
        self.line(&format!("    return {value};"));
        self.line("}");
        self.line(&format!("{fuel} -= 1;"));
        self.scoped(Self::assignment);
        self.indent -= 1;
        self.line("}");
    }

    /// The function `body` and the reduction, which adds up the hashes of its results.
    fn body(&mut self) {
        let output = Ty::U;
        self.traced = true;
        self.vars.clear();
        let mut signature = Vec::new();
        for (name, ty) in GIVEN {
            let mutable = self.random.chance(50);
            signature.push(format!("{}{name}: {}", if mutable { "mut " } else { "" }, ty.name()));
            self.vars.push(Var {
                name: name.to_owned(),
                ty,
                mutable,
                below: usize::MAX,
            });
        }
        self.line("#[gpu]");
        self.line(&format!(
            "pub fn body({}) -> {} {{",
            signature.join(", "),
            output.name()
        ));
        self.budget = 140;
        self.inside(&output, 9);
        self.line("}");
        self.line("pub struct Case;");
        self.line("#[gpu]");
        self.line("impl Reduction for Case {");
        self.indent += 1;
        self.line("type Input = Probe;");
        self.line("type State = Hash;");
        self.line("type Output = Hash;");
        self.line("fn lift(x: Probe) -> Hash {");
        self.indent += 1;
        // A branch, so that kernels are not unrolled on software devices: see `HIDDEN_BRANCHES_ARE_KNOWN`.
        let start = if switches::HIDDEN_BRANCHES_ARE_KNOWN {
            "x.u"
        } else {
            "if x.u == x.v { x.v } else { x.u }"
        };
        self.line(&format!("let u = {start};"));
        self.line("Hash { word: body(u, x.v, x.i, x.f, x.g, x.u & 1 == 1) }");
        self.indent -= 1;
        self.line("}");
        self.line("fn finish(state: Hash) -> Hash { state }");
        self.indent -= 1;
        self.line("}");
    }
}
