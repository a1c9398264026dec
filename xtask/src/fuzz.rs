//! Random bodies in batches: each batch is built into `reduce-fuzz`, then run on each driver. And files that are changed at random.

use std::process::Command;

use crate::step::{self, Log};
use crate::suites::{self, Leg};

/// Bodies of a batch: rustc takes a minute or two of one core for them.
const BATCH: u64 = 250;

/// The bodies that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    seed: u64,
    first: u64,
    count: u64,
    drivers: Vec<Leg>,
}

impl Request {
    /// Reads `--seed`, `--first`, `--count` and `--driver`.
    pub(crate) fn of(words: &[&str]) -> Result<Self, String> {
        let mut request = Self {
            seed: 3,
            first: 0,
            count: 2000,
            drivers: vec![Leg::Llvmpipe, Leg::SwiftShader],
        };
        for pair in words.chunks(2) {
            let [name, value] = pair else {
                return Err(format!("`{}` has no value", pair.concat()));
            };
            let number = || {
                let parsed = value.parse::<u64>();
                parsed.map_err(|error| format!("`{name} {value}`: {error}"))
            };
            match *name {
                "--seed" => request.seed = number()?,
                "--first" => request.first = number()?,
                "--count" => request.count = number()?,
                "--driver" => request.drivers = drivers(value)?,
                _ => return Err(format!("`fuzz` has no option `{name}`")),
            }
        }
        Ok(request)
    }
}

fn drivers(name: &str) -> Result<Vec<Leg>, String> {
    match name {
        "both" => Ok(vec![Leg::Llvmpipe, Leg::SwiftShader]),
        "llvmpipe" => Ok(vec![Leg::Llvmpipe]),
        "swiftshader" => Ok(vec![Leg::SwiftShader]),
        _ => Err(format!("there is no driver `{name}`: llvmpipe, swiftshader or both")),
    }
}

/// Runs every batch on every driver, also after one has failed: the summary says which.
pub(crate) fn run(log: &mut Log, request: &Request) -> Result<(), String> {
    let places = suites::places(log, &request.drivers)?;
    let end = request.first.saturating_add(request.count);
    let mut first = request.first;
    let mut failures = Vec::new();
    while first < end {
        let count = BATCH.min(end - first);
        for driver in &request.drivers {
            let mut command = driver.fuzz(&places)?;
            command
                .env("REDUCE_FUZZ_SEED", request.seed.to_string())
                .env("REDUCE_FUZZ_FIRST", first.to_string())
                .env("REDUCE_FUZZ_COUNT", count.to_string());
            let name = format!("{} {first}..{}", driver.name(), first + count);
            failures.extend(suites::validated(log, &name, command, &places).err());
        }
        first += count;
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}

/// The changed files that were asked for: how many, and of which format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Files {
    seed: u64,
    first: u64,
    runs: u64,
    /// One of them, or all.
    format: Option<&'static str>,
}

/// The tests of `fuzz/tests/files/`, one per format.
const FORMATS: [&str; 7] = ["csv", "npy", "parquet", "parts", "png", "raw", "wav"];

impl Files {
    /// Reads `--runs`, `--seed`, `--first` and `--format`.
    pub(crate) fn of(words: &[&str]) -> Result<Self, String> {
        let mut files = Self {
            seed: 3,
            first: 0,
            runs: 100_000,
            format: None,
        };
        for pair in words.chunks(2) {
            let [name, value] = pair else {
                return Err(format!("`{}` has no value", pair.concat()));
            };
            let number = || {
                let parsed = value.parse::<u64>();
                parsed.map_err(|error| format!("`{name} {value}`: {error}"))
            };
            match *name {
                "--seed" => files.seed = number()?,
                "--first" => files.first = number()?,
                "--runs" => files.runs = number()?,
                "--format" => {
                    let known = FORMATS.into_iter().find(|format| format == value);
                    let all = || format!("there is no format `{value}`: {}", FORMATS.join(", "));
                    files.format = Some(known.ok_or_else(all)?);
                }
                _ => return Err(format!("`fuzz files` has no option `{name}`")),
            }
        }
        Ok(files)
    }

    /// The test, optimised, without generated bodies beside it.
    fn command(&self) -> Command {
        let mut command = step::cargo(&["test", "--release", "--locked", "--package", "reduce-fuzz"]);
        command.args(["--test", "files", "--", "--nocapture"]);
        command.args(self.format.iter().flat_map(|format| [*format, "--exact"]));
        command
            .env("REDUCE_FUZZ_COUNT", "0")
            .env("REDUCE_FILES_SEED", self.seed.to_string())
            .env("REDUCE_FILES_FIRST", self.first.to_string())
            .env("REDUCE_FILES_RUNS", self.runs.to_string());
        command
    }
}

/// Makes the runs of changed files.
pub(crate) fn run_files(log: &mut Log, files: &Files) -> Result<(), String> {
    log.test("fuzz files", files.command())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_of_a_known_format() {
        let files = Files::of(&["--format", "png", "--runs", "7"]);
        let expected = Files {
            seed: 3,
            first: 0,
            runs: 7,
            format: Some("png"),
        };
        assert_eq!(files, Ok(expected));
        assert!(Files::of(&["--format", "gif"]).is_err());
        assert!(Files::of(&["--count", "7"]).is_err());
    }

    #[test]
    fn options_are_read_in_any_order() {
        let request = Request::of(&["--driver", "llvmpipe", "--seed", "7"]);
        let expected = Request {
            seed: 7,
            first: 0,
            count: 2000,
            drivers: vec![Leg::Llvmpipe],
        };
        assert_eq!(request, Ok(expected));
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for words in [
            &["--seed"][..],
            &["--seed", "x"],
            &["--driver", "gpu"],
            &["--speed", "1"],
        ] {
            assert!(Request::of(words).is_err(), "{words:?}");
        }
    }
}
