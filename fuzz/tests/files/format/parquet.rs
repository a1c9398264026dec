//! Tables: pages with headers, and a footer behind them, both in Thrift.

use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use reduce_cli::reading::Options;

use super::{BASE, read, thrift};
use crate::change;
use crate::random::Random;
use crate::run::Format;

/// Numbers of a page or a footer that are changed: encodings, codecs, types, and lengths.
const SMALL: u64 = 12;

pub(crate) struct Parquet {
    seeds: Vec<Vec<u8>>,
}

impl Parquet {
    pub(crate) fn new() -> Self {
        let (first, second) = (WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0);
        let (gzip, zstd) = (GzipLevel::default(), ZstdLevel::default());
        let there: Vec<i16> = (0..200).map(|at| i16::from(at % 3 > 0)).collect();
        let full = there.iter().filter(|level| **level == 1).count();
        let ints: Vec<i32> = (0..200).map(|at| at / 9).collect();
        let longs: Vec<i64> = (0..full as i64).map(|at| at * at).collect();
        let floats: Vec<f64> = (0..200).map(f64::from).map(f64::sin).collect();
        let bools: Vec<bool> = (0..200).map(|at| at % 5 < 2).collect();
        let plain = Compression::UNCOMPRESSED;
        let mut seeds = vec![
            write::<Int32Type>("required int32 x", plain, first, None, &ints, None),
            write::<Int32Type>(
                "required int32 x (INTEGER(8,true))",
                Compression::SNAPPY,
                second,
                None,
                &ints,
                None,
            ),
            write::<Int64Type>(
                "optional int64 x",
                Compression::GZIP(gzip),
                first,
                None,
                &longs,
                Some(&there),
            ),
            write::<DoubleType>(
                "required double x",
                Compression::ZSTD(zstd),
                second,
                None,
                &floats,
                None,
            ),
            write::<BoolType>("required boolean x", Compression::LZ4_RAW, second, None, &bools, None),
        ];
        let delta = Some(Encoding::DELTA_BINARY_PACKED);
        let split = Some(Encoding::BYTE_STREAM_SPLIT);
        seeds.extend([
            write::<Int64Type>("optional int64 x", plain, second, delta, &longs, Some(&there)),
            write::<DoubleType>("required double x", plain, first, split, &floats, None),
            write::<BoolType>("required boolean x", plain, second, Some(Encoding::RLE), &bools, None),
        ]);
        seeds.extend([
            beside_text(plain, true),
            beside_text(plain, false),
            beside_text(Compression::SNAPPY, true),
            include_bytes!("../seeds/polars_zstd.parquet").to_vec(),
            include_bytes!("../seeds/arrow_plain.parquet").to_vec(),
            include_bytes!("../seeds/arrow_snappy_second.parquet").to_vec(),
            include_bytes!("../seeds/arrow_delta_gzip.parquet").to_vec(),
            include_bytes!("../seeds/arrow_lz4_pages.parquet").to_vec(),
        ]);
        Self { seeds }
    }
}

fn write<T: DataType>(
    column: &str,
    codec: Compression,
    version: WriterVersion,
    encoding: Option<Encoding>,
    values: &[T::T],
    there: Option<&[i16]>,
) -> Vec<u8> {
    let schema = parse_message_type(&format!("message m {{ {column}; }}")).unwrap();
    let mut properties = WriterProperties::builder()
        .set_compression(codec)
        .set_writer_version(version)
        .set_data_page_row_count_limit(90)
        .set_write_batch_size(30);
    if let Some(encoding) = encoding {
        properties = properties.set_dictionary_enabled(false).set_encoding(encoding);
    }
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties.build())).unwrap();
    let mut group = file.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<T>().write_batch(values, there, None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    file.close().unwrap();
    bytes
}

/// A column of text, and one of numbers beside it.
fn beside_text(codec: Compression, dictionary: bool) -> Vec<u8> {
    let schema = parse_message_type("message m { optional binary k (STRING); required int32 x; }").unwrap();
    let properties = WriterProperties::builder()
        .set_compression(codec)
        .set_dictionary_enabled(dictionary)
        .set_data_page_row_count_limit(90)
        .set_write_batch_size(30);
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties.build())).unwrap();
    let mut group = file.next_row_group().unwrap();
    let there: Vec<i16> = (0..200).map(|at| i16::from(at % 5 > 0)).collect();
    let full = there.iter().filter(|level| **level == 1).count();
    let texts: Vec<ByteArray> = (0..full).map(|at| ["a", "", "carrier"][at % 3].into()).collect();
    let mut column = group.next_column().unwrap().unwrap();
    column
        .typed::<ByteArrayType>()
        .write_batch(&texts, Some(&there), None)
        .unwrap();
    column.close().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let ints: Vec<i32> = (0..200).collect();
    column.typed::<Int32Type>().write_batch(&ints, None, None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    file.close().unwrap();
    bytes
}

