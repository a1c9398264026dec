//! The imports of a crate, read from its source: the items that each file names from each other file.
//!
//! A path such as `crate::kernel::Step` is an import wherever it stands, in a `use` or in an expression. It leads to the file that defines what it
//! names: through every `use` that only passes a name on, as `lib.rs` does. A `pub use` is no import of its file, unless the file uses the name as
//! well. Modules of tests do not count.

#![allow(clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

mod cycles;
pub use cycles::cycles;

/// A module by its names from the root of the crate.
type Module = Vec<String>;

/// The files of a crate and their imports of each other.
#[derive(Debug, Default)]
pub struct Imports {
    /// Every module that is a file, with its path below `src`.
    files: BTreeMap<Module, PathBuf>,
    /// The names that a file passes on, and the path that each stands for.
    passed_on: BTreeMap<(Module, String), Module>,
    /// The paths that a file names.
    named: BTreeMap<Module, BTreeSet<Module>>,
    /// The paths that it names to pass them on, each with the name.
    public: BTreeMap<Module, BTreeSet<(String, Module)>>,
    /// The other crates of which it uses an item.
    foreign: BTreeMap<Module, BTreeSet<String>>,
    /// The words of a file beside those of `use`.
    words: BTreeMap<Module, BTreeSet<String>>,
}

impl Imports {
    /// Reads the crate whose `src` this is.
    ///
    /// # Panics
    /// If a file cannot be read or has no tokens of Rust.
    #[must_use]
    pub fn of(src: &Path) -> Self {
        let mut imports = Self::default();
        imports.read(src, &Vec::new());
        let files: Vec<(Module, PathBuf)> = imports.files.clone().into_iter().collect();
        for (module, path) in files {
            let text = fs::read_to_string(src.join(&path)).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            let tokens = TokenStream::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            imports.walk(&module, tokens);
        }
        imports
    }

    fn read(&mut self, src: &Path, module: &Module) {
        let folder = module.iter().fold(src.to_path_buf(), |path, name| path.join(name));
        let entries = fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        for entry in entries.flatten() {
            let path = entry.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let below = path.strip_prefix(src).unwrap_or(&path).to_path_buf();
            let own = [module.as_slice(), std::slice::from_ref(&name)].concat();
            if path.is_dir() {
                self.read(src, &own);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let of = if ["lib", "main", "mod"].contains(&name.as_str()) {
                    module.clone()
                } else {
                    own
                };
                self.files.insert(of, below);
            }
        }
    }

