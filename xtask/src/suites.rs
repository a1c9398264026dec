//! The places where test targets run: without a driver, on each Vulkan driver, in the browser; and the lints after them.

use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::drivers::{self, Need, Places};
use crate::install;
use crate::layers::Watch;
use crate::step::{self, Log};

/// Test targets of `reduce-tests` that run once on each driver.
const ON_A_DEVICE: [&str; 14] = [
    "devices",
    "groups",
    "encode",
    "joined",
    "ladder",
    "policy",
    "strided",
    "parameters",
    "results",
    "gallery",
    "check_monoid",
    "subset",
    "soak",
    "examples",
];

/// Test targets of `reduce-tests` that open devices all the time, which they do one test after the other: the validation layer (1.3.239) looks devices
/// up in a map without a lock, and a thread that opens one while another calls a driver made it crash in one of some forty runs.
const OPENING_DEVICES: [&str; 1] = ["faults"];

/// Test targets of `reduce-tests` that run on both drivers together.
const ON_BOTH: [&str; 1] = ["gpus"];

/// Test targets of `reduce-tests` that ask other compilers.
const TRANSLATED: [&str; 1] = ["emit"];

/// Test targets of `reduce-tests` that run in the browser.
const IN_THE_BROWSER: [&str; 1] = ["browser"];

/// Unit tests of unsafe code, by parts of their names: all of the CPU engine, and the bytes that are written and read.
const UNSAFE: [&str; 2] = ["cpu::", "every_byte"];

/// The test target of the command line tool on a device, and that of random bodies.
const COMMAND: &str = "device";
const BODIES: &str = "bodies";

/// Test targets whose expectations `bless` rewrites.
const BLESSED: [&str; 3] = ["ui", "snapshots", "api"];

/// Variables that would lead a test to another driver or adapter than the leg's, or change what is validated.
const STEERING: [&str; 18] = [
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
    "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVERS_DISABLE",
    "WGPU_BACKEND",
    "WGPU_ADAPTER_NAME",
    "WGPU_POWER_PREF",
    "REDUCE_DRIVER",
    "VK_INSTANCE_LAYERS",
    "VK_LOADER_LAYERS_ENABLE",
    "VK_LOADER_LAYERS_DISABLE",
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_LAYER_SETTINGS_PATH",
    "VK_LAYER_ENABLES",
    "VK_LAYER_DISABLES",
    "VK_LAYER_MESSAGE_ID_FILTER",
];

/// Set as the driver manifest where no test may depend on a driver by accident.
const NO_DRIVER: &str = "/nonexistent/no-driver.json";

/// A part of the suites that can run on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leg {
    Cpu,
    Memcheck,
    Llvmpipe,
    SwiftShader,
    Faults,
    Gpus,
    Emit,
    Browser,
}

impl Leg {
    pub(crate) const ALL: [Self; 8] = [
        Self::Cpu,
        Self::Memcheck,
        Self::Llvmpipe,
        Self::SwiftShader,
        Self::Faults,
        Self::Gpus,
        Self::Emit,
        Self::Browser,
    ];

