//! The rungs as a table of plain text.

use std::fmt::Write as _;

use super::climb::{Climb, Outcome};
use crate::timing::{rate, three_digits};

/// A line about all of them, then one each.
pub(super) fn text(climb: &Climb) -> String {
    let mut page = format!(
        "{} of {} {} on {}\nreading alone takes {} µs: {} GB/s\n\n",
        climb.operator,
        climb.length,
        climb.element,
        climb.device,
        three_digits(climb.ceiling.as_secs_f64() * 1e6),
        three_digits(rate(climb.bytes, climb.ceiling)),
    );
    let mut row = |cells: [&str; 6]| {
        let [strategy, lanes, time, rate, share, result] = cells;
        let _ = writeln!(
            page,
            "{strategy:18}  {lanes:>5}  {time:>8}  {rate:>6}  {share:>7}  {result}"
        );
    };
    row(["STRATEGY", "LANES", "µs", "GB/s", "CEILING", "RESULT"]);
    for rung in &climb.rungs {
        let name = rung.strategy.to_string();
        let lanes = rung.lanes.map(|lanes| lanes.to_string()).unwrap_or_default();
        match &rung.outcome {
            Outcome::Ran { time, agreement } => row([
                &name,
                &lanes,
                &three_digits(time.as_secs_f64() * 1e6),
                &three_digits(rate(climb.bytes, *time)),
                &format!("{:.0} %", 100.0 * climb.share(*time)),
                &agreement.to_string(),
            ]),
            Outcome::TooSlow(about) => {
                let seconds = three_digits(about.as_secs_f64());
                row([
                    &name,
                    &lanes,
                    "",
                    "",
                    "",
                    &format!("left out: takes about {seconds} s; --cap allows more"),
                ]);
            }
            Outcome::Refuses(why) => row([&name, &lanes, "", "", "", &format!("refuses: {why}")]),
        }
    }
    page
}
