//! The chores of this workspace, run as `cargo xtask <command>`: this file reads the command line and hands over.

mod bench;
mod compile;
mod drivers;
mod fuzz;
mod install;
mod ladder;
mod layers;
mod plot;
mod release;
mod slowest;
mod step;
mod suites;
mod tally;

use std::process::ExitCode;

use ladder::Page;
use step::Log;
use suites::Leg;

const USAGE: &str = "\
usage: cargo xtask <command>

  test                 every suite, those that take one core beside the others
  test all             the same with more: 120 random bodies instead of 50, 100 000 calls in a row instead of 10 000
  test <leg>           one of them: cpu, memcheck, llvmpipe, swiftshader, faults, gpus, emit, browser
  fuzz [options]       random bodies of #[gpu], on the CPU and on llvmpipe and SwiftShader; same seed, same bodies
    --seed S           default 3
    --first N          the number of the first body, default 0
    --count N          how many, default 2000
    --driver NAME      llvmpipe, swiftshader or both, default both
  fuzz files [options] files and bytes of parts that are changed at random, given to the code that reads them
    --seed S           default 3
    --first N          the number of the first run, default 0
    --runs N           how many of each format, default 100000
    --format NAME      csv, npy, parquet, parts, png, raw or wav, default all
  bless                take the compiler messages and snapshots of this checkout as the expected ones
  bench cpu [args..]   CPU benchmarks beside numpy, which comes from PyPI into target/bench-venv; `groups` of them
  bench gpu [args..]   GPU benchmarks
  bench compile [args] how long a crate of thirty operators takes to compile; levels of optimisation, and --beside CHECKOUT
  bench plot           draw docs/h200.svg and docs/groups.svg from the .csv files beside them
  ladder [--check]     write docs/ladder.md, or fail if it is not what would be written
  release-check        packages, a program from them, pairs of features, the oldest compiler, docs, licences; takes minutes
  ci                   test all, then fmt, clippy, doc with warnings as errors, and ladder --check

On Debian and Ubuntu, as root, `test` installs missing Vulkan drivers, their validation layer and Chromium with apt-get. To use others:
  REDUCE_LLVMPIPE_ICD     the driver manifest of Mesa llvmpipe, such as /usr/share/vulkan/icd.d/lvp_icd.x86_64.json
  REDUCE_SWIFTSHADER_ICD  the driver manifest of SwiftShader, such as /usr/lib/chromium/vk_swiftshader_icd.json
  REDUCE_VALIDATION_LAYER the manifest of Vulkan's validation layer, VkLayer_khronos_validation.json
  REDUCE_CHROMIUM         the Chromium or Chrome executable
  REDUCE_PYTHON           a Python with numpy, for `bench cpu`
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    match words {
        [] | ["-h" | "--help" | "help"] => {
            print!("{USAGE}");
            Ok(())
        }
        ["test"] => logged(|log| suites::test(log, &Leg::ALL)),
        ["test", "all"] => {
            step::test_all();
            logged(|log| suites::test(log, &Leg::ALL))
        }
        ["test", name] => {
            let leg = Leg::named(name).ok_or_else(|| unknown("leg", name))?;
            logged(|log| suites::test(log, &[leg]))
        }
        ["fuzz", "files", options @ ..] => {
            let files = fuzz::Files::of(options).map_err(|why| format!("{why}\n\n{USAGE}"))?;
            logged(|log| fuzz::run_files(log, &files))
        }
        ["fuzz", options @ ..] => {
            let request = fuzz::Request::of(options).map_err(|why| format!("{why}\n\n{USAGE}"))?;
            logged(|log| fuzz::run(log, &request))
        }
        ["bless"] => logged(suites::bless),
        ["ladder"] => logged(|log| ladder::run(log, Page::Write)),
        ["ladder", "--check"] => logged(|log| ladder::run(log, Page::Check)),
        ["release-check"] => logged(release::check),
        ["ci"] => {
            step::test_all();
            logged(|log| {
                suites::test(log, &Leg::ALL)?;
                suites::lint(log)?;
                ladder::run(log, Page::Check)
            })
        }
        ["bench", "cpu", args @ ..] => bench::cpu(args),
        ["bench", "gpu", args @ ..] => bench::gpu(args),
        ["bench", "compile", args @ ..] => compile::measure(args),
        ["bench", "plot"] => plot::write(),
        _ => Err(unknown("command", &words.join(" "))),
    }
}

/// Runs the steps of a command and prints the summary, also of those that ran before a failure.
fn logged(steps: impl FnOnce(&mut Log) -> Result<(), String>) -> Result<(), String> {
    let mut log = Log::new();
    let result = steps(&mut log);
    log.summary(result.is_ok());
    result
}

fn unknown(what: &str, name: &str) -> String {
    format!("there is no {what} `{name}`\n\n{USAGE}")
}
