//! The measurements and comparisons of the tool on the driver that `cargo xtask test` named.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

use reduce_cli::{Failure, answer, ops};
use serde_json::Value;

fn ask(arguments: &[&str]) -> Result<String, Failure> {
    // Without it, the tests would run on whatever driver there is.
    assert!(
        std::env::var("REDUCE_DRIVER").is_ok(),
        "run this by `cargo xtask test llvmpipe` or `cargo xtask test swiftshader`"
    );
    answer(ops![], ["reduce"].iter().chain(arguments).map(Into::into))
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&ask(arguments).unwrap()).unwrap()
}

/// Every strategy of the measurements: its name and its outcome.
fn strategies(measurements: &Value) -> Vec<(&str, &Value)> {
    let strategies = measurements["strategies"].as_array().unwrap().iter();
    strategies
        .map(|strategy| (strategy["strategy"].as_str().unwrap(), strategy))
        .collect()
}

#[test]
fn every_strategy_is_right_in_the_table_and_in_the_chart() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("ladder.svg");
    let asked = [
        "ladder",
        "sum",
        "--input",
        "u32",
        "-n",
        "10k",
        "--plot",
        path.to_str().unwrap(),
    ];
    let (table, chart) = (ask(&asked).unwrap(), std::fs::read_to_string(&path).unwrap());
    assert!(
        table.starts_with("sum of 10000 u32 on ") && table.contains("\npeak read bandwidth: "),
        "{table}"
    );
    assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"), "{chart}");
    for strategy in reduce_wgpu::Strategy::ALL {
        let name = strategy.to_string();
        let line = table.lines().find(|line| line.starts_with(&name)).unwrap();
        assert!(line.ends_with(" %  equal bits"), "{line}");
        assert!(chart.contains(&format!(">{name}</text>")), "{chart}");
    }
}

/// The canonical order alone promises the bits of floats; atomics do not add them.
#[test]
fn floats_are_near_or_refused() {
    // A driver takes seconds for the kernels of all.
    let some = "serial,Sequential,recursive,atomic,CANONICAL";
    let measurements = json(&["ladder", "-n", "10k", "--workgroup", "64", "--strategy", some, "--json"]);
    assert_eq!(
        (measurements["length"].as_u64(), measurements["bytes"].as_u64()),
        (Some(10_000), Some(40_000))
    );
    assert!(measurements["peak_us"].as_f64() > Some(0.0));
    let names: Vec<&str> = strategies(&measurements).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Serial", "Sequential", "Recursive", "Atomic", "Canonical"]);
    for (name, strategy) in strategies(&measurements) {
        let equal = strategy["result"] == "equal bits";
        match name {
            "Atomic" => assert_eq!(
                strategy["refuses"],
                "has no atomic such as atomicAdd for every member of a state of Sum_f32: they take sums, extremes and bits \
                 of i32 and u32"
            ),
            "Canonical" => assert!(equal && strategy["workgroup"] == 256, "{strategy}"),
            "Serial" => assert!(strategy["workgroup"] == 1, "{strategy}"),
            _ => assert!(strategy["workgroup"] == 64, "{strategy}"),
        }
        let error = strategy["error"].as_f64();
        // 10 000 additions of numbers of one sign, each off by half a unit of the last place at most.
        assert!(
            equal || name == "Atomic" || error.is_some_and(|error| error < 1e4 * 6e-8),
            "{strategy}"
        );
    }
}

#[test]
fn slow_strategies_are_left_out() {
    let asked = ["ladder", "-n", "4k", "--strategy", "serial", "--cap", "0.000000001"];
    let measurements = json(&[&asked[..], &["--json"]].concat());
    let [("Serial", strategy)] = strategies(&measurements)[..] else {
        panic!("{measurements}");
    };
    assert!(
        strategy["too_slow_us"].as_f64() > Some(0.0) && strategy.get("us").is_none(),
        "{strategy}"
    );
    let table = ask(&asked).unwrap();
    assert!(table.ends_with(" s; --cap allows more\n"), "{table}");
}

