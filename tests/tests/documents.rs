//! The documents against the repository: the README's code is that of the examples, and links lead somewhere.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use reduce_gallery::References;
use reduce_tests::documents::{anchors, blocks, links, plain};
use reduce_wgpu::{Cpu, Engine};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| format!("{}: {why}", path.display()))
}

/// Blocks leave out lines where they are blank; comments and the breaks of lines are their own.
#[test]
fn the_code_of_the_readme_is_that_of_the_examples() {
    let blocks = blocks(&read(&root().join("README.md")), "rust");
    let examples = ["sum", "quickstart", "summary", "welford", "calls"];
    assert_eq!(blocks.len(), examples.len());
    for (block, example) in blocks.iter().zip(examples) {
        let source = plain(&read(&root().join(format!("examples/{example}.rs"))));
        let mut rest = source.as_str();
        for lines in block.split("\n\n") {
            let found = rest.split_once(&plain(lines));
            rest = found.map(|(_, behind)| behind).unwrap_or_default();
            assert!(
                found.is_some(),
                "examples/{example}.rs has no such lines here:\n{lines}"
            );
        }
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "BENCHMARKS.md",
    ]
    .map(|name| root().join(name))
    .into();
    for folder in ["docs/guide", "docs/design", "docs/gallery"] {
        let found = fs::read_dir(root().join(folder)).unwrap();
        pages.extend(found.map(|page| page.unwrap().path()));
    }
    let mut dead = Vec::new();
    for page in &pages {
        for link in links(&read(page)) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            let known = anchor.is_empty() || anchors(&read(&target)).iter().any(|known| known == anchor);
            if !target.exists() || !known {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// A page that the index leaves out is found by nobody.
#[test]
fn the_indices_have_every_page() {
    for (folder, index, prefix) in [
        ("docs/guide", "docs/guide/README.md", ""),
        ("docs/design", "ARCHITECTURE.md", "docs/design/"),
        ("docs/gallery", "docs/gallery/README.md", ""),
    ] {
        let index = read(&root().join(index));
        for page in fs::read_dir(root().join(folder)).unwrap() {
            let name = page.unwrap().file_name().into_string().unwrap();
            let link = format!("{prefix}{name}");
            assert!(name == "README.md" || links(&index).contains(&link.as_str()), "{link}");
        }
    }
}

/// Each operator of the gallery is a file, each file one of its cases, and each reference a figure of one.
#[test]
fn the_gallery_is_whole() {
    let (mut cases, mut figures) = (Vec::new(), Vec::new());
    for field in reduce_gallery::fields() {
        for case in &field.cases {
            cases.push(format!("{}/{}.rs", field.name, case.name));
            let found = (case.run)(&Engine::Cpu(Cpu::new()), 2).unwrap();
            let name = format!("{}/{}", field.name, case.name);
            figures.extend(
                found
                    .figures
                    .iter()
                    .map(|figure| (name.clone(), figure.name.to_owned())),
            );
        }
    }
    let folders = reduce_gallery::fields().into_iter().map(|field| field.name);
    let mut files: Vec<String> = folders
        .flat_map(|folder| {
            let found = fs::read_dir(root().join("gallery/src").join(folder)).unwrap();
            found.map(move |file| format!("{folder}/{}", file.unwrap().file_name().into_string().unwrap()))
        })
        .collect();
    cases.sort();
    files.sort();
    figures.sort();
    assert_eq!(cases, files);
    assert_eq!(cases.len(), 40, "the README says how many there are");
    let references = References::read().unwrap();
    let known: Vec<(String, String)> = references.names().map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
    assert_eq!(figures, known);
}

/// The rule of CONTRIBUTING.md: which major version of wgpu a minor version of ours has.
#[test]
fn the_documents_name_the_version_of_wgpu() {
    let manifest = read(&root().join("Cargo.toml"));
    let major = |name: &str| {
        let line = manifest
            .lines()
            .find(|line| line.starts_with(&format!("{name} = ")))
            .unwrap();
        let version = line.split("version = \"").nth(1).unwrap();
        version.split('.').next().unwrap().to_owned()
    };
    assert_eq!(major("wgpu"), major("naga"));
    let named = format!("wgpu {}", major("wgpu"));
    for page in ["README.md", "CONTRIBUTING.md"] {
        assert!(
            read(&root().join(page)).contains(&named),
            "{page} does not say `{named}`"
        );
    }
}
