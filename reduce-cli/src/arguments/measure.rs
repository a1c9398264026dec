//! What can be asked of the commands that run operators on made-up numbers: `ladder`, `bench` and `check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::element_type::ElementType;

/// Which strategies to measurements where.
#[derive(Debug, Args)]
pub(crate) struct Ladder {
    /// An operator, as `reduce ops` lists it; one with parameters has values: 'histogram(0,1,256)'
    #[arg(value_name = "OP", default_value = "sum")]
    pub(crate) operator: String,
    /// Elements, such as 1000000, 32M (millions) or 32Mi (times 2^20) [default: 32Mi; 4Mi on a software device]
    #[arg(short = 'n', long = "length", value_name = "N", value_parser = super::count)]
    pub(crate) length: Option<u64>,
    /// The type of the elements [default: the first that the operator reads]
    #[arg(long, value_name = "TYPE")]
    pub(crate) input: Option<ElementType>,
    /// Some strategies alone, separated by commas, as `reduce devices` lists them [default: all]
    #[arg(long, value_name = "STRATEGIES", value_delimiter = ',')]
    pub(crate) strategy: Vec<String>,
    /// The device: gpu, or gpu:PART with a part of a name that `reduce devices` lists
    #[arg(long, default_value = "gpu")]
    pub(crate) engine: String,
    /// Invocations of a workgroup of every strategy that has a choice: a power of two [default: 256, or as many as fit]
    #[arg(long, value_name = "SIZE")]
    pub(crate) workgroup: Option<u32>,
    /// Leave out a strategy that would take longer than so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = super::seconds)]
    pub(crate) cap: Duration,
    /// Draw a bar chart into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// An operator, as `reduce ops` lists it; one with parameters has values: 'histogram(0,1,256)'
    #[arg(value_name = "OP", default_value = "sum")]
    pub(crate) operator: String,
    /// The most elements, such as 1000000, 32M (millions) or 32Mi (times 2^20)
    #[arg(short = 'n', long = "length", value_name = "N", default_value = "16Mi", value_parser = super::count)]
    pub(crate) length: u64,
    /// The type of the elements [default: the first that the operator reads]
    #[arg(long, value_name = "TYPE")]
    pub(crate) input: Option<ElementType>,
    /// Beside the CPU: auto (a GPU if there is one), cpu (nothing), gpu, or gpu:PART with a part of a name
    #[arg(long, default_value = "auto")]
    pub(crate) engine: String,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to check.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// An operator, as `reduce ops` lists it; one with parameters has values: 'histogram(0,1,256)'
    #[arg(value_name = "OP")]
    pub(crate) operator: String,
    /// The type of the elements [default: every one that the operator reads]
    #[arg(long, value_name = "TYPE")]
    pub(crate) input: Option<ElementType>,
    /// What the CPU is compared with: auto (a GPU if there is one), cpu (nothing), gpu, or gpu:PART with a part of a name
    #[arg(long, default_value = "auto")]
    pub(crate) engine: String,
}
