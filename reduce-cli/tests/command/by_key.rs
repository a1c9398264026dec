//! `reduce run --by`: a result for each key.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use std::collections::BTreeMap;
use std::sync::Arc;

use parquet::basic::Encoding;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use serde_json::json;

use crate::parquet::with_footer;
use crate::rows::{numbers, results, words};
use crate::tools::Directory;

/// A column of a Parquet file.
pub(crate) trait Column {
    fn write(&self, rows: std::ops::Range<usize>, to: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>);
}

/// Values that Parquet stores as `T`; nulls are none.
pub(crate) struct Cells<T: DataType>(pub(crate) Vec<Option<T::T>>);

impl<T: DataType> Column for Cells<T> {
    fn write(&self, rows: std::ops::Range<usize>, to: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>) {
        let values: Vec<T::T> = self.0[rows.clone()].iter().flatten().cloned().collect();
        let there: Vec<i16> = self.0[rows].iter().map(|cell| cell.is_some().into()).collect();
        let mut column = to.next_column().unwrap().unwrap();
        column.typed::<T>().write_batch(&values, Some(&there), None).unwrap();
        column.close().unwrap();
    }
}

/// A file of these columns, with row groups of so many rows.
pub(crate) fn table(
    schema: &str,
    columns: &[&dyn Column],
    groups: &[usize],
    properties: impl Fn(WriterPropertiesBuilder) -> WriterPropertiesBuilder,
) -> Vec<u8> {
    let schema = parse_message_type(&format!("message m {{ {schema} }}")).unwrap();
    let properties = properties(WriterProperties::builder()).build();
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties)).unwrap();
    let mut begin = 0;
    for rows in groups {
        let mut group = file.next_row_group().unwrap();
        for column in columns {
            column.write(begin..begin + rows, &mut group);
        }
        group.close().unwrap();
        begin += rows;
    }
    file.close().unwrap();
    bytes
}

pub(crate) fn texts(texts: &[&str]) -> Cells<ByteArrayType> {
    Cells(texts.iter().map(|text| Some(ByteArray::from(*text))).collect())
}

pub(crate) fn some<T: DataType>(values: &[T::T]) -> Cells<T> {
    Cells(values.iter().cloned().map(Some).collect())
}

const NAMES: [&str; 5] = ["UA", "b6", "AA", "ä", "DL"];

/// Names of carriers, the elements of which lie among each other, and where some are rare.
fn carrier(row: usize) -> &'static str {
    NAMES[if row % 1000 == 17 { 4 } else { row * 7919 % 251 % 4 }]
}

/// The elements of each key, in their order.
fn groups<K: Ord>(data: &[f32], key: impl Fn(usize) -> K) -> BTreeMap<K, Vec<f32>> {
    let mut groups = BTreeMap::<K, Vec<f32>>::new();
    for (row, element) in data.iter().enumerate() {
        groups.entry(key(row)).or_default().push(*element);
    }
    groups
}

#[test]
fn keys_have_the_bits_that_they_have_alone() {
    // More than a batch of 65536 rows.
    let data = numbers(150_000);
    let directory = Directory::new();
    let mut csv = "carrier,hour,delay\n".to_owned();
    for (row, delay) in data.iter().enumerate() {
        csv += &format!("{},{},{delay:?}\n", carrier(row), row % 11 * 10);
    }
    directory.with("flights.csv", csv);
    let names: Vec<&str> = (0..data.len()).map(carrier).collect();
    let hours: Vec<i32> = (0..data.len() as i32).map(|row| row % 11 * 10).collect();
    let schema = "optional binary carrier (STRING); optional int32 hour; optional float delay;";
    let columns: [&dyn Column; 3] = [&texts(&names), &some::<Int32Type>(&hours), &some::<FloatType>(&data)];
    for dictionary in [true, false] {
        let file = table(schema, &columns, &[100_000, 0, 1, 49_999], |properties| {
            properties.set_dictionary_enabled(dictionary)
        });
        directory.with(if dictionary { "a.parquet" } else { "b.parquet" }, file);
    }
    for (file, more) in [
        ("flights.csv", &["--type", "f32"][..]),
        ("a.parquet", &[]),
        ("b.parquet", &[]),
    ] {
        let read = |by| {
            directory.run(
                "mean,min,argmin",
                &[&[file, "--column", "delay", "--by", by], more].concat(),
            )
        };
        let by_name = read("carrier");
        let lines = words(&by_name);
        assert_eq!(lines[0], ["carrier", "mean", "min", "argmin"]);
        let expected = groups(&data, carrier);
        assert_eq!(lines.len(), 1 + expected.len());
        for ((name, group), line) in expected.iter().zip(&lines[1..]) {
            assert_eq!(*line, [&[(*name).to_owned()][..], &results(group)].concat(), "{file}");
        }
        let by_hour = read("hour");
        let lines = words(&by_hour);
        let expected = groups(&data, |row| hours[row]);
        assert_eq!(lines.len(), 1 + expected.len());
        for ((hour, group), line) in expected.iter().zip(&lines[1..]) {
            assert_eq!(*line, [&[hour.to_string()][..], &results(group)].concat(), "{file}");
        }
    }
}