    /// Whether most of its time passes on one core: then it runs beside others.
    fn takes_one_core(self) -> bool {
        matches!(self, Self::Faults | Self::Gpus | Self::Emit | Self::Browser)
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|leg| leg.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Memcheck => "memcheck",
            Self::Llvmpipe => "llvmpipe",
            Self::SwiftShader => "swiftshader",
            Self::Faults => "faults",
            Self::Gpus => "gpus",
            Self::Emit => "emit",
            Self::Browser => "browser",
        }
    }

    fn needs(self) -> &'static [Need] {
        match self {
            Self::Cpu => &[],
            Self::Memcheck => &[Need::Valgrind],
            Self::Llvmpipe => &[Need::Loader, Need::Llvmpipe, Need::ValidationLayer],
            Self::SwiftShader => &[Need::Loader, Need::SwiftShader, Need::ValidationLayer],
            Self::Faults | Self::Gpus => &[Need::Loader, Need::Llvmpipe, Need::SwiftShader, Need::ValidationLayer],
            Self::Emit => &[Need::SpirvVal, Need::Glslang],
            Self::Browser => &[Need::Chromium],
        }
    }

    fn run(self, log: &mut Log, places: &Places) -> Result<(), String> {
        match self {
            // The targets that cargo takes by itself: the manifests leave out the targets that are named here.
            Self::Cpu => log.test("no driver", without_driver(targets(&[]))),
            Self::Memcheck => {
                let valgrind = places.get(Need::Valgrind)?;
                let command = log.work("unit tests for memcheck", || memcheck(valgrind))?;
                log.test(self.name(), command)
            }
            Self::Llvmpipe | Self::SwiftShader => {
                let suites = self.on_a_device(targets(&ON_A_DEVICE), places)?;
                validated(log, self.name(), suites, places)?;
                let command = self.on_a_device(targets(&[COMMAND]), places)?;
                validated(log, &format!("command {}", self.name()), command, places)?;
                validated(log, &format!("fuzz {}", self.name()), self.fuzz(places)?, places)
            }
            Self::Faults => {
                for driver in [Self::Llvmpipe, Self::SwiftShader] {
                    let mut command = driver.on_a_device(targets(&OPENING_DEVICES), places)?;
                    command.env("RUST_TEST_THREADS", "1");
                    validated(log, &format!("faults {}", driver.name()), command, places)?;
                }
                Ok(())
            }
            Self::Gpus => {
                let manifests = [places.get(Need::Llvmpipe)?, places.get(Need::SwiftShader)?];
                let both = env::join_paths(manifests).map_err(|why| why.to_string())?;
                let mut command = with_driver(targets(&ON_BOTH), &both);
                command.env("WGPU_BACKEND", "vulkan");
                validated(log, self.name(), command, places)
            }
            Self::Emit => {
                let mut command = without_driver(targets(&TRANSLATED));
                command.env("REDUCE_SPIRV_VAL", places.get(Need::SpirvVal)?);
                command.env("REDUCE_GLSLANG", places.get(Need::Glslang)?);
                log.test(self.name(), command)
            }
            Self::Browser => {
                let mut command = without_driver(targets(&IN_THE_BROWSER));
                command.env("REDUCE_CHROMIUM", places.get(Need::Chromium)?);
                log.test(self.name(), command)
            }
        }
    }

    /// The random bodies, built by the variables that `reduce-fuzz` reads.
    pub(crate) fn fuzz(self, places: &Places) -> Result<Command, String> {
        self.on_a_device(targets(&[BODIES]), places)
    }

    /// The command on the driver of this leg alone.
    fn on_a_device(self, command: Command, places: &Places) -> Result<Command, String> {
        let need = match self {
            Self::Llvmpipe => Need::Llvmpipe,
            Self::SwiftShader => Need::SwiftShader,
            Self::Cpu | Self::Memcheck | Self::Faults | Self::Gpus | Self::Emit | Self::Browser => {
                return Err(format!("the leg {} has no Vulkan driver of its own", self.name()));
            }
        };
        let mut command = with_driver(command, places.get(need)?.as_os_str());
        command.env("WGPU_BACKEND", "vulkan").env("REDUCE_DRIVER", self.name());
        Ok(command)
    }
}

/// Runs tests on a device with Vulkan's validation layer on: its reports fail them.
pub(crate) fn validated(log: &mut Log, name: &str, mut command: Command, places: &Places) -> Result<(), String> {
    let watch = Watch::over(&mut command, places.get(Need::ValidationLayer)?)?;
    log.test_and(name, command, || watch.finish())
}

/// Finds or installs what the legs need, then runs them: those that take one core beside the others, which leave a core idle now and then.
///
/// On two cores all of them take 17.9 minutes one after the other.
pub(crate) fn test(log: &mut Log, legs: &[Leg]) -> Result<(), String> {
    let places = places(log, legs)?;
    if let [leg] = legs {
        return leg.run(log, &places);
    }
    let (beside, legs): (Vec<Leg>, Vec<Leg>) = legs.iter().partition(|leg| leg.takes_one_core());
    let failed = AtomicBool::new(false);
    let in_order = |log: &mut Log, legs: &[Leg]| {
        for leg in legs {
            if failed.load(Ordering::Relaxed) {
                break;
            }
            eprintln!("\n==> suite {}, after {:.1} min", leg.name(), log.minutes());
            leg.run(log, &places)
                .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    };
    let mut quiet = log.beside();
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| in_order(&mut quiet, &beside));
        let first = in_order(log, &legs);
        let panicked = |_| Err("a suite panicked".to_owned());
        (first, second.join().unwrap_or_else(panicked))
    });
    log.append(quiet);
    first.and(second)
}

