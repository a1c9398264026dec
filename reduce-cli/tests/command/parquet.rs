//! Parquet files, written here by the crate that reads them.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use std::fs::File;
use std::sync::Arc;

use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::data_type::{BoolType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::file::metadata::{
    ColumnChunkMetaDataBuilder, ParquetMetaData, ParquetMetaDataReader, ParquetMetaDataWriter,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::tools::{Directory, command};

/// A file of one column, a slice for each row group. Where there are nulls, `there` says for each row of a group whether it has a
/// value.
pub(crate) fn write<T: DataType>(
    column: &str,
    codec: Compression,
    groups: &[&[T::T]],
    there: Option<&[i16]>,
) -> Vec<u8> {
    let end = if column.ends_with('}') { "" } else { ";" };
    let schema = parse_message_type(&format!("message m {{ {column}{end} }}")).unwrap();
    let properties = WriterProperties::builder().set_compression(codec).build();
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties)).unwrap();
    for values in groups {
        let mut group = file.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<T>().write_batch(values, there, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
    }
    file.close().unwrap();
    bytes
}

pub(crate) fn plain<T: DataType>(column: &str, values: &[T::T]) -> Vec<u8> {
    write::<T>(column, Compression::UNCOMPRESSED, &[values], None)
}

#[test]
fn every_type_is_read() {
    let directory = Directory::new();
    let read = |bytes: Vec<u8>| {
        directory.with("a.parquet", bytes);
        directory.run("sum,argmax", &["a.parquet"]).replace('\n', " ")
    };
    let ints = [1, -2, 100];
    let bits = [1, -1, 3];
    let longs = ints.map(i64::from);
    let int = "sum     99 argmax  2 100 ";
    assert_eq!(read(plain::<Int32Type>("required int32 x", &ints)), int);
    assert_eq!(read(plain::<Int64Type>("required int64 x", &longs)), int);
    assert_eq!(
        read(plain::<Int32Type>("required int32 x (INTEGER(8,true))", &ints)),
        int
    );
    assert_eq!(
        read(plain::<Int32Type>("required int32 x (INTEGER(16,true))", &ints)),
        int
    );
    assert_eq!(read(plain::<Int32Type>("required int32 x (INT_16)", &ints)), int);
    let unsigned = |most: &str, sum: &str| format!("sum     {sum} argmax  1 {most} ");
    let small = [1, 255, 3];
    assert_eq!(
        read(plain::<Int32Type>("required int32 x (INTEGER(8,false))", &small)),
        unsigned("255", "259")
    );
    let short = [1, 65535, 3];
    assert_eq!(
        read(plain::<Int32Type>("required int32 x (INTEGER(16,false))", &short)),
        unsigned("65535", "65539")
    );
    assert_eq!(
        read(plain::<Int32Type>("required int32 x (INTEGER(32,false))", &bits)),
        unsigned("4294967295", "3")
    );
    assert_eq!(
        read(plain::<Int64Type>(
            "required int64 x (INTEGER(64,false))",
            &bits.map(i64::from)
        )),
        unsigned("18446744073709551615", "3")
    );
    let float = "sum     0.75 argmax  2 2.5 ";
    assert_eq!(read(plain::<FloatType>("required float x", &[0.25, -2.0, 2.5])), float);
    assert_eq!(
        read(plain::<DoubleType>("required double x", &[0.25, -2.0, 2.5])),
        float
    );
    assert_eq!(
        read(plain::<BoolType>("required boolean x", &[false, true, true])),
        "sum     2 argmax  1 1 "
    );
}

#[test]
fn batches_and_row_groups_give_the_bits_of_the_whole() {
    let data: Vec<f32> = (0..150_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 1024.0 - 8000.0)
        .collect();
    let groups = [&data[..100_000], &[], &data[100_000..100_001], &data[100_001..]];
    let directory = Directory::new();
    let raw: Vec<u8> = data.iter().flat_map(|number| number.to_le_bytes()).collect();
    directory.with("a.bin", raw);
    let expected = directory.run("mean,variance,argmax,count", &["a.bin", "--raw", "f32"]);
    let (gzip, zstd) = (GzipLevel::default(), ZstdLevel::default());
    for codec in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(gzip),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::ZSTD(zstd),
    ] {
        directory.with(
            "a.parquet",
            write::<FloatType>("required float x", codec, &groups, None),
        );
        let printed = directory.run("mean,variance,argmax,count", &["a.parquet"]);
        assert_eq!(printed, expected, "{codec:?}");
    }
}

