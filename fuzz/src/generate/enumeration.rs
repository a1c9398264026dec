//! Enums: their items, their values, and patterns of their variants.

use super::Generator;
use super::code::{Code, level};
use super::names::{FIELDS, VARIANTS};
use super::types::{Enum, Kind, Ty, Var, Variant};

impl Generator {
    /// An enum, with fields or without.
    pub(super) fn enumeration(&mut self) {
        let (index, plain) = (self.enums.len(), self.random.chance(45));
        let mut variants: Vec<Variant> = Vec::new();
        for _ in 0..2 + self.random.below(4) {
            let name = self.random.pick(&VARIANTS);
            if variants.iter().any(|known| known.name == name) {
                continue;
            }
            let named = self.random.chance(40);
            let fields = if plain || self.random.chance(25) {
                Vec::new()
            } else {
                self.variant_fields(named)
            };
            variants.push(Variant { name, named, fields });
        }
        // The one that is the default stands in front.
        variants.sort_by_key(|variant| usize::from(!variant.fields.is_empty()));
        let of = Enum { variants };
        let default = of.variants[0].fields.is_empty();
        let (plain, numbered) = (of.is_plain(), of.is_plain() && self.random.chance(60));
        if numbered && self.random.chance(50) {
            let representation = self.random.pick(&["u8", "u16", "u32"]);
            self.line(&format!("#[repr({representation})]"));
        }
        let derives = if default { "Default, " } else { "" };
        let order = if plain { ", PartialOrd" } else { "" };
        self.line(&format!(
            "#[derive(Clone, Copy, Debug, {derives}PartialEq{order}, GpuType)]"
        ));
        self.line(&format!("pub enum E{index} {{"));
        let mut number = self.random.within(0, 3);
        for (at, variant) in of.variants.iter().enumerate() {
            if at == 0 && default {
                self.line("    #[default]");
            }
            let members: Vec<String> = variant
                .fields
                .iter()
                .map(|(name, ty)| match variant.named {
                    true => format!("{name}: {}", ty.name()),
                    false => ty.name(),
                })
                .collect();
            let fields = match (members.is_empty(), variant.named) {
                (true, _) => String::new(),
                (_, true) => format!(" {{ {} }}", members.join(", ")),
                (_, false) => format!("({})", members.join(", ")),
            };
            let explicit = if numbered && self.random.chance(70) {
                format!(" = {number}")
            } else {
                String::new()
            };
            // Those without a number of their own are one above the last.
            number += self.random.within(3, 40);
            self.line(&format!("    {}{fields}{explicit},", variant.name));
        }
        self.line("}");
        self.enums.push(of);
        if self.random.chance(60) {
            self.line("#[gpu]");
            self.line(&format!("impl E{index} {{"));
            self.indent += 1;
            let (name, this) = (self.fresh("m"), Ty::Enum(index));
            self.vars.clear();
            let receiver = self.receiver(&this);
            let output = if self.random.chance(40) {
                this.clone()
            } else {
                self.any_type()
            };
            let ty = if output == this {
                "Self".to_owned()
            } else {
                output.name()
            };
            let made = self.function(name, Kind::OfEnum(index), receiver, output, &ty);
            self.indent -= 1;
            self.line("}");
            self.functions.push(made);
        }
    }

    fn variant_fields(&mut self, named: bool) -> Vec<(String, Ty)> {
        let mut fields: Vec<(String, Ty)> = Vec::new();
        for number in 0..1 + self.random.below(3) {
            let name = if named {
                self.random.pick(&FIELDS).to_owned()
            } else {
                number.to_string()
            };
            if fields.iter().all(|(known, _)| *known != name) {
                fields.push((name, self.field_type()));
            }
        }
        fields
    }

    /// A variant with its fields.
    pub(super) fn variant(&mut self, index: usize, depth: usize) -> Code {
        let variants = self.enums[index].variants.clone();
        let variant = self.random.pick(&variants);
        let path = format!("E{index}::{}", variant.name);
        if variant.fields.is_empty() {
            return Code::atom(path);
        }
        let fields = variant.fields.iter();
        let values: Vec<String> = fields.map(|(_, ty)| self.listed(ty, depth).text).collect();
        if !variant.named {
            return Code::atom(format!("{path}({})", values.join(", ")));
        }
        let fields = variant.fields.iter().zip(values);
        let fields: Vec<String> = fields.map(|((name, _), value)| format!("{name}: {value}")).collect();
        Code {
            level: level::BLOCK,
            ..Code::atom(format!("{path} {{ {} }}", fields.join(", ")))
        }
    }

