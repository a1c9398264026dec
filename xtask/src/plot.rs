//! Draws the plots of docs/ from the figures beside them: times over lengths, beside CUB and PyTorch.

use std::fmt::Write as _;
use std::fs;

use crate::step;

/// Whose times a row has, in the order of its columns.
const SERIES: [&str; 4] = ["ours", "CUB", "PyTorch", "peak"];

/// A plot: three panels of times.
struct Plot {
    /// The name in `docs/NAME.csv` and `docs/NAME.svg`.
    name: &'static str,
    title: &'static str,
    /// The names of the series on the page.
    legend: [&'static str; 4],
    /// The ends of the axes: powers of two, and µs.
    powers: [f64; 2],
    times: [f64; 2],
    /// The labels of the axes.
    power_ticks: &'static [(f64, &'static str)],
    time_ticks: &'static [u32],
}

const PLOTS: [Plot; 2] = [
    Plot {
        name: "h200",
        title: "Time of a reduction over its length: µs, lower is better",
        legend: ["this library", "CUB", "PyTorch", "peak read bandwidth"],
        powers: [16.0, 28.0],
        times: [5.0, 600.0],
        power_ticks: &[(16.0, "2¹⁶"), (20.0, "2²⁰"), (24.0, "2²⁴"), (28.0, "2²⁸")],
        time_ticks: &[5, 10, 20, 50, 100, 200, 500],
    },
    Plot {
        name: "groups",
        title: "Time of 2²⁸ f32 in groups over the length of a row: µs, lower is better",
        legend: ["this library", "CUB", "PyTorch", "one sum of all"],
        powers: [2.0, 26.0],
        times: [200.0, 20_000.0],
        power_ticks: &[(2.0, "2²"), (8.0, "2⁸"), (14.0, "2¹⁴"), (20.0, "2²⁰"), (26.0, "2²⁶")],
        time_ticks: &[200, 300, 500, 1000, 2000, 5000, 10_000],
    },
];

/// Sizes in pixels.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 372.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 124.0;
const BOTTOM: f64 = 324.0;
const PANEL: f64 = 244.0;
const GAP: f64 = 32.0;