impl Format for Parquet {
    fn name(&self) -> &'static str {
        "parquet"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.seeds.clone()
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let Some(begin) = footer(bytes) else {
            return change::some(bytes, random);
        };
        let end = bytes.len() - 8;
        let mut body = bytes[..begin].to_vec();
        let mut footer = bytes[begin..end].to_vec();
        match random.below(6) {
            0 => change::some(&mut footer, random),
            1 => number_of(&mut footer, 0, random),
            2 | 3 => {
                let headers = headers(&body);
                if !headers.is_empty() {
                    let from = random.pick(&headers);
                    number_of(&mut body, from, random);
                }
            }
            4 => change::some(&mut body, random),
            _ => page(&mut body, random),
        }
        let length = (footer.len() as u32).to_le_bytes();
        *bytes = [&body, &footer, &length[..], b"PAR1"].concat();
        if random.chance(2) {
            change::some(bytes, random);
        }
    }

    fn read(&self, bytes: &[u8], path: &Path, random: &mut Random) -> Result<(), String> {
        let of = |writer: &str| bytes.windows(writer.len()).any(|part| part == writer.as_bytes());
        let columns: &[&str] = match (of("Polars"), of("parquet-cpp-arrow")) {
            (true, _) => &["a", "b", "c"],
            (_, true) => &["x", "y", "z", "g.h"],
            _ => &["x"],
        };
        let column = match random.below(40) {
            1 => None,
            2 => Some("q"),
            _ => Some(random.pick(columns)),
        };
        let (by, filter) = match (of("carrier"), random.chance(20)) {
            (true, _) => (
                Some("k".to_owned()),
                Some(random.pick(&["k > 'a'", "k != ''", "x < 100", "x > 7.5"]).to_owned()),
            ),
            (false, true) => (
                Some(random.pick(columns).to_owned()),
                Some(format!("{} >= 3", random.pick(columns))),
            ),
            (false, false) => (None, None),
        };
        let options = Options {
            format: Some("parquet"),
            column: column.map(str::to_owned),
            skip_empty: random.chance(80),
            by: by.filter(|_| random.chance(80)),
            filter: filter.filter(|_| random.chance(50)),
            ..Options::default()
        };
        read(bytes, path, &options)
    }

    fn most(&self, bytes: usize) -> usize {
        BASE + 256 * bytes + 4 * 32768 * bytes
    }
}

/// The beginning of the footer, if there is one.
fn footer(bytes: &[u8]) -> Option<usize> {
    let end = bytes.len().checked_sub(8)?;
    let length = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap());
    end.checked_sub(length as usize)
}

/// The beginnings of the headers of pages, as far as they are in order one after the other.
fn headers(body: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 4;
    while let Some((_, end)) = thrift::places(body, at) {
        found.push(at);
        // The third number is that of the page's bytes; a search for the next header is as good.
        let next = (end..body.len()).find(|next| body[*next..].starts_with(&[0x15]) && header(body, *next));
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    found
}

/// Whether this looks like the header of a page: three numbers and a struct.
fn header(body: &[u8], at: usize) -> bool {
    let small = body.get(at + 1).is_some_and(|kind| *kind <= 6 && kind % 2 == 0);
    small && body.get(at + 2) == Some(&0x15) && thrift::places(body, at).is_some_and(|(found, _)| found.len() > 8)
}

/// Puts another number in the struct that begins at `from`.
fn number_of(bytes: &mut Vec<u8>, from: usize, random: &mut Random) {
    let known = thrift::places(bytes, from).filter(|(places, _)| !places.is_empty());
    let Some((places, _)) = known else {
        return change::some(bytes, random);
    };
    let place = random.pick(&places);
    let number = match random.below(3) {
        0 => random.below(SMALL as usize) as u64 * 2,
        1 => change::number(random),
        _ => change::number(random) << 1,
    };
    bytes.splice(place, thrift::varint(number));
}

/// Changes the bytes behind the header of a page and leaves their number.
fn page(body: &mut [u8], random: &mut Random) {
    let headers = headers(body);
    let Some(from) = (!headers.is_empty()).then(|| random.pick(&headers)) else {
        return;
    };
    let Some((_, begin)) = thrift::places(body, from) else {
        return;
    };
    for _ in 0..1 + random.below(4) {
        let at = begin + random.below(64);
        if let Some(byte) = body.get_mut(at) {
            *byte = random.pick(&[0, 1, 2, 3, 4, 8, 32, 33, 64, 127, 128, 255]);
        }
    }
}
