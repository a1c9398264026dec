//! Writes docs/ladder.md: every strategy with its source, picture, shader and figures. `cargo xtask ladder` runs it.
//!
//! `ladder_page [--check]`: the text about a strategy is its documentation in `strategy.rs`, the shader is generated here, the
//! figures come from the tables in docs/ladder, everything else from its template. With `--check` nothing is written: it fails if the
//! page is not what would be.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use reduce_core::{Caps, Kernel, Kernels, Strategy, ops};

/// The words about the strategies.
const STRATEGIES: &str = include_str!("../src/choice/strategy.rs");

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let (page, path) = (page(&docs)?, docs.join("ladder.md"));
    if std::env::args().any(|argument| argument == "--check") {
        return check(&page, &path);
    }
    std::fs::write(&path, page)?;
    println!("wrote docs/ladder.md");
    Ok(())
}

/// # Errors
/// If the file at `path` is not `page`: the first line that differs, and what to do.
fn check(page: &str, path: &Path) -> Result<(), Box<dyn Error>> {
    let there = std::fs::read_to_string(path)?;
    if there == page {
        return Ok(());
    }
    let pairs = there.lines().chain([""]).zip(page.lines().chain([""]));
    let same = pairs.take_while(|(there, new)| there == new).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
    Err(format!(
        "docs/ladder.md is not what `cargo xtask ladder` writes, from line {} on:\n  there: {}\n  new:   {}\nRun `cargo xtask ladder` and \
         commit the page.",
        same + 1,
        line(&there),
        line(page)
    )
    .into())
}

