//! The documents against the repository: the README's code is that of the examples, and links lead somewhere.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use reduce_tests::documents::{anchors, blocks, links, plain};

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
    let examples = ["sum", "quickstart", "welford", "calls"];
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
    for folder in ["docs/guide", "docs/design"] {
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
    ] {
        let index = read(&root().join(index));
        for page in fs::read_dir(root().join(folder)).unwrap() {
            let name = page.unwrap().file_name().into_string().unwrap();
            let link = format!("{prefix}{name}");
            assert!(name == "README.md" || links(&index).contains(&link.as_str()), "{link}");
        }
    }
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