    /// A pattern of a variant; `part` makes those of its fields.
    pub(super) fn variant_pattern(
        &mut self,
        index: usize,
        variant: &Variant,
        mut part: impl FnMut(&mut Self, &Ty) -> String,
    ) -> String {
        let path = format!("E{index}::{}", variant.name);
        if variant.fields.is_empty() {
            return path;
        }
        let (mut parts, mut short) = (Vec::new(), false);
        for (name, ty) in &variant.fields {
            // `..` stands last.
            if short || self.random.chance(20) {
                short = true;
                continue;
            }
            let pattern = part(self, ty);
            parts.push(if variant.named {
                format!("{name}: {pattern}")
            } else {
                pattern
            });
        }
        if short {
            parts.push("..".to_owned());
        }
        let parts = parts.join(", ");
        if variant.named {
            format!("{path} {{ {parts} }}")
        } else {
            format!("{path}({parts})")
        }
    }

    /// A pattern of an enum that may refuse.
    pub(super) fn tested_variant(&mut self, index: usize, names: &mut Vec<Var>, depth: usize) -> String {
        let variants = self.enums[index].variants.clone();
        // Sides that give a name to different parts are arms of their own, which there are at the top of a pattern alone.
        if depth == 0
            && self.random.chance(25)
            && let Some(both) = self.same_field_of_two(index, names)
        {
            return both;
        }
        let variant = self.random.pick(&variants);
        self.variant_pattern(index, &variant, |this, ty| this.tested(ty, names, depth + 1))
    }

    /// `E::A(x, ..) | E::B { y: x, .. }`
    fn same_field_of_two(&mut self, index: usize, names: &mut Vec<Var>) -> Option<String> {
        let variants = self.enums[index].variants.clone();
        let (one, other) = (self.random.pick(&variants), self.random.pick(&variants));
        if one.name == other.name {
            return None;
        }
        let mut pairs = one.fields.iter().flat_map(|(a, ty)| {
            let others = other.fields.iter().filter(move |(_, of)| of == ty);
            others.map(move |(b, _)| (a.clone(), b.clone(), ty.clone()))
        });
        let (a, b, ty) = pairs.next()?;
        let name = self.named(&ty, names);
        let side = |variant: &Variant, field: &str| {
            if variant.named {
                return format!("E{index}::{} {{ {field}: {name}, .. }}", variant.name);
            }
            let at = variant.fields.iter().position(|(known, _)| known == field);
            let before = "_, ".repeat(at.unwrap_or_default());
            format!("E{index}::{}({before}{name}, ..)", variant.name)
        };
        // In parentheses where it is a part.
        Some(format!("({} | {})", side(&one, &a), side(&other, &b)))
    }

    /// One arm for each variant, and none for the rest.
    pub(super) fn arms_of_variants(&mut self, index: usize) -> Vec<(String, Vec<Var>)> {
        let variants = self.enums[index].variants.clone();
        let mut arms = Vec::new();
        for variant in &variants {
            if self.random.chance(20) {
                let mut names = Vec::new();
                let pattern = self.variant_pattern(index, variant, |this, ty| this.tested(ty, &mut names, 1));
                let guard = self.guard(&names);
                arms.push((format!("{pattern} if {guard}"), names));
            }
            let mut names = Vec::new();
            let pattern = self.variant_pattern(index, variant, |this, ty| this.named(ty, &mut names));
            arms.push((pattern, names));
        }
        arms
    }

    /// Mixes a value with variants into the trace.
    pub(super) fn trace_variants(&mut self, place: &str, index: usize) {
        let of = self.enums[index].clone();
        if of.is_plain() {
            return self.line(&format!("trace = mix(trace, {place} as u32);"));
        }
        self.line(&format!("match {place} {{"));
        self.indent += 1;
        for (number, variant) in of.variants.iter().enumerate() {
            let mut parts = Vec::new();
            let all: Vec<String> = variant.fields.iter().map(|_| self.fresh("seen")).collect();
            let mut next = all.iter();
            let path = format!("E{index}::{}", variant.name);
            for (name, _) in &variant.fields {
                let seen = next.next().cloned().unwrap_or_default();
                parts.push(if variant.named { format!("{name}: {seen}") } else { seen });
            }
            let pattern = match (parts.is_empty(), variant.named) {
                (true, _) => path,
                (_, true) => format!("{path} {{ {} }}", parts.join(", ")),
                (_, false) => format!("{path}({})", parts.join(", ")),
            };
            self.line(&format!("{pattern} => {{"));
            self.indent += 1;
            self.line(&format!("trace = mix(trace, {number});"));
            for (seen, (_, ty)) in all.iter().zip(&variant.fields) {
                self.trace(seen, ty);
            }
            self.indent -= 1;
            self.line("}");
        }
        self.indent -= 1;
        self.line("}");
    }
}
