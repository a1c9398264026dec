//! The subcommands: each makes the text that is printed.

mod bench;
mod check;
mod device;
mod devices;
mod inspect;
mod ladder;
mod ops;
mod run;
mod strategy;

use crate::arguments::{self, Command};
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::operator::Operator;
use crate::output::Reply;
use crate::terminal::Terminal;

/// Carries out the command, for a standard output that is `terminal`.
///
/// # Errors
/// Any error of the command.
pub(crate) fn run(command: Command, own: Vec<Box<dyn Operator>>, terminal: &Terminal) -> Result<Reply, Failure> {
    let catalogue = Catalogue::with(own);
    let text = match command {
        Command::Run(asked) => run::run(&asked, &catalogue),
        Command::Inspect(asked) => return inspect::inspect(&asked, &catalogue, terminal),
        Command::Ladder(asked) => ladder::ladder(&asked, &catalogue),
        Command::Bench(asked) => bench::bench(&asked, &catalogue),
        Command::Check(asked) => check::check(&asked, &catalogue),
        Command::Ops { operator: None } => Ok(ops::all(&catalogue)),
        Command::Ops { operator: Some(name) } => ops::one(&catalogue, &name),
        Command::Devices => devices::devices(&catalogue),
        Command::Completions { shell } => Ok(text(&arguments::completions(shell))),
        Command::Man { command } => arguments::manual(command.as_deref()).map(|page| text(&page)),
    };
    text.map(Reply::Text)
}

/// The text that a generator wrote, which is UTF-8.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
