//! The README's calls of the command.

use std::fs;
use std::path::Path;

use crate::tools::command;

#[test]
fn the_readme_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let mut calls = 0;
    for block in readme.split("\n```console\n").skip(1) {
        let block = block.split_once("```\n").unwrap().0;
        for shown in block.split("$ ").skip(1) {
            let (call, output) = shown.split_once('\n').unwrap();
            let words: Vec<&str> = call.split_whitespace().collect();
            assert_eq!(words[0], "reduce", "{call}");
            let done = command(&words[1..]).current_dir(&root).output().unwrap();
            assert_eq!(String::from_utf8(done.stderr).unwrap(), "", "{call}");
            assert_eq!(String::from_utf8(done.stdout).unwrap(), output, "{call}");
            calls += 1;
        }
    }
    assert!(calls > 0, "the README calls the command nowhere");
}
