//! One step of a command: runs a program, counts its tests, takes its time, and remembers both for the summary.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::slowest::Times;
use crate::tally::Tally;

/// The steps that ran.
pub(crate) struct Log {
    started: Instant,
    done: Vec<Done>,
    /// The tests with their steps and times.
    tests: Vec<(Duration, String)>,
    output: Output,
}

/// When the output of a program is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    AsItComes,
    /// When it ends, so that the lines of programs that run at once stay apart.
    AtTheEnd,
}

/// Tests whose times the summary shows.
const SLOWEST: usize = 10;

struct Done {
    name: String,
    time: Duration,
    tests: Option<Tally>,
    passed: bool,
}

/// The root of the checkout that this program runs for.
///
/// Cargo names the package it runs; what was compiled in may be another checkout that shares the target folder.
pub(crate) fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR");
    let here = here.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent().unwrap_or(&here).to_path_buf()
}

/// The folder in which cargo builds.
pub(crate) fn target() -> PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    // A path from the root is taken as it is.
    root().join(set)
}

/// Whether the tests that take longer with no limit do all that they can.
static ALL: AtomicBool = AtomicBool::new(false);

/// From now on tests do all that they can: more random bodies, more calls in a row.
pub(crate) fn test_all() {
    ALL.store(true, Ordering::Relaxed);
}

/// The cargo that runs this program, in the root of the workspace.
///
/// Incremental compilation is off unless the environment asks for it: each step compiles once, and its caches take 17 of the 20 GB
/// that the target folder of all steps holds with them (3.4 GB without).
pub(crate) fn cargo(args: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(args).current_dir(root());
    if std::env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    if ALL.load(Ordering::Relaxed) {
        command.env("REDUCE_TESTS", "all").env("REDUCE_FUZZ_COUNT", "120");
    }
    command
}

impl Log {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            done: Vec::new(),
            tests: Vec::new(),
            output: Output::AsItComes,
        }
    }

    /// A log for steps that run beside those of this one: it shows their output when they end.
    pub(crate) fn beside(&self) -> Self {
        Self {
            started: self.started,
            output: Output::AtTheEnd,
            ..Self::new()
        }
    }

    /// Takes over the steps of another log.
    pub(crate) fn append(&mut self, other: Self) {
        self.done.extend(other.done);
        self.tests.extend(other.tests);
    }

    /// Runs something that is not a program.
    pub(crate) fn work<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        eprintln!("\n==> {name}");
        let started = Instant::now();
        let result = work();
        self.push(name, started, None, result.is_ok());
        result.map_err(|why| format!("the step `{name}` failed: {why}"))
    }

    /// Runs a program that must succeed.
    pub(crate) fn run(&mut self, name: &str, command: Command) -> Result<(), String> {
        self.execute(name, command, |command| (None, finished(command.status())))
    }

    /// Runs a `cargo test` that must succeed and must have run at least one test.
    pub(crate) fn test(&mut self, name: &str, command: Command) -> Result<(), String> {
        self.test_and(name, command, || Ok(()))
    }

    /// Runs such a `cargo test`, and then `look` for its other requirements; both run in any case.
    pub(crate) fn test_and(
        &mut self,
        name: &str,
        command: Command,
        look: impl FnOnce() -> Result<(), String>,
    ) -> Result<(), String> {
        let threads = threads(&command);
        let mut times = Times::new(threads);
        let (started, output) = (self.started, self.output);
        let result = self.execute(name, command, |command| {
            let mut tally = Tally::default();
            let result = finished(echoed(command, output, |line| {
                tally.read(line);
                times.read(line, started.elapsed());
            }));
            // A filter or an empty suite must not look like a success.
            let result = result.and_then(|()| {
                if tally.passed > 0 {
                    Ok(())
                } else {
                    Err("it ran no test".into())
                }
            });
            let looked = look();
            (Some(tally), result.and(looked))
        });
        let taken = times.taken.into_iter();
        self.tests
            .extend(taken.map(|(test, time)| (time, format!("{name}: {test}"))));
        result
    }

    fn execute(
        &mut self,
        name: &str,
        mut command: Command,
        body: impl FnOnce(&mut Command) -> (Option<Tally>, Result<(), String>),
    ) -> Result<(), String> {
        let line = describe(&command);
        eprintln!("\n==> {name}: {line}");
        let started = Instant::now();
        let (tests, result) = body(&mut command);
        self.push(name, started, tests, result.is_ok());
        result.map_err(|how| format!("the step `{name}` failed ({how}); it was\n  {line}"))
    }

    fn push(&mut self, name: &str, started: Instant, tests: Option<Tally>, passed: bool) {
        self.done.push(Done {
            name: name.to_owned(),
            time: started.elapsed(),
            tests,
            passed,
        });
    }

    /// Prints the tests that take longest.
    fn slowest(&self) {
        let mut tests: Vec<&(Duration, String)> = self.tests.iter().collect();
        tests.sort_by(|a, b| b.cmp(a));
        if tests.len() > SLOWEST {
            println!("the slowest {SLOWEST} of {} tests:", tests.len());
            for (time, test) in &tests[..SLOWEST] {
                println!("{:8.1} s  {test}", time.as_secs_f64());
            }
        }
    }

    /// The time since the first step began, in minutes.
    pub(crate) fn minutes(&self) -> f64 {
        self.started.elapsed().as_secs_f64() / 60.0
    }

    /// One line per step, the slowest tests, then the total in the form of libtest.
    pub(crate) fn summary(&self, passed: bool) {
        let width = self.done.iter().map(|step| step.name.len()).max().unwrap_or_default();
        println!();
        let mut total = Tally::default();
        for step in &self.done {
            let verdict = if step.passed { "ok" } else { "FAILED" };
            let tests = step.tests.map(|tally| tally.to_string()).unwrap_or_default();
            let line = format!(
                "{:width$}  {verdict:6} {:8.1} s  {tests}",
                step.name,
                step.time.as_secs_f64()
            );
            println!("{}", line.trim_end());
            total += step.tests.unwrap_or_default();
        }
        self.slowest();
        let verdict = if passed { "ok" } else { "FAILED" };
        let time = self.started.elapsed().as_secs_f64();
        println!("test result: {verdict}. {total}; finished in {time:.2}s");
    }
}

