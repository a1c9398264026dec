//! `reduce ladder`, `bench` and `check` where there is no driver; `tests/device.rs` has the rest.

use serde_json::Value;

use crate::tools::call;

#[test]
fn laws_are_checked_without_a_gpu() {
    assert_eq!(
        call(&["check", "l1norm", "--input", "f32"]).printed(),
        "l1norm of f32: the laws hold; nothing was compared: there is no GPU, or none was asked for\n"
    );
    let lines = call(&["check", "bitand", "--engine", "cpu"]).printed();
    assert_eq!(lines.lines().count(), 8);
    assert!(lines.starts_with("bitand of i32: the laws hold; "), "{lines}");
}

#[test]
fn the_cpu_is_measured_alone() {
    let bench: Value = serde_json::from_str(&call(&["bench", "max", "-n", "5k", "--json"]).printed()).unwrap();
    let rows = bench["rows"].as_array().unwrap();
    let lengths: Vec<u64> = rows.iter().map(|row| row["length"].as_u64().unwrap()).collect();
    assert_eq!(
        (bench["operator"].as_str(), lengths.as_slice()),
        (Some("max"), [4096, 5000].as_slice())
    );
    assert!(
        rows.iter()
            .all(|row| row["cpu_gb_per_s"].as_f64() > Some(0.0) && row.get("gpu_ms").is_none())
    );
    let table = call(&["bench", "-n", "100", "--input", "u8", "--engine", "cpu"]).printed();
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].starts_with("sum of u8; CPU, ") && lines[2] == "    ELEMENTS     CPU ms    GB/s",
        "{table}"
    );
    assert!(lines[3].starts_with("         100  "), "{table}");
}

/// The values are those that are measured, and there is nothing to measure without any.
#[test]
fn values_of_parameters_are_taken() {
    let arguments = ["bench", "histogram(0,1,8)", "-n", "100", "--engine", "cpu"];
    let table = call(&arguments).printed();
    assert!(table.starts_with("histogram(0, 1, 8) of f32; CPU, "), "{table}");
    assert_eq!(
        call(&["check", "histogram(0,1,8)", "--input", "u8", "--engine", "cpu"]).printed(),
        "histogram(0, 1, 8) of u8: the laws hold; nothing was compared: there is no GPU, or none was asked for\n"
    );
    let without = "histogram takes low, high and bins: write `histogram(LOW, HIGH, BINS)`, in quotes for the shell";
    for (arguments, message) in [
        (&["bench", "histogram"][..], without),
        (&["ladder", "histogram"], without),
        (&["bench", "histogram(0,1)"], without),
        (
            &["ladder", "sum(1)"],
            "sum has no parameters: leave out the parentheses",
        ),
        (&["ladder", "histogram(1,0,5)"], "histogram: 1 is not below 0"),
    ] {
        assert_eq!(call(arguments).refused(2), format!("reduce: {message}\n"));
    }
}

#[test]
fn bad_requests_are_one_sentence() {
    for (arguments, code, message) in [
        (
            &["ladder"][..],
            1,
            "no GPU adapter was found (backends searched: vulkan); install a Vulkan, Metal or DX12 driver, or \
             `mesa-vulkan-drivers` for a software one",
        ),
        (
            &["ladder", "--engine", "cpu"],
            2,
            "there is no engine `cpu`; nearest: gpu",
        ),
        (
            &["ladder", "--engine", "fpga"],
            2,
            "there is no engine `fpga`; there are gpu and gpu:PART",
        ),
        (
            &["bench", "--engine", "aut"],
            2,
            "there is no engine `aut`; nearest: auto",
        ),
        (
            &["ladder", "--strategy", "serial,canonica"],
            2,
            "there is no strategy `canonica`; nearest: Canonical",
        ),
        (
            &["ladder", "--workgroup", "100"],
            2,
            "a workgroup of 100 invocations cannot be halved until one is left; give a power of two from 2 to 1024",
        ),
        (&["check", "summ"], 2, "there is no operator `summ`; nearest: sum"),
        (
            &["ladder", "nanmin", "--input", "u8"],
            2,
            "nanmin reads no u8; it reads f32 f64: convert the input to one of them or name another operator",
        ),
        (
            &["bench", "-n", "32Q"],
            2,
            "invalid value '32Q' for '--length <N>': give a positive number such as 1000000, 32M (millions) or 32Mi (times \
             2^20)\n\nFor more information, try '--help'.",
        ),
        (
            &["bench", "-n", "99999999T"],
            2,
            "invalid value '99999999T' for '--length <N>': give a positive number such as 1000000, 32M (millions) or 32Mi \
             (times 2^20)\n\nFor more information, try '--help'.",
        ),
        (
            &["ladder", "--cap", "0"],
            2,
            "invalid value '0' for '--cap <SECONDS>': give a positive number of seconds, such as 2 or 0.5\n\nFor more \
             information, try '--help'.",
        ),
    ] {
        assert_eq!(
            call(arguments).refused(code),
            format!("reduce: {message}\n"),
            "{arguments:?}"
        );
    }
}

/// A length that no memory has room for is no abort.
#[test]
fn numbers_beyond_the_memory_are_refused() {
    for (given, count) in [("4000000T", "4000000000000000000"), ("1000T", "1000000000000000")] {
        assert_eq!(
            call(&["bench", "-n", given, "--input", "f64", "--engine", "cpu"]).refused(1),
            format!("reduce: the memory has no room for {count} numbers of type f64; give fewer, as in -n 1Mi\n")
        );
    }
}
