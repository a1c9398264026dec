//! Files that announce more than they hold, or that were made to break their readers: a sentence, before memory is taken.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use std::cell::Cell;

use parquet::basic::Compression;
use parquet::data_type::{FloatType, Int32Type};
use png::{BitDepth, ColorType, Encoder, Info};

use crate::parquet::{plain, with_column, write};
use crate::tools::Directory;
use crate::wav::wav;

#[track_caller]
fn refused(name: &str, bytes: impl AsRef<[u8]>, message: &str) {
    let directory = Directory::new();
    directory.with(name, bytes);
    assert_eq!(
        directory.refused("sum", &[name], 1),
        format!("reduce: {name} {message}\n")
    );
}

/// An image of that header, with a few bytes of pixels.
fn image(info: Info<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Encoder::with_info(&mut bytes, info).unwrap().write_header().unwrap();
    let stored = [0x78, 1, 1, 2, 0, 0xfd, 0xff, 0, 0, 0, 2, 0, 1];
    writer.write_chunk(png::chunk::IDAT, &stored).unwrap();
    writer.write_chunk(png::chunk::IEND, &[]).unwrap();
    drop(writer);
    bytes
}

#[test]
fn an_image_is_no_larger_than_its_file_can_hold() {
    for interlaced in [true, false] {
        let mut info = Info::with_size(40_000, 40_000);
        (info.color_type, info.bit_depth, info.interlaced) = (ColorType::Rgba, BitDepth::Sixteen, interlaced);
        let bytes = image(info);
        let message = format!(
            "announces 40000 by 40000 pixels, which its {} bytes cannot hold; write or copy it again",
            bytes.len()
        );
        refused("a.png", bytes, &message);
    }
    // As dense as deflate can be: it is tried.
    let mut info = Info::with_size(1032, 40);
    (info.color_type, info.bit_depth) = (ColorType::Grayscale, BitDepth::Eight);
    refused(
        "a.png",
        image(info),
        "is no PNG file, or is damaged; write or copy it again",
    );
}

#[test]
fn a_palette_has_whole_colours() {
    for bytes in [1, 2, 4, 771] {
        let mut info = Info::with_size(1, 1);
        (info.color_type, info.bit_depth) = (ColorType::Indexed, BitDepth::Eight);
        info.palette = Some(vec![7; bytes].into());
        refused(
            "a.png",
            image(info),
            "is no PNG file, or is damaged; write or copy it again",
        );
    }
}

#[test]
fn an_array_is_no_longer_than_its_file() {
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend([0; 16]);
    refused(
        "a.npy",
        bytes,
        "ends after 16 of the 8000000000000 bytes that its header announces; write or copy it again",
    );
}

#[test]
fn a_sound_is_no_longer_than_its_file() {
    let mut bytes = wav(1, 1, 16, &[1, 0, 2, 0]);
    let length = bytes.len() - 8;
    bytes[length..length + 4].copy_from_slice(&0x7fff_fffeu32.to_le_bytes());
    let message = format!(
        "announces 1073741823 samples, which its {} bytes cannot hold; write or copy it again",
        bytes.len()
    );
    refused("a.wav", bytes, &message);
}

#[test]
fn a_row_that_does_not_end_is_refused() {
    let mut text = b"a\n1\n\"".to_vec();
    text.resize(17 << 20, b'1');
    refused(
        "a.csv",
        &text,
        "has a row of more than 16 MiB; close the quotes in it, or cut it into shorter ones",
    );
}

#[test]
fn what_a_file_holds_is_quoted_in_one_short_line() {
    let directory = Directory::new();
    directory.with("a.csv", "a\n\u{1b}[31m\"\u{7}\n");
    assert_eq!(
        directory.refused("sum", &["a.csv"], 1),
        "reduce: a.csv line 2: `\\u{1b}[31m\"\\u{7}` in column `a` is no f64; correct it or give another --type\n"
    );
    let long = "x".repeat(100_000);
    directory.with("a.csv", format!("a\n{long}\n"));
    let message = directory.refused("sum", &["a.csv"], 1);
    assert!(message.len() < 1000, "{} bytes", message.len());
    assert!(
        message.ends_with("x` in column `a` is no f64; correct it or give another --type\n"),
        "{message}"
    );
    let columns: String = (0..50_000).map(|column| format!("c{column},")).collect();
    directory.with("a.csv", format!("{columns}\n"));
    let message = directory.refused("sum", &["a.csv"], 2);
    assert!(message.len() < 1000, "{} bytes", message.len());
    assert!(message.ends_with("name one of them with --column\n"), "{message}");
}

