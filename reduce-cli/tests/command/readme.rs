//! The calls of the command in the README and the guide.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use crate::tools::command;

#[test]
fn the_readme_shows_what_is_printed() {
    run_calls("README.md");
}

#[test]
fn the_guide_shows_what_is_printed() {
    run_calls("docs/guide/command-line.md");
}

/// Other pages show no calls: nothing would run them.
#[test]
fn no_other_page_of_the_guide_shows_calls() {
    let pages = fs::read_dir(root().join("docs/guide")).unwrap();
    let shows_calls = |page: &Path| fs::read_to_string(page).unwrap().contains("```console");
    let pages = pages.map(|page| page.unwrap().path()).filter(|page| shows_calls(page));
    let names: Vec<_> = pages.map(|page| page.file_name().unwrap().to_owned()).collect();
    assert_eq!(names, ["command-line.md"]);
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Runs each call that is shown in a document, and compares the output.
fn run_calls(document: &str) {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let mut calls = 0;
    for block in text.split("\n```console\n").skip(1) {
        let block = block.split_once("```\n").unwrap().0;
        for shown in block.split("$ ").skip(1) {
            let (call, output) = shown.split_once('\n').unwrap();
            // As a shell takes them off; nothing in quotes has blanks here.
            let words = call.split_whitespace().map(|word| word.trim_matches('\''));
            let words: Vec<&str> = words.collect();
            assert_eq!(words[0], "reduce", "{call}");
            let done = command(&words[1..]).current_dir(root()).output().unwrap();
            assert_eq!(String::from_utf8(done.stderr).unwrap(), "", "{call}");
            assert_eq!(String::from_utf8(done.stdout).unwrap(), output, "{call}");
            calls += 1;
        }
    }
    assert!(calls > 0, "{document} calls the command nowhere");
}
