//! The samples of a WAV file: PCM of 8 to 32 bits, or 32-bit floats.

use std::io::BufReader;

use hound::{Error, Sample, SampleFormat, WavReader};

use super::elements::Elements;
use super::names;
use super::opened::{Counted, Opened};
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// Samples of a piece, which has some of every channel.
const SAMPLES: usize = 1 << 16;

struct Sound {
    reader: WavReader<BufReader<Counted>>,
    path: String,
    element: ElementType,
    channels: usize,
    /// The one channel that is read.
    channel: Option<usize>,
    read: u64,
    bytes: Vec<u8>,
}

/// The samples, of all channels in turn or of the one whose number is `asked`, from 1.
///
/// # Errors
/// If it is no WAV file, holds a format that is not read, or has no such channel.
pub(super) fn elements(opened: Opened, asked: Option<&str>) -> Result<Box<dyn Elements>, Failure> {
    let path = opened.path.display().to_string();
    let bytes = opened.bytes;
    let reader = WavReader::new(opened.file).map_err(|why| refused(&path, why))?;
    let spec = reader.spec();
    let least = u64::from(reader.len()) * u64::from(spec.bits_per_sample / 8);
    if let Some(bytes) = bytes.filter(|&bytes| bytes < least) {
        return Err(Failure::input(format!(
            "{path} announces {} samples, which its {bytes} bytes cannot hold; write or copy it again",
            reader.len()
        )));
    }
    let element = match (spec.sample_format, spec.bits_per_sample) {
        (SampleFormat::Float, _) => ElementType::F32,
        (SampleFormat::Int, 8) => ElementType::I8,
        (SampleFormat::Int, 16) => ElementType::I16,
        (SampleFormat::Int, _) => ElementType::I32,
    };
    let channels = usize::from(spec.channels);
    let numbers: Vec<String> = (1..=channels).map(|number| number.to_string()).collect();
    let channel = asked.map(|asked| names::named(&path, "channel", &numbers, asked));
    Ok(Box::new(Sound {
        reader,
        path,
        element,
        channels,
        channel: channel.transpose()?,
        read: 0,
        bytes: Vec::new(),
    }))
}

fn refused(path: &str, why: Error) -> Failure {
    let why = match why {
        // The error for an end that comes too early.
        Error::IoError(why) if why.kind() == std::io::ErrorKind::Other => "its header ends early".to_owned(),
        Error::IoError(why) => return Failure::input(format!("{path} cannot be read: {why}; try again or copy it")),
        Error::FormatError(why) => why.to_owned(),
        _ => "a compression".to_owned(),
    };
    Failure::input(format!(
        "{path} is no WAV file that is read ({why}); convert it to PCM or to 32-bit floats"
    ))
}

impl Elements for Sound {
    fn element(&self) -> ElementType {
        self.element
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        self.bytes.clear();
        match self.element {
            ElementType::F32 => self.take(f32::to_ne_bytes),
            ElementType::I8 => self.take(i8::to_ne_bytes),
            ElementType::I16 => self.take(i16::to_ne_bytes),
            _ => self.take(i32::to_ne_bytes),
        }?;
        piece.set(&self.bytes);
        Ok(())
    }
}

impl Sound {
    /// Takes the next samples, whose bytes are as `bytes_of` says.
    fn take<S: Sample, const BYTES: usize>(&mut self, bytes_of: fn(S) -> [u8; BYTES]) -> Result<(), Failure> {
        let (announced, path) = (self.reader.len(), &self.path);
        for sample in self.reader.samples::<S>().take(SAMPLES) {
            let sample = sample.map_err(|why| match why {
                Error::IoError(why) if why.kind() == std::io::ErrorKind::Other => Failure::input(format!(
                    "{path} ends after {} of the {announced} samples that its header announces; write or copy it again",
                    self.read
                )),
                other => refused(path, other),
            })?;
            let channel = (self.read % self.channels as u64) as usize;
            if self.channel.is_none_or(|wanted| wanted == channel) {
                self.bytes.extend_from_slice(&bytes_of(sample));
            }
            self.read += 1;
        }
        Ok(())
    }
}