/// Finds or installs what the legs need.
pub(crate) fn places(log: &mut Log, legs: &[Leg]) -> Result<Places, String> {
    let needs: Vec<Need> = Need::ALL
        .into_iter()
        .filter(|need| legs.iter().any(|leg| leg.needs().contains(need)))
        .collect();
    if needs.is_empty() {
        return Ok(Places::default());
    }
    log.work("drivers", || ready(&needs))
}

fn ready(needs: &[Need]) -> Result<Places, String> {
    let mut places = drivers::find(needs)?;
    let missing = places.missing(needs);
    if !missing.is_empty() {
        install::with_apt(&missing)?;
        places = drivers::find(needs)?;
    }
    places.print();
    match places.missing(needs) {
        missing if missing.is_empty() => Ok(places),
        missing => Err(install::advice(&missing)),
    }
}

/// Rewrites the expected compiler messages and snapshots.
pub(crate) fn bless(log: &mut Log) -> Result<(), String> {
    let mut command = without_driver(targets(&BLESSED));
    command.env("TRYBUILD", "overwrite").env("REDUCE_BLESS", "1");
    log.test("bless", command)
}

/// Formatting, clippy and docs; every warning is an error.
pub(crate) fn lint(log: &mut Log) -> Result<(), String> {
    log.run("fmt", step::cargo(&["fmt", "--all", "--check"]))?;
    log.run("clippy", clippy(&["--all-targets".to_owned()]))?;
    // The targets that cargo leaves out of all targets, as `cargo test` does.
    let rest: Vec<String> = named().iter().map(|name| format!("--test={name}")).collect();
    log.run("clippy of the rest", clippy(&rest))?;
    let mut doc = step::cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    doc.env("RUSTDOCFLAGS", "-Dwarnings");
    log.run("doc", doc)
}

/// The test targets that a leg names, all that `cargo test` leaves out.
fn named() -> Vec<&'static str> {
    [
        &ON_A_DEVICE[..],
        &OPENING_DEVICES,
        &ON_BOTH,
        &TRANSLATED,
        &IN_THE_BROWSER,
        &[COMMAND, BODIES],
    ]
    .concat()
}

/// Clippy over those targets of all packages; every warning is an error.
fn clippy(targets: &[String]) -> Command {
    let mut command = step::cargo(&["clippy", "--workspace", "--locked"]);
    command.args(targets).args(["--", "-D", "warnings"]);
    command
}

/// `cargo test` of those test targets, whichever package they belong to; without names, of all that need no driver.
///
/// All packages are chosen, always: with some of them alone, cargo leaves out features that the others ask for, and compiles naga,
/// wgpu and this library once more for each such choice.
fn targets(names: &[&str]) -> Command {
    let mut command = step::cargo(&["test", "--locked", "--workspace"]);
    for name in names {
        command.args(["--test", name]);
    }
    command
}

/// The unit tests around unsafe code, under Valgrind: a read of bytes that were not written or not allocated is an error, also where the
/// result depends on it later.
///
/// Unit tests have the loops for AVX whatever the level of optimisation; Valgrind knows AVX2. Their program is the one that the suite `cpu` runs:
/// `cargo test --lib` would build the libraries that have no unit tests as well.
fn memcheck(valgrind: &Path) -> Result<Command, String> {
    let mut build = targets(&[]);
    build.args(["--no-run", "--message-format=json"]);
    let built = without_driver(build)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|why| why.to_string())?;
    let messages = String::from_utf8_lossy(&built.stdout);
    let program = executable(&messages, "reduce_core").ok_or("cargo built no unit tests of reduce-core")?;
    let mut command = Command::new(valgrind);
    command
        .args(["--quiet", "--error-exitcode=99", "--leak-check=no", "--fair-sched=yes"])
        .arg(program)
        .args(UNSAFE)
        .current_dir(step::root().join("reduce-core"));
    Ok(without_driver(command))
}

