//! The format of a file, and the options that it takes.

use std::path::Path;

use clap::ValueEnum;

use crate::comparison::Comparison;
use crate::element_type::ElementType;
use crate::failure::Failure;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// An array of numpy
    Npy,
    /// Text with a header and commas
    Csv,
    /// Columns of Apache Parquet
    Parquet,
    /// Sound: PCM or 32-bit floats
    Wav,
    /// An image
    Png,
    /// A file of numbers alone, of the type that --raw names.
    #[value(skip)]
    Raw(ElementType),
}

/// The options for reading a file.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The format, where the name of the file does not tell it.
    pub(crate) format: Option<Format>,
    /// A column, or a channel.
    pub(crate) column: Option<String>,
    /// The type of the cells of a CSV file.
    pub(crate) cells: Option<ElementType>,
    /// Whether empty cells are left out.
    pub(crate) skip_empty: bool,
    /// Whether groups lie along axes.
    pub(crate) axes: bool,
    /// The column of keys.
    pub(crate) by: Option<String>,
    /// The comparison that holds for the rows that are read.
    pub(crate) filter: Option<Comparison>,
}

impl Reading {
    /// The format of the file that `path` names, which takes the options that were given.
    ///
    /// # Errors
    /// If nothing says what the format is, or an option is none of its.
    pub(super) fn format_of(&self, path: &Path) -> Result<Format, Failure> {
        let extension = path.extension().map(|extension| extension.to_string_lossy());
        let by_name = || extension.and_then(|extension| Format::from_str(&extension, true).ok());
        let Some(format) = self.format.or_else(by_name) else {
            return Err(Failure::usage(format!(
                "{} ends in none of .npy .csv .parquet .wav .png; name its --format, or say what numbers it holds, as in \
                 --raw f32",
                path.display()
            )));
        };
        self.check(format)?;
        Ok(format)
    }

    fn check(&self, format: Format) -> Result<(), Failure> {
        use Format::{Csv, Npy, Parquet, Png, Wav};
        for (given, option, takes, which) in [
            (
                self.column.is_some(),
                "--column",
                &[Csv, Parquet, Wav, Png][..],
                "CSV, Parquet, WAV and PNG",
            ),
            (self.cells.is_some(), "--type", &[Csv], "CSV"),
            (self.skip_empty, "--skip-empty", &[Csv, Parquet], "CSV and Parquet"),
            (self.by.is_some(), "--by", &[Csv, Parquet], "CSV and Parquet"),
            (self.filter.is_some(), "--where", &[Csv, Parquet], "CSV and Parquet"),
            (self.axes, "--axis", &[Npy], ".npy"),
        ] {
            if given && !takes.contains(&format) {
                let this = match format {
                    Format::Raw(_) => "beside --raw".to_owned(),
                    other => format!("for {}", other.file()),
                };
                return Err(Failure::usage(format!(
                    "{option} is for {which} files; leave it out {this}"
                )));
            }
        }
        Ok(())
    }
}

impl Format {
    /// A file of this format, in words.
    fn file(self) -> &'static str {
        match self {
            Self::Npy => "a .npy file",
            Self::Csv => "a CSV file",
            Self::Parquet => "a Parquet file",
            Self::Wav => "a WAV file",
            Self::Png => "a PNG file",
            Self::Raw(_) => "a file of nothing but numbers",
        }
    }
}
