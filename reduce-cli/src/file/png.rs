//! The channels of a PNG image, a row at a time.

use std::io::{BufReader, ErrorKind};

use png::{BitDepth, ColorType, Decoder, DecodingError, Reader, Transformations};

use super::opened::{Counted, Opened};
use super::{Elements, names};
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// Bytes that a piece has before it takes no further row.
const BYTES: usize = 1 << 20;

struct Image {
    rows: Rows,
    path: String,
    element: ElementType,
    channels: usize,
    /// The one channel that is read.
    channel: Option<usize>,
    bytes: Vec<u8>,
}

enum Rows {
    /// Decoded one after the other.
    Coming(Box<Reader<BufReader<Counted>>>),
    /// Of an interlaced image, whose first rows are known when all of it is: what is left of them.
    There { values: Vec<u8>, from: usize },
}

/// The values of all channels, pixel by pixel, or those of the channel `asked`: red, green, blue, gray or alpha, or its first
/// letter. A palette is looked up, and transparency is a channel.
///
/// # Errors
/// If it is no PNG file, or has no such channel.
pub(super) fn elements(opened: Opened, asked: Option<&str>) -> Result<Box<dyn Elements>, Failure> {
    let path = opened.path.display().to_string();
    let mut decoder = Decoder::new(opened.file);
    decoder.set_transformations(Transformations::EXPAND);
    let reader = decoder.read_info().map_err(|why| refused(&path, &why))?;
    let (color, depth) = reader.output_color_type();
    let names = channels(color);
    let channel = asked.map(|asked| {
        let full = names.iter().find(|name| asked.len() == 1 && name.starts_with(asked));
        names::named(&path, "channel", &names, full.map_or(asked, String::as_str))
    });
    let channel = channel.transpose()?;
    Ok(Box::new(Image {
        rows: Rows::of(reader, &path)?,
        path,
        element: if depth == BitDepth::Sixteen {
            ElementType::U16
        } else {
            ElementType::U8
        },
        channels: names.len(),
        channel,
        bytes: Vec::new(),
    }))
}

fn channels(color: ColorType) -> Vec<String> {
    let names: &[&str] = match color {
        ColorType::Grayscale => &["gray"],
        ColorType::GrayscaleAlpha => &["gray", "alpha"],
        ColorType::Rgba => &["red", "green", "blue", "alpha"],
        // A palette has become colours.
        ColorType::Rgb | ColorType::Indexed => &["red", "green", "blue"],
    };
    names.iter().map(|&name| name.to_owned()).collect()
}

impl Elements for Image {
    fn element(&self) -> ElementType {
        self.element
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        let value = self.element.bytes();
        let pixel = self.channels * value;
        let taken = match self.channel {
            None => 0..pixel,
            Some(channel) => channel * value..(channel + 1) * value,
        };
        self.bytes.clear();
        while self.bytes.len() < BYTES {
            let row = self.rows.next(&self.path)?;
            if row.is_empty() {
                break;
            }
            for pixel in row.chunks_exact(pixel) {
                self.bytes.extend_from_slice(&pixel[taken.clone()]);
            }
        }
        piece.set(&self.bytes);
        if cfg!(target_endian = "little") {
            piece.swap_bytes(value);
        }
        Ok(())
    }
}

fn refused(path: &str, why: &DecodingError) -> Failure {
    Failure::input(match why {
        DecodingError::IoError(why) if why.kind() == ErrorKind::UnexpectedEof => {
            format!("{path} ends inside its image; write or copy it again")
        }
        DecodingError::IoError(why) => format!("{path} cannot be read: {why}; try again or copy it"),
        DecodingError::LimitsExceeded => format!("{path} has rows that are too long; cut it into narrower images"),
        // What it says besides is for programmers.
        _ => format!("{path} is no PNG file, or is damaged; write or copy it again"),
    })
}

impl Rows {
    fn of(mut reader: Reader<BufReader<Counted>>, path: &str) -> Result<Self, Failure> {
        if !reader.info().interlaced {
            return Ok(Self::Coming(Box::new(reader)));
        }
        let mut values = Vec::new();
        let bytes = reader.output_buffer_size();
        let room = bytes.filter(|&bytes| values.try_reserve_exact(bytes).is_ok());
        let bytes = room.ok_or_else(|| {
            Failure::input(format!(
                "{path} is interlaced and does not fit the memory; write it without interlacing"
            ))
        })?;
        values.resize(bytes, 0);
        reader.next_frame(&mut values).map_err(|why| refused(path, &why))?;
        Ok(Self::There { values, from: 0 })
    }

    /// The values of some next rows, in big-endian order; none at the end.
    fn next(&mut self, path: &str) -> Result<&[u8], Failure> {
        match self {
            Self::Coming(reader) => match reader.next_row() {
                Ok(row) => Ok(row.map_or(&[], |row| row.data())),
                Err(why) => Err(refused(path, &why)),
            },
            Self::There { values, from } => {
                let begin = *from;
                *from = values.len();
                Ok(&values[begin..])
            }
        }
    }
}