#[test]
fn keys_of_every_type_ascend() {
    let directory = Directory::new();
    let values = some::<Int32Type>(&[1, 2, 4, 8]);
    let keys = |of: &str, column: &dyn Column| -> serde_json::Value {
        let schema = format!("optional {of}; optional int32 x;");
        directory.with(
            "a.parquet",
            table(&schema, &[column, &values], &[4], |properties| properties),
        );
        let printed = directory.run("sum", &["a.parquet", "--column", "x", "--by", "k", "--json"]);
        serde_json::from_str(&printed).unwrap()
    };
    let three = |keys: serde_json::Value| json!({ "keys": keys, "sum": [8, 5, 2] });
    let ints = some::<Int32Type>(&[7, 300, 7, -300]);
    assert_eq!(keys("int32 k", &ints), three(json!([-300, 7, 300])));
    assert_eq!(keys("int32 k (INTEGER(16,true))", &ints), three(json!([-300, 7, 300])));
    let small = some::<Int32Type>(&[7, 100, 7, -100]);
    assert_eq!(keys("int32 k (INTEGER(8,true))", &small), three(json!([-100, 7, 100])));
    let long = some::<Int64Type>(&[7, 1 << 60, 7, i64::MIN]);
    assert_eq!(keys("int64 k", &long), three(json!([i64::MIN, 7, 1i64 << 60])));
    // The bits of numbers that are not negative.
    let unsigned = some::<Int64Type>(&[7, -1, 7, 0]);
    assert_eq!(
        keys("int64 k (INTEGER(64,false))", &unsigned),
        three(json!([0, 7, u64::MAX]))
    );
    for (bits, most) in [(8, 255), (16, 65535)] {
        let unsigned = some::<Int32Type>(&[7, most, 7, 0]);
        assert_eq!(
            keys(&format!("int32 k (INTEGER({bits},false))"), &unsigned),
            three(json!([0, 7, most]))
        );
    }
    let unsigned = some::<Int32Type>(&[7, -1, 7, 0]);
    assert_eq!(
        keys("int32 k (INTEGER(32,false))", &unsigned),
        three(json!([0, 7, u32::MAX]))
    );
    let floats = some::<FloatType>(&[-0.0, 0.1, -0.0, -2.5]);
    assert_eq!(keys("float k", &floats), three(json!([-2.5, -0.0, 0.1])));
    let doubles = some::<DoubleType>(&[0.1, f64::NAN, 0.1, f64::NEG_INFINITY]);
    assert_eq!(keys("double k", &doubles), three(json!(["-inf", 0.1, "NaN"])));
    // As the library has it: -0 is before 0, and all NaNs are one key.
    let floats = some::<FloatType>(&[f32::NAN, 0.0, -f32::NAN, -0.0]);
    assert_eq!(
        keys("float k", &floats),
        json!({ "keys": [-0.0, 0.0, "NaN"], "sum": [8, 2, 5] })
    );
    let bools = some::<BoolType>(&[true, false, true, true]);
    assert_eq!(keys("boolean k", &bools), json!({ "keys": [0, 1], "sum": [2, 13] }));
    // Text that looks like numbers is text.
    let strings = texts(&["9", "ä", "9", "10"]);
    assert_eq!(keys("binary k (STRING)", &strings), three(json!(["10", "9", "ä"])));
    assert_eq!(
        keys("binary k (UTF8)", &texts(&["b", "c", "b", ""])),
        three(json!(["", "b", "c"]))
    );
}

