//! Invariants of ARCHITECTURE.md that can be read off the source: which way imports go.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use reduce_tests::structure::{Imports, cycles};

/// The layers of a crate, from below.
type Layers = &'static [&'static [&'static str]];

/// The folders of a crate by layers: each imports from the layers below, and from itself.
const LAYERS: &[(&str, Layers)] = &[
    (
        "reduce-core",
        &[
            &["arithmetic", "error", "hash", "large_pages", "needs", "tuning"],
            &["loop_limit", "wgsl"],
            &["caps", "types"],
            &["input", "lower"],
            &["monoid"],
            &["source"],
            &["builtin", "group", "order", "private"],
            &["cpu", "on_gpu", "operator", "ops"],
            &["choice", "every_byte"],
            &["kernel"],
            &["laws", "plan", "probe"],
        ],
    ),
    (
        "reduce-wgpu",
        &[
            &["device"],
            &["input"],
            &["run"],
            &["measure", "trial"],
            &["gpu"],
            &["check_monoid", "engine", "gpus", "prelude"],
        ],
    ),
];

/// The most files that import each other in a cycle, in each crate. A trait and its implementations may need two; a larger cycle is to be taken
/// apart, and never grows.
const LARGEST_CYCLE: &[(&str, usize)] = &[
    ("reduce-core", 2),
    ("reduce-wgpu", 0),
    ("reduce-macros", 2),
    ("reduce-cli", 2),
];

/// A crate, a word that stands in the code of few of its files, and these files.
const FEW_FILES: &[(&str, &str, &[&str])] = &[
    (
        "reduce-core",
        "unsafe {",
        &[
            "cpu/column_tree.rs",
            "cpu/rows.rs",
            "cpu/threads.rs",
            "cpu/vectors.rs",
            "input/element.rs",
            "large_pages.rs",
            "source/ndarray/elements.rs",
            "types/stored.rs",
        ],
    ),
    ("reduce-wgpu", "unsafe {", &["device/pipeline.rs"]),
    // They write one each: for the call of a function, and for the bytes of an enum without fields.
    ("reduce-macros", "unsafe {", &["expand/enumeration.rs", "gpu.rs"]),
    ("reduce-cli", "unsafe {", &["main.rs"]),
    ("reduce-core", "println!", &[]),
    ("reduce-wgpu", "println!", &["check_monoid.rs"]),
    ("reduce-core", "env::", &[]),
    ("reduce-wgpu", "env::", &["device/adapter.rs"]),
];

/// The files that call naga: text reaches a driver through these alone.
const CALL_NAGA: &[&str] = &[
    "kernel/emit.rs",
    "kernel/emit/text.rs",
    "laws/leaves.rs",
    "operator/validate.rs",
    "operator/validate/counts.rs",
    "operator/validate/floats.rs",
    "operator/validate/properties.rs",
    "operator/validate/rounds.rs",
    "operator/validate/weights.rs",
];

fn source(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of).join("src")
}

#[test]
fn few_files_call_naga() {
    let expected: BTreeSet<PathBuf> = CALL_NAGA.iter().map(PathBuf::from).collect();
    assert_eq!(Imports::of(&source("reduce-core")).with_word("naga"), expected);
    let expected: BTreeSet<PathBuf> = ["validate.rs", "wgsl.rs"].map(PathBuf::from).into();
    assert_eq!(Imports::of(&source("reduce-macros")).with_word("naga"), expected);
    for of in ["reduce-wgpu", "reduce-cli"] {
        assert_eq!(Imports::of(&source(of)).with_word("naga"), BTreeSet::new(), "{of}");
    }
}

fn imports(of: &str) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    Imports::of(&source(of)).by_file()
}

/// The folder of a file: the one that it is in, or that it fronts.
fn folder(file: &Path) -> String {
    let first = file
        .components()
        .next()
        .map(|first| first.as_os_str().to_string_lossy().into_owned());
    first.unwrap_or_default().trim_end_matches(".rs").to_owned()
}

