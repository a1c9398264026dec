//! Writes docs/ladder.md, or looks whether it is what would be written: an example of `reduce-core` does, which needs no device.

use std::process::Command;

use crate::step::{self, Log};

/// The page that is there, or a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Check,
    Write,
}

/// Runs the example.
pub(crate) fn run(log: &mut Log, page: Page) -> Result<(), String> {
    log.run("ladder page", command(page))
}

fn command(page: Page) -> Command {
    let example = [
        "run",
        "--quiet",
        "--locked",
        "--package",
        "reduce-core",
        "--example",
        "ladder_page",
    ];
    let mut command = step::cargo(&example);
    if page == Page::Check {
        command.args(["--", "--check"]);
    }
    command
}
