//! PNG images.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use png::{BitDepth, ColorType, Encoder, Info};

use crate::tools::Directory;

/// An image of this width, whose height is what `values` are enough for.
fn png(width: u32, color: ColorType, depth: BitDepth, palette: Option<&[u8]>, values: &[u8]) -> Vec<u8> {
    let row = color.samples() * width as usize * depth as usize;
    let height = values.len() / row.div_ceil(8);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height as u32);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(values).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn channels_are_read_together_or_alone() {
    let directory = Directory::new();
    let values: Vec<u8> = vec![1, 20, 3, 255, 5, 6, 70, 255, 9, 10, 11, 0, 13, 14, 15, 255];
    directory.with("a.png", png(2, ColorType::Rgba, BitDepth::Eight, None, &values));
    let read = |arguments: &[&str]| {
        let printed = directory.run("sum,argmax", &[&["a.png"], arguments].concat());
        printed.replace('\n', " ")
    };
    assert_eq!(read(&[]), "sum     942 argmax  3 255 ");
    assert_eq!(read(&["--column", "red"]), "sum     28 argmax  3 13 ");
    assert_eq!(read(&["--column", "g"]), "sum     50 argmax  0 20 ");
    assert_eq!(read(&["--column", "b"]), "sum     99 argmax  1 70 ");
    assert_eq!(read(&["--column", "alpha"]), "sum     765 argmax  0 255 ");
    directory.with(
        "a.png",
        png(1, ColorType::GrayscaleAlpha, BitDepth::Eight, None, &[1, 2, 3, 4]),
    );
    assert_eq!(read(&["--column", "gray"]), "sum     4 argmax  1 3 ");
    assert_eq!(read(&["--column", "a"]), "sum     6 argmax  1 4 ");
}

#[test]
fn every_depth_is_read() {
    let directory = Directory::new();
    let read = |bytes: Vec<u8>| {
        directory.with("a.png", bytes);
        directory.run("sum,argmax", &["a.png"]).replace('\n', " ")
    };
    let gray = ColorType::Grayscale;
    assert_eq!(
        read(png(2, gray, BitDepth::Sixteen, None, &[1, 0, 0, 1, 255, 255, 0, 0])),
        "sum     65792 argmax  2 65535 "
    );
    assert_eq!(
        read(png(3, gray, BitDepth::Four, None, &[0x1f, 0x20])),
        "sum     306 argmax  1 255 "
    );
    assert_eq!(
        read(png(3, gray, BitDepth::One, None, &[0b0110_0000])),
        "sum     510 argmax  1 255 "
    );
    let palette: &[u8] = &[1, 2, 3, 40, 50, 60];
    assert_eq!(
        read(png(2, ColorType::Indexed, BitDepth::Eight, Some(palette), &[1, 0])),
        "sum     156 argmax  2 60 "
    );
}

/// An image of 2 by 2 gray pixels, whose passes hold one, one and two of them.
fn interlaced(pixels: [u8; 4]) -> Vec<u8> {
    let [a, b, c, d] = pixels;
    let rows = [0, a, 0, b, 0, c, d];
    let (mut low, mut high) = (1u32, 0u32);
    for byte in rows {
        low += u32::from(byte);
        high += low;
    }
    let mut stored = vec![0x78, 0x01, 1, rows.len() as u8, 0, !(rows.len() as u8), 0xff];
    stored.extend(rows);
    stored.extend((high << 16 | low).to_be_bytes());
    let mut info = Info::with_size(2, 2);
    (info.color_type, info.bit_depth, info.interlaced) = (ColorType::Grayscale, BitDepth::Eight, true);
    let mut bytes = Vec::new();
    let mut writer = Encoder::with_info(&mut bytes, info).unwrap().write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &stored).unwrap();
    writer.write_chunk(png::chunk::IEND, &[]).unwrap();
    drop(writer);
    bytes
}

#[test]
fn an_interlaced_image_is_read_row_by_row() {
    let directory = Directory::new();
    directory.with("a.png", interlaced([1, 5, 200, 4]));
    assert_eq!(directory.run("sum,argmax", &["a.png"]), "sum     210\nargmax  2 200\n");
}

#[test]
fn a_large_image_is_that_of_its_rows() {
    let directory = Directory::new();
    let values: Vec<u8> = (0..3_000_000u32)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    directory.with("a.bin", &values);
    directory.with("a.png", png(1000, ColorType::Rgb, BitDepth::Eight, None, &values));
    assert_eq!(
        directory.run("sum,variance,argmin,count", &["a.png"]),
        directory.run("sum,variance,argmin,count", &["a.bin", "--raw", "u8"])
    );
}

#[test]
fn what_cannot_be_read_is_one_sentence() {
    let directory = Directory::new();
    let values: Vec<u8> = (0..100).collect();
    let good = png(10, ColorType::Grayscale, BitDepth::Eight, None, &values);
    let mut damaged = good.clone();
    damaged[50] ^= 0xff;
    for (bytes, message) in [
        (good[..50].to_vec(), "ends inside its image; write or copy it again"),
        (good[..20].to_vec(), "ends inside its image; write or copy it again"),
        (damaged, "is no PNG file, or is damaged; write or copy it again"),
        (
            b"day,temperature\n1,2\n".to_vec(),
            "is no PNG file, or is damaged; write or copy it again",
        ),
        (Vec::new(), "is empty; give a file with numbers"),
    ] {
        directory.with("a.png", bytes);
        assert_eq!(
            directory.refused("sum", &["a.png"], 1),
            format!("reduce: a.png {message}\n")
        );
    }
    directory.with("a.png", good);
    assert_eq!(
        directory.refused("sum", &["a.png", "--column", "grey"], 1),
        "reduce: a.png has no channel `grey`; nearest: gray\n"
    );
    assert_eq!(
        directory.refused("sum", &["a.png", "--column", "red"], 1),
        "reduce: a.png has no channel `red`; there are: gray\n"
    );
    assert_eq!(
        directory.refused("sum", &["a.png", "--type", "u8"], 2),
        "reduce: --type is for CSV files; leave it out for a PNG file\n"
    );
}
