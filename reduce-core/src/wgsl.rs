//! One WGSL module under construction: declarations appear when something asks for them, each once.
//!
//! Types and functions are keyed by their Rust type, so two Rust types of the same name get two WGSL names and
//! the text depends on nothing but the order of the requests.

mod fetch;
mod names;
mod params;
mod text;
mod used;

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::fmt::Display;

pub(crate) use self::fetch::Fetch;
use crate::arithmetic::Seen;
use crate::hash::fingerprint;

pub(crate) use self::names::is_template_name;
#[doc(hidden)]
pub use self::text::snake_case;
pub(crate) use self::text::{construct_of, operand};

/// The place of a function's Rust: its WGSL name, file and line.
pub(crate) type Origin = (String, &'static str, u32);

/// The place of a function's Rust, and its fingerprint.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The file.
    pub file: &'static str,
    /// The line.
    pub line: u32,
    /// The fingerprint of its tokens.
    pub fingerprint: u64,
}

/// The control flow in a user's functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flow {
    /// Loops or computed indices that nothing but the user's code bounds: a driver has to check them as they run.
    pub checked: bool,
    /// Any `if`, `match` or loop.
    pub branches: bool,
    /// WGSL that a user wrote, about which nothing is known.
    pub raw: bool,
}

/// The properties of a device that the text for it depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dialect {
    /// The observations of its arithmetic.
    pub(crate) seen: Option<Seen>,
    /// Whether products of floats are hidden from its driver.
    pub(crate) hides_products: bool,
    /// Whether it has integers of 64 bits.
    pub(crate) has_long_integers: bool,
}

/// A WGSL module that grows by request.
#[derive(Debug, Default)]
pub struct Module {
    structs: Vec<String>,
    functions: Vec<String>,
    names: HashMap<Key, String>,
    taken: HashSet<String>,
    origins: Vec<Origin>,
    flow: Flow,
    /// The functions whose texts are being made, each asked for by the one before.
    open: Vec<Key>,
    refusal: Option<String>,
    /// Whether a function uses the zero that no compiler knows.
    opaque: bool,
    /// The fingerprints of the users' code, summed up: it does not matter in which order functions are declared.
    fingerprint: u64,
    /// The dialect of the device that the text is for.
    dialect: Dialect,
    /// Functions that give the one right result, though a driver may round what they do inside in its own way.
    vouched: HashSet<String>,
    /// The fields that count elements, and when the quotients by them are known.
    expected: Option<(Vec<&'static str>, Counting)>,
    /// The function that gives these quotients, if they are asked for.
    weight: Option<String>,
    /// The parameters of operators.
    params: params::Params,
    /// From which lanes values are fetched.
    pub(crate) fetch: Fetch,
    /// Whether the functions that are asked for make a result of a state.
    finishes: bool,
}

/// When a kernel knows how many elements each state holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// As long as it folds columns of full tiles, which the variable `counting` says.
    InFullTiles,
    /// It folds full tiles alone.
    Always,
}