/// The whole page.
fn page(docs: &Path) -> Result<String, Box<dyn Error>> {
    let h200 = Figures::read(docs.join("ladder/h200.csv"))?;
    h200.are_those_of(&std::fs::read_to_string(docs.join("../BENCHMARKS.md"))?)?;
    let llvmpipe = Figures::read(docs.join("ladder/llvmpipe.csv"))?;
    let strategies = (1..)
        .zip(Strategy::ALL)
        .map(|(number, strategy)| entry(number, strategy, &h200, &llvmpipe));
    let strategies = strategies.collect::<Result<Vec<Value>, Box<dyn Error>>>()?;
    let mut environment = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    syntax.line_statement_prefix("%%").keep_trailing_newline(true);
    environment.set_syntax(syntax.build()?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let template = std::fs::read_to_string(docs.join("ladder/template.md"))?;
    environment.add_template("page", &template)?;
    let context = context! { strategies => strategies, h200 => h200.head(), llvmpipe => llvmpipe.head() };
    Ok(environment.get_template("page")?.render(context)?)
}

/// The context that the template gets for one strategy.
fn entry(number: usize, strategy: Strategy, h200: &Figures, llvmpipe: &Figures) -> Result<Value, Box<dyn Error>> {
    // No atomic adds floats.
    let (operator, kernels) = match Kernels::with::<ops::Sum<f32>>(strategy, &Caps::nvidia()) {
        Ok(kernels) => ("sum of f32", kernels),
        Err(_) => ("sum of u32", Kernels::with::<ops::Sum<u32>>(strategy, &Caps::nvidia())?),
    };
    let shown = kernels.all().iter().rfind(|kernel| !is_over_states(kernel));
    let shown = shown.ok_or_else(|| format!("{strategy} has no kernel over elements"))?;
    let taken = kernels.resources();
    let taken = taken.iter().find(|taken| taken.step == shown.step());
    let taken = taken.ok_or_else(|| format!("{strategy} takes nothing"))?;
    let name = strategy.to_string();
    let words = words(&name).ok_or_else(|| format!("strategy.rs has no documentation of {name}"))?;
    let (h200, llvmpipe) = (h200.row(&name)?, llvmpipe.row(&name)?);
    Ok(context! {
        number => number, anchor => name.to_lowercase(), words => words, operator => operator,
        order => if strategy.keeps_order() { "" } else { "Changes the order of the input: for monoids that commute. " },
        subgroups => if strategy.needs_subgroups() { "Needs subgroups" } else { "Needs no subgroups" },
        takes => format!(
            "{}, {} bytes of workgroup memory, {} in the text, {} in flight",
            counted(taken.workgroup_size, "invocation"), taken.workgroup_bytes, counted(taken.barriers, "barrier"), counted(taken.in_flight, "load"),
        ),
        measured => measured(&h200, &llvmpipe),
        shader => shown.wgsl().trim_end(), h200 => h200.cells(), of_h200 => h200.share(2),
        llvmpipe => llvmpipe.cells(), of_llvmpipe => llvmpipe.share(0),
        name => name,
    })
}

/// The longest sum on either machine, in words.
fn measured(h200: &Row<'_>, llvmpipe: &Row<'_>) -> String {
    // The peak is that of the longest input.
    let longest = [(2, "2^28 f32", true), (5, "2^28 u32", true), (0, "2^20 f32", false)];
    let software = [(0, "2^22 f32", true), (1, "2^22 u32", true)];
    let parts = [("an H200", h200, &longest[..]), ("llvmpipe", llvmpipe, &software[..])];
    let parts = parts.into_iter().filter_map(|(machine, row, columns)| {
        let (column, input, is_longest) = *columns.iter().find(|(column, ..)| row.time(*column).is_some())?;
        let (time, share) = (row.times.get(column)?, row.share(column));
        let share = if is_longest {
            format!(", {share} of the peak")
        } else {
            String::new()
        };
        Some(format!("On {machine} {input} take {time} µs{share}"))
    });
    parts.collect::<Vec<_>>().join(". ")
}

fn counted(count: u32, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

fn is_over_states(kernel: &Kernel) -> bool {
    ["fold states", "tree"].contains(&kernel.step().name())
}

/// The documentation of a variant of `Strategy`, with links that work in the page.
fn words(variant: &str) -> Option<String> {
    let lines: Vec<&str> = STRATEGIES.lines().map(str::trim).collect();
    let end = lines.iter().position(|line| *line == format!("{variant},"))?;
    let lines = lines[..end].iter().rev().filter(|line| !line.starts_with("#["));
    let mut lines: Vec<&str> = lines.map_while(|line| line.strip_prefix("///")).collect();
    lines.reverse();
    let lines: Vec<&str> = lines
        .iter()
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let mut text = lines.join("\n");
    for strategy in Strategy::ALL {
        let name = strategy.to_string();
        text = text.replace(&format!("(Self::{name})"), &format!("(#{})", name.to_lowercase()));
    }
    Some(text.replace("[`Shape`](crate::Shape)", "`Shape`"))
}

/// A table of times in µs: comments, one of which is `# peak 240.0`, names of the columns, and one row per strategy.
struct Figures {
    path: PathBuf,
    machine: String,
    how: String,
    peak: f64,
    rows: Vec<Vec<String>>,
}

impl Figures {
    fn read(path: PathBuf) -> Result<Self, Box<dyn Error>> {
        let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        let (notes, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        let mut notes = notes.into_iter().map(|note| note.trim_start_matches("# ").to_owned());
        let mut note = || {
            notes
                .next()
                .ok_or_else(|| format!("{} wants three notes", path.display()))
        };
        let (machine, how, peak) = (note()?, note()?, note()?);
        let peak: f64 = peak.trim_start_matches("peak ").parse()?;
        let rows = rows
            .iter()
            .skip(1)
            .map(|row| row.split(',').map(str::to_owned).collect());
        Ok(Self {
            rows: rows.collect(),
            machine,
            how,
            peak,
            path,
        })
    }

    /// # Errors
    /// If a time does not stand in the row of its strategy in `benchmarks`, where the same run is written down.
    fn are_those_of(&self, benchmarks: &str) -> Result<(), Box<dyn Error>> {
        for row in &self.rows {
            let name = row.first().map(String::as_str).unwrap_or_default();
            let line = benchmarks.lines().find(|line| line.starts_with(&format!("| {name} |")));
            let cells: Vec<&str> = line.unwrap_or_default().split('|').map(str::trim).collect();
            if let Some(time) = row
                .iter()
                .find(|time| !time.is_empty() && !cells.contains(&time.as_str()))
            {
                let file = self.path.display();
                return Err(format!(
                    "{file} has {time} for {name}, and BENCHMARKS.md has not; take the figures of one run"
                )
                .into());
            }
        }
        Ok(())
    }

    fn head(&self) -> Value {
        context! { machine => &self.machine, how => &self.how, peak => self.peak.to_string() }
    }

    fn row(&self, name: &str) -> Result<Row<'_>, Box<dyn Error>> {
        let row = self
            .rows
            .iter()
            .find(|row| row.first().is_some_and(|first| first == name));
        let row = row.ok_or_else(|| format!("{} has no row of {name}", self.path.display()))?;
        Ok(Row {
            times: row.get(1..).unwrap_or_default(),
            peak: self.peak,
        })
    }
}

/// The times of a strategy in µs, empty where it was not measured.
struct Row<'a> {
    times: &'a [String],
    peak: f64,
}

impl Row<'_> {
    /// As cells of a table.
    fn cells(&self) -> Value {
        let cells = self.times.iter().map(|time| if time.is_empty() { "–" } else { time });
        cells.map(Value::from).collect()
    }

    /// The time in this column, if there is one.
    fn time(&self, column: usize) -> Option<f64> {
        self.times.get(column)?.parse().ok()
    }

    /// The fraction of the peak that it reaches.
    fn share(&self, column: usize) -> String {
        let share = |time| format!("{:.0} %", 100.0 * self.peak / time);
        self.time(column).map_or_else(|| "–".to_owned(), share)
    }
}
