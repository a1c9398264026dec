//! Writes docs/ladder.md, or checks whether it is up to date: an example of `reduce-core` does so, without a device.

use std::env;
use std::process::Command;

use crate::step::{self, Log};

/// The present page, or a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Check,
    Write,
}

/// Builds the example and runs it.
pub(crate) fn run(log: &mut Log, page: Page) -> Result<(), String> {
    // With all packages, as the suites: their builds of the dependencies are used.
    let build = [
        "build",
        "--quiet",
        "--locked",
        "--workspace",
        "--example",
        "ladder_page",
    ];
    log.run("ladder page, its program", step::cargo(&build))?;
    log.run("ladder page", command(page)?)
}

fn command(page: Page) -> Result<Command, String> {
    let own = env::current_exe().map_err(|why| format!("where this program lies: {why}"))?;
    let program = format!("ladder_page{}", env::consts::EXE_SUFFIX);
    // Built by the same profile into the same folder.
    let mut command = Command::new(own.with_file_name("examples").join(program));
    command.current_dir(step::root());
    if page == Page::Check {
        command.arg("--check");
    }
    Ok(command)
}
