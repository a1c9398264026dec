//! How long a crate of thirty operators takes to compile: clean, and after a change of `main.rs` alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::step;

/// Runs of each build, of which the median is shown.
const RUNS: usize = 3;

/// The name of the crate.
const NAME: &str = "thirty-operators";

/// The line of `main.rs` that a change changes, up to its number.
const CHANGED: &str = "const SCALE: f32 = ";

/// The times of a build.
#[derive(Clone, Copy)]
struct Took {
    clock: Duration,
    /// The time that processors spent, where the system says so.
    processors: Option<Duration>,
}

/// Builds the crate and prints the times; `--beside CHECKOUT` builds it with the packages of another checkout as well, in turns with
/// those of this one. The other words are levels of optimisation.
pub(crate) fn measure(words: &[&str]) -> Result<(), String> {
    let (mut checkouts, mut levels, mut words) = (Vec::new(), Vec::new(), words.iter());
    while let Some(word) = words.next() {
        match (*word, words.as_slice()) {
            ("--beside", [checkout, ..]) => {
                checkouts.push(PathBuf::from(checkout));
                words.next();
            }
            ("0" | "1" | "2" | "3" | "s" | "z", _) => levels.push(*word),
            _ => return Err(format!("`{word}` is no level of optimisation: 0, 1, 2, 3, s or z")),
        }
    }
    checkouts.push(step::root());
    if levels.is_empty() {
        levels.push("1");
    }
    for level in levels {
        of_level(level, &checkouts)?;
    }
    Ok(())
}

fn of_level(level: &str, checkouts: &[PathBuf]) -> Result<(), String> {
    let mut times = Vec::new();
    for (index, checkout) in checkouts.iter().enumerate() {
        let folder = step::target().join("bench-compile").join(index.to_string());
        write(checkout, &folder, level)?;
        build(&folder)?;
        times.push((folder, Vec::new(), Vec::new()));
    }
    for run in 0..RUNS {
        for (folder, clean, edit) in &mut times {
            succeed(cargo(folder).args(["clean", "--package", NAME]))?;
            clean.push(build(folder)?);
            change(folder, run)?;
            edit.push(build(folder)?);
        }
    }
    for (checkout, (_, clean, edit)) in checkouts.iter().zip(times) {
        println!("opt-level {level}, {}", checkout.display());
        show("clean", clean);
        show("after a change of main.rs", edit);
    }
    Ok(())
}

/// Writes the crate: its sources, the versions of the checkout's workspace, and a manifest.
fn write(checkout: &Path, folder: &Path, level: &str) -> Result<(), String> {
    let failed = |why: std::io::Error| format!("{} cannot be written: {why}", folder.display());
    let sources = step::root().join("benches/compile");
    fs::create_dir_all(folder.join("src")).map_err(failed)?;
    for file in ["main.rs", "derived.rs", "written.rs"] {
        fs::copy(sources.join(file), folder.join("src").join(file)).map_err(failed)?;
    }
    fs::copy(checkout.join("Cargo.lock"), folder.join("Cargo.lock")).map_err(failed)?;
    let reduce = checkout.join("reduce-wgpu");
    // A workspace of its own: its dependencies are not members, and are built once.
    let manifest = format!(
        "[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nreduce-wgpu = {{ path = {reduce:?} }}\n\n[profile.dev]\nopt-level = {}\n",
        level
            .parse::<u8>()
            .map_or_else(|_| format!("{level:?}"), |level| level.to_string())
    );
    fs::write(folder.join("Cargo.toml"), manifest).map_err(failed)
}

/// Changes a number that `main` reads.
fn change(folder: &Path, run: usize) -> Result<(), String> {
    let path = folder.join("src/main.rs");
    let failed = |why: std::io::Error| format!("{} cannot be changed: {why}", path.display());
    let text = fs::read_to_string(&path).map_err(failed)?;
    let lines = text.lines().map(|line| match line.starts_with(CHANGED) {
        true => format!("{CHANGED}{}.0;\n", run + 2),
        false => format!("{line}\n"),
    });
    fs::write(&path, lines.collect::<String>()).map_err(failed)
}

/// A cargo that compiles incrementally, as users have it, into a folder that all checkouts share: their dependencies are the same.
fn cargo(folder: &Path) -> Command {
    let mut command = step::cargo(&[]);
    command.current_dir(folder).env("CARGO_INCREMENTAL", "1");
    command.env("CARGO_TARGET_DIR", step::target().join("bench-compile/target"));
    command
}

fn build(folder: &Path) -> Result<Took, String> {
    let (started, before) = (Instant::now(), processors());
    succeed(cargo(folder).args(["build", "--quiet"]))?;
    Ok(Took {
        clock: started.elapsed(),
        processors: processors().zip(before).map(|(now, before)| now.saturating_sub(before)),
    })
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|why| format!("cargo cannot be run: {why}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} failed:\n{said}"))
}

/// The time that processors spent for programs that this one has waited for, as Linux says it in hundredths of a second.
fn processors() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let ticks: u64 = fields.split_whitespace().nth(13)?.parse().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

fn show(name: &str, runs: Vec<Took>) {
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times.get(times.len() / 2).map(Duration::as_secs_f64)
    };
    let clock = median(runs.iter().map(|took| took.clock).collect());
    let processors = median(runs.iter().filter_map(|took| took.processors).collect());
    let said = |time: Option<f64>| time.map_or_else(|| "–".to_owned(), |time| format!("{time:.2} s"));
    println!(
        "    {name:26} {:>8} on the clock, {:>8} of processors",
        said(clock),
        said(processors)
    );
}
