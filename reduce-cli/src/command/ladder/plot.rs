//! The strategies as a bar chart: SVG text, readable on light and dark pages.

use std::fmt::Write as _;

use super::measurements::{Measurements, Outcome, Row};
use crate::timing::{rate, three_digits};

/// Sizes in pixels.
const WIDTH: f64 = 860.0;
const LEFT: f64 = 176.0;
const RIGHT: f64 = 84.0;
const TOP: f64 = 92.0;
const ROW: f64 = 27.0;
const BAR: f64 = 17.0;
const LABEL: f64 = 96.0;

/// Colours of a light page, and of a dark one where the reader prefers it.
const STYLE: &str = "\
text { font: 13px system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #24292f }
.page { fill: #ffffff } .title { font-size: 17px; font-weight: 600 } .soft { fill: #656d76 } .end { text-anchor: end } .middle { text-anchor: middle }
.bar { fill: #4c78a8 } .canonical { fill: #e4572e } .wrong { fill: #b00020 } .grid { stroke: #d0d7de }
.inside { fill: #ffffff }
.peak { stroke: #1a7f37; stroke-width: 2; stroke-dasharray: 6 4 } .top { fill: #1a7f37 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .page { fill: #0d1117 } .soft { fill: #8b949e } .bar { fill: #6ea8dc } .canonical { fill: #ff7f5c }
.wrong { fill: #ff6b81 } .grid { stroke: #30363d } .inside { fill: #0d1117 } .peak { stroke: #3fb950 } .top { fill: #3fb950 }
}";

/// The chart.
pub(super) fn svg(measurements: &Measurements) -> String {
    let bottom = TOP + ROW * measurements.strategies.len() as f64;
    let height = bottom + 40.0;
    let peak = rate(measurements.bytes, measurements.peak);
    let fastest = measurements
        .strategies
        .iter()
        .filter_map(|row| speed(measurements, row))
        .fold(peak, f64::max);
    let x = |speed: f64| LEFT + speed / fastest * (WIDTH - LEFT - RIGHT);
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <style>\n{STYLE}\n</style>\n<rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\"/>\n"
    );
    text(
        &mut page,
        20.0,
        32.0,
        "title",
        &format!(
            "{} of {} {}",
            measurements.operator, measurements.length, measurements.element
        ),
    );
    text(
        &mut page,
        20.0,
        54.0,
        "soft",
        &format!("{}; GB/s, higher is better", measurements.device),
    );
    for mark in marks(fastest) {
        let x = x(mark);
        let _ = writeln!(
            page,
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>"
        );
        text(&mut page, x, bottom + 20.0, "soft middle", &format!("{mark}"));
    }
    for (index, row) in measurements.strategies.iter().enumerate() {
        bar(
            &mut page,
            measurements,
            row,
            TOP + ROW * index as f64 + (ROW - BAR) / 2.0,
            &x,
        );
    }
    let (x, above) = (x(peak), TOP - 6.0);
    let _ = writeln!(
        page,
        "<line class=\"peak\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>"
    );
    text(
        &mut page,
        x + 6.0,
        above,
        "top end",
        &format!("peak read bandwidth: {}", three_digits(peak)),
    );
    page.push_str("</svg>\n");
    page
}

/// The name of a strategy, its bar, and its rate or why it has none.
fn bar(page: &mut String, measurements: &Measurements, row: &Row, y: f64, x: &impl Fn(f64) -> f64) {
    let base = y + BAR - 4.0;
    text(page, LEFT - 10.0, base, "end", &row.strategy.to_string());
    let Some(speed) = speed(measurements, row) else {
        let why = match row.outcome {
            Outcome::TooSlow(_) => "left out: too slow",
            _ => "cannot express it",
        };
        return text(page, LEFT + 6.0, base, "soft", why);
    };
    let class = match (&row.outcome, row.strategy) {
        (Outcome::Ran { agreement, .. }, _) if agreement.is_wrong() => "wrong",
        (_, reduce_wgpu::Strategy::Canonical) => "canonical",
        _ => "bar",
    };
    let width = (x(speed) - LEFT).max(1.0);
    let _ = writeln!(
        page,
        "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BAR}\" rx=\"2\"/>"
    );
    let share = 100.0 * speed * measurements.peak.as_secs_f64() * 1e9 / measurements.bytes as f64;
    let label = format!("{} ({share:.0} %)", three_digits(speed));
    // Beside the bar, unless it would lie over the line of the peak.
    if LEFT + width + LABEL > x(rate(measurements.bytes, measurements.peak)) {
        text(page, LEFT + width - 6.0, base, "end inside", &label);
    } else {
        text(page, LEFT + width + 6.0, base, "", &label);
    }
}

/// GB/s of a strategy that ran.
fn speed(measurements: &Measurements, row: &Row) -> Option<f64> {
    match row.outcome {
        Outcome::Ran { time, .. } => Some(rate(measurements.bytes, time)),
        _ => None,
    }
}

/// Some four round numbers from 0 up to `most`.
fn marks(most: f64) -> Vec<f64> {
    let power = 10f64.powf((most / 4.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let step = step.into_iter().find(|step| most / step <= 5.0).unwrap_or(most);
    (0..=5)
        .map(|mark| f64::from(mark) * step)
        .filter(|mark| *mark <= most)
        .collect()
}

fn text(page: &mut String, x: f64, y: f64, class: &str, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(page, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>");
}