#[test]
fn keys_of_a_csv_file_are_numbers_if_all_of_them_are() {
    let directory = Directory::new();
    let by = |keys: [&str; 4]| -> serde_json::Value {
        let rows = keys
            .iter()
            .zip(["1", "2", "4", "8"])
            .map(|(key, x)| format!("{key},{x}\n"));
        directory.with("a.csv", format!("k,x\n{}", rows.collect::<String>()));
        let printed = directory.run(
            "sum",
            &["a.csv", "--column", "x", "--by", "k", "--json", "--type", "u8"],
        );
        serde_json::from_str(&printed).unwrap()
    };
    assert_eq!(
        by(["10", "9", "-1", "9"]),
        json!({ "keys": [-1, 9, 10], "sum": [4, 10, 1] })
    );
    assert_eq!(
        by(["10", "9.5", "1e1", "10.0"]),
        json!({ "keys": [9.5, 10.0], "sum": [2, 13] })
    );
    assert_eq!(
        by(["10", "9", "x", "9"]),
        json!({ "keys": ["10", "9", "x"], "sum": [1, 10, 4] })
    );
    assert_eq!(
        by(["007", "7", "7", "7"]),
        json!({ "keys": ["007", "7"], "sum": [1, 14] })
    );
    assert_eq!(
        by(["\"b, \"\"c\"\"\"", "B", "ä", "B"]),
        json!({ "keys": ["B", "b, \"c\"", "ä"], "sum": [10, 1, 4] })
    );
    // Whatever is in a key, the table keeps its lines.
    directory.with("b.csv", "a key,x\n\"two\nlines\",1\n\"tab\t\",2\n");
    assert_eq!(
        directory.run("sum,argmax", &["b.csv", "--column", "x", "--by", "a key"]),
        "a key       sum  argmax\ntab         2.0  0 2.0\ntwo\\nlines  1.0  0 1.0\n"
    );
    directory.with("none.csv", "k,x\n");
    assert_eq!(
        directory.run("sum", &["none.csv", "--column", "x", "--by", "k"]),
        "k  sum\n"
    );
}

#[test]
fn rows_without_a_key_or_a_value_are_refused_or_skipped() {
    let directory = Directory::new();
    directory.with("a.csv", "k,x\na,1\n,2\nb,\na,4\n");
    let of_file = |file| [file, "--column", "x", "--by", "k"];
    let csv = of_file("a.csv");
    assert_eq!(
        directory.refused("sum", &csv, 1),
        "reduce: a.csv line 3: the cell in column `k` is empty; fill it in or give --skip-empty\n"
    );
    let skipped = directory.run("sum,count", &[&csv[..], &["--skip-empty"]].concat());
    assert_eq!(skipped, "k  sum  count\na  5.0  2\n");
    let keys = Cells::<ByteArrayType>(vec![Some("a".into()), None, Some("b".into()), Some("a".into())]);
    let values = Cells::<DoubleType>(vec![Some(1.0), Some(2.0), None, Some(4.0)]);
    let schema = "optional binary k (STRING); optional double x;";
    directory.with(
        "a.parquet",
        table(schema, &[&keys, &values], &[4], |properties| properties),
    );
    let parquet = of_file("a.parquet");
    assert_eq!(
        directory.refused("sum", &parquet, 1),
        "reduce: a.parquet row 1: the cell in column `k` is null; fill it in or give --skip-empty\n"
    );
    assert_eq!(
        directory.run("sum,count", &[&parquet[..], &["--skip-empty"]].concat()),
        skipped
    );
}

/// A footer by which the keys of the last row group are those of the others as well.
fn keys_of_the_last_group(footer: ParquetMetaData) -> ParquetMetaData {
    let keys = footer.row_groups().last().unwrap().column(0).clone();
    let mut footer = footer.into_builder();
    let groups = footer.take_row_groups().into_iter().map(|group| {
        let mut group = group.into_builder();
        let mut columns = group.take_columns();
        columns[0] = keys.clone();
        group.set_column_metadata(columns).build().unwrap()
    });
    let groups = groups.collect();
    footer.set_row_groups(groups).build()
}

