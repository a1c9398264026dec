//! A test in a process of its own, where the environment or the memory can be taken away.

#![allow(clippy::panic, reason = "a test reports by panicking")]

use std::process::Command;

/// Names the test that a child process runs.
const ROLE: &str = "REDUCE_TEST_CHILD";

/// Brackets the text of the child among the words of the test harness.
const MARKS: [&str; 2] = ["<<child:", ":child>>"];

/// Runs `body` in a child process with `environment` changed, and returns its text; none in the child itself, which is done then.
///
/// The child is this test binary with the test called `test` alone, which has to be the caller.
///
/// # Panics
/// If the child fails or says nothing.
pub fn run(test: &str, environment: &[(&str, Option<&str>)], body: impl FnOnce() -> String) -> Option<String> {
    if std::env::var(ROLE).is_ok_and(|role| role == test) {
        println!("{}{}{}", MARKS[0], body(), MARKS[1]);
        return None;
    }
    let binary = std::env::current_exe().unwrap_or_else(|error| panic!("{error}"));
    let mut command = Command::new(binary);
    command
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(ROLE, test);
    for (name, value) in environment {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let output = command.output().unwrap_or_else(|error| panic!("{error}"));
    let (said, log) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    let words = said
        .split_once(MARKS[0])
        .and_then(|(_, rest)| rest.split_once(MARKS[1]));
    match words {
        Some((words, _)) if output.status.success() => Some(words.to_owned()),
        _ => panic!("the child of {test} ended with {}\n{said}\n{log}", output.status),
    }
}