/// A file that holds only a footer.
fn footer(bytes: &[u8]) -> Vec<u8> {
    let length = (bytes.len() as u32).to_le_bytes();
    [b"PAR1", bytes, &length, b"PAR1"].concat()
}

/// A footer of groups with this many children, each number as it stands in the file.
fn groups(children: &[&[u8]]) -> Vec<u8> {
    // Field 1, the version, and field 2, a list of this many structs.
    let mut bytes = vec![0x15, 2, 0x19, 0xfc];
    let count = children.len();
    bytes.extend([count as u8 | 128, (count >> 7) as u8 | 128, (count >> 14) as u8]);
    for children in children {
        // Field 3, optional; field 4, the name; field 5.
        bytes.extend([&[0x35, 2, 0x18, 1, b'g', 0x15], *children, &[0]].concat());
    }
    bytes.push(0);
    footer(&bytes)
}

#[test]
fn the_tree_of_columns_is_as_large_as_its_footer_says() {
    let wrong = "is damaged (its footer is not in order); write or copy it again";
    // 2^31 - 1 children, of which the first is missing.
    refused("a.parquet", groups(&[&[0xfe, 0xff, 0xff, 0xff, 0x0f]]), wrong);
    // One in another, deeper than any stack.
    let deep = vec![&[2u8][..]; 500_000];
    refused("a.parquet", groups(&deep), wrong);
    let mut long = footer(&[0]);
    long[5..9].copy_from_slice(&[0xff, 0xff, 0xff, 0x7f]);
    refused(
        "a.parquet",
        long,
        "is damaged (its footer is longer than the file); write or copy it again",
    );
}

/// The file with `new` bytes in place of the byte `old` at `at`, in the header of its first page.
fn with_header(bytes: &[u8], at: usize, old: u8, new: &[u8]) -> Vec<u8> {
    assert_eq!(bytes[at], old, "{:02x?}", &bytes[..32]);
    let mut changed = bytes.to_vec();
    changed.splice(at..=at, new.iter().copied());
    let longer = new.len() as i64 - 1;
    with_column(&changed, |column| {
        let known = column.build().unwrap();
        let (begin, length) = known.byte_range();
        let data = known.data_page_offset();
        let data = if data > begin as i64 { data + longer } else { data };
        let column = known.into_builder().set_total_compressed_size(length as i64 + longer);
        column.set_data_page_offset(data)
    })
}

#[test]
fn a_page_is_no_larger_than_its_bytes_can_hold() {
    let most = [0xfe, 0xff, 0xff, 0xff, 0x0f];
    let packed = write::<Int32Type>("required int32 x", Compression::SNAPPY, &[&[1, 2, 3]], None);
    // The type of the page stands before its size, which is twice 12 here.
    refused(
        "a.parquet",
        with_header(&packed, 7, 24, &most),
        "is damaged (a page announces more than its bytes can hold); write or copy it again",
    );
    let unaligned = plain::<Int32Type>("required int32 x", &[1, 2, 3]);
    // Behind both sizes, and the field about a dictionary, is the number of its values.
    refused(
        "a.parquet",
        with_header(&unaligned, 12, 6, &most),
        "is damaged (a dictionary is shorter than it announces); write or copy it again",
    );
    refused(
        "a.parquet",
        with_header(&unaligned, 9, 24, &most),
        "is damaged (a page is longer than its column); write or copy it again",
    );
}

#[test]
fn a_page_that_breaks_its_reader_is_a_sentence() {
    let unaligned = plain::<Int32Type>("required int32 x", &[1, 2, 3]);
    let without = with_column(&unaligned, |column| {
        let known = column.build().unwrap();
        let data = known.data_page_offset();
        let (begin, length) = known.byte_range();
        let left = length as i64 - (data - begin as i64);
        known
            .into_builder()
            .set_dictionary_page_offset(None)
            .set_total_compressed_size(left)
    });
    refused(
        "a.parquet",
        without,
        "is damaged (a page needs a dictionary, and there is none); write or copy it again",
    );
    // A column ends with a run of numbers of the dictionary: one byte of length and, for these, 50 more. This length never ends.
    let numbers: Vec<f32> = (0..400u16).map(|at| f32::from(at % 2)).collect();
    let mut endless = write::<FloatType>("required float x", Compression::UNCOMPRESSED, &[&numbers], None);
    let end = Cell::new(0);
    with_column(&endless, |column| {
        let known = column.build().unwrap();
        let (begin, length) = known.byte_range();
        end.set((begin + length) as usize);
        known.into_builder()
    });
    endless[end.get() - 51..end.get()].fill(0xff);
    refused(
        "a.parquet",
        endless,
        "is damaged (a page is not in order); write or copy it again",
    );
}
