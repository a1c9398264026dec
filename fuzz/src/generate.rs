//! Random well-typed bodies of the subset that `#[gpu]` takes, the same on every run of a seed.
//!
//! Integers wrap (the crate is built without overflow checks) and nothing divides by zero, leaves an array or loops for
//! long. Floats keep to quarters of magnitude 256 at most between statements, and to what an f32 holds in between: no
//! operation rounds, so it does not matter whether a driver fuses a product with a sum.
//!
//! The way of a case: `item` (constants, functions), `structure` and `enumeration` (types with their methods), `traits` (of the case, and generic functions), `reduction` → `statement`,
//! `control`, `place` (what `&mut` changes), `pattern`, `parts` → `expression`, and from there `integer`, `narrow`, `float`, `truth`, `compound`,
//! `option` by type, and `elements` and `iterator`; `scope` finds variables; `code` prints. `bounded` writes the bodies that do round.
//! `switches` lists the forms that are left out, and why.

mod bounded;
mod code;
mod compound;
mod control;
mod elements;
mod enumeration;
mod expression;
mod float;
mod integer;
mod item;
mod iterator;
mod names;
mod narrow;
mod option;
mod parts;
mod pattern;
mod place;
mod random;
mod reduction;
mod scope;
mod statement;
mod structure;
mod switches;
mod traits;
mod truth;
mod types;

pub use random::Random;
use types::{Enum, Function, Struct, Ty, Var};

/// A range of cases.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The seed of all choices.
    pub seed: u64,
    /// The number of the first case.
    pub first: u64,
    /// The number of cases.
    pub count: u64,
}

/// The Rust file of these cases: one module per case, and a list of them.
pub fn file(range: Range) -> String {
    let mut text = String::new();
    let mut list = String::new();
    for number in range.first..range.first + range.count {
        let source = case(range.seed, number);
        let check = if is_bounded(number) { "bounded" } else { "exact" };
        text += &format!(
            "pub mod case_{number} {{\n    use crate::shared::*;\n    use std::cmp::{{max, min}};\n{source}}}\n\n"
        );
        list += &format!(
            "    Case {{ number: {number}, source: {source:?}, check: crate::check::{check}::<case_{number}::Case> }},\n"
        );
    }
    format!(
        "{text}/// All of them.\npub static CASES: &[Case] = &[\n{list}];\n\n/// Their seed.\npub const SEED: u64 = {};\n",
        range.seed
    )
}

/// Every eighth case computes with floats that round.
pub fn is_bounded(number: u64) -> bool {
    number % 8 == 7
}

/// One case: structs, functions and a reduction `Case`.
pub fn case(seed: u64, number: u64) -> String {
    let random = Random(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    if is_bounded(number) {
        bounded::case(random)
    } else {
        Generator::new(random, number).case()
    }
}

/// The state of the generator while a case is written.
struct Generator {
    random: Random,
    /// The number of the case.
    number: u64,
    structs: Vec<Struct>,
    enums: Vec<Enum>,
    functions: Vec<Function>,
    /// Names, types and values of constants.
    consts: Vec<(String, Ty, i64)>,
    /// Variables in scope, the latest last.
    vars: Vec<Var>,
    /// The type that the function returns.
    output: Ty,
    /// The enum whose variants the function imports.
    imported: Option<usize>,
    /// Loops around the current statement.
    loops: usize,
    /// Whether the function loops.
    looping: bool,
    /// Whether the function keeps a `trace` of its variables' values, and returns it.
    traced: bool,
    /// Whether control flow has no place here: in the guards of `match`.
    flat: bool,
    /// Expressions and statements that the function may still get.
    budget: i32,
    /// Whether a variable has the name `max` or `min`: it hides the function of that name, also while it is borrowed and left out of `vars`.
    hides_extrema: bool,
    /// Names made so far, where they have to be unique.
    made: usize,
    indent: usize,
    lines: String,
}

impl Generator {
    fn new(random: Random, number: u64) -> Self {
        Self {
            random,
            number,
            structs: Vec::new(),
            enums: Vec::new(),
            functions: Vec::new(),
            consts: Vec::new(),
            vars: Vec::new(),
            output: Ty::U,
            imported: None,
            loops: 0,
            looping: false,
            traced: false,
            flat: false,
            budget: 0,
            hides_extrema: false,
            made: 0,
            indent: 1,
            lines: String::new(),
        }
    }

    fn line(&mut self, text: &str) {
        self.lines += &"    ".repeat(self.indent);
        self.lines += text;
        self.lines.push('\n');
    }

    /// The output of `write`, not yet in its place, and one level deeper.
    fn aside(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.lines);
        self.indent += 1;
        write(self);
        self.indent -= 1;
        std::mem::replace(&mut self.lines, before)
    }
}
