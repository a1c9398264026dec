//! A bar on the terminal while a long file is read.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::file::Meter;

/// Files that are read within this time get no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// The line that is drawn for a file whose length is known, and for another.
const OF_KNOWN: &str = "{wide_bar} {binary_bytes} of {binary_total_bytes}, {binary_bytes_per_sec}, {eta} left";
const OF_UNKNOWN: &str = "{spinner} {binary_bytes}, {binary_bytes_per_sec}";

/// A bar on the standard error, if that is a terminal; it is gone when this is dropped.
pub(crate) struct Bar {
    meter: Meter,
    began: Instant,
    bar: ProgressBar,
    shown: bool,
}

impl Bar {
    /// A bar that shows the count of `meter`, later.
    pub(crate) fn new(meter: Meter) -> Self {
        // Hidden at first: it estimates the time that is left from what has been read before it is seen.
        let bar = ProgressBar::with_draw_target(meter.total, ProgressDrawTarget::hidden());
        let template = if meter.total.is_some() { OF_KNOWN } else { OF_UNKNOWN };
        // A template that did not parse would leave the bar as `indicatif` draws it by itself.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self {
            meter,
            began: Instant::now(),
            bar,
            shown: false,
        }
    }

    /// Shows how much has been read by now.
    pub(crate) fn tick(&mut self) {
        if !self.shown && self.began.elapsed() >= PATIENCE {
            // Hidden further on where the standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.shown = true;
        }
        self.bar.set_position(self.meter.read());
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
