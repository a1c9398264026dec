//! The channels of a PNG image, a row at a time.

use std::io::{BufReader, ErrorKind};

use png::{BitDepth, ColorType, Decoder, DecodingError, Info, Limits, Reader, Transformations};

use super::elements::Elements;
use super::names;
use super::opened::{Counted, Opened};
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// Bytes that a piece has before it takes no further row.
const BYTES: usize = 1 << 20;

/// The most bytes that deflate makes from one: 258 bytes take 2 bits.
const RATIO: u64 = 1032;
/// Bytes that a row may take and that an interlaced image may where the file does not tell its length.
const MOST: usize = 64 << 20;

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
    /// The rest of an interlaced image, whose first rows are known when all of it is.
    There { values: Vec<u8>, from: usize },
}

/// The values of all channels, pixel by pixel, or those of the channel `asked`: red, green, blue, gray or alpha, or its first
/// letter. A palette is looked up, and transparency is a channel.
///
/// # Errors
/// If it is no PNG file, announces more than its bytes can hold, or has no such channel.
pub(super) fn elements(opened: Opened, asked: Option<&str>) -> Result<Box<dyn Elements>, Failure> {
    let path = opened.path.display().to_string();
    let file_bytes = opened.bytes;
    let mut decoder = Decoder::new_with_limits(opened.file, Limits { bytes: MOST });
    decoder.set_transformations(Transformations::EXPAND);
    // Compressed text is no pixel.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let info = decoder.read_header_info().map_err(|why| refused(&path, &why))?;
    if let Some(bytes) = file_bytes.filter(|bytes| stored(info) > u128::from(bytes * RATIO)) {
        return Err(Failure::input(format!(
            "{path} announces {} by {} pixels, which its {bytes} bytes cannot hold; write or copy it again",
            info.width, info.height
        )));
    }
    let reader = decoder.read_info().map_err(|why| refused(&path, &why))?;
    if !palette_fits(reader.info()) {
        return Err(damaged(&path));
    }
    let (color, depth) = reader.output_color_type();
    let names = channels(color);
    let channel = asked.map(|asked| {
        let full = names.iter().find(|name| asked.len() == 1 && name.starts_with(asked));
        names::named(&path, "channel", &names, full.map_or(asked, String::as_str))
    });
    let channel = channel.transpose()?;
    Ok(Box::new(Image {
        rows: Rows::of(reader, &path, file_bytes.is_some())?,
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

/// Bytes of an image before they are compressed, without those that say how its rows are filtered.
fn stored(info: &Info<'_>) -> u128 {
    let pixel = info.color_type.samples() as u128 * info.bit_depth as u128;
    (u128::from(info.width) * pixel).div_ceil(8) * u128::from(info.height)
}

/// Whether a palette has 1 to 256 colours of three bytes, where the pixels are numbers of colours: the decoder panics at others.
fn palette_fits(info: &Info<'_>) -> bool {
    let bytes = info.palette.as_ref().map_or(0, |palette| palette.len());
    info.color_type != ColorType::Indexed || (bytes.is_multiple_of(3) && (3..=768).contains(&bytes))
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
        // The rest of its message is for programmers.
        _ => return damaged(path),
    })
}

fn damaged(path: &str) -> Failure {
    Failure::input(format!("{path} is no PNG file, or is damaged; write or copy it again"))
}

impl Rows {
    /// The rows of an image whose bytes the file can hold, if `measured`.
    fn of(mut reader: Reader<BufReader<Counted>>, path: &str, measured: bool) -> Result<Self, Failure> {
        if !reader.info().interlaced {
            return Ok(Self::Coming(Box::new(reader)));
        }
        let mut values = Vec::new();
        let bytes = reader.output_buffer_size();
        let believed = bytes.filter(|&bytes| measured || bytes <= MOST);
        let room = believed.filter(|&bytes| values.try_reserve_exact(bytes).is_ok());
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
