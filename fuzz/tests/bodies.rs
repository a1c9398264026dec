//! Every body of this build gives the same result on the device as on the CPU.
//!
//! Runs on the driver that `cargo xtask test` or `cargo xtask fuzz` names in REDUCE_DRIVER.

#![allow(clippy::panic, reason = "a test reports by panicking")]

use std::io::Write as _;

use reduce_fuzz::cases::{CASES, SEED};
use reduce_fuzz::probes::probes;
use reduce_tests::device::{Driver, gpu};

#[test]
fn bodies_give_the_same_on_cpu_and_device() {
    let (gpu, probes, driver) = (gpu(), probes(), Driver::of_this_run());
    let mut failures = Vec::new();
    for case in CASES {
        // Past the capture of the harness: a driver that hangs or crashes leaves the number of its last case.
        let _ = writeln!(std::io::stderr(), "case {}", case.number);
        if let Err(what) = (case.check)(gpu, &probes) {
            failures.push(format!(
                "case {} of seed {SEED} on {driver:?}: {what}\n\nRust:\n{}",
                case.number, case.source
            ));
        }
    }
    let headlines: Vec<&str> = failures
        .iter()
        .map(|text| text.split("\n\n").next().unwrap_or_default())
        .collect();
    let summary = format!(
        "{} of {} cases fail:\n{}",
        failures.len(),
        CASES.len(),
        headlines.join("\n")
    );
    let report = format!("{}/{driver:?}.txt", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&report, failures.join("\n\n")).unwrap_or_else(|error| panic!("{report}: {error}"));
    assert!(
        failures.is_empty(),
        "{summary}\n\nThe first of them (all are in {report}):\n{}",
        failures[0]
    );
}