    fn walk(&mut self, module: &Module, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            if is_word(&tokens[at], "mod") && tokens.get(at + 1).is_some_and(|name| is_word(name, "tests")) {
                at += 3;
                continue;
            }
            if is_word(&tokens[at], "use") {
                let kind = if is_public(&tokens[..at]) {
                    Kind::PublicUse
                } else {
                    Kind::Use
                };
                at = self.path(module, &tokens, at + 1, &Vec::new(), kind);
            } else if self.begins_a_path(module, &tokens, at) {
                at = self.path(module, &tokens, at, &Vec::new(), Kind::Expression);
            } else {
                match &tokens[at] {
                    TokenTree::Group(group) => self.walk(module, group.stream()),
                    TokenTree::Ident(word) => {
                        self.words.entry(module.clone()).or_default().insert(word.to_string());
                    }
                    _ => {}
                }
                at += 1;
            }
        }
    }

    /// Reads a path, or the tree of a `use`, from `at` on; returns where it ends.
    fn path(&mut self, module: &Module, tokens: &[TokenTree], at: usize, before: &Module, kind: Kind) -> usize {
        let is_use = kind != Kind::Expression;
        let mut path = before.clone();
        let mut at = at;
        loop {
            match tokens.get(at) {
                Some(TokenTree::Ident(name)) => {
                    step(&mut path, module, &name.to_string());
                    at += 1;
                }
                Some(TokenTree::Group(group)) if is_use && group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    let mut start = 0;
                    while start < inner.len() {
                        start = self.path(module, &inner, start, &path, kind) + 1;
                    }
                    return at + 1;
                }
                _ => break,
            }
            if !is_sign(tokens.get(at), ':') || !is_sign(tokens.get(at + 1), ':') {
                break;
            }
            at += 2;
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if is_use && tokens.get(at).is_some_and(|word| is_word(word, "as")) {
            name = tokens.get(at + 1).map(ToString::to_string).unwrap_or_default();
            at += 2;
        }
        if let (true, Some(first)) = (is_use, path.first()) {
            self.foreign.entry(module.clone()).or_default().insert(first.clone());
        }
        // A module of this one is known by its name alone.
        let own = path.first().is_some_and(|first| self.is_child(module, first));
        if own || path.first().is_some_and(|first| first == "crate") {
            let path = if own {
                [module.as_slice(), &path].concat()
            } else {
                path[1..].to_vec()
            };
            if is_use {
                self.passed_on.insert((module.clone(), name.clone()), path.clone());
            }
            if kind == Kind::PublicUse {
                self.public.entry(module.clone()).or_default().insert((name, path));
            } else {
                self.named.entry(module.clone()).or_default().insert(path);
            }
        }
        at
    }

    /// The files below `src` in which `word` stands, such as the name of a crate.
    #[must_use]
    pub fn with_word(&self, word: &str) -> BTreeSet<PathBuf> {
        let has = |(module, _): &(&Module, &PathBuf)| self.words.get(*module).is_some_and(|words| words.contains(word));
        let uses =
            |(module, _): &(&Module, &PathBuf)| self.foreign.get(*module).is_some_and(|names| names.contains(word));
        let files = self.files.iter().filter(|file| has(file) || uses(file));
        files.map(|(_, path)| path.clone()).collect()
    }

    /// Whether a path of this crate begins here.
    fn begins_a_path(&self, module: &Module, tokens: &[TokenTree], at: usize) -> bool {
        let TokenTree::Ident(name) = &tokens[at] else {
            return false;
        };
        let name = name.to_string();
        let after_a_path = at > 1 && is_sign(tokens.get(at - 1), ':') && is_sign(tokens.get(at - 2), ':');
        let starts = ["crate", "super", "self"].contains(&name.as_str()) || self.is_child(module, &name);
        starts && !after_a_path && is_sign(tokens.get(at + 1), ':') && is_sign(tokens.get(at + 2), ':')
    }

    fn is_child(&self, module: &Module, name: &str) -> bool {
        self.files
            .contains_key(&[module.as_slice(), &[name.to_owned()]].concat())
    }

    /// The file that defines what a path names.
    fn file_of(&self, path: &[String], depth: usize) -> Option<&Module> {
        let deepest = (0..=path.len())
            .rev()
            .find(|length| self.files.contains_key(&path[..*length]))?;
        let (module, _) = self.files.get_key_value(&path[..deepest])?;
        let Some(name) = path.get(deepest) else {
            return Some(module);
        };
        let further = self.passed_on.get(&(module.clone(), name.clone()));
        match further {
            Some(further) if depth > 0 && further[..] != path[..] => {
                let rest = [further.as_slice(), &path[deepest + 1..]].concat();
                self.file_of(&rest, depth - 1).or(Some(module))
            }
            _ => Some(module),
        }
    }

    /// Each file below `src` with the files that it imports from, itself and the root left out.
    #[must_use]
    pub fn by_file(&self) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        let root = Module::new();
        let all = self.files.iter().filter(|(module, _)| **module != root);
        all.map(|(module, path)| {
            let words = self.words.get(module);
            let used = |name: &String| words.is_some_and(|words| words.contains(name));
            let public = self.public.get(module).into_iter().flatten();
            let public = public.filter(|(name, _)| used(name)).map(|(_, path)| path);
            let named = self.named.get(module).into_iter().flatten().chain(public);
            let files = named.filter_map(|named| self.file_of(named, 8));
            let others = files.filter(|file| **file != *module && **file != root);
            (
                path.clone(),
                others.filter_map(|file| self.files.get(file).cloned()).collect(),
            )
        })
        .collect()
    }
}

/// The place of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Use,
    PublicUse,
    Expression,
}

/// Whether `pub`, or `pub` of some modules, stands at the end of these tokens.
fn is_public(before: &[TokenTree]) -> bool {
    match before {
        [.., last] if is_word(last, "pub") => true,
        [.., word, TokenTree::Group(_)] => is_word(word, "pub"),
        _ => false,
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// Goes one name further.
fn step(path: &mut Module, module: &Module, name: &str) {
    match name {
        "crate" => *path = vec!["crate".to_owned()],
        "self" if path.is_empty() => *path = [&["crate".to_owned()], module.as_slice()].concat(),
        "self" => {}
        "super" if path.is_empty() => {
            let parent = module.split_last().map_or(&[][..], |(_, parent)| parent);
            *path = [&["crate".to_owned()], parent].concat();
        }
        "super" => {
            path.pop();
        }
        _ => path.push(name.to_owned()),
    }
}
