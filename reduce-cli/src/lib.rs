//! The `reduce` command line tool, for the built-in operators and for those of a program of your own.
//!
//! ```no_run
//! use reduce_wgpu::prelude::*;
//!
//! /// How many elements are above zero.
//! #[repr(C)]
//! #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
//! #[reduce(input = f32)]
//! struct Positive {
//!     #[reduce(sum, lift = (x > 0.0) as u32)]
//!     count: u32,
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     reduce_cli::main_with(reduce_cli::ops![Positive]) // and then: my-tool run positive,mean data.npy
//! }
//! ```
//!
//! The path of a call: `arguments` (the request) → `command` (one module for each subcommand) → `catalogue` (operators by name and type of element) →
//! [`Operator`] (a type-erased reduction) and `file` (elements, a piece at a time, beside which `progress` draws its bar), between which `grouping` puts
//! elements in the order of their groups → `value` (results as text and JSON). Whatever fails is a [`Failure`].

mod agreement;
mod arguments;
mod built_in;
mod call;
mod catalogue;
mod cell;
mod command;
mod comparison;
mod element_type;
mod failure;
mod file;
mod grouping;
mod input;
mod keys;
mod made_up;
mod operator;
mod output;
mod piece;
mod progress;
#[doc(hidden)]
pub mod reading;
mod resident;
mod terminal;
mod timing;
mod value;

/// The page of the guide: its Rust is a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/command-line.md")]
struct Guide;

pub use element_type::ElementType;
pub use failure::Failure;
pub use input::Input;
#[doc(hidden)]
pub use operator::parsed;
pub use operator::{Each, Measure, Operator, Parse, Push, Typed};
pub use piece::Piece;
pub use resident::Resident;
pub use value::Value;

use std::ffi::OsString;
use std::process::ExitCode;

use output::Reply;
use terminal::Terminal;

/// Operators of a program of your own, for [`main_with`]: `ops![Positive, Spread]`, or `ops![]` for none.
///
/// Each is a [`Reduction`](reduce_wgpu::Reduction) of an [`Input`], whose result has `Debug`. Its name is that of its type in lower
/// case, without generics: several of one name with different inputs are one operator for several types of elements.
///
/// One with parameters has the names of its fields in braces, which are read by [`FromStr`](std::str::FromStr):
/// `ops![Between { low, steps }, MeanAboveParams { limit }]`, to be called as `between(0.5,3)` and `mean_above(limit=2)`. Its name has no `Params` at its end.
///
/// ```
/// use reduce_wgpu::prelude::*;
///
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
/// #[reduce(input = f32, params(limit: f32))]
/// struct Above {
///     #[reduce(sum, lift = (x > limit) as u32)]
///     count: u32,
/// }
/// let operators = reduce_cli::ops![AboveParams { limit }];
/// assert_eq!((operators[0].name(), operators[0].parameters()), ("above", &["limit"][..]));
/// ```
#[macro_export]
macro_rules! ops {
    ($($operator:ty $({ $($parameter:ident),* $(,)? })?),* $(,)?) => {
        ::std::vec::Vec::<::std::boxed::Box<dyn $crate::Operator>>::from([$(
            ::std::boxed::Box::new($crate::ops!(@one $operator $({ $($parameter),* })?))
                as ::std::boxed::Box<dyn $crate::Operator>
        ),*])
    };
    (@one $operator:ty) => {
        $crate::Typed::<$operator>::of_type(::core::stringify!($operator))
    };
    (@one $operator:ty { $($parameter:ident),* }) => {
        $crate::Typed::<$operator>::using(
            ::core::stringify!($operator),
            &[$(::core::stringify!($parameter)),*],
            |values| {
                type Parameters = $operator;
                let mut values = ::core::iter::Iterator::copied(values.iter());
                ::core::result::Result::Ok(Parameters { $($parameter: $crate::parsed(&mut values)?),* })
            },
        )
    };
}

/// The `main` of the tool with `operators` beside the built-in ones: carries out the arguments of the process.
///
/// An operator of yours hides a built-in one of the same name and type of element. The exit code is 0, 1 if the input or the
/// reduction failed, or 2 if the arguments are wrong.
#[must_use]
pub fn main_with(operators: Vec<Box<dyn Operator>>) -> ExitCode {
    let terminal = Terminal::of_process();
    let done = reply(operators, std::env::args_os(), &terminal).and_then(|reply| print(&reply));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("reduce: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

/// The text that the tool prints when it is called with these `arguments`, the first of which is its own name.
///
/// # Errors
/// The message that it prints instead, and its exit code; that a SPIR-V module is no text.
///
/// ```
/// let text = reduce_cli::answer(reduce_cli::ops![], ["reduce", "ops", "argmax"].map(Into::into))?;
/// assert!(text.contains("Indexed<f32>"));
/// # Ok::<(), reduce_cli::Failure>(())
/// ```
pub fn answer(
    operators: Vec<Box<dyn Operator>>,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<String, Failure> {
    match reply(operators, arguments, &Terminal::default())? {
        Reply::Text(text) => Ok(text),
        Reply::Bytes(_) => Err(Failure::usage(
            "a SPIR-V module is binary and no text; give --output FILE, or use --emit spirv-asm",
        )),
    }
}

/// The reply for a standard output that is `terminal`.
fn reply(
    operators: Vec<Box<dyn Operator>>,
    arguments: impl IntoIterator<Item = OsString>,
    terminal: &Terminal,
) -> Result<Reply, Failure> {
    match arguments::parse(arguments)? {
        arguments::Asked::Page(page) => Ok(Reply::Text(page)),
        arguments::Asked::Command(command) => command::run(*command, operators, terminal),
    }
}

/// Writes everything at once, so that nothing is printed before all of it is known.
fn print(reply: &Reply) -> Result<(), Failure> {
    let written = match reply {
        // Old consoles of Windows are told to show colours.
        Reply::Text(text) => write(anstream::stdout().lock(), text.as_bytes()),
        Reply::Bytes(bytes) => write(std::io::stdout().lock(), bytes),
    };
    match written {
        // The reader of the output has seen enough.
        Err(why) if why.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|why| Failure::input(format!("the output cannot be written: {why}"))),
    }
}

fn write(mut output: impl std::io::Write, bytes: &[u8]) -> std::io::Result<()> {
    output.write_all(bytes)?;
    output.flush()
}
