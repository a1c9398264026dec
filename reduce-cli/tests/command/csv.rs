//! CSV files.

use crate::tools::Directory;

fn weather() -> Directory {
    let directory = Directory::new();
    directory.with(
        "w.csv",
        "day,temperature,\"wind, gusts\"\n1, 3.5 ,7\n2,-4,9\n3,0.25,8\n",
    );
    directory
}

#[test]
fn a_column_is_read() {
    let directory = weather();
    let expected = format!("mean  {:?}\nmin   -4.0\n", (3.5f64 - 4.0 + 0.25) / 3.0);
    assert_eq!(
        directory.run("mean,min", &["w.csv", "--column", "temperature"]),
        expected
    );
    assert_eq!(
        directory.run("sum", &["w.csv", "--column", "wind, gusts", "--type", "i32"]),
        "sum  24\n"
    );
    directory.with("one.csv", "x\r\n1\r\n\r\n2\r\n");
    assert_eq!(directory.run("sum", &["one.csv"]), "sum  3.0\n");
    directory.with("f64.csv", "x\n0.1\n");
    assert_eq!(directory.run("sum", &["f64.csv", "--type", "f64"]), "sum  0.1\n");
    directory.with("header.csv", "x\n");
    assert_eq!(directory.run("count", &["header.csv"]), "count  0\n");
}

#[test]
fn empty_cells_are_refused_or_skipped() {
    let directory = Directory::new();
    directory.with("gaps.csv", "a,b\n1,2\n3,\n,4\n");
    assert_eq!(
        directory.refused("sum", &["gaps.csv", "--column", "b"], 1),
        "reduce: gaps.csv line 3: the cell in column `b` is empty; fill it in or give --skip-empty\n"
    );
    assert_eq!(
        directory.run("sum,count", &["gaps.csv", "--column", "b", "--skip-empty"]),
        "sum    6.0\ncount  2\n"
    );
}

#[test]
fn what_cannot_be_read_is_one_sentence() {
    let directory = weather();
    directory
        .with("ragged.csv", "a,b\n1,2\n3\n")
        .with("word.csv", "a\n1\nfive\n")
        .with("latin.csv", b"a\n1\n\xff\n")
        .with("twice.csv", "a,a\n1,2\n")
        .with("empty.csv", "");
    for (arguments, code, message) in [
        (
            ["w.csv", "--column", "temprature"],
            1,
            "w.csv has no column `temprature`; nearest: temperature",
        ),
        (
            ["w.csv", "--column", "price"],
            1,
            "w.csv has no column `price`; there are: day, temperature, wind, gusts",
        ),
        (
            ["w.csv", "--engine", "cpu"],
            2,
            "w.csv has the columns day, temperature, wind, gusts; name one of them with --column",
        ),
        (
            ["ragged.csv", "--column", "a"],
            1,
            "ragged.csv line 3: 1 cell where the header has 2; give every row as many",
        ),
        (
            ["word.csv", "--column", "a"],
            1,
            "word.csv line 3: `five` in column `a` is no f64; correct it or give another --type",
        ),
        (
            ["word.csv", "--type", "u8"],
            1,
            "word.csv line 3: `five` in column `a` is no u8; correct it or give another --type",
        ),
        (
            ["latin.csv", "--column", "a"],
            1,
            "latin.csv line 3: the cell in column `a` is no UTF-8; write the file in UTF-8",
        ),
        (
            ["twice.csv", "--column", "a"],
            1,
            "twice.csv has several columns `a`; give each a name of its own",
        ),
        (
            ["empty.csv", "--column", "a"],
            1,
            "empty.csv is empty; give a file with numbers",
        ),
    ] {
        let call = [&["run", "sum"], arguments.as_slice()].concat();
        assert_eq!(directory.call(&call).refused(code), format!("reduce: {message}\n"));
    }
}
