//! The examples as a user runs them, on the driver that `cargo xtask test` names, and what the README says they print.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "examples/groups.rs"]
mod groups;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use reduce_tests::device::Driver;
use reduce_tests::documents::blocks;
use reduce_tests::oracle;

const SEATTLE: &str = "examples/data/seattle-weather-hourly-normals.csv";

/// No driver at all, under both names that loaders know.
const NO_DRIVER: [(&str, &str); 2] = [
    ("VK_DRIVER_FILES", "/nonexistent/no-driver.json"),
    ("VK_ICD_FILENAMES", "/nonexistent/no-driver.json"),
];

fn root() -> PathBuf {
    let tests = std::env::var_os("CARGO_MANIFEST_DIR").unwrap();
    Path::new(&tests).parent().unwrap().to_owned()
}

/// The output of a program, and how it ended.
struct Ran {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

/// `cargo run --example` from the root, in the profile of this test: then cargo finds everything built already.
fn example(name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    Driver::of_this_run();
    let mut command = Command::new(std::env::var_os("CARGO").unwrap());
    command.args(["run", "--quiet", "--locked", "--example", name]);
    // The dev profile has no debug assertions in this package: the path of the test says its profile.
    let test = std::env::current_exe().unwrap();
    if test.components().any(|part| part.as_os_str() == "release") {
        command.arg("--release");
    }
    command.arg("--").args(arguments).current_dir(root());
    let output = command.envs(variables.iter().copied()).output().unwrap();
    Ran {
        status: output.status,
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The standard output of an example that has to end well.
fn printed(name: &str, arguments: &[&str]) -> String {
    let ran = example(name, arguments, &[]);
    let Ran { status, stderr, .. } = &ran;
    assert!(status.success(), "{name} {arguments:?} ended with {status}:\n{stderr}");
    ran.stdout
}

/// The one line with which an example has to fail. The driver may have written lines of its own.
fn refusal(name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let ran = example(name, arguments, variables);
    assert!(!ran.status.success(), "{name} {arguments:?} succeeded:\n{}", ran.stdout);
    let sign = format!("{name}: ");
    let lines: Vec<&str> = ran.stderr.lines().filter_map(|line| line.strip_prefix(&sign)).collect();
    assert_eq!(lines.len(), 1, "{}", ran.stderr);
    assert!(ran.stderr.ends_with(&format!("{}\n", lines[0])), "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    lines[0].to_owned()
}

/// The value behind a label of quickstart's output.
fn value<'a>(output: &'a str, label: &str) -> &'a str {
    let found = output.lines().find_map(|line| line.strip_prefix(label));
    found
        .unwrap_or_else(|| panic!("no line starts with {label:?}:\n{output}"))
        .trim()
}

/// Quickstart's output without the parts that differ from run to run and from engine to engine.
fn lasting(output: &str) -> String {
    let changes = |line: &str| line.starts_with("engine ") || line.starts_with("time ");
    output
        .lines()
        .filter(|line| !changes(line))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn assert_names_the_driver(text: &str) {
    let name = Driver::of_this_run().adapter_name();
    assert!(text.contains(name), "no {name} in: {text}");
}

/// A file of this test's own.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{:?}-{name}", Driver::of_this_run()));
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn quickstart_prints_the_statistics_of_the_file() {
    let text = fs::read_to_string(root().join(SEATTLE)).unwrap();
    let temperatures: Vec<f32> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(2).unwrap().parse().unwrap())
        .collect();
    let count = temperatures.len() as f64;
    let exact: f64 = temperatures.iter().map(|&t| f64::from(t)).sum::<f64>() / count;
    let magnitude: f64 = temperatures.iter().map(|&t| f64::from(t.abs())).sum::<f64>() / count;
    let low = temperatures.iter().copied().fold(f32::INFINITY, f32::min);
    let high = temperatures.iter().copied().fold(f32::NEG_INFINITY, f32::max);

    // The sum's, and one of the division.
    let bound = (oracle::roundings(temperatures.len()) + 1.0) * oracle::UNIT * magnitude;
    assert!(bound < 1e-4, "{bound} says nothing about a temperature");

    let output = printed("quickstart", &[]);
    assert_eq!(value(&output, "engine "), "CPU", "never a software rasteriser");
    assert_eq!(value(&output, "count "), "8759");
    assert_eq!(temperatures.len(), 8759);
    let mean: f32 = value(&output, "mean ").parse().unwrap();
    assert!(
        (f64::from(mean) - exact).abs() <= bound,
        "{mean} is not within {bound} of {exact}"
    );
    assert_eq!(value(&output, "min ").parse(), Ok(low));
    assert_eq!(value(&output, "max ").parse(), Ok(high));
    assert!(output.contains("\nfn stats_combine(a: Stats, b: Stats) -> Stats {\n"));
}

#[test]
fn quickstart_prints_the_same_on_the_gpu() {
    let (on_cpu, on_gpu) = (printed("quickstart", &[]), printed("quickstart", &["--gpu"]));
    assert_names_the_driver(value(&on_gpu, "engine "));
    assert_eq!(lasting(&on_cpu), lasting(&on_gpu));
}

#[test]
fn quickstart_reads_other_files() {
    let path = file("own.csv", "name, height\nann, 1.5\nbob, -2\n\"c, d\", 0.25\n");
    for gpu in [&[][..], &["--gpu"]] {
        let output = printed("quickstart", &[gpu, &[&path, "height"]].concat());
        let values = ["count ", "mean ", "min ", "max "].map(|label| value(&output, label));
        assert_eq!(values, ["3", "-0.083333336", "-2.0", "1.5"]);
    }
    let path = file("empty.csv", "name,height\n");
    for gpu in [&[][..], &["--gpu"]] {
        let output = printed("quickstart", &[gpu, &[&path, "height"]].concat());
        let values = ["count ", "mean ", "min ", "max "].map(|label| value(&output, label));
        assert_eq!(values, ["0", "NaN", "inf", "-inf"]);
    }
}

#[test]
fn quickstart_says_what_is_wrong() {
    let refused = |arguments: &[&str]| refusal("quickstart", arguments, &[]);
    let missing = refused(&["no/such/file.csv", "height"]);
    assert_eq!(missing, "no/such/file.csv: No such file or directory (os error 2)");
    assert_eq!(
        refused(&[SEATTLE, "snow"]),
        format!("{SEATTLE}: there is no column `snow`; there are: date, pressure, temperature, wind")
    );
    let path = file("cell.csv", "name,height\nann,1.5\nbob,tall\n");
    assert_eq!(
        refused(&[&path, "height"]),
        format!("{path}: line 3: `tall` in column `height` is not a number")
    );
    let path = file("short.csv", "name,height\nann,1.5\nbob\n");
    let short = refused(&[&path, "height"]);
    assert!(
        short.starts_with(&format!("{path}: ")) && short.contains("line: 3"),
        "{short}"
    );
    assert_eq!(refused(&["--cpu"]), "usage: quickstart [--gpu] [FILE COLUMN]");
}

#[test]
fn wrong_adapter_names_list_the_right_ones() {
    let nonesuch = [("WGPU_ADAPTER_NAME", "nonesuch")];
    // Without --gpu too: a name that was asked for is never ignored.
    for (name, arguments) in [("quickstart", &["--gpu"][..]), ("quickstart", &[]), ("agree", &[])] {
        let message = refusal(name, arguments, &nonesuch);
        assert!(
            message.starts_with("no adapter's name contains \"nonesuch\" (WGPU_ADAPTER_NAME); there are: "),
            "{message}"
        );
        assert_names_the_driver(&message);
    }
    for name in ["sum", "calls"] {
        let ran = example(name, &[], &nonesuch);
        assert!(
            !ran.status.success() && ran.stderr.contains("nonesuch"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn without_a_driver_only_a_gpu_that_was_asked_for_is_missed() {
    for (name, arguments) in [("quickstart", &["--gpu"][..]), ("agree", &[])] {
        let message = refusal(name, arguments, &NO_DRIVER);
        assert!(
            message.starts_with("no GPU adapter was found (backends searched: vulkan)"),
            "{message}"
        );
    }
    let ran = example("quickstart", &[], &NO_DRIVER);
    assert!(ran.status.success(), "{}", ran.stderr);
    assert_eq!(lasting(&ran.stdout), lasting(&printed("quickstart", &[])));
    let ran = example("sum", &[], &NO_DRIVER);
    assert!(
        ran.status.success() && ran.stdout == "500000\n",
        "{}{}",
        ran.stdout,
        ran.stderr
    );
}

#[test]
fn agree_finds_equal_bits() {
    let output = printed("agree", &[]);
    let lines: Vec<&str> = output.lines().collect();
    let [title, cpu, gpu, verdict] = lines[..] else {
        panic!("{output}");
    };
    assert_eq!(title, "the sum of 67108864 f32");
    assert!(cpu.ends_with("  CPU"), "{output}");
    assert_names_the_driver(gpu);
    let result = |line: &str| line.split("  ").take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(result(cpu), result(gpu));
    assert_eq!(verdict, "equal to the last bit");
}

#[test]
fn sum_prints_the_sum() {
    assert_eq!(printed("sum", &[]), "500000\n");
}

/// The output of an example on the CPU, which has to be the same on the GPU.
fn on_both(name: &str) -> String {
    let on_cpu = printed(name, &[]);
    assert_eq!(on_cpu, printed(name, &["--gpu"]), "{name} on the CPU and on the GPU");
    on_cpu
}

#[test]
fn welford_prints_the_deviation_and_its_combine_step() {
    let output = on_both("welford");
    assert!(output.starts_with("1.4142\n"), "{output}");
    // WGSL divides as a driver likes: the quotient is the framework's own.
    assert!(output.contains("    let w = quotient_f32(b.n, n);\n"), "{output}");
}

#[test]
fn summary_has_one_line_for_each_result() {
    let output = on_both("summary");
    let lines: Vec<Vec<&str>> = output.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["particles", "100000"]);
    assert_eq!(lines[1], ["mean", "mass", "1.125"]);
    assert_eq!(lines[2][..2], ["highest", "100.00201"]);
    assert_eq!(lines[3], ["heavy", "50000"]);
    // The mean of 9.81 · mass · height, in which masses and heights are as good as independent.
    let energy: f64 = lines[4][1].parse().unwrap();
    assert!((energy / 55.18e6 - 1.0).abs() < 0.01, "{energy}");
}

#[test]
fn arg_max_finds_crest_and_trough() {
    let output = on_both("arg_max");
    let positions: Vec<u32> = output
        .lines()
        .map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
        .collect();
    let wave: Vec<f32> = (0..1_000_000).map(|i| (i as f32 * 1e-5).sin()).collect();
    let best = |better: fn(f32, f32) -> bool| {
        (1..wave.len()).fold(0, |best, i| if better(wave[i], wave[best]) { i } else { best })
    };
    let misfit: Vec<f32> = wave.iter().map(|x| (x - (x * 16.0).round() / 16.0).abs()).collect();
    let worst = (1..misfit.len()).fold(0, |worst, i| if misfit[i] > misfit[worst] { i } else { worst });
    assert_eq!(
        positions,
        [best(|x, y| x > y), best(|x, y| x < y), worst].map(|at| at as u32)
    );
}

#[test]
fn a_product_of_turns_is_a_turn() {
    let output = printed("matrix_product", &[]);
    let read = |output: &str| -> Vec<Vec<f64>> {
        let cells = |line: &str| line.split_whitespace().map(|cell| cell.parse().unwrap()).collect();
        output.lines().map(cells).collect()
    };
    let (rows, on_gpu) = (read(&output), read(&printed("matrix_product", &["--gpu"])));
    assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 3], "{output}");
    for (i, j) in [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)] {
        let product: f64 = (0..3).map(|k| rows[i][k] * rows[j][k]).sum();
        assert!((product - f64::from(i == j)).abs() < 1e-3, "{output}");
    }
    // Far from where it started: the product has gone all the way.
    assert!((0..3).any(|i| (rows[i][i] - 1.0).abs() > 0.1), "{output}");
    for (row, same) in rows.iter().zip(&on_gpu) {
        assert!(
            row.iter().zip(same).all(|(x, y)| (x - y).abs() < 1e-3),
            "{output}{on_gpu:?}"
        );
    }
}

#[test]
fn bounds_are_those_of_the_spiral() {
    let output = on_both("bounding_box");
    assert_eq!(
        output,
        "100000 points\nfrom [-3.000, -2.000, 0.000]\nto   [3.000, 2.000, 99.999]\n"
    );
}

#[test]
fn the_best_run_is_that_of_a_loop() {
    let changes = (0..1_000_000u32).map(|day| (day.wrapping_mul(2_654_435_769) >> 25) as i32 - 64);
    let (best, _) = changes.fold((0, 0), |(best, here): (i32, i32), change| {
        let here = (here + change).max(0);
        (best.max(here), here)
    });
    assert_eq!(on_both("max_subarray"), format!("buy and sell once: {best}\n"));
}

#[test]
fn softmax_weights_add_up_to_one() {
    let scores = (0..1_000_000i64).map(|i| f64::from(90.0 + ((i * 7919) % 1000) as f32 * 0.01));
    let normaliser = scores.map(|score| (score - 100.0).exp()).sum::<f64>().ln() + 100.0;
    for arguments in [&[][..], &["--gpu"]] {
        let output = printed("log_sum_exp", arguments);
        let numbers: Vec<f64> = output
            .lines()
            .map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
            .collect();
        assert!(
            (numbers[0] - normaliser).abs() < 2e-3 && (numbers[1] - 1.0).abs() < 2e-3,
            "{output}{normaliser}"
        );
        // Not more than that of a million equal weights.
        assert!(numbers[2] > 10.0 && numbers[2] < 13.82, "{output}");
    }
}

#[test]
fn the_middle_luminance_of_the_image_is_found() {
    let output = on_both("luminance_histogram");
    let (pixels, rest) = output.split_once(" pixels, middle luminance ").unwrap();
    assert_eq!(pixels, "2097152");
    let middle: f32 = rest.split(',').next().unwrap().parse().unwrap();
    assert!(middle > 0.02 && middle < 0.6, "{output}");
}

#[test]
fn the_light_of_the_image_in_spherical_harmonics() {
    let read = |output: &str| -> Vec<f64> {
        output
            .split_whitespace()
            .map(|number| number.parse().unwrap())
            .collect()
    };
    let (on_cpu, on_gpu) = (
        read(&printed("spherical_harmonics", &[])),
        read(&printed("spherical_harmonics", &["--gpu"])),
    );
    assert_eq!((on_cpu.len(), on_gpu.len()), (27, 27));
    for (cpu, gpu) in on_cpu.iter().zip(&on_gpu) {
        assert!((cpu - gpu).abs() < 2e-3, "{on_cpu:?}\n{on_gpu:?}");
    }
    // The mean colour times the root of 4 pi: seas are blue, and there are more of them in the south.
    assert!(
        on_cpu[2] > on_cpu[0] && on_cpu[0] > 0.1 && on_cpu[2] < 3.545,
        "{on_cpu:?}"
    );
    assert!(
        on_cpu[2 * 3 + 2] < -0.1 && on_cpu[2 * 3] > on_cpu[2 * 3 + 2],
        "{on_cpu:?}"
    );
}

#[test]
fn calls_agree_and_explain_the_kernels() {
    let output = printed("calls", &[]);
    let title = output.lines().next().unwrap();
    assert!(title.starts_with("Sum_f32 on "), "{output}");
    assert_names_the_driver(title);
}

#[test]
fn the_readme_shows_what_quickstart_prints() {
    let output = printed("quickstart", &[]);
    for language in ["text", "wgsl"] {
        let [shown] = &blocks(&readme(), language)[..] else {
            panic!("not one block of {language}");
        };
        assert!(
            lasting(&output).contains(&lasting(shown)),
            "{shown}\nis not in\n{output}"
        );
    }
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}
