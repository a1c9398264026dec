//! `reduce run --where`: the rows of which a comparison holds.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use parquet::data_type::{ByteArrayType, DoubleType, FloatType, Int64Type};

use crate::by_key::{Cells, Column, some, table, texts};
use crate::tools::Directory;

const CSV: &str = "carrier,delay,distance\nAA,10,300\nDL,-3,700\nAA,30,100\nUA,4,200\nDL,0,50\n";

/// One table in both formats.
fn flights() -> Directory {
    let directory = Directory::new();
    let schema = "optional binary carrier (STRING); optional double delay; optional int64 distance;";
    let columns: [&dyn Column; 3] = [
        &texts(&["AA", "DL", "AA", "UA", "DL"]),
        &some::<DoubleType>(&[10.0, -3.0, 30.0, 4.0, 0.0]),
        &some::<Int64Type>(&[300, 700, 100, 200, 50]),
    ];
    directory
        .with("f.csv", CSV)
        .with("f.parquet", table(schema, &columns, &[3, 2], |properties| properties));
    directory
}

#[test]
fn rows_are_left_out_before_the_reduction() {
    let directory = flights();
    for (comparison, sum, count, argmin) in [
        ("delay > 4", "40.0", 2, "0 10.0"),
        ("delay >= 4", "44.0", 3, "2 4.0"),
        ("delay<4", "-3.0", 2, "0 -3.0"),
        ("delay <= 4.0", "1.0", 3, "0 -3.0"),
        ("delay == 4", "4.0", 1, "0 4.0"),
        ("delay != 4", "37.0", 4, "1 -3.0"),
        ("distance > 99.5", "41.0", 4, "1 -3.0"),
        ("distance < 1e3", "41.0", 5, "1 -3.0"),
        ("carrier == \"DL\"", "-3.0", 2, "0 -3.0"),
        ("carrier > 'AA'", "1.0", 3, "0 -3.0"),
        ("carrier == ''", "-0.0", 0, "4294967295 inf"),
    ] {
        for file in ["f.csv", "f.parquet"] {
            assert_eq!(
                directory.run("sum,count,argmin", &[file, "--column", "delay", "--where", comparison]),
                format!("sum     {sum}\ncount   {count}\nargmin  {argmin}\n"),
                "{file} where {comparison}"
            );
        }
    }
}

/// Counts the rows that are left, of the same numbers in both formats.
fn left(comparison: &str, csv: &str, schema: &str, column: &dyn Column) -> [String; 2] {
    let directory = Directory::new();
    let rows = csv.split_whitespace().count();
    directory
        .with("a.csv", format!("x\n{}\n", csv.replace(' ', "\n")))
        .with("a.parquet", table(schema, &[column], &[rows], |properties| properties));
    ["a.csv", "a.parquet"].map(|file| directory.run("count", &[file, "--where", comparison]))
}

#[test]
fn numbers_are_compared_without_rounding() {
    let large = (1i64 << 53) + 1;
    let integers = some::<Int64Type>(&[-4, -3, 3, 4, large]);
    for (comparison, count) in [
        ("x > 9007199254740992", 1),
        ("x == 9007199254740992", 0),
        ("x == 9007199254740993", 1),
        ("x > 3.5", 2),
        ("x <= 3.5", 3),
        ("x != 3.5", 5),
        ("x <= -3.5", 1),
        ("x == 4.0", 1),
        ("x < 1e300", 5),
        ("x >= -inf", 5),
    ] {
        let left = left(comparison, "-4 -3 3 4 9007199254740993", "optional int64 x;", &integers);
        assert_eq!(
            left,
            [format!("count  {count}\n"), format!("count  {count}\n")],
            "{comparison}"
        );
    }
    // A number is rounded as the cells were; NaN is neither above nor below, nor equal to anything.
    let floats = some::<FloatType>(&[0.1, f32::NAN, -0.0]);
    for (comparison, count) in [
        ("x == 0.1", 1),
        ("x != 0.1", 2),
        ("x <= 0.1", 2),
        ("x == 0", 1),
        ("x < inf", 2),
    ] {
        let left = left(comparison, "0.10 nan -0", "optional float x;", &floats);
        assert_eq!(
            left,
            [format!("count  {count}\n"), format!("count  {count}\n")],
            "{comparison}"
        );
    }
}

#[test]
fn groups_are_those_of_the_rows_that_are_left() {
    let directory = flights();
    for file in ["f.csv", "f.parquet"] {
        let read = |more: &[&str]| {
            let all = [&[file, "--column", "delay", "--where", "distance <= 300"], more].concat();
            directory.run("sum,argmax", &all)
        };
        assert_eq!(
            read(&["--by", "carrier"]),
            "carrier  sum   argmax\nAA       40.0  1 30.0\nDL       0.0   0 0.0\nUA       4.0   0 4.0\n"
        );
        assert_eq!(
            read(&["--rows", "2"]),
            "row  sum   argmax\n0    40.0  1 30.0\n1    4.0   0 4.0\n"
        );
        // DL is in rows that are left out alone.
        let all = [file, "--column", "delay", "--where", "delay > 0", "--by", "carrier"];
        assert_eq!(directory.run("count", &all), "carrier  count\nAA       2\nUA       1\n");
    }
}