/// The program of a library's unit tests, from the messages of cargo: a JSON object a line.
fn executable(messages: &str, library: &str) -> Option<String> {
    let mut programs = messages.lines().filter_map(|message| {
        let is_library = message.contains("\"kind\":[\"lib\"]") && message.contains(&format!("\"name\":\"{library}\""));
        let (_, program) = message.split_once("\"executable\":\"").filter(|_| is_library)?;
        let program = program.split('"').next()?;
        Some(program.replace("\\\\", "\\"))
    });
    programs.next()
}

fn without_driver(command: Command) -> Command {
    with_driver(command, OsStr::new(NO_DRIVER))
}

/// Makes that manifest, or those of a list, all that the Vulkan loader sees; older loaders know it by the second name.
fn with_driver(mut command: Command, manifest: &OsStr) -> Command {
    for name in STEERING {
        command.env_remove(name);
    }
    command
        .env("VK_DRIVER_FILES", manifest)
        .env("VK_ICD_FILENAMES", manifest);
    command
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_leg_is_found_by_its_name() {
        for leg in Leg::ALL {
            assert_eq!(Leg::named(leg.name()), Some(leg));
        }
        assert_eq!(Leg::named("gpu"), None);
    }

    /// Targets that run on each driver, and without one on the CPU engine as well.
    const ALSO_WITHOUT_A_DRIVER: [&str; 1] = ["groups"];

    /// A target that `cargo test` leaves out and no leg named would never run.
    #[test]
    fn every_target_runs_in_some_leg() {
        let mut left_out = Vec::new();
        for package in ["tests", "fuzz", "reduce-cli"] {
            let manifest = step::root().join(package).join("Cargo.toml");
            let manifest = std::fs::read_to_string(manifest).unwrap_or_else(|why| panic!("{why}"));
            for target in manifest.split("[[test]]").skip(1) {
                let target = target.split("\n[").next().unwrap_or_default();
                let name = target.lines().find_map(|line| line.strip_prefix("name = "));
                if target.lines().any(|line| line == "test = false") {
                    left_out.extend(name.map(|name| name.trim_matches('"').to_owned()));
                }
            }
        }
        let mut named: Vec<&str> = named();
        named.retain(|name| !ALSO_WITHOUT_A_DRIVER.contains(name));
        named.sort_unstable();
        left_out.sort_unstable();
        assert_eq!(left_out, named);
    }

    #[test]
    fn each_leg_steers_to_its_own_driver() {
        let places = Places::of(Need::SwiftShader, "/icd.json".into());
        let command = Leg::SwiftShader.fuzz(&places).unwrap_or_else(|why| panic!("{why}"));
        let set = |name: &str| {
            command
                .get_envs()
                .find(|(key, _)| *key == name)
                .and_then(|(_, value)| value)
        };
        assert_eq!(set("VK_DRIVER_FILES"), Some("/icd.json".as_ref()));
        assert_eq!(set("REDUCE_DRIVER"), Some("swiftshader".as_ref()));
        assert_eq!(set("WGPU_ADAPTER_NAME"), None);
    }

    #[test]
    fn the_program_of_unit_tests_is_the_librarys() {
        let line = |kind: &str, name: &str, program: &str| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"target\":{{\"kind\":[\"{kind}\"],\"name\":\"{name}\"}},\"executable\":{program}}}\n"
            )
        };
        let messages = [
            line("lib", "reduce_core", "null"),
            line("test", "reduce_core", "\"/t/other\""),
            line("lib", "reduce_wgpu", "\"/t/wgpu\""),
            line("lib", "reduce_core", "\"/t/core\""),
        ];
        assert_eq!(
            executable(&messages.concat(), "reduce_core").as_deref(),
            Some("/t/core")
        );
        assert_eq!(executable(&messages.concat(), "reduce_cli"), None);
    }
}
