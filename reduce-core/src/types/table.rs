//! A type as plain functions and numbers, and what is written from them: compiled once, and not once per type.

use std::any::TypeId;
use std::vec::IntoIter;

use crate::wgsl::{Module, construct_of, snake_case};

/// The functions of a type that write its WGSL, and the numbers that they depend on.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The type itself among what a module declares.
    pub(crate) id: fn() -> TypeId,
    /// Its twin likewise.
    pub(crate) twin: fn() -> TypeId,
    pub(crate) name: fn() -> String,
    pub(crate) kind: fn(&mut Module) -> String,
    pub(crate) shuffle: fn(&str, &str, &mut Module) -> String,
    pub(crate) select: fn(&str, &str, &str, &mut Module) -> String,
    pub(crate) words: fn(&str, &mut Module) -> Vec<String>,
    pub(crate) of_words: fn(&mut IntoIter<String>, &mut Module) -> String,
    pub(crate) stored: fn(&mut Module) -> String,
    pub(crate) store: ValueText,
    pub(crate) load: ValueText,
    pub(crate) has_twin: bool,
    pub(crate) members_aligned: usize,
    pub(crate) bytes: usize,
    pub(crate) fields: &'static [FieldTable],
}

/// The name of a field in WGSL, and the table of its type.
pub type FieldTable = (&'static str, &'static Table);

/// The text that is made of that of a value.
type ValueText = fn(&str, &mut Module) -> String;

impl Table {
    /// Declares the struct of these fields and returns its name.
    pub fn structure(&self, module: &mut Module) -> String {
        module.structure_with((self.id)(), &(self.name)(), &|module| {
            let fields = self.fields.iter().map(|(name, of)| (*name, (of.kind)(module)));
            fields.collect()
        })
    }

    /// The expression of a struct with these members.
    pub fn construct(&self, members: &[String], module: &mut Module) -> String {
        construct_of(&(self.kind)(module), members)
    }

    /// The texts that one of the functions of each field's type makes of the field of `value`.
    fn each(&self, value: &str, text: fn(&Self) -> ValueText, module: &mut Module) -> Vec<String> {
        let fields = self.fields.iter();
        let parts = fields.map(|(name, of)| text(of)(&format!("{value}.{name}"), module));
        parts.collect()
    }

    /// The expression that fetches `value` from the lane at a distance, field by field.
    pub fn shuffle(&self, value: &str, distance: &str, module: &mut Module) -> String {
        let fields = self.fields.iter();
        let parts = fields.map(|(name, of)| (of.shuffle)(&format!("{value}.{name}"), distance, module));
        let parts: Vec<String> = parts.collect();
        self.construct(&parts, module)
    }

    /// Declares the function that fetches a value from the lane at a distance.
    pub(crate) fn shuffle_function(&self, module: &mut Module) -> String {
        let wanted = format!("{}_{}", module.fetch.name(), snake_case(&(self.name)()));
        module.function_of(((self.id)(), "fetch"), &wanted, &|module, name| {
            let kind = (self.kind)(module);
            let value = (self.shuffle)("value", "distance", module);
            format!("fn {name}(value: {kind}, distance: u32) -> {kind} {{\n    return {value};\n}}")
        })
    }

    /// The call that selects between two values, field by field.
    pub fn select(&self, no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
        self.select_of(no, yes, condition, module, &|module| {
            let fields = self.fields.iter();
            let parts = fields
                .map(|(name, of)| (of.select)(&format!("no.{name}"), &format!("yes.{name}"), "condition", module));
            parts.collect()
        })
    }

    /// The call that selects between two values whose members are selected by these expressions.
    pub(crate) fn select_of(
        &self,
        no: &str,
        yes: &str,
        condition: &str,
        module: &mut Module,
        members: &dyn Fn(&mut Module) -> Vec<String>,
    ) -> String {
        let name = format!("select_{}", snake_case(&(self.name)()));
        let function = module.function_of(((self.id)(), "select"), &name, &|module, name| {
            let kind = (self.kind)(module);
            let members = members(module);
            let value = self.construct(&members, module);
            format!("fn {name}(no: {kind}, yes: {kind}, condition: bool) -> {kind} {{\n    return {value};\n}}")
        });
        format!("{function}({no}, {yes}, {condition})")
    }

