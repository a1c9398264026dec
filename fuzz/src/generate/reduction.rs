//! The reduction that compares a body: it adds up the hashes of its results, and may keep another value in its state.

use super::item::GIVEN;
use super::types::Ty;
use super::{Generator, switches};

impl Generator {
    pub(super) fn reduction(&mut self) {
        let kept = if self.random.chance(40) {
            Some(self.kept_state())
        } else {
            None
        };
        let state = if kept.is_some() { "State" } else { "Hash" };
        self.line("pub struct Case;");
        self.line("#[gpu]");
        self.line("impl Reduction for Case {");
        self.indent += 1;
        self.line("type Input = Probe;");
        self.line(&format!("type State = {state};"));
        self.line("type Output = Hash;");
        self.line(&format!("fn lift(x: Probe) -> {state} {{"));
        self.indent += 1;
        // A branch, so that kernels are not unrolled on software devices: see `HIDDEN_BRANCHES_ARE_KNOWN`.
        let start = if switches::HIDDEN_BRANCHES_ARE_KNOWN {
            "x.u"
        } else {
            "if x.u == x.v { x.v } else { x.u }"
        };
        self.line(&format!("let u = {start};"));
        let call = "(u, x.v, x.i, x.f, x.g, x.u & 1 == 1)";
        if kept.is_some() {
            self.line(&format!(
                "State {{ word: body{call}, last: (x.v & 3 != 1).then(|| kept_value{call}) }}"
            ));
        } else {
            self.line(&format!("Hash {{ word: body{call} }}"));
        }
        self.indent -= 1;
        self.line("}");
        if kept.is_some() {
            self.line("fn finish(state: State) -> Hash { Hash { word: mix(state.word, seen_in(state.last)) } }");
        } else {
            self.line("fn finish(state: Hash) -> Hash { state }");
        }
        self.indent -= 1;
        self.line("}");
    }

    /// A state with the last value of a type of the case, and the functions around it.
    fn kept_state(&mut self) -> Ty {
        let of = self.compound_type();
        self.line("#[derive(Clone, Copy, Debug, PartialEq, GpuType)]");
        self.line(&format!(
            "pub struct State {{ pub word: u32, pub last: Option<{}> }}",
            of.name()
        ));
        self.line("#[gpu]");
        self.line("impl Monoid for State {");
        self.line("    const COMMUTATIVE: bool = false;");
        self.line("    fn identity() -> Self { State { word: 0, last: None } }");
        self.line("    fn combine(a: Self, b: Self) -> Self {");
        self.line("        State { word: a.word.wrapping_add(b.word), last: b.last.or(a.last) }");
        self.line("    }");
        self.line("}");
        self.vars.clear();
        let mut signature = Vec::new();
        for (name, ty) in GIVEN {
            signature.push(format!("{name}: {}", ty.name()));
            self.declare(name, &ty, false);
        }
        self.line("#[gpu]");
        self.line(&format!(
            "pub fn kept_value({}) -> {} {{",
            signature.join(", "),
            of.name()
        ));
        (self.budget, self.traced) = (25, false);
        self.inside(&of, 2);
        self.line("}");
        self.line("#[gpu]");
        self.line(&format!("pub fn seen_in(kept: Option<{}>) -> u32 {{", of.name()));
        self.indent += 1;
        self.line("let mut trace = 1u32;");
        self.trace("kept", &Ty::Option(Box::new(of.clone())));
        self.line("trace");
        self.indent -= 1;
        self.line("}");
        of
    }
}