#[test]
fn nulls_are_refused_or_skipped() {
    let directory = Directory::new();
    let there = [1, 0, 1, 0];
    let groups: [&[f64]; 2] = [&[1.5, 2.0], &[4.0, 0.5]];
    let codec = Compression::SNAPPY;
    directory
        .with(
            "gaps.parquet",
            write::<DoubleType>("optional double x", codec, &groups, Some(&there)),
        )
        .with(
            "void.parquet",
            write::<DoubleType>("optional double x", codec, &[&[]], Some(&[0, 0])),
        )
        .with(
            "inside.parquet",
            write::<DoubleType>(
                "optional group p { required double x; }",
                codec,
                &[&[3.0]],
                Some(&[0, 1]),
            ),
        );
    assert_eq!(
        directory.refused("sum", &["gaps.parquet"], 1),
        "reduce: gaps.parquet row 1: the cell in column `x` is null; fill it in or give --skip-empty\n"
    );
    assert_eq!(
        directory.run("sum,count", &["gaps.parquet", "--skip-empty"]),
        "sum    8.0\ncount  4\n"
    );
    assert_eq!(directory.run("count", &["void.parquet", "--skip-empty"]), "count  0\n");
    assert_eq!(
        directory.refused("sum", &["inside.parquet", "--column", "p.x"], 1),
        "reduce: inside.parquet row 0: the cell in column `p.x` is null; fill it in or give --skip-empty\n"
    );
}

/// The file with another footer.
pub(crate) fn with_footer(bytes: &[u8], change: impl FnOnce(ParquetMetaData) -> ParquetMetaData) -> Vec<u8> {
    let directory = Directory::new();
    let file = File::open(directory.with("known", bytes).path("known")).unwrap();
    let known = ParquetMetaDataReader::new().parse_and_finish(&file).unwrap();
    let length = u32::from_le_bytes(bytes[bytes.len() - 8..bytes.len() - 4].try_into().unwrap());
    let mut changed = bytes[..bytes.len() - 8 - length as usize].to_vec();
    ParquetMetaDataWriter::new(&mut changed, &change(known))
        .finish()
        .unwrap();
    changed
}

/// The file with other words on its only column.
pub(crate) fn with_column(
    bytes: &[u8],
    change: impl Fn(ColumnChunkMetaDataBuilder) -> ColumnChunkMetaDataBuilder,
) -> Vec<u8> {
    with_footer(bytes, |footer| {
        let mut footer = footer.into_builder();
        let groups = footer.take_row_groups().into_iter().map(|group| {
            let mut group = group.into_builder();
            let columns = group
                .take_columns()
                .into_iter()
                .map(|column| change(column.into_builder()).build().unwrap());
            let columns = columns.collect();
            group.set_column_metadata(columns).build().unwrap()
        });
        let groups = groups.collect();
        footer.set_row_groups(groups).build()
    })
}