    /// The expressions of the words of `value`, field after field.
    pub fn words(&self, value: &str, module: &mut Module) -> Vec<String> {
        let fields = self.fields.iter();
        let words = fields.flat_map(|(name, of)| (of.words)(&format!("{value}.{name}"), module));
        words.collect()
    }

    /// The expression of the value of these words, field after field.
    pub fn of_words(&self, words: &mut IntoIter<String>, module: &mut Module) -> String {
        let fields = self.fields.iter();
        let parts: Vec<String> = fields.map(|(_, of)| (of.of_words)(words, module)).collect();
        self.construct(&parts, module)
    }

    /// The type that kernels store of a struct of these fields.
    pub fn stored(&self, module: &mut Module) -> String {
        self.stored_of(module, &|module| {
            let fields = self.fields.iter();
            let members = fields.map(|(name, of)| (*name, (of.stored)(module)));
            members.collect()
        })
    }

    /// [`stored`](Self::stored) of a struct whose twin has these members: itself where it has no twin, and its words where a member is aligned beyond a word.
    pub(crate) fn stored_of(
        &self,
        module: &mut Module,
        members: &dyn Fn(&mut Module) -> Vec<(&'static str, String)>,
    ) -> String {
        if !self.has_twin {
            return (self.kind)(module);
        }
        if self.members_aligned > 4 {
            return format!("array<u32, {}>", self.bytes / 4);
        }
        module.structure_with((self.twin)(), &format!("{}Stored", (self.name)()), members)
    }

    /// The call that makes the twin of `value`; without a twin `value` itself.
    pub fn store(&self, value: &str, module: &mut Module) -> String {
        self.store_of(value, module, &|module| self.each("value", |of| of.store, module))
    }

    /// [`store`](Self::store) of a twin whose members are the expressions of `value`'s.
    pub(crate) fn store_of(
        &self,
        value: &str,
        module: &mut Module,
        members: &dyn Fn(&mut Module) -> Vec<String>,
    ) -> String {
        if !self.has_twin {
            return value.to_owned();
        }
        let name = format!("store_{}", snake_case(&(self.name)()));
        let function = module.function_of(((self.id)(), "store"), &name, &|module, name| {
            let (kind, stored) = ((self.kind)(module), (self.stored)(module));
            let members = if self.members_aligned > 4 {
                (self.words)("value", module)
            } else {
                members(module)
            };
            let twin = construct_of(&stored, &members);
            format!("fn {name}(value: {kind}) -> {stored} {{\n    return {twin};\n}}")
        });
        format!("{function}({value})")
    }

    /// The call that makes a value of its twin; without a twin `stored` itself.
    pub fn load(&self, stored: &str, module: &mut Module) -> String {
        self.load_of(stored, module, &|module| self.each("stored", |of| of.load, module))
    }

    /// [`load`](Self::load) of a value whose members are the expressions of `stored`'s.
    pub(crate) fn load_of(
        &self,
        stored: &str,
        module: &mut Module,
        members: &dyn Fn(&mut Module) -> Vec<String>,
    ) -> String {
        if !self.has_twin {
            return stored.to_owned();
        }
        let name = format!("load_{}", snake_case(&(self.name)()));
        let function = module.function_of(((self.id)(), "load"), &name, &|module, name| {
            let (kind, twin) = ((self.kind)(module), (self.stored)(module));
            let value = if self.members_aligned > 4 {
                let words: Vec<String> = (0..self.bytes / 4).map(|word| format!("stored[{word}]")).collect();
                (self.of_words)(&mut words.into_iter(), module)
            } else {
                let members = members(module);
                self.construct(&members, module)
            };
            format!("fn {name}(stored: {twin}) -> {kind} {{\n    return {value};\n}}")
        });
        format!("{function}({stored})")
    }
}