#[test]
fn the_cpu_and_the_gpu_agree() {
    let said = ask(&["check", "argmax", "--input", "f32", "--engine", "gpu"]).unwrap();
    assert!(
        said.starts_with("argmax of f32: the laws hold; the same bits on the CPU and on ") && said.ends_with(")\n"),
        "{said}"
    );
    // For a device without 64-bit floats it says that there is nothing to compare with.
    let said = ask(&["check", "max", "--input", "f64"]).unwrap();
    let wide = std::env::var("REDUCE_DRIVER").unwrap() == "llvmpipe";
    assert_eq!(said.contains("nothing was compared: "), !wide, "{said}");
    assert_eq!(said.contains(" has no 64-bit floats (SHADER_F64)"), !wide, "{said}");
}

#[test]
fn parameters_have_their_values_in_measurements() {
    let call = "histogram(0,0.75,3)";
    // By a strategy the state has 256 words, which a driver takes a minute for.
    for (call, strategies) in [(call, "canonical"), ("count_above(0.75)", "sequential,canonical")] {
        let measured = json(&["ladder", call, "-n", "10k", "--strategy", strategies, "--json"]);
        for (name, outcome) in self::strategies(&measured) {
            assert_eq!(outcome["result"], "equal bits", "{call} by {name}");
        }
    }
    let bench = json(&["bench", call, "-n", "5k", "--engine", "gpu", "--json"]);
    assert_eq!(bench["operator"], "histogram(0, 0.75, 3)");
    assert!(bench["rows"][0]["gpu_ms"].as_f64() > Some(0.0), "{bench}");
}

#[test]
fn both_engines_are_measured() {
    let bench = json(&["bench", "variance", "-n", "5000", "--engine", "gpu", "--json"]);
    let rows = bench["rows"].as_array().unwrap();
    let lengths: Vec<u64> = rows.iter().map(|row| row["length"].as_u64().unwrap()).collect();
    assert_eq!(lengths, [4096, 5000]);
    for row in rows {
        assert!(
            row["cpu_ms"].as_f64() > Some(0.0) && row["gpu_ms"].as_f64() > Some(0.0),
            "{row}"
        );
    }
}

/// Nothing of a driver's stands above a result on a machine without a desktop.
#[test]
fn a_result_stands_alone() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("alone.csv");
    std::fs::write(&path, "x\n1\n2\n4\n").unwrap();
    for engine in ["gpu", "cpu"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_reduce"));
        for variable in [
            "XDG_RUNTIME_DIR",
            "NODEVICE_SELECT",
            "MESA_VK_DEVICE_SELECT",
            "DRI_PRIME",
        ] {
            command.env_remove(variable);
        }
        let output = command
            .args(["run", "sum"])
            .arg(&path)
            // SwiftShader has no f64.
            .args(["--type", "f32", "--engine", engine])
            .output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !said.contains("XDG_RUNTIME_DIR"), "{said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "sum  7.0", "{said}");
    }
}

/// Rows, axes and keys, whose elements lie one after the other or far from each other, in groups of several lengths.
#[test]
fn groups_have_the_same_bits_on_the_cpu_and_the_gpu() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (array, table) = (folder.join("groups.npy"), folder.join("groups.csv"));
    let numbers: Vec<f32> = (0..60_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 1024.0 - 8000.0)
        .collect();
    let header = format!(
        "{:117}\n",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (30, 50, 40), }"
    );
    let mut npy = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    npy.extend(header.bytes());
    npy.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    std::fs::write(&array, npy).unwrap();
    let lines = numbers.iter().enumerate();
    let lines = lines.map(|(row, number)| format!("{},{number:?}\n", ["a", "b", "c"][row * 7919 % 251 % 3]));
    std::fs::write(&table, format!("k,x\n{}", lines.collect::<String>())).unwrap();
    let (array, table) = (array.to_str().unwrap(), table.to_str().unwrap());
    for asked in [
        &[array, "--rows", "3"][..],
        &[array, "--rows", "20000"],
        &[array, "--axis", "0"],
        &[array, "--axis", "1,-1"],
        &[table, "--type", "f32", "--column", "x", "--by", "k"],
    ] {
        let on = |engine| {
            let call = [
                &["run", "mean,minmax,argmax,count_above(0.5)"],
                asked,
                &["--engine", engine],
            ];
            ask(&call.concat()).unwrap()
        };
        assert_eq!(on("gpu"), on("cpu"), "{asked:?}");
    }
}
