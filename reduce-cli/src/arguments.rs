//! What can be asked on the command line: the commands here, the arguments of most of them in modules of their own.

mod each;
mod inspect;
mod measure;
mod quantity;
mod run;

pub(crate) use self::each::Each;
pub(crate) use self::inspect::{Emit, Inspect, Offer, Preset};
pub(crate) use self::measure::{Bench, Check, Ladder};
use self::quantity::{count, seconds};
pub(crate) use self::run::Run;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::failure::Failure;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the input or the reduction failed
  2  the arguments are wrong
Nothing is printed to the standard output unless all of it succeeds.";

/// Reduce the numbers of a file on a GPU or the CPU, with the same bits.
#[derive(Debug, Parser)]
#[command(name = "reduce", version, after_help = EXIT_CODES, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Reduce the numbers of a file
    #[command(after_help = "\
Examples:
  reduce run sum data.npy
  reduce run mean,variance,min,max,argmax data.npy
  reduce run mean,max --column temperature weather.csv
  reduce run sum --column price --type f64 --skip-empty sales.csv
  reduce run mean,max --column delay flights.parquet
  reduce run minmax,l2norm --column 1 voice.wav
  reduce run 'count_above(0.5),histogram(0,100,32)' data.npy
  reduce run mean --column red photo.png
  reduce run minmax --raw u16 --engine cpu samples.bin
  reduce run mean,argmax --json data.npy
  reduce run sum --rows 1024 data.npy
  reduce run mean --axis 0,1 image.npy
  reduce run mean,stddev --column delay --by carrier flights.csv
  reduce run count --column delay --by carrier --where 'delay > 15' flights.parquet

The file is read once, a piece at a time: it may be larger than the memory. Positions have 32 bits:
argmin and argmax refuse more than 2^32 elements.

With --rows, --axis or --by each group of elements has a result: that of its elements in the order of the file, with
the bits that they have in a file of their own, on every engine. Positions count from 0 in each group. --rows holds a
row in memory; --axis what lies between two indices of the first axes that are kept, so all of the file for the first
axis; --by all elements.
Keys ascend. Those of a CSV file are numbers if all of them are, else text, in the order of its bytes; 007 is text.

--where leaves the rows that it excludes out before anything is reduced: they are not counted, neither in positions
nor in groups, and a key that is in no other row has no group. NaN fulfils != alone.

Positions and rows count from 0, in the order of the file: of a .npy array in Fortran order, column by column;
of sounds and images without --column, sample by sample through all channels of a frame or a pixel.
What files hold is read as it is: samples of 24 bits as i32, those of 8 bits as i8 with silence at 0, channels of
an image as u8 or u16 with its palette looked up, truth values as u8, 16-bit floats of a .npy file as f32.
Blank lines of a CSV file are skipped.")]
    Run(Run),
    /// Show what would run: shaders, passes, or an explanation; no device is needed
    #[command(after_help = "\
Examples:
  reduce inspect sum
  reduce inspect sum --input u8 --subgroup 32
  reduce inspect variance --emit wgsl
  reduce inspect argmax --emit plan --length 1000000
  reduce inspect sum --input u32 --strategy atomic --emit wgsl
  reduce inspect sum --input f64 --offer f64
  reduce inspect variance --caps apple --emit msl
  reduce inspect sum --caps nvidia --diff sequential firstaddonload
  reduce inspect sum --caps nvidia --emit resources --length 1Gi
  reduce inspect sum --emit spirv --kernel tiles | spirv-val -
  reduce inspect sum --emit spirv --output kernels

The page is coloured on a terminal, unless NO_COLOR is set, and plain in a pipe.")]
    Inspect(Inspect),
    /// Measure every kernel of the literature on this device
    #[command(after_help = "\
Examples:
  reduce ladder
  reduce ladder max -n 256Mi --plot ladder.svg
  reduce ladder sum --input u32 --workgroup 512 --json
  reduce ladder --engine gpu:llvmpipe -n 1M
  reduce ladder --strategy multiadd,recursive,canonical -n 256Mi

The input is made up and lies on the device: floats from 0 to 1, integers of any bits. Times are medians of GPU timestamps around the
passes. The peak is a kernel that reads all of it and computes next to nothing. The result is held against the CPU's: \"equal bits\",
or the relative error of floats; only Canonical promises the bits.")]
    Ladder(Ladder),
    /// Measure an operator on the CPU and a GPU, over lengths
    #[command(after_help = "\
Examples:
  reduce bench
  reduce bench variance -n 64Mi
  reduce bench sum --input u8 --engine cpu
  reduce bench argmax --json
  reduce bench 'histogram(0,1,256)'

The input is made up. On the CPU it lies in memory; on the GPU it lies on the device, and GPU timestamps are taken around the passes.")]
    Bench(Bench),
    /// Check the laws of an operator, and that the CPU and a GPU agree on it
    #[command(after_help = "\
Examples:
  reduce check sum
  reduce check argmax --input f32 --engine gpu:llvmpipe

Exit code 1, and the smallest counterexample that was found, if a law is broken or the results differ.")]
    Check(Check),
    /// List the operators, or the types of one
    #[command(after_help = "\
Examples:
  reduce ops
  reduce ops argmax")]
    Ops {
        /// The operator whose types are listed
        #[arg(value_name = "OP")]
        operator: Option<String>,
    },
    /// List the devices: what they can do, and the strategies that run on them
    #[command(after_help = "\
Examples:
  reduce devices
  WGPU_BACKEND=vulkan reduce devices")]
    Devices,
    /// Print a completion script for a shell
    #[command(after_help = "\
Examples:
  reduce completions bash > ~/.local/share/bash-completion/completions/reduce")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, of the tool or of one of its commands
    #[command(after_help = "\
Examples:
  reduce man | man -l -
  reduce man run | man -l -")]
    Man {
        /// The command
        command: Option<String>,
    },
}

/// What the arguments ask for.
pub(crate) enum Asked {
    /// A page that needs nothing else, such as `--help`.
    Page(String),
    /// A command.
    Command(Box<Command>),
}

/// Reads the arguments, the first of which is the tool's own name.
///
/// # Errors
/// If they are wrong: what the parser says.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Asked, Failure> {
    match Arguments::try_parse_from(arguments) {
        Ok(Arguments { command }) => Ok(Asked::Command(Box::new(command))),
        Err(page) if matches!(page.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Ok(Asked::Page(page.render().to_string()))
        }
        Err(error) => Err(Failure::parser(&error.render().to_string())),
    }
}

/// The completion script for `shell`.
pub(crate) fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "reduce", &mut script);
    script
}

/// The manual page of the tool, or of `command`.
///
/// # Errors
/// If there is no such command.
pub(crate) fn manual(command: Option<&str>) -> Result<Vec<u8>, Failure> {
    let mut tool = Arguments::command();
    tool.build();
    let page = match command {
        None => tool,
        Some(name) => match tool.find_subcommand(name) {
            Some(found) => found.clone(),
            None => {
                let names = tool.get_subcommands().map(clap::Command::get_name);
                return Err(Failure::unknown("command", name, names, "`reduce --help` lists them"));
            }
        },
    };
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(page).render(&mut text);
    rendered.map_err(|why| Failure::input(format!("the manual cannot be written: {why}")))?;
    Ok(text)
}
