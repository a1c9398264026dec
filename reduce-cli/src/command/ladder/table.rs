//! The strategies as a table of plain text.

use std::fmt::Write as _;

use super::measurements::{Measurements, Outcome};
use crate::timing::{rate, three_digits};

/// A line about all of them, then one each.
pub(super) fn text(measurements: &Measurements) -> String {
    let mut page = format!(
        "{} of {} {} on {}\npeak read bandwidth: {} GB/s, all of it in {} µs\n\n",
        measurements.operator,
        measurements.length,
        measurements.element,
        measurements.device,
        three_digits(rate(measurements.bytes, measurements.peak)),
        three_digits(measurements.peak.as_secs_f64() * 1e6),
    );
    let mut line = |cells: [&str; 6]| {
        let [strategy, workgroup, time, rate, share, result] = cells;
        let _ = writeln!(
            page,
            "{strategy:18}  {workgroup:>9}  {time:>8}  {rate:>6}  {share:>7}  {result}"
        );
    };
    line(["STRATEGY", "WORKGROUP", "µs", "GB/s", "OF PEAK", "RESULT"]);
    for row in &measurements.strategies {
        let name = row.strategy.to_string();
        let workgroup = row
            .workgroup_size
            .map(|workgroup| workgroup.to_string())
            .unwrap_or_default();
        match &row.outcome {
            Outcome::Ran { time, agreement } => line([
                &name,
                &workgroup,
                &three_digits(time.as_secs_f64() * 1e6),
                &three_digits(rate(measurements.bytes, *time)),
                &format!("{:.0} %", 100.0 * measurements.share(*time)),
                &agreement.to_string(),
            ]),
            Outcome::TooSlow(about) => {
                let seconds = three_digits(about.as_secs_f64());
                line([
                    &name,
                    &workgroup,
                    "",
                    "",
                    "",
                    &format!("left out: takes about {seconds} s; --cap allows more"),
                ]);
            }
            Outcome::Refuses(why) => line([&name, &workgroup, "", "", "", &format!("refuses: {why}")]),
        }
    }
    page
}
