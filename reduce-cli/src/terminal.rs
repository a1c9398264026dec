//! The standard output: a terminal, of some width and perhaps in colours, or a file or pipe that programs read.

use std::fmt;
use std::io::{IsTerminal as _, stdout};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// The properties of the standard output.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terminal {
    /// Whether it is a terminal.
    pub(crate) is_there: bool,
    /// Whether colours are welcome: on a terminal, unless NO_COLOR is set.
    pub(crate) colour: bool,
    /// Its columns.
    pub(crate) width: Option<u16>,
}

impl Terminal {
    /// The standard output of this process.
    pub(crate) fn of_process() -> Self {
        Self {
            is_there: stdout().is_terminal(),
            colour: AutoStream::choice(&stdout()) != ColorChoice::Never,
            width: terminal_size::terminal_size_of(stdout()).map(|(width, _)| width.0),
        }
    }
}

/// A kind of word, and how it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint(AnsiColor);

pub(crate) const COMMENT: Paint = Paint(AnsiColor::BrightBlack);
pub(crate) const KEYWORD: Paint = Paint(AnsiColor::Magenta);
pub(crate) const TYPE: Paint = Paint(AnsiColor::Cyan);
pub(crate) const NUMBER: Paint = Paint(AnsiColor::Yellow);
pub(crate) const REMOVED: Paint = Paint(AnsiColor::Red);
pub(crate) const ADDED: Paint = Paint(AnsiColor::Green);

impl Paint {
    /// `text` in this colour.
    pub(crate) fn of(self, text: &str) -> impl fmt::Display {
        let style = Style::new().fg_color(Some(self.0.into()));
        format!("{style}{text}{style:#}")
    }
}
