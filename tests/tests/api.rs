//! The public API of the libraries as a list, to be read in a diff; `cargo xtask bless` takes what there is.
//!
//! It is read off the source: the names that `lib.rs` re-exports without hiding them, with the fields, variants and functions that the documentation
//! shows. Types that a macro of the crate writes are names alone.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, Item, ItemImpl, TraitItem, Type, UseTree, Visibility};

#[test]
fn the_public_api_is_as_it_was() {
    let crates = ["reduce-core", "reduce-wgpu"].map(|name| api(name).concat());
    let text = crates.concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/api.txt");
    if std::env::var_os("REDUCE_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (known, now): (BTreeSet<&str>, BTreeSet<&str>) = (known.lines().collect(), text.lines().collect());
    let gone: Vec<&&str> = known.difference(&now).collect();
    let new: Vec<&&str> = now.difference(&known).collect();
    assert!(
        gone.is_empty() && new.is_empty(),
        "the public API changed; if that is meant, say so in CHANGELOG.md and run `cargo xtask bless`\ngone: {gone:#?}\nnew: {new:#?}"
    );
}

/// A line for each public name of a crate, and for each of its parts.
fn api(krate: &str) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .join(krate)
        .join("src");
    let mut found = Found::default();
    for file in files(&source) {
        found.items(&syn::parse_file(&std::fs::read_to_string(file).unwrap()).unwrap().items);
    }
    let parsed = |file: &str| syn::parse_file(&std::fs::read_to_string(source.join(file)).unwrap()).unwrap();
    let root = parsed("lib.rs");
    let mut lines = BTreeSet::new();
    for item in &root.items {
        if let Item::Mod(item) = item
            && is_public(&item.vis)
            && !is_hidden(&item.attrs)
        {
            let inside = exported(&parsed(&format!("{}.rs", item.ident)).items);
            lines.extend(inside.iter().map(|name| format!("{krate}::{}::{name}\n", item.ident)));
        }
    }
    for name in exported(&root.items) {
        let path = format!("{krate}::{name}");
        lines.insert(format!("{path}\n"));
        for part in found.parts.get(name.as_str()).into_iter().flatten() {
            lines.insert(format!("{path}  {part}\n"));
        }
    }
    lines.into_iter().collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The names that a `lib.rs` re-exports, but for hidden ones.
fn exported(items: &[Item]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in items {
        match item {
            Item::Use(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => leaves(&item.tree, &mut names),
            Item::Mod(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
                names.insert(item.ident.to_string());
            }
            _ => {}
        }
    }
    names
}

fn leaves(tree: &UseTree, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => leaves(&path.tree, names),
        UseTree::Name(name) => {
            names.insert(name.ident.to_string());
        }
        UseTree::Rename(name) => {
            names.insert(name.rename.to_string());
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, names)),
        UseTree::Glob(_) => panic!("a glob exports names that nobody lists"),
    }
}

/// The parts of every public item of a crate, by the item's name.
#[derive(Default)]
struct Found {
    parts: BTreeMap<String, BTreeSet<String>>,
}

impl Found {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Struct(item) if is_public(&item.vis) => {
                    let attributes = non_exhaustive(&item.attrs);
                    let head = format!("{attributes}struct{}", spelled(&item.generics));
                    let fields = public_fields(&item.fields);
                    self.add(&item.ident, [head].into_iter().chain(fields));
                }
                Item::Enum(item) if is_public(&item.vis) => {
                    let head = format!("{}enum{}", non_exhaustive(&item.attrs), spelled(&item.generics));
                    let variants = item.variants.iter().filter(|variant| !is_hidden(&variant.attrs));
                    let variants = variants.map(|variant| {
                        let mut variant = variant.clone();
                        variant.attrs.clear();
                        variant.fields.iter_mut().for_each(|field| field.attrs.clear());
                        format!("variant {}", spelled(&variant))
                    });
                    self.add(&item.ident, [head].into_iter().chain(variants));
                }
                Item::Trait(item) if is_public(&item.vis) => {
                    let bounds = spelled(&item.supertraits);
                    let head = format!(
                        "{}trait{}: {bounds}",
                        if item.unsafety.is_some() { "unsafe " } else { "" },
                        spelled(&item.generics)
                    );
                    let parts = item.items.iter().filter_map(trait_item);
                    self.add(&item.ident, [head].into_iter().chain(parts));
                }
                Item::Fn(item) if is_public(&item.vis) => self.add(&item.sig.ident, [spelled(&item.sig)]),
                Item::Const(item) if is_public(&item.vis) => {
                    self.add(&item.ident, [format!("const: {}", spelled(&item.ty))]);
                }
                Item::Impl(item) if item.trait_.is_none() => self.methods(item),
                Item::Mod(item) if !item.attrs.iter().any(is_test) => {
                    if let Some((_, items)) = &item.content {
                        self.items(items);
                    }
                }
                _ => {}
            }
        }
    }

    fn methods(&mut self, item: &ItemImpl) {
        let Type::Path(path) = item.self_ty.as_ref() else {
            return;
        };
        let Some(name) = path.path.segments.last() else { return };
        let public = item.items.iter().filter_map(|part| match part {
            ImplItem::Fn(part) if is_public(&part.vis) && !is_hidden(&part.attrs) => Some(spelled(&part.sig)),
            ImplItem::Const(part) if is_public(&part.vis) && !is_hidden(&part.attrs) => {
                Some(format!("const {}: {}", part.ident, spelled(&part.ty)))
            }
            _ => None,
        });
        self.add(&name.ident, public);
    }

    fn add(&mut self, name: &syn::Ident, parts: impl IntoIterator<Item = String>) {
        self.parts.entry(name.to_string()).or_default().extend(parts);
    }
}

fn trait_item(item: &TraitItem) -> Option<String> {
    match item {
        TraitItem::Fn(item) if !is_hidden(&item.attrs) => Some(spelled(&item.sig)),
        TraitItem::Const(item) if !is_hidden(&item.attrs) => {
            Some(format!("const {}: {}", item.ident, spelled(&item.ty)))
        }
        TraitItem::Type(item) if !is_hidden(&item.attrs) => {
            Some(format!("type {}: {}", item.ident, spelled(&item.bounds)))
        }
        _ => None,
    }
}

fn public_fields(fields: &Fields) -> Vec<String> {
    let public = fields
        .iter()
        .filter(|field| is_public(&field.vis) && !is_hidden(&field.attrs));
    public
        .filter_map(|field| Some(format!("field {}: {}", field.ident.as_ref()?, spelled(&field.ty))))
        .collect()
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    let hides = |attribute: &Attribute| attribute.path().is_ident("doc") && spelled(&attribute.meta).contains("hidden");
    attributes.iter().any(hides)
}

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && spelled(&attribute.meta).contains("test")
}

fn non_exhaustive(attributes: &[Attribute]) -> &'static str {
    match attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("non_exhaustive"))
    {
        true => "non_exhaustive ",
        false => "",
    }
}

/// The tokens of an item, without blanks that nobody writes.
fn spelled(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (wide, narrow) in [
        (" :: ", "::"),
        (" < ", "<"),
        (" >", ">"),
        ("< ", "<"),
        (" ,", ","),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("& ", "&"),
        (" : ", ": "),
        (" [", "["),
        ("[ ", "["),
        (" ]", "]"),
        (" ;", ";"),
        ("' ", "'"),
    ] {
        text = text.replace(wide, narrow);
    }
    text
}
