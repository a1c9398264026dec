//! Runs the benchmarks, and for those of the CPU makes a Python with numpy to compare with.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::step;

const HELP: &str = "the CPU benchmarks compare with numpy and polars, in a virtual environment of their own.\n\
    Install Python 3 with venv and pip (Debian, Ubuntu: apt-get install -y python3 python3-venv; Fedora: dnf install -y \
    python3 python3-pip; Arch: pacman -S python), or set REDUCE_PYTHON to a Python that can import both.";

/// The CPU benchmarks, with a Python that has numpy and polars in `REDUCE_PYTHON`.
pub(crate) fn cpu(args: &[&str]) -> Result<(), String> {
    let python = python()?;
    let mut command = binary("cpu", args);
    command.env("REDUCE_PYTHON", python);
    succeed(&mut command, "the CPU benchmarks")
}

/// The GPU benchmarks.
pub(crate) fn gpu(args: &[&str]) -> Result<(), String> {
    succeed(&mut binary("gpu", args), "the GPU benchmarks")
}

fn binary(name: &str, args: &[&str]) -> Command {
    let mut command = step::cargo(&[
        "run",
        "--release",
        "--locked",
        "--package",
        "reduce-bench",
        "--bin",
        name,
        "--",
    ]);
    command.args(args);
    command
}

/// The Python asked for, or that of `target/bench-venv`, made and filled when it is not there.
fn python() -> Result<PathBuf, String> {
    if let Some(asked) = env::var_os("REDUCE_PYTHON").map(PathBuf::from) {
        return if has_numpy(&asked) {
            Ok(asked)
        } else {
            Err(format!(
                "REDUCE_PYTHON={} cannot import numpy and polars",
                asked.display()
            ))
        };
    }
    let folder = step::target().join("bench-venv");
    let python = folder.join("bin/python");
    if has_numpy(&python) {
        return Ok(python);
    }
    eprintln!("installing numpy and polars into {}", folder.display());
    if let Err(why) = make(&folder, &python) {
        // A half-made environment would look finished to the next run of venv.
        fs::remove_dir_all(&folder).ok();
        return Err(format!("{why}\n{HELP}"));
    }
    Ok(python)
}

fn make(folder: &Path, python: &Path) -> Result<(), String> {
    succeed(
        Command::new("python3").args(["-m", "venv"]).arg(folder),
        "python3 -m venv",
    )?;
    let mut pip = Command::new(python);
    pip.args([
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "numpy",
        "polars",
    ]);
    succeed(&mut pip, "pip install numpy polars")
}

fn has_numpy(python: &Path) -> bool {
    let mut command = Command::new(python);
    command
        .args(["-c", "import numpy, polars"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn succeed(command: &mut Command, what: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} failed ({status})")),
        Err(why) => Err(format!("{what} cannot be run: {why}")),
    }
}
