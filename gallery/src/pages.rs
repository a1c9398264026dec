//! The pages of docs/gallery, made of the operators' files and their WGSL.

use std::fmt::Write as _;
use std::path::Path;

use reduce_wgpu::Caps;

use super::{Case, Field, fields};

/// A page of docs/gallery.
#[derive(Debug)]
pub struct Page {
    /// The name of its file.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// The file of an operator: what its first lines say, and the code behind them.
struct Entry {
    title: String,
    purpose: String,
    source: String,
    code: String,
}

const INDEX: &str = "\
# Gallery

Operators to copy, each in the form that a program would have it, with its WGSL. The tests run them on the CPU and on each driver and compare the results with those of
numpy and scipy: [`references.csv`](../../gallery/references.csv), made by [`reference.py`](../../gallery/reference.py). The files are those of
[`gallery/src`](../../gallery/src); `cargo xtask bless` makes these pages of them.
";

/// The index and a page for each field.
///
/// # Errors
/// If a file cannot be read or does not begin as it should, or an operator has no WGSL.
pub fn pages() -> Result<Vec<Page>, String> {
    let mut index = INDEX.to_owned();
    let mut pages = Vec::new();
    for field in fields() {
        let title = capitalised(field.name);
        let _ = write!(
            index,
            "\n## [{title}]({}.md)\n\n| operator | for |\n|---|---|\n",
            field.name
        );
        let mut text = format!("# {title}\n\nA part of the [gallery](README.md).\n");
        for case in &field.cases {
            let entry = Entry::read(&field, case)?;
            let link = format!("{}.md#{}", field.name, anchor(&entry.title));
            let _ = writeln!(
                index,
                "| [{}]({link}) | {} |",
                entry.title,
                entry.purpose.trim_end_matches('.')
            );
            text.push_str(&section(&entry, case)?);
        }
        let name = format!("{}.md", field.name);
        pages.push(Page { name, text });
    }
    let name = "README.md".to_owned();
    pages.push(Page { name, text: index });
    Ok(pages)
}

fn section(entry: &Entry, case: &Case) -> Result<String, String> {
    let kernels = (case.kernels)(&Caps::webgpu()).map_err(|why| format!("{}: {why}", case.name))?;
    let Entry {
        title,
        purpose,
        source,
        code,
    } = entry;
    let purpose = capitalised(purpose);
    let (call, wgsl) = (case.call, own(kernels.operator().module.wgsl(), code));
    Ok(format!(
        "\n## {title}\n\n{purpose}\n\nSource: {source}\n\n```rust\n{code}```\n\nCall: `{call}`\n\n\
         <details>\n<summary>WGSL</summary>\n\n```wgsl\n{wgsl}```\n\n</details>\n",
    ))
}

/// The items of a module that come of the operator's code, and the names of the others, which the library adds for Rust's meaning.
fn own(module: &str, code: &str) -> String {
    let written: Vec<&str> = names(code, "fn ").collect();
    let structs: Vec<String> = names(code, "struct ").map(snake).collect();
    let is_own = |name: &str| {
        let step = ["_lift", "_combine", "_identity", "_finish"]
            .iter()
            .any(|step| name.ends_with(step));
        step || written.contains(&name.trim_end_matches('_')) || structs.iter().any(|own| name.starts_with(own))
    };
    let (mut text, mut added) = (String::new(), Vec::new());
    for item in module.trim_end().split("\n\n") {
        match names(item, "fn ").next() {
            Some(name) if !is_own(name) => added.push(name),
            _ => text.push_str(&format!("{item}\n\n")),
        }
    }
    if !added.is_empty() {
        text.push_str(&format!("// The library adds {}\n", added.join(", ")));
    }
    text.trim_end().to_owned() + "\n"
}

/// The names behind a keyword, at the beginning of lines and in them.
fn names<'t>(text: &'t str, keyword: &'t str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches("pub "));
    lines.filter_map(move |line| {
        let rest = line.strip_prefix(keyword)?;
        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    })
}

/// `CoMoments` as functions of WGSL are named after it: `co_moments_`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake + "_"
}

impl Entry {
    fn read(field: &Field, case: &Case) -> Result<Self, String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src")
            .join(field.name)
            .join(format!("{}.rs", case.name));
        let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        Self::parse(&text.replace("\r\n", "\n")).ok_or_else(|| {
            let path = path.display();
            format!("{path}: begin with `//! Title: what it is for.`, an empty `//!`, and `//! Source: …`")
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let (head, code) = text.split_once("\n\n")?;
        let lines: Option<Vec<&str>> = head.lines().map(|line| line.strip_prefix("//!")).collect();
        let head = lines?.join("\n");
        let (purpose, source) = head.split_once("\n\n Source: ")?;
        let (title, purpose) = purpose.trim().split_once(": ")?;
        Some(Self {
            title: title.to_owned(),
            purpose: purpose.replace('\n', ""),
            source: source.replace('\n', ""),
            code: code.to_owned(),
        })
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// The anchor of a heading, as it is made on the web.
fn anchor(title: &str) -> String {
    let title = title.to_lowercase();
    let kept = title.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