/// The type that something is declared for, its role for that type, and the first of the parameters that it reads.
type Key = (TypeId, &'static str, usize);

/// Writes the declaration of a function of that name. Behind a pointer: what calls it is compiled once, and not for every function of every operator.
type Text<'t> = &'t dyn Fn(&mut Module, &str) -> String;

/// Whether a function or a struct is there already, under its name.
enum Opened {
    Known(String),
    New(String),
}

impl Opened {
    fn name(self) -> String {
        match self {
            Self::Known(name) | Self::New(name) => name,
        }
    }
}

impl Module {
    /// An empty module.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty module in this dialect.
    pub(crate) fn of(dialect: Dialect) -> Self {
        Self {
            dialect,
            ..Self::default()
        }
    }

    /// Whether the device has integers of 64 bits, which the bits of an f64 are.
    pub(crate) fn has_long_integers(&self) -> bool {
        self.dialect.has_long_integers
    }

    /// Whether products of floats are hidden from drivers.
    pub(crate) fn hides_products(&self) -> bool {
        self.dialect.hides_products
    }

    /// The observations of the device's arithmetic.
    pub(crate) fn arithmetic(&self) -> Option<Seen> {
        self.dialect.seen
    }

    /// Notes that `function` rounds to the nearest, whatever a driver does inside.
    pub(crate) fn vouch_for(&mut self, function: &str) {
        self.vouched.insert(function.to_owned());
    }

    /// The functions for which that was noted.
    pub(crate) fn vouched(&self) -> &HashSet<String> {
        &self.vouched
    }

    /// Declares the struct of `T` with members `(name, type)` unless it is there already; returns its name.
    pub fn structure<T: 'static>(
        &mut self,
        name: &str,
        members: &dyn Fn(&mut Self) -> Vec<(&'static str, String)>,
    ) -> String {
        self.structure_with(TypeId::of::<T>(), name, members)
    }

    /// [`structure`](Self::structure) for the type of this id.
    pub(crate) fn structure_with(
        &mut self,
        of: TypeId,
        name: &str,
        members: &dyn Fn(&mut Self) -> Vec<(&'static str, String)>,
    ) -> String {
        let name = match self.open_structure(of, name) {
            Opened::Known(known) => return known,
            Opened::New(name) => name,
        };
        let members = members(self);
        self.push_structure(&name, members);
        name
    }

    /// [`structure`](Self::structure) for the type of this id, with names that are made here.
    pub(crate) fn structure_of(&mut self, of: TypeId, name: &str, members: Vec<(impl Display, String)>) -> String {
        let opened = self.open_structure(of, name);
        if let Opened::New(name) = &opened {
            self.push_structure(name, members);
        }
        opened.name()
    }

    fn open_structure(&mut self, of: TypeId, name: &str) -> Opened {
        let key = (of, "struct", 0);
        if let Some(known) = self.names.get(&key) {
            return Opened::Known(known.clone());
        }
        let name = self.unique(name);
        self.names.insert(key, name.clone());
        Opened::New(name)
    }

    fn push_structure(&mut self, name: &str, members: Vec<(impl Display, String)>) {
        let members = members
            .into_iter()
            .map(|(member, kind)| format!("    {member}: {kind},\n"));
        let members: String = members.collect();
        self.structs.push(format!("struct {name} {{\n{members}}}"));
    }

    /// Declares the function that plays `role` for `T` unless it is there already; returns its name.
    ///
    /// `text` gets the final name and returns the whole declaration.
    pub fn function<T: 'static>(&mut self, role: &'static str, name: &str, text: Text<'_>) -> String {
        self.function_of((TypeId::of::<T>(), role), name, text)
    }

    /// [`function`](Self::function) for this key.
    pub(crate) fn function_of(&mut self, (of, role): (TypeId, &'static str), name: &str, text: Text<'_>) -> String {
        self.function_at((of, role, 0), name, text)
    }

    /// Declares a function that is asked for once; returns its name.
    pub(crate) fn function_once(&mut self, name: &str, text: Text<'_>) -> String {
        let name = self.unique(name);
        let text = text(self, &name);
        self.functions.push(text);
        name
    }

    fn function_at(&mut self, key: Key, name: &str, text: Text<'_>) -> String {
        let name = match self.open_function(key, name) {
            Opened::Known(known) => return known,
            Opened::New(name) => name,
        };
        let text = text(self, &name);
        self.open.pop();
        self.functions.push(text);
        name
    }

    fn open_function(&mut self, key: Key, name: &str) -> Opened {
        if let Some(known) = self.names.get(&key) {
            let known = known.clone();
            if let Some(start) = self.open.iter().position(|open| *open == key) {
                self.note_recursion(&known, start);
            }
            return Opened::Known(known);
        }
        let name = self.unique(name);
        self.names.insert(key, name.clone());
        self.open.push(key);
        Opened::New(name)
    }

    /// Notes that `name`, whose text is made by `open[start]`, is asked for again in there.
    fn note_recursion(&mut self, name: &str, start: usize) {
        let place = |name: &str| {
            let origin = self.origins.iter().find(|(known, _, _)| known == name);
            origin.map_or_else(String::new, |(_, file, line)| format!(" ({file}:{line})"))
        };
        let through = |key| self.names.get(key).map(|name| format!("`{name}`{}", place(name)));
        let through: Vec<String> = self.open[start + 1..].iter().filter_map(through).collect();
        let through = if through.is_empty() {
            String::new()
        } else {
            format!(" through {}", through.join(" and "))
        };
        let here = place(name);
        self.refuse(format!(
            "`{name}`{here} calls itself{through}; WGSL has no recursion: write a loop"
        ));
    }

    /// Notes something that WGSL cannot express, though its text may look as if it could.
    pub(crate) fn refuse(&mut self, message: String) {
        self.refusal.get_or_insert(message);
    }

    /// Something that WGSL cannot express, such as a function that calls itself.
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// The name of a u32 that is 0 in every kernel, which no compiler can know.
    pub(crate) fn opaque_zero(&mut self) -> &'static str {
        self.opaque = true;
        "opaque_zero"
    }

    /// Its declaration, if anything here asked for it.
    fn opaque_declaration(&self) -> Option<&'static str> {
        self.opaque.then_some("var<private> opaque_zero: u32;")
    }

    /// Expects states to count elements in these fields.
    pub(crate) fn expect_counts(&mut self, fields: Vec<&'static str>, counting: Counting) {
        self.expected = Some((fields, counting));
    }

    /// When the quotients of `text` are known, if it is a field of a state that counts elements.
    pub(crate) fn counting(&self, text: &str) -> Option<Counting> {
        let (_, field) = text.split_once('.')?;
        let (fields, counting) = self.expected.as_ref()?;
        fields.contains(&field).then_some(*counting)
    }

    /// Notes that `function` is asked for these quotients.
    pub(crate) fn weigh(&mut self, function: &str) {
        self.weight = Some(function.to_owned());
    }

    /// The function that gives such quotients, if they are asked for.
    pub(crate) fn weight(&self) -> Option<&str> {
        self.weight.as_deref()
    }

    /// The variables that these quotients are read from.
    fn weights(&self) -> Option<&'static str> {
        let (_, counting) = self.expected.as_ref().filter(|_| self.weight.is_some())?;
        Some(match counting {
            Counting::Always => "var<private> known_weight: f64;",
            Counting::InFullTiles => "var<private> known_weight: f64;\nvar<private> counting: bool;",
        })
    }

    /// Variables of an invocation that a kernel sets, for which `is_used` holds.
    fn variables(&self, is_used: impl Fn(&str) -> bool) -> Vec<String> {
        let opaque = self.opaque_declaration().filter(|_| is_used("opaque_zero"));
        let weights = self.weights().filter(|_| is_used("known_weight"));
        let params = self.params_declaration().filter(|_| is_used("parameters"));
        let variables = opaque.into_iter().chain(weights).map(str::to_owned);
        variables.chain(params).collect()
    }

    /// Structs, then functions, each after those that it uses.
    fn items(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.structs.iter().chain(&self.functions).map(String::as_str)
    }

    /// Notes where the Rust of a function stands, and whether its loops and indices need checks at run time.
    pub(crate) fn came_from(&mut self, name: &str, written: Written, flow: Flow) {
        self.origins.push((name.to_owned(), written.file, written.line));
        self.note(written.fingerprint);
        self.flow.checked |= flow.checked;
        self.flow.branches |= flow.branches;
        self.flow.raw |= flow.raw;
    }

    /// The name of the function `finish`, whose text may differ from that of one that combines states.
    pub(crate) fn finish(&mut self, finish: fn(&mut Self) -> String) -> String {
        self.finishes = true;
        let name = finish(self);
        self.finishes = false;
        name
    }

    /// Whether a function is asked for by `finish`.
    pub(crate) fn finishes(&self) -> bool {
        self.finishes
    }

    /// Notes that a function of the library's own branches.
    pub(crate) fn branches(&mut self) {
        self.flow.branches = true;
    }

    /// Notes the fingerprint of a part that the WGSL is made of.
    pub(crate) fn note(&mut self, part: u64) {
        self.fingerprint = self.fingerprint.wrapping_add(fingerprint(&[part]));
    }

    /// The fingerprint of all code that users wrote.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The control flow of all functions together.
    pub(crate) fn flow(&self) -> Flow {
        self.flow
    }

    /// The functions of the user's, each with the file and line of its Rust.
    pub(crate) fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// A name that nothing in the module has yet.
    pub(crate) fn unique(&mut self, wanted: &str) -> String {
        // Names of several words that end with `_` are locals.
        let like_a_local = wanted.trim_end_matches('_').contains('_');
        let wanted = if like_a_local && (wanted.ends_with('_') || is_template_name(wanted)) {
            format!("{}_own", wanted.trim_end_matches('_'))
        } else if is_template_name(wanted) {
            format!("{wanted}_")
        } else {
            wanted.to_owned()
        };
        let mut name = wanted.clone();
        let mut copy = 1;
        while !self.taken.insert(name.clone()) {
            copy += 1;
            name = format!("{wanted}_{copy}");
        }
        name
    }
}

/// The declarations so far: structs, then functions, each after those that it uses.
impl Display for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let variables = self.variables(|_| true);
        let items: Vec<&str> = variables.iter().map(String::as_str).chain(self.items()).collect();
        f.write_str(&items.join("\n\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_stable() {
        let mut module = Module::new();
        let first = module.structure::<u8>("Point", &|_| vec![("x", "f32".to_owned())]);
        let again = module.structure::<u8>("Point", &|_| vec![]);
        let other = module.structure::<u16>("Point", &|_| vec![("y", "f32".to_owned())]);
        assert_eq!(
            (first.as_str(), again.as_str(), other.as_str()),
            ("Point", "Point", "Point_2")
        );
        assert_eq!(
            module.function::<u8>("f", "main", &|_, name| format!("fn {name}() {{}}")),
            "main_"
        );
        assert_eq!(
            module.function::<u8>("g", "x7", &|_, name| format!("fn {name}() {{}}")),
            "x7_"
        );
    }

    #[test]
    fn wgsl_function_names_are_snake_case() {
        assert_eq!(snake_case("BoundingBox"), "bounding_box");
        assert_eq!(snake_case("Sum_f32"), "sum_f32");
        assert_eq!(snake_case("L1Norm"), "l1_norm");
    }
}