#[test]
fn columns_that_are_no_keys_are_refused() {
    let directory = Directory::new();
    directory
        .with("a.csv", "carrier,delay\nAA,1\n")
        .with("ragged.csv", "carrier,delay\nAA,1\n2\n")
        .with("latin.csv", b"k,x\n\xff,1\n")
        .with("a.bin", [1]);
    let (days, values) = (some::<Int32Type>(&[1, 2]), some::<Int32Type>(&[3, 4]));
    let file = |schema: &str, column: &dyn Column| table(schema, &[column, &values], &[2], |properties| properties);
    let latin = Cells::<ByteArrayType>(vec![Some("a".into()), Some(vec![0xff].into())]);
    let whole = "optional binary k (STRING); optional int32 x;";
    let names = texts(&["a", "b", "c"]);
    let three = some::<Int32Type>(&[1, 2, 3]);
    let delta = |properties: WriterPropertiesBuilder| {
        properties
            .set_column_dictionary_enabled("k".into(), false)
            .set_column_encoding("k".into(), Encoding::DELTA_BYTE_ARRAY)
    };
    let text = "optional binary k (STRING); optional binary x (STRING);";
    directory
        .with(
            "date.parquet",
            file("optional int32 k (DATE); optional int32 x;", &days),
        )
        .with(
            "bytes.parquet",
            file("optional binary k; optional int32 x;", &texts(&["a", "b"])),
        )
        .with(
            "latin.parquet",
            file("optional binary k (STRING); optional int32 x;", &latin),
        )
        .with("delta.parquet", table(whole, &[&names, &three], &[3], delta))
        .with(
            "text.parquet",
            table(text, &[&texts(&["a"]), &texts(&["b"])], &[1], |properties| properties),
        );
    let two_groups = table(whole, &[&names, &three], &[2, 1], |properties| properties);
    directory.with("short.parquet", with_footer(&two_groups, keys_of_the_last_group));
    let types = "f32 f64 i32 u32 i64 u64 i8 u8 i16 u16 bool";
    for (file, column, by, message) in [
        (
            "a.csv",
            "delay",
            "carier",
            "a.csv has no column `carier`; nearest: carrier".to_owned(),
        ),
        (
            "a.csv",
            "delay",
            "price",
            "a.csv has no column `price`; there are: carrier, delay".to_owned(),
        ),
        (
            "date.parquet",
            "x",
            "y",
            "date.parquet has no column `y`; nearest: k, x".to_owned(),
        ),
        (
            "ragged.csv",
            "delay",
            "carrier",
            "ragged.csv line 3: 1 cell where the header has 2; give every row as many".to_owned(),
        ),
        (
            "latin.csv",
            "x",
            "k",
            "latin.csv line 2: the cell in column `k` is no UTF-8; write the file in UTF-8".to_owned(),
        ),
        (
            "latin.parquet",
            "x",
            "k",
            "latin.parquet row 1: the cell in column `k` is no UTF-8; write the file in UTF-8".to_owned(),
        ),
        (
            "date.parquet",
            "x",
            "k",
            format!("date.parquet holds dates in column `k`, and {types} text are read; cast it to one of them"),
        ),
        (
            "bytes.parquet",
            "x",
            "k",
            format!("bytes.parquet holds bytes in column `k`, and {types} text are read; cast it to one of them"),
        ),
        (
            "delta.parquet",
            "x",
            "k",
            "delta.parquet holds what is not read (text in the encoding DELTA_BYTE_ARRAY); write it again with plain encodings".to_owned(),
        ),
        (
            "short.parquet",
            "x",
            "k",
            "short.parquet is damaged (column `k` has fewer rows than announced); write or copy it again".to_owned(),
        ),
        (
            "text.parquet",
            "x",
            "k",
            format!("text.parquet holds text in column `x`, and {types} are read; cast it to one of them"),
        ),
    ] {
        let said = directory.refused("sum", &[file, "--column", column, "--by", by], 1);
        assert_eq!(said, format!("reduce: {message}\n"));
    }
    for (file, how) in [("a.csv", "--axis"), ("a.bin", "--by")] {
        let raw: &[&str] = if file == "a.bin" {
            &["--raw", "u8"]
        } else {
            &["--column", "delay"]
        };
        let said = directory.refused("sum", &[&[file, how, "0"], raw].concat(), 2);
        let message = match how {
            "--by" => "--by is for CSV and Parquet files; leave it out beside --raw",
            _ => "--axis is for .npy files; leave it out for a CSV file",
        };
        assert_eq!(said, format!("reduce: {message}\n"));
    }
    assert_eq!(
        directory.refused("sum", &["a.csv", "--by", "carrier"], 2),
        "reduce: a.csv has the columns carrier, delay; name one of them with --column\n"
    );
}