/// Colours of a light page, and of a dark one where the reader prefers it.
const STYLE: &str = "\
text { font: 13px system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #24292f }
.page { fill: #ffffff } .title { font-size: 17px; font-weight: 600 } .head { font-weight: 600 } .soft { fill: #656d76 }
.end { text-anchor: end } .middle { text-anchor: middle } .grid { stroke: #d0d7de }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round }
polyline.ours { stroke: #e4572e; stroke-width: 3 } polyline.CUB { stroke: #4c78a8 } polyline.PyTorch { stroke: #8250df }
polyline.peak { stroke: #1a7f37; stroke-dasharray: 6 4 }
.dot.ours { fill: #e4572e } .dot.CUB { fill: #4c78a8 } .dot.PyTorch { fill: #8250df }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .page { fill: #0d1117 } .soft { fill: #8b949e } .grid { stroke: #30363d }
polyline.ours { stroke: #ff7f5c } polyline.CUB { stroke: #6ea8dc } polyline.PyTorch { stroke: #bc8cff } polyline.peak { stroke: #3fb950 }
.dot.ours { fill: #ff7f5c } .dot.CUB { fill: #6ea8dc } .dot.PyTorch { fill: #bc8cff }
}";

/// Draws the plots again.
pub(crate) fn write() -> Result<(), String> {
    let docs = step::root().join("docs");
    for plot in &PLOTS {
        let [from, to] = ["csv", "svg"].map(|extension| docs.join(format!("{}.{extension}", plot.name)));
        let figures = fs::read_to_string(&from).map_err(|why| format!("{}: {why}", from.display()))?;
        let page = Figures::read(&figures)?.svg(plot);
        fs::write(&to, page).map_err(|why| format!("{}: {why}", to.display()))?;
    }
    Ok(())
}

/// The file of figures.
struct Figures {
    /// The machine and the day.
    machine: String,
    rows: Vec<Row>,
}

/// The times of one operator at one length, as they are written.
struct Row {
    operator: String,
    length: String,
    times: [String; 4],
}

impl Figures {
    fn read(text: &str) -> Result<Self, String> {
        let (comments, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        let machine = comments.first().map_or("", |line| line.trim_start_matches("# "));
        let rows = lines
            .iter()
            .skip(1)
            .map(|line| Row::read(line))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            machine: machine.to_owned(),
            rows,
        })
    }

    /// The operators in the order of the file.
    fn operators(&self) -> Vec<&str> {
        let mut operators: Vec<&str> = self.rows.iter().map(|row| row.operator.as_str()).collect();
        operators.dedup();
        operators
    }

    fn svg(&self, plot: &Plot) -> String {
        let mut page = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\n\
             <style>\n{STYLE}\n</style>\n<rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n"
        );
        text(&mut page, 20.0, 32.0, "title", plot.title);
        text(&mut page, 20.0, 54.0, "soft", &self.machine);
        legend(&mut page, plot);
        for (index, operator) in self.operators().into_iter().enumerate() {
            let rows: Vec<&Row> = self.rows.iter().filter(|row| row.operator == operator).collect();
            plot.panel(&mut page, LEFT + (PANEL + GAP) * index as f64, operator, &rows);
        }
        page.push_str("</svg>\n");
        page
    }
}

impl Row {
    /// A line of a CSV file; the operator is in quotes if it has a comma.
    fn read(line: &str) -> Result<Self, String> {
        let parts = match line.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\","),
            None => line.split_once(','),
        };
        let (operator, rest) = parts.ok_or_else(|| format!("no operator: {line}"))?;
        let cells: Vec<String> = rest.split(',').map(str::to_owned).collect();
        let [length, times @ ..] = cells.as_slice() else {
            return Err(format!("no length: {line}"));
        };
        Ok(Self {
            operator: operator.to_owned(),
            length: length.clone(),
            times: times
                .to_vec()
                .try_into()
                .map_err(|_| format!("not four times: {line}"))?,
        })
    }

    /// The logarithm of the number of elements.
    fn power(&self) -> Option<f64> {
        self.length.strip_prefix("2^")?.parse().ok()
    }

    /// One of the times, if it was measured.
    fn time(&self, series: usize) -> Option<f64> {
        self.times[series].parse().ok()
    }
}

/// A line and a mark for each of the series.
fn legend(page: &mut String, plot: &Plot) {
    for (index, (series, name)) in SERIES.into_iter().zip(plot.legend).enumerate() {
        let (x, y) = (LEFT + 130.0 * index as f64, 82.0);
        let _ = writeln!(
            page,
            "<polyline class=\"{series}\" points=\"{x:.1},{y:.1} {:.1},{y:.1}\"/>",
            x + 24.0
        );
        mark(page, series, x + 12.0, y);
        text(page, x + 32.0, y + 4.0, "", name);
    }
}

/// A mark of the shape of its series.
fn mark(page: &mut String, series: &str, x: f64, y: f64) {
    let _ = match series {
        "ours" => writeln!(page, "<circle class=\"dot ours\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        "CUB" => writeln!(
            page,
            "<rect class=\"dot CUB\" x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\"/>",
            x - 3.5,
            y - 3.5
        ),
        "PyTorch" => writeln!(
            page,
            "<path class=\"dot PyTorch\" d=\"M{:.1} {:.1}h9l-4.5 -8z\"/>",
            x - 4.5,
            y + 3.5
        ),
        _ => Ok(()),
    };
}

impl Plot {
    /// The times of one operator.
    fn panel(&self, page: &mut String, left: f64, operator: &str, rows: &[&Row]) {
        text(page, left, TOP - 8.0, "head", operator);
        for &time in self.time_ticks {
            let y = self.y(f64::from(time));
            let right = left + PANEL;
            let _ = writeln!(
                page,
                "<line class=\"grid\" x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>"
            );
            if left == LEFT {
                text(page, left - 8.0, y + 4.0, "soft end", &time.to_string());
            }
        }
        for &(power, name) in self.power_ticks {
            text(page, self.x(left, power), BOTTOM + 20.0, "soft middle", name);
        }
        for (index, series) in SERIES.into_iter().enumerate().rev() {
            let points: Vec<[f64; 2]> = rows
                .iter()
                .filter_map(|row| Some([self.x(left, row.power()?), self.y(row.time(index)?)]))
                .collect();
            let path: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(page, "<polyline class=\"{series}\" points=\"{}\"/>", path.join(" "));
            for [x, y] in points {
                mark(page, series, x, y);
            }
        }
    }

    fn x(&self, left: f64, power: f64) -> f64 {
        let [first, last] = self.powers;
        left + PANEL * (power - first) / (last - first)
    }

    fn y(&self, time: f64) -> f64 {
        let [least, most] = self.times;
        BOTTOM - (BOTTOM - TOP) * (time / least).ln() / (most / least).ln()
    }
}

fn text(page: &mut String, x: f64, y: f64, class: &str, words: &str) {
    let _ = writeln!(page, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>");
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn file(name: &str) -> String {
        fs::read_to_string(step::root().join(name)).unwrap()
    }

    #[test]
    fn plots_are_drawn_from_their_figures() {
        for plot in &PLOTS {
            let drawn = Figures::read(&file(&format!("docs/{}.csv", plot.name)))
                .unwrap()
                .svg(plot);
            assert!(
                drawn == file(&format!("docs/{}.svg", plot.name)),
                "run `cargo xtask bench plot`"
            );
        }
    }

    /// Each row of docs/groups.csv is a row of one of the tables of groups.
    #[test]
    fn the_figures_of_groups_stand_in_the_benchmarks() {
        let figures = Figures::read(&file("docs/groups.csv")).unwrap();
        let benchmarks = file("BENCHMARKS.md");
        let (_, tables) = benchmarks.split_once(&format!("\n## {}\n", figures.machine)).unwrap();
        let tables = tables.split("\n## ").next().unwrap();
        assert_eq!(figures.rows.len(), 39);
        for row in &figures.rows {
            let length = 1u64 << row.power().unwrap() as u32;
            let case = match row.operator.as_str() {
                "sums of rows" => format!("rows of {length}"),
                "sums of columns" => format!("{length} columns"),
                "Welford of rows" => format!("rows of {length}, Welford"),
                other => panic!("{other}"),
            };
            let line = tables
                .lines()
                .find(|line| line.starts_with(&format!("| {case} |")))
                .unwrap();
            let cells: Vec<String> = line.split('|').map(|cell| cell.trim().replace('–', "")).collect();
            assert_eq!(
                [&cells[2], &cells[4], &cells[5]],
                [&row.times[0], &row.times[1], &row.times[2]],
                "{case}"
            );
            assert!(
                tables.contains(&format!("A flat sum took {} µs", row.times[3])),
                "{case}"
            );
        }
    }

    /// Each row of the file is one of the table under the heading that its first line quotes.
    #[test]
    fn the_figures_stand_in_the_benchmarks() {
        let figures = Figures::read(&file("docs/h200.csv")).unwrap();
        let benchmarks = file("BENCHMARKS.md");
        let (_, table) = benchmarks.split_once(&format!("\n## {}\n", figures.machine)).unwrap();
        let table = table.split("\n## ").next().unwrap();
        assert_eq!(figures.operators().len(), 3);
        for row in &figures.rows {
            let start = format!("| {} | {} |", row.operator, row.length);
            let line = table.lines().find(|line| line.starts_with(&start)).unwrap();
            // Behind a time stands its ratio.
            let times = line[start.len()..]
                .split('|')
                .filter_map(|cell| cell.split_whitespace().next());
            let times: Vec<String> = times.map(|time| time.replace('–', "")).collect();
            assert_eq!(times, row.times, "{start}");
        }
    }

    #[test]
    fn the_table_of_the_readme_has_these_figures() {
        let (readme, figures) = (file("README.md"), Figures::read(&file("docs/h200.csv")).unwrap());
        for operator in figures.operators() {
            let rows = figures.rows.iter().filter(|row| row.operator == operator);
            let shown = rows.filter(|row| ["2^20", "2^25", "2^28"].contains(&row.length.as_str()));
            let cells: Vec<String> = shown.map(|row| row.times[..3].join(", ")).collect();
            let line = format!("| {} | {} |", operator.trim_end_matches(" f32"), cells.join(" | "));
            assert!(readme.lines().any(|there| there == line), "{line}");
        }
    }

    #[test]
    fn a_line_has_an_operator_a_length_and_four_times() {
        let row = Row::read("\"min, max\",2^20,8.0,12.1,30.2,").unwrap();
        assert_eq!(
            (row.operator.as_str(), row.power(), row.time(0), row.time(3)),
            ("min, max", Some(20.0), Some(8.0), None)
        );
        assert!(Row::read("sum,2^20,8.0").is_err());
    }
}
