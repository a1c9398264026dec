//! `reduce run --rows`: a result for each row of neighbouring elements.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use reduce_wgpu::prelude::*;
use serde_json::json;

use crate::npy::npy;
use crate::tools::Directory;

/// Numbers whose sums depend on the order of additions.
pub(crate) fn numbers(count: u32) -> Vec<f32> {
    let number = |i: u32| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 1024.0 - 8000.0;
    (0..count).map(number).collect()
}

pub(crate) fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The lines of a table: the heading, and for each group the cells, with two blanks between columns.
pub(crate) fn words(table: &str) -> Vec<Vec<&str>> {
    fn cells(line: &str) -> Vec<&str> {
        let cells = line.split("  ").map(str::trim);
        cells.filter(|cell| !cell.is_empty()).collect()
    }
    table.lines().map(cells).collect()
}

/// The mean, the minimum and where it is, as the command prints them.
pub(crate) fn results(group: &[f32]) -> [String; 3] {
    let cpu = Cpu::new();
    let least = group.iter().copied().fold(f32::INFINITY, f32::min);
    let at = group.iter().position(|x| *x == least).unwrap();
    [
        format!("{:?}", cpu.reduce::<ops::Mean<f32>>(group).unwrap()),
        format!("{least:?}"),
        format!("{at} {least:?}"),
    ]
}

#[test]
fn rows_have_the_bits_that_they_have_alone() {
    // Longer than a piece of 4 MiB, with rows across the ends of pieces; and rows that are longer than a piece.
    let data = numbers(3_000_000);
    let directory = Directory::new();
    directory.with("a.bin", bytes(&data));
    for row in [5_000, 1_500_000, 3_000_000] {
        let table = directory.run(
            "mean,min,argmin",
            &["a.bin", "--raw", "f32", "--rows", &row.to_string()],
        );
        let lines = words(&table);
        assert_eq!(lines[0], ["row", "mean", "min", "argmin"]);
        assert_eq!(lines.len(), 1 + data.len() / row);
        for (index, (row, line)) in data.chunks(row).zip(&lines[1..]).enumerate() {
            let [mean, min, argmin] = results(row);
            assert_eq!(*line, [&index.to_string(), &mean, &min, &argmin]);
        }
    }
}

#[test]
fn short_rows_stand_below_each_other() {
    let directory = Directory::new();
    directory.with("a.npy", npy("|u1", "(2, 3)", &[1, 2, 30, 250, 5, 6]));
    assert_eq!(
        directory.run("sum,minmax,count_above(5)", &["a.npy", "--rows", "3"]),
        "row  sum  minmax.min  minmax.max  countabove(5)\n\
         0    33   1           30          1\n\
         1    261  5           250         2\n"
    );
    assert_eq!(
        directory.run("histogram(0,256,2),any", &["a.npy", "--rows", "2", "--json"]),
        "{\"histogram(0, 256, 2)\": [[2, 0], [1, 1], [2, 0]], \"any\": [true, true, true]}\n"
    );
    directory.with("one.csv", "x\n1\n2\n4\n8\n");
    assert_eq!(
        directory.run("sum", &["one.csv", "--rows", "2"]),
        "row  sum\n0    3.0\n1    12.0\n"
    );
    directory.with("none.npy", npy("|u1", "(0, 3)", &[]));
    assert_eq!(directory.run("sum", &["none.npy", "--rows", "3"]), "row  sum\n");
    let none = directory.run("sum", &["none.npy", "--rows", "3", "--json"]);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&none).unwrap(),
        json!({ "sum": [] })
    );
}

#[test]
fn every_built_in_operator_takes_rows() {
    let directory = Directory::new();
    directory.with("a.bin", bytes(&[3.0, -4.0, 0.5, 2.0]));
    directory
        .with("b.bin", bytes(&[3.0, -4.0]))
        .with("c.bin", bytes(&[0.5, 2.0]));
    let operators = "sum product min max minmax argmin argmax mean variance stddev l1norm l2norm linfnorm any all count kahansum nanmin nanmax \
                     nansum nanmean skewness kurtosis logsumexp count_above(1) histogram(0,4,4) quantile(-4,4,0.5) power_sum(2)";
    for operator in operators.split(' ') {
        let raw = |file, more: &[&str]| directory.run(operator, &[&[file, "--raw", "f32", "--json"], more].concat());
        let value = |text: String| -> serde_json::Value {
            let object: serde_json::Value = serde_json::from_str(&text).unwrap();
            object.as_object().unwrap().values().next().unwrap().clone()
        };
        let alone = [value(raw("b.bin", &[])), value(raw("c.bin", &[]))];
        assert_eq!(value(raw("a.bin", &["--rows", "2"])), json!(alone), "{operator}");
    }
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let directory = Directory::new();
    directory
        .with("a.npy", npy("|u1", "(2, 3)", &[1, 2, 3, 4, 5, 6]))
        .with("one.csv", "x\n1\n2\n4\n");
    for (file, row, message) in [
        (
            "a.npy",
            "4",
            "a.npy has 6 elements, and rows of 4 leave 2 over; give --rows a number that divides 6",
        ),
        (
            "a.npy",
            "1Gi",
            "a.npy has 6 elements, and rows of 1073741824 leave 6 over; give --rows a number that divides 6",
        ),
        (
            "one.csv",
            "2",
            "one.csv has 3 elements, and rows of 2 leave 1 over; give --rows a number that divides 3",
        ),
    ] {
        assert_eq!(
            directory.refused("sum", &[file, "--rows", row], 1),
            format!("reduce: {message}\n")
        );
    }
    let usage = |arguments: &[&str]| directory.refused("sum", &[&["a.npy"], arguments].concat(), 2);
    for (row, why) in [("0", "give a positive number"), ("x", "give a positive number")] {
        let said = usage(&["--rows", row]);
        assert!(
            said.contains(&format!("invalid value '{row}' for '--rows <N>': {why}")),
            "{said}"
        );
    }
    let said = usage(&["--rows", "2", "--axis", "0"]);
    assert!(
        said.starts_with("reduce: the argument '--rows <N>' cannot be used with '--axis <AXES>'"),
        "{said}"
    );
    let said = usage(&["--rows", "2", "--by", "x"]);
    assert!(
        said.starts_with("reduce: the argument '--rows <N>' cannot be used with '--by <COLUMN>'"),
        "{said}"
    );
}