#[test]
fn imports_go_down() {
    let mut mistakes = Vec::new();
    for (of, layers) in LAYERS {
        let layer = |folder: &str| layers.iter().position(|folders| folders.contains(&folder));
        for (file, others) in imports(of) {
            for other in others {
                let (from, to) = (folder(&file), folder(&other));
                match (layer(&from), layer(&to)) {
                    _ if from == to => {}
                    (Some(above), Some(below)) if below < above => {}
                    _ => mistakes.push(format!("{of}: {} imports {}", file.display(), other.display())),
                }
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn every_folder_has_a_layer() {
    for (of, layers) in LAYERS {
        let found: BTreeSet<String> = imports(of).keys().map(|file| folder(file)).collect();
        let known: BTreeSet<String> = layers
            .iter()
            .copied()
            .flatten()
            .map(|&folder| folder.to_owned())
            .collect();
        assert_eq!(found, known, "{of}");
    }
}

#[test]
fn cycles_stay_small() {
    for (of, most) in LARGEST_CYCLE {
        let found = cycles(&imports(of));
        let largest = found.iter().max_by_key(|cycle| cycle.len());
        let files = largest.map_or(0, BTreeSet::len);
        assert_eq!(files, *most, "{of}: {largest:?}");
    }
}

/// A crate of three files: `a` imports of `b` through the root, `b` of `c` in an expression, and `c` of `a` by `super`.
#[test]
fn imports_are_found_wherever_they_stand() {
    let folder = std::env::temp_dir().join(format!("reduce-structure-{}", std::process::id()));
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    std::fs::create_dir_all(folder.join("c")).unwrap();
    write("lib.rs", "mod a; mod b; mod c; pub use b::{B as Known, other};");
    write("a.rs", "use crate::Known; pub struct A(Known);");
    write(
        "b.rs",
        "pub struct B; pub fn other() -> u32 { crate::c::inner::TWO } // crate::a::A",
    );
    write("c.rs", "pub mod inner; pub use crate::a::A;");
    write(
        "c/inner.rs",
        "pub const TWO: u32 = 2; #[cfg(test)] mod tests { use crate::b::B; } fn f(_: super::A) {}",
    );
    let found = Imports::of(&folder).by_file();
    std::fs::remove_dir_all(&folder).unwrap();
    let of = |file: &str| {
        found[Path::new(file)]
            .iter()
            .map(|file| file.display().to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (of("a.rs"), of("b.rs"), of("c.rs")),
        (vec!["b.rs".into()], vec!["c/inner.rs".into()], vec![])
    );
    assert_eq!(of("c/inner.rs"), ["a.rs"]);
    let cycle: BTreeSet<PathBuf> = ["a.rs", "b.rs", "c/inner.rs"].map(PathBuf::from).into();
    assert_eq!(cycles(&found), [cycle]);
}

/// `text` without its comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split("//").next())
}

#[test]
fn few_files_are_unsafe_print_or_read_the_environment() {
    for (of, word, expected) in FEW_FILES {
        let mut all = Vec::new();
        files(&source(of), &mut all);
        let has = |file: &&String| {
            let text = std::fs::read_to_string(file).unwrap();
            code(&text).any(|line| line.contains(word))
        };
        let below = |file: &String| {
            let file = Path::new(file).strip_prefix(source(of)).unwrap();
            file.display().to_string()
        };
        let mut found: Vec<String> = all.iter().filter(has).map(below).collect();
        found.sort();
        assert_eq!(found, *expected, "{of}: {word}");
    }
}

/// Every file below `folder` except built and hidden ones.
fn files(folder: &Path, to: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files(&path, to);
        } else if path.is_file() {
            to.push(path.display().to_string());
        }
    }
}

#[test]
fn files_that_are_named_in_the_documents_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut missing = Vec::new();
    let documents = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"].map(|name| root.join(name));
    let pages = ["docs/guide", "docs/design"].map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let pages = pages.into_iter().flatten().map(|page| page.unwrap().path());
    for document in documents.into_iter().chain(pages) {
        let text = std::fs::read_to_string(&document).unwrap();
        let quoted = text.split('`').skip(1).step_by(2);
        let is_file = |name: &&str| {
            let plain = !name.contains([' ', '*', '<', '{', '\n']);
            plain && [".rs", ".wgsl", ".md"].iter().any(|end| name.ends_with(end))
        };
        for name in quoted.filter(is_file) {
            let end = format!("/{name}");
            // A build script writes this one.
            if name != "cases.rs" && !all.iter().any(|file| file.ends_with(&end)) {
                missing.push(format!("{} names {name}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
