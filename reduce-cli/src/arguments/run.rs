//! The arguments of `reduce run`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use crate::comparison::Comparison;
use crate::element_type::ElementType;
use crate::file::Format;

/// How to reduce which file.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Operators, as `reduce ops` lists them, separated by commas; those with parameters have values: 'count_above(0.5)'
    #[arg(value_name = "OPS")]
    pub(crate) operators: String,
    /// A .npy, .csv, .parquet, .wav or .png file, or any file with --format or --raw
    pub(crate) file: PathBuf,
    /// A column of a CSV or Parquet file, not needed if there is one only; the channel of a WAV file by its number from 1, of a
    /// PNG file by its name (red, green, blue, gray, alpha) or its first letter
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    /// What the cells of a CSV file are [default: f64]
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) cells: Option<ElementType>,
    /// Leave out empty cells of a CSV file, or nulls of a Parquet file
    #[arg(long)]
    pub(crate) skip_empty: bool,
    /// A result for each row of so many neighbouring elements: 1024, 1k, 1Ki
    #[arg(long, value_name = "N", value_parser = super::count, conflicts_with_all = ["axis", "by"])]
    pub(crate) rows: Option<u64>,
    /// Reduce along these axes of a .npy file, as in 0,2: each index of the others has a result; negative axes count from the end
    #[arg(long, value_name = "AXES", allow_hyphen_values = true, conflicts_with = "by")]
    pub(crate) axis: Option<Axes>,
    /// A result for each key in this column of a CSV or Parquet file: integers, floats or text
    #[arg(long, value_name = "COLUMN")]
    pub(crate) by: Option<String>,
    /// Leave out all rows of a CSV or Parquet file but those in which a column is < <= > >= == or != a number or text in quotes:
    /// 'delay > 15', 'carrier == "AA"'
    #[arg(long = "where", value_name = "COMPARISON")]
    pub(crate) filter: Option<Comparison>,
    /// The format, where the name of the file does not end in it
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Read a file of nothing but numbers of this type, in the byte order of this machine
    #[arg(long, value_name = "TYPE", conflicts_with = "format")]
    pub(crate) raw: Option<ElementType>,
    /// Where to reduce: auto, cpu, gpu, or gpu:PART with a part of a name that `reduce devices` lists
    #[arg(long, default_value = "auto")]
    pub(crate) engine: String,
    /// Print one JSON object, and never a progress bar
    #[arg(long)]
    pub(crate) json: bool,
}

/// Axes of an array; negative ones count from the end.
#[derive(Clone, Debug)]
pub(crate) struct Axes(pub(crate) Vec<i64>);

impl FromStr for Axes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let axes = text.split(',').map(|axis| {
            let axis = axis.trim();
            axis.parse()
                .map_err(|_| format!("`{axis}` is no axis; give numbers with commas between them, as in 0,2"))
        });
        axes.collect::<Result<_, _>>().map(Self)
    }
}
