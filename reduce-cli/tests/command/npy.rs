//! .npy files, byte for byte as numpy writes them.

use crate::tools::Directory;

/// A file of version 1.0: a header padded to 64 bytes, as numpy does, and the data.
pub(crate) fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    version(
        1,
        &format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"),
        data,
    )
}

pub(crate) fn version(major: u8, dict: &str, data: &[u8]) -> Vec<u8> {
    let before = if major == 1 { 10 } else { 12 };
    let mut header = dict.to_owned();
    while !(before + header.len() + 1).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let mut file = b"\x93NUMPY".to_vec();
    file.extend([major, 0]);
    if major == 1 {
        file.extend((header.len() as u16).to_le_bytes());
    } else {
        file.extend((header.len() as u32).to_le_bytes());
    }
    file.extend(header.as_bytes());
    file.extend(data);
    file
}

/// The file of three numbers of a type, and the expected value of its sum.
macro_rules! of_type {
    ($descr:literal $t:ident) => {{
        let numbers: [$t; 3] = [1 as $t, 2 as $t, 100 as $t];
        let little: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let big: Vec<u8> = numbers.iter().flat_map(|number| number.to_be_bytes()).collect();
        let directory = Directory::new();
        let float = stringify!($t).starts_with('f');
        let (sum, most) = if float { ("103.0", "100.0") } else { ("103", "100") };
        let expected = format!("sum     {sum}\nargmax  2 {most}\n");
        for (descr, data) in [($descr.to_owned(), little), ($descr.replace('<', ">"), big)] {
            directory.with("a.npy", npy(&descr, "(3,)", &data));
            assert_eq!(directory.run("sum,argmax", &["a.npy"]), expected, "{descr}");
        }
    }};
}

#[test]
fn every_type_is_read() {
    of_type!("<f4" f32);
    of_type!("<f8" f64);
    of_type!("<i4" i32);
    of_type!("<u4" u32);
    of_type!("<i8" i64);
    of_type!("<u8" u64);
    of_type!("|i1" i8);
    of_type!("|u1" u8);
    of_type!("<i2" i16);
    of_type!("<u2" u16);
}

#[test]
fn truth_values_are_bytes_and_short_floats_longer_ones() {
    let directory = Directory::new();
    directory.with("bool.npy", npy("|b1", "(3,)", &[0, 1, 1]));
    assert_eq!(directory.run("sum,argmax", &["bool.npy"]), "sum     2\nargmax  1 1\n");
    // 1.5, the least subnormal number, -infinity; longer than a piece, which holds half as many of them.
    let halves: Vec<u16> = std::iter::repeat_n([0x3e00, 0x0001], 700_000)
        .flatten()
        .chain([0xfc00])
        .collect();
    for (descr, bytes) in [
        ("<f2", u16::to_le_bytes as fn(u16) -> [u8; 2]),
        (">f2", u16::to_be_bytes),
    ] {
        let data: Vec<u8> = halves.iter().flat_map(|half| bytes(*half)).collect();
        directory.with("half.npy", npy(descr, "(1400001,)", &data));
        assert_eq!(
            directory.run("count,argmin,max,nanmin", &["half.npy"]),
            "count   1400001\nargmin  1400000 -inf\nmax     1.5\nnanmin  -inf\n"
        );
        directory.with("short.npy", npy(descr, "(1400002,)", &data));
        assert_eq!(
            directory.refused("sum", &["short.npy"], 1),
            "reduce: short.npy ends after 2800002 of the 2800004 bytes that its header announces; write or copy it again\n"
        );
    }
    directory.with("tiny.npy", npy("<f2", "(1,)", &[1, 0]));
    assert_eq!(directory.run("max", &["tiny.npy"]), "max  5.9604645e-8\n");
}

#[test]
fn positions_are_those_in_the_file() {
    // [[1, 3], [9, 2]] in both orders: numpy's argmax is 2, where the array lies column by column it stands second.
    let directory = Directory::new();
    for (fortran, data, at) in [("False", [1, 3, 9, 2], 2), ("True", [1, 9, 3, 2], 1)] {
        let dict = format!("{{'descr': '|u1', 'fortran_order': {fortran}, 'shape': (2, 2), }}");
        directory.with("a.npy", version(1, &dict, &data));
        assert_eq!(
            directory.run("sum,argmax", &["a.npy"]),
            format!("sum     15\nargmax  {at} 9\n")
        );
    }
}

#[test]
fn every_version_and_shape_is_read() {
    let data: Vec<u8> = (1..=6u8).collect();
    let directory = Directory::new();
    for major in 1..=3 {
        let dict = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }";
        directory.with("a.npy", version(major, dict, &data));
        assert_eq!(directory.run("sum", &["a.npy"]), "sum  21\n", "version {major}");
    }
    directory.with("scalar.npy", npy("|u1", "()", &[7]));
    assert_eq!(directory.run("sum", &["scalar.npy"]), "sum  7\n");
    directory.with("none.npy", npy("|u1", "(0,)", &[]));
    assert_eq!(directory.run("max,count", &["none.npy"]), "max    0\ncount  0\n");
}

#[test]
fn what_cannot_be_read_is_one_sentence() {
    let directory = Directory::new();
    directory
        .with("short.npy", npy("<f4", "(3,)", &[0; 8]))
        .with("inside.npy", npy("<f4", "(3,)", &[0; 10]))
        .with("long.npy", npy("<f4", "(1,)", &[0; 8]))
        .with("header.npy", &npy("<f4", "(1,)", &[])[..40])
        .with("complex.npy", npy("<c8", "(1,)", &[0; 8]))
        .with(
            "records.npy",
            version(
                1,
                "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }",
                &[0; 4],
            ),
        )
        .with("new.npy", version(4, "{}", &[]))
        .with("other.npy", "day,temperature\n")
        .with("shape.npy", npy("<f4", "(99999999999, 99999999999)", &[]))
        .with("empty.npy", "");
    for (file, message) in [
        (
            "short",
            "ends after 8 of the 12 bytes that its header announces; write or copy it again",
        ),
        (
            "inside",
            "ends after 10 of the 12 bytes that its header announces; write or copy it again",
        ),
        (
            "long",
            "goes on behind its array; write one array to a file, by one numpy.save",
        ),
        ("header", "ends inside its .npy header; write or copy it again"),
        (
            "complex",
            "holds numpy's `<c8`, and f32 f64 i32 u32 i64 u64 i8 u8 i16 u16 bool f16 are read; convert it, as in a.astype('<f4')",
        ),
        (
            "records",
            "holds records; save one of their fields, as in numpy.save(file, a['x'])",
        ),
        (
            "new",
            "is of .npy version 4, and versions 1 to 3 are read; write it again with numpy.save",
        ),
        (
            "other",
            "has no header of a .npy file; write it with numpy.save, or say what it holds, as in --raw f32",
        ),
        (
            "shape",
            "has no header of a .npy file; write it with numpy.save, or say what it holds, as in --raw f32",
        ),
        ("empty", "is empty; give a file with numbers"),
    ] {
        let said = directory.refused("sum", &[&format!("{file}.npy")], 1);
        assert_eq!(said, format!("reduce: {file}.npy {message}\n"));
    }
}

#[test]
fn options_of_csv_are_refused() {
    let directory = Directory::new();
    directory.with("a.npy", npy("|u1", "(1,)", &[1]));
    assert_eq!(
        directory.refused("sum", &["a.npy", "--column", "x"], 2),
        "reduce: --column is for CSV, Parquet, WAV and PNG files; leave it out for a .npy file\n"
    );
}