/// The number of tests that this program runs at once, as libtest reads it.
fn threads(command: &Command) -> usize {
    let set = command.get_envs().find(|(name, _)| *name == "RUST_TEST_THREADS");
    let set = set.and_then(|(_, value)| value?.to_str()?.parse().ok());
    let from_outside = || std::env::var("RUST_TEST_THREADS").ok()?.parse().ok();
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    set.or_else(from_outside).unwrap_or_else(cores)
}

/// Nothing if the program succeeded, else how it ended.
pub(crate) fn finished(status: io::Result<ExitStatus>) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(status.to_string()),
        Err(why) => Err(why.to_string()),
    }
}

/// Runs the program, passes its output on, and shows each line to `see` as it comes.
fn echoed(command: &mut Command, output: Output, mut see: impl FnMut(&str)) -> io::Result<ExitStatus> {
    let kept = output == Output::AtTheEnd;
    if kept {
        command.stderr(Stdio::piped());
    }
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let messages = child.stderr.take().map(|mut messages| {
        thread::spawn(move || {
            let mut text = Vec::new();
            messages.read_to_end(&mut text).map(|_| text)
        })
    });
    let mut lines = Vec::new();
    if let Some(output) = child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        while output.read_until(b'\n', &mut line)? > 0 {
            see(&String::from_utf8_lossy(&line));
            if kept {
                lines.append(&mut line);
            } else {
                io::stdout().write_all(&line)?;
                line.clear();
            }
        }
    }
    let status = child.wait()?;
    if let Some(Ok(messages)) = messages.map(JoinHandle::join) {
        let mut out = io::stdout().lock();
        writeln!(out, "\n==> the output of {}", describe(command))?;
        out.write_all(&messages?)?;
        out.write_all(&lines)?;
    }
    Ok(status)
}

/// The program as one would type it, with the variables that were set for it.
fn describe(command: &Command) -> String {
    let set = command.get_envs().filter_map(|(name, value)| {
        value.map(|value| format!("{}={}", name.to_string_lossy(), quoted(&value.to_string_lossy())))
    });
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or(command.get_program());
    let program = [quoted(&program.to_string_lossy())];
    let args = command.get_args().map(|arg| quoted(&arg.to_string_lossy()));
    set.chain(program).chain(args).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{word}'")
    }
}
