//! The checks of a release besides the tests: packages that build alone and serve a program, every pair of features, the oldest
//! compiler, the documentation as docs.rs builds it, and the licences of dependencies.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{self, Log};

/// The packages that are published, each after those that it depends on.
const PUBLISHED: [&str; 4] = ["reduce-macros", "reduce-core", "reduce-wgpu", "reduce-cli"];

/// The packages of the library, whose features are combined.
const LIBRARY: [&str; 2] = ["reduce-core", "reduce-wgpu"];

/// The tools that are installed into the target folder, with the versions that this was written for.
const TOOLS: [(&str, &str); 2] = [("cargo-hack", "^0.6"), ("cargo-deny", "^0.20")];

/// A program that depends on the packages as they are published.
const CONSUMER: &str = r#"use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Range {
    #[reduce(min, lift = x)]
    low: f32,
    #[reduce(max, lift = x)]
    high: f32,
}

fn main() -> Result<(), Error> {
    let range = Cpu::new().reduce::<Range>(&[3.0, -1.0, 2.0])?;
    assert_eq!(range, Range { low: -1.0, high: 3.0 });
    let kernels = Kernels::of::<Range>(&Caps::webgpu())?;
    assert!(kernels.wgsl().contains("@compute"));
    println!("{range:?}");
    Ok(())
}
"#;

/// Runs all of it.
pub(crate) fn check(log: &mut Log) -> Result<(), String> {
    packages(log)?;
    log.run("program from the packages", consumer()?)?;
    let tools = tools(log)?;
    let mut hack = step::cargo(&["hack", "clippy", "--feature-powerset", "--depth", "2", "--no-dev-deps"]);
    for package in LIBRARY {
        hack.args(["--package", package]);
    }
    hack.args(["--", "-D", "warnings"]);
    log.run("pairs of features", with_tools(hack, &tools))?;
    log.run("oldest compiler", oldest()?)?;
    log.run("documentation", documentation())?;
    let deny = step::cargo(&["deny", "check", "licenses", "bans", "sources"]);
    log.run("licences, bans, sources", with_tools(deny, &tools))
}

/// Packs what is published, and builds each package from what is in it.
fn packages(log: &mut Log) -> Result<(), String> {
    let mut command = step::cargo(&["package", "--allow-dirty"]);
    for package in PUBLISHED {
        command.args(["--package", package]);
    }
    log.run("packages", command)
}

/// The command that runs a program which depends on the packages.
fn consumer() -> Result<Command, String> {
    let folder = step::target().join("release-check");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    }
    let source = folder.join("program/src");
    fs::create_dir_all(&source).map_err(|why| format!("{}: {why}", source.display()))?;
    let version = env!("CARGO_PKG_VERSION");
    let mut patches = String::new();
    for package in PUBLISHED {
        unpack(
            &step::target().join(format!("package/{package}-{version}.crate")),
            &folder,
        )?;
        patches += &format!("{package} = {{ path = \"../{package}-{version}\" }}\n");
    }
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nreduce-wgpu = \"{version}\"\n\n[patch.crates-io]\n{patches}"
    );
    let write = |name: &str, text: &str| {
        let path = folder.join("program").join(name);
        fs::write(&path, text).map_err(|why| format!("{}: {why}", path.display()))
    };
    write("Cargo.toml", &manifest)?;
    write("src/main.rs", CONSUMER)?;
    let mut command = step::cargo(&["run"]);
    command.current_dir(folder.join("program"));
    Ok(command)
}

fn unpack(package: &Path, to: &Path) -> Result<(), String> {
    let status = Command::new("tar").arg("-xzf").arg(package).arg("-C").arg(to).status();
    step::finished(status).map_err(|how| format!("tar of {}: {how}", package.display()))
}

/// Installs the tools into the target folder, unless they are there; returns the folder of their programs.
fn tools(log: &mut Log) -> Result<PathBuf, String> {
    let root = step::target().join("tools");
    for (tool, version) in TOOLS {
        if root.join("bin").join(tool).exists() {
            continue;
        }
        let mut install = step::cargo(&["install", "--locked", "--version", version, tool, "--root"]);
        install.arg(&root);
        log.run(&format!("install {tool}"), install)?;
    }
    Ok(root.join("bin"))
}

fn with_tools(mut command: Command, tools: &Path) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(tools.to_path_buf()).chain(std::env::split_paths(&path));
    if let Ok(all) = std::env::join_paths(all) {
        command.env("PATH", all);
    }
    command
}

/// `cargo check` of what is published, by the `rust-version` of the manifest; rustup installs it.
fn oldest() -> Result<Command, String> {
    let version = env!("CARGO_PKG_RUST_VERSION");
    let install = ["toolchain", "install", version, "--profile", "minimal"];
    let installed = Command::new("rustup").args(install).status();
    step::finished(installed).map_err(|how| format!("rustup {}: {how}", install.join(" ")))?;
    let mut command = Command::new("rustup");
    command.args(["run", version, "cargo", "check", "--locked"]);
    for package in PUBLISHED {
        command.args(["--package", package]);
    }
    command.current_dir(step::root()).env_remove("CARGO");
    // Its own folder: the other compiler's crates stay.
    command.env("CARGO_TARGET_DIR", step::target().join("oldest"));
    command.env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN");
    Ok(command)
}

/// The documentation with the features that an item needs, as docs.rs shows it; rustdoc has that unstable option on every channel with this
/// variable set.
fn documentation() -> Command {
    let mut command = step::cargo(&["doc", "--no-deps", "--locked", "--all-features"]);
    for package in LIBRARY {
        command.args(["--package", package]);
    }
    command.env("RUSTC_BOOTSTRAP", "1");
    command.env("RUSTDOCFLAGS", "--cfg docsrs -Dwarnings");
    command.env("CARGO_TARGET_DIR", step::target().join("docsrs"));
    command
}