#[test]
fn what_cannot_be_read_is_one_sentence() {
    let directory = Directory::new();
    let good = plain::<Int32Type>("required int32 delay", &[1, 2, 3]);
    let (last, half) = (good.len() - 1, good.len() / 2);
    let mut footer = good.clone();
    footer[last - 7 - 20..last - 7].fill(0xff);
    let mut page = good.clone();
    page[4..24].fill(0xff);
    let encrypted = [&good[..last - 3], b"PARE"].concat();
    let numbers = "f32 f64 i32 u32 i64 u64 i8 u8 i16 u16 bool";
    let of_type = |what: &str| format!("holds {what} in column `x`, and {numbers} are read; cast it to one of them");
    for (bytes, message) in [
        (
            plain::<Int32Type>("required int32 x (DECIMAL(5,2))", &[1]),
            of_type("decimals"),
        ),
        (plain::<Int32Type>("required int32 x (DATE)", &[1]), of_type("dates")),
        (
            plain::<Int64Type>("required int64 x (TIMESTAMP(MICROS,true))", &[1]),
            of_type("timestamps"),
        ),
        (
            plain::<Int64Type>("required int64 x (TIMESTAMP_MILLIS)", &[1]),
            of_type("timestamps"),
        ),
        (
            plain::<Int32Type>("required int32 x (TIME(MILLIS,true))", &[1]),
            of_type("times of day"),
        ),
        (
            plain::<parquet::data_type::ByteArrayType>("required binary x (UTF8)", &[b"a".to_vec().into()]),
            of_type("text"),
        ),
        (
            plain::<parquet::data_type::ByteArrayType>("required binary x", &[b"a".to_vec().into()]),
            of_type("bytes"),
        ),
        (Vec::new(), "is empty; give a file with numbers".to_owned()),
        (
            b"day,temperature\n1,2\n".to_vec(),
            "is no Parquet file; write it as one, or name its --format".to_owned(),
        ),
        (
            good[..half].to_vec(),
            "ends before its footer; write or copy it again".to_owned(),
        ),
        (encrypted, "is encrypted; decrypt it first".to_owned()),
        (
            footer,
            "is damaged (its footer is not in order); write or copy it again".to_owned(),
        ),
        (
            page,
            "is damaged (the header of a page is not in order); write or copy it again".to_owned(),
        ),
        (
            with_column(&good, |column| {
                column.set_compression(Compression::BROTLI(Default::default()))
            }),
            "is compressed by Brotli, and Zstandard, Snappy, LZ4 and gzip are read; write it with one of them"
                .to_owned(),
        ),
        (
            with_column(&good, |column| column.set_data_page_offset(-4)),
            "is damaged (column `delay` is not where a column can be); write or copy it again".to_owned(),
        ),
        (
            with_column(&good, |column| column.set_dictionary_page_offset(Some(1 << 40))),
            "ends before its columns do; write or copy it again".to_owned(),
        ),
    ] {
        directory.with("a.parquet", bytes);
        assert_eq!(
            directory.refused("sum", &["a.parquet"], 1),
            format!("reduce: a.parquet {message}\n")
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused() {
    let (from, mut to) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut to, b"PAR1").unwrap();
    drop(to);
    let mut call = command(&["run", "sum", "/dev/stdin", "--format", "parquet"]);
    let output = call.stdin(from).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "reduce: /dev/stdin is a pipe, and Parquet files are read from their end; copy it to a file\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn columns_are_found_by_name() {
    let directory = Directory::new();
    let list = "optional group legs (LIST) { repeated group list { required int32 element; } }";
    let schema = format!("message m {{ required int32 delay; required int32 distance; {list} }}");
    let mut bytes = Vec::new();
    let schema = Arc::new(parse_message_type(&schema).unwrap());
    SerializedFileWriter::new(&mut bytes, schema, Arc::default())
        .unwrap()
        .close()
        .unwrap();
    directory.with("flights.parquet", bytes);
    let refused =
        |arguments: &[&str], code| directory.refused("sum", &[&["flights.parquet"], arguments].concat(), code);
    assert_eq!(
        refused(&["--column", "dealy"], 1),
        "reduce: flights.parquet has no column `dealy`; nearest: delay\n"
    );
    assert_eq!(
        refused(&["--column", "price"], 1),
        "reduce: flights.parquet has no column `price`; there are: delay, distance, legs.list.element\n"
    );
    assert_eq!(
        refused(&[], 2),
        "reduce: flights.parquet has the columns delay, distance, legs.list.element; name one of them with --column\n"
    );
    assert_eq!(
        refused(&["--column", "legs.list.element"], 1),
        "reduce: flights.parquet holds lists in column `legs.list.element`, and f32 f64 i32 u32 i64 u64 i8 u8 i16 u16 bool \
         are read; cast it to one of them\n"
    );
    assert_eq!(
        refused(&["--column", "delay", "--type", "f64"], 2),
        "reduce: --type is for CSV files; leave it out for a Parquet file\n"
    );
    assert_eq!(
        directory.run("count", &["flights.parquet", "--column", "delay"]),
        "count  0\n"
    );
}
