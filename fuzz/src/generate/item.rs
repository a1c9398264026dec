//! Items: constants, functions, and `body`, which the reduction calls.

use super::names::FUNCTIONS;
use super::types::{Function, Kind, Ty};
use super::{Generator, switches};

/// The parameters of every body.
pub(super) const GIVEN: [(&str, Ty); 6] = [
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
        for _ in 0..self.random.below(6) {
            if self.random.chance(50) {
                self.structure();
            } else {
                self.enumeration();
            }
        }
        if self.random.chance(30) {
            self.own_trait();
        }
        for _ in 0..self.random.below(4) {
            self.free_function();
        }
        self.body();
        self.lines
    }

    fn free_function(&mut self) {
        let mut name = self.random.pick(&FUNCTIONS).to_owned();
        if self.functions.iter().any(|known| known.name == name) || self.random.chance(50) {
            // `f32` would be one of them.
            name = self.fresh("function_");
        }
        self.vars.clear();
        self.line("#[gpu]");
        let function = if self.random.chance(30) {
            self.function(name, Kind::Free, String::new(), Ty::unit(), "")
        } else {
            let output = if self.random.chance(20) {
                self.option_type()
            } else {
                self.any_type()
            };
            let ty = output.name();
            self.function(name, Kind::Free, String::new(), output, &ty)
        };
        self.functions.push(function);
    }

    /// `fn name(…) -> ty { … }`; a receiver stands in `signature` already. Without a result it changes parameters.
    pub(super) fn function(
        &mut self,
        name: String,
        kind: Kind,
        mut signature: String,
        output: Ty,
        ty: &str,
    ) -> Function {
        let parameters = match kind {
            Kind::Changer(_) => {
                let count = self.random.below(3);
                self.parameters(&mut signature, 0, count)
            }
            _ if output == Ty::unit() => {
                let (changed, others) = (1 + self.random.below(2), self.random.below(3));
                self.parameters(&mut signature, changed, others)
            }
            _ => {
                let count = 1 + self.random.below(3);
                self.parameters(&mut signature, 0, count)
            }
        };
        let lends = signature.contains('&');
        let arrow = if ty.is_empty() { "" } else { " -> " };
        self.line(&format!("pub fn {name}({signature}){arrow}{ty} {{"));
        (self.budget, self.looping) = (45, false);
        self.traced = output == Ty::U && self.random.chance(60);
        self.inside(&output, 2);
        self.line("}");
        Function {
            name,
            kind,
            parameters,
            output,
            lends,
            loops: self.looping,
        }
    }

    /// The statements of a function and its value.
    pub(super) fn inside(&mut self, output: &Ty, most: usize) {
        (self.output, self.imported) = (output.clone(), None);
        self.indent += 1;
        if self.traced {
            self.line("let mut trace = 1u32;");
        }
        let count = 1 + self.random.below(most);
        self.statements(count, 2);
        self.budget = self.budget.max(12);
        if *output == Ty::unit() {
            self.assignment();
            self.indent -= 1;
            return;
        }
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
            self.declare(name, &ty, mutable);
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
        self.reduction();
    }
}