#[test]
fn cells_of_rows_that_are_left_out_may_be_anything() {
    let directory = Directory::new();
    directory.with("a.csv", "k,x,y\na,1,1\n,two,2\n,,3\n");
    let csv = ["a.csv", "--column", "x", "--by", "k", "--where", "y < 2"];
    assert_eq!(directory.run("sum", &csv), "k  sum\na  1.0\n");
    let schema = "optional binary k (STRING); optional float x; optional double y;";
    let columns: [&dyn Column; 3] = [
        &Cells::<ByteArrayType>(vec![Some("a".into()), None, Some("b".into())]),
        &Cells::<FloatType>(vec![Some(0.1), None, Some(0.2)]),
        &Cells::<DoubleType>(vec![Some(1.0), Some(2.0), None]),
    ];
    directory.with("a.parquet", table(schema, &columns, &[3], |properties| properties));
    let read = |filter: &str, more: &[&str]| {
        let all = [&["a.parquet", "--column", "x", "--by", "k", "--where", filter], more].concat();
        directory.call(&[&["run", "sum", "--engine", "cpu"], &all[..]].concat())
    };
    assert_eq!(read("x == 0.1", &["--skip-empty"]).printed(), "k  sum\na  0.1\n");
    assert_eq!(
        read("y < 2", &[]).refused(1),
        "reduce: a.parquet row 2: the cell in column `y` is null; fill it in or give --skip-empty\n"
    );
    assert_eq!(read("y < 2", &["--skip-empty"]).printed(), "k  sum\na  0.1\n");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let directory = flights();
    directory.with("a.bin", [1]).with("gap.csv", "x,y\n1,\n");
    for (file, comparison, message) in [
        ("f.csv", "dealy > 3", "f.csv has no column `dealy`; nearest: delay"),
        (
            "f.parquet",
            "dealy > 3",
            "f.parquet has no column `dealy`; nearest: delay",
        ),
        (
            "f.csv",
            "carrier > 3",
            "f.csv line 2: `AA` in column `carrier` is no number; correct it or compare text, as in --where 'carrier == \"3\"'",
        ),
        (
            "f.parquet",
            "carrier > 3",
            "f.parquet holds text in column `carrier`; compare it with text, as in --where 'carrier == \"3\"'",
        ),
        (
            "f.parquet",
            "delay == '3'",
            "f.parquet holds f64 in column `delay`; compare it with a number, without quotes around `3`",
        ),
    ] {
        let said = directory.refused("sum", &[file, "--column", "delay", "--where", comparison], 1);
        assert_eq!(said, format!("reduce: {message}\n"));
    }
    assert_eq!(
        directory.refused("sum", &["gap.csv", "--column", "x", "--where", "y > 1"], 1),
        "reduce: gap.csv line 2: the cell in column `y` is empty; fill it in or give --skip-empty\n"
    );
    for (comparison, why) in [
        (
            "delay",
            "it compares nothing; write it as in 'delay > 15', with one of < <= > >= == !=",
        ),
        (
            "delay = 3",
            "it compares nothing; write it as in 'delay > 15', with one of < <= > >= == !=",
        ),
        ("> 3", "there is no column before >; write it as in 'delay > 15'"),
        (
            "delay >=",
            "nothing stands behind the comparison; write it as in 'delay > 15'",
        ),
        (
            "delay > three",
            "`three` is no number; put text in quotes, as in 'carrier == \"AA\"'",
        ),
        (
            "delay > 'three",
            "`'three` is no number; put text in quotes, as in 'carrier == \"AA\"'",
        ),
        (
            "delay > 3 4",
            "`3 4` is no number; put text in quotes, as in 'carrier == \"AA\"'",
        ),
        (
            "delay > nan",
            "`nan` is no number; put text in quotes, as in 'carrier == \"AA\"'",
        ),
    ] {
        let said = directory.refused("sum", &["f.csv", "--column", "delay", "--where", comparison], 2);
        let message = format!("reduce: invalid value '{comparison}' for '--where <COMPARISON>': {why}\n");
        assert!(said.starts_with(&message), "{said}");
    }
    assert_eq!(
        directory.refused("sum", &["a.bin", "--raw", "u8", "--where", "x > 1"], 2),
        "reduce: --where is for CSV and Parquet files; leave it out beside --raw\n"
    );
}
