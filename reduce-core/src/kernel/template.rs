//! The .wgsl templates and how their holes are filled.
//!
//! A template line that starts with `//#` belongs to the generator; `${…}` is replaced. The rest is the shader.

use std::error::Error as _;
use std::sync::LazyLock;

use minijinja::value::Value;
use minijinja::{Environment, UndefinedBehavior, context, syntax::SyntaxConfig};

use super::known_counts;
#[cfg(feature = "strategies")]
use crate::choice::strategy::table::{SHARED, TABLE};
use crate::error::Error;
use crate::loop_limit::LoopLimit;
use crate::wgsl::Module;

/// The templates by the name that `include` uses, but for those of the strategies, which the table of strategies has.
const TEMPLATES: &[(&str, &str)] = &[
    ("at_heads.wgsl", include_str!("wgsl/at_heads.wgsl")),
    ("at_heads/left.wgsl", include_str!("wgsl/at_heads/left.wgsl")),
    ("at_heads/window.wgsl", include_str!("wgsl/at_heads/window.wgsl")),
    ("bindings.wgsl", include_str!("wgsl/bindings.wgsl")),
    ("counts.wgsl", include_str!("wgsl/counts.wgsl")),
    ("counts/counted.wgsl", include_str!("wgsl/counts/counted.wgsl")),
    ("counts/count_row.wgsl", include_str!("wgsl/counts/count_row.wgsl")),
    ("counts/guarded_row.wgsl", include_str!("wgsl/counts/guarded_row.wgsl")),
    ("counts_tree.wgsl", include_str!("wgsl/counts_tree.wgsl")),
    ("tiles.wgsl", include_str!("wgsl/tiles.wgsl")),
    ("finish.wgsl", include_str!("wgsl/finish.wgsl")),
    ("gather.wgsl", include_str!("wgsl/gather.wgsl")),
    ("group_counts.wgsl", include_str!("wgsl/group_counts.wgsl")),
    ("group_counts_tree.wgsl", include_str!("wgsl/group_counts_tree.wgsl")),
    ("group_tree.wgsl", include_str!("wgsl/group_tree.wgsl")),
    ("groups.wgsl", include_str!("wgsl/groups.wgsl")),
    (
        "groups/known_counts.wgsl",
        include_str!("wgsl/groups/known_counts.wgsl"),
    ),
    (
        "groups/combine_counted.wgsl",
        include_str!("wgsl/groups/combine_counted.wgsl"),
    ),
    ("tiles/lines.wgsl", include_str!("wgsl/tiles/lines.wgsl")),
    ("tiles/transpose.wgsl", include_str!("wgsl/tiles/transpose.wgsl")),
    ("groups/inside.wgsl", include_str!("wgsl/groups/inside.wgsl")),
    ("groups/alone.wgsl", include_str!("wgsl/groups/alone.wgsl")),
    ("groups/lines.wgsl", include_str!("wgsl/groups/lines.wgsl")),
    (
        "groups/join_vectors.wgsl",
        include_str!("wgsl/groups/join_vectors.wgsl"),
    ),
    ("groups/shift_words.wgsl", include_str!("wgsl/groups/shift_words.wgsl")),
    ("groups/lanes.wgsl", include_str!("wgsl/groups/lanes.wgsl")),
    ("groups/many_rows.wgsl", include_str!("wgsl/groups/many_rows.wgsl")),
    (
        "groups/few_by_subgroups.wgsl",
        include_str!("wgsl/groups/few_by_subgroups.wgsl"),
    ),
    (
        "groups/loads_of_few.wgsl",
        include_str!("wgsl/groups/loads_of_few.wgsl"),
    ),
    ("groups/few_rows.wgsl", include_str!("wgsl/groups/few_rows.wgsl")),
    ("groups/packed.wgsl", include_str!("wgsl/groups/packed.wgsl")),
    ("groups/meet_packed.wgsl", include_str!("wgsl/groups/meet_packed.wgsl")),
    ("groups/write.wgsl", include_str!("wgsl/groups/write.wgsl")),
    (
        "groups/aligned_rows.wgsl",
        include_str!("wgsl/groups/aligned_rows.wgsl"),
    ),
    ("groups/enter_again.wgsl", include_str!("wgsl/groups/enter_again.wgsl")),
    (
        "groups/last_elements.wgsl",
        include_str!("wgsl/groups/last_elements.wgsl"),
    ),
    ("groups/last_row.wgsl", include_str!("wgsl/groups/last_row.wgsl")),
    ("groups/reached.wgsl", include_str!("wgsl/groups/reached.wgsl")),
    (
        "groups/fold_columns.wgsl",
        include_str!("wgsl/groups/fold_columns.wgsl"),
    ),
    ("groups/pass.wgsl", include_str!("wgsl/groups/pass.wgsl")),
    ("groups/places.wgsl", include_str!("wgsl/groups/places.wgsl")),
    ("tiles/fold_lifted.wgsl", include_str!("wgsl/tiles/fold_lifted.wgsl")),
    ("groups/shifted.wgsl", include_str!("wgsl/groups/shifted.wgsl")),
    ("groups/meet.wgsl", include_str!("wgsl/groups/meet.wgsl")),
    ("groups/table.wgsl", include_str!("wgsl/groups/table.wgsl")),
    ("groups/where.wgsl", include_str!("wgsl/groups/where.wgsl")),
    ("keys/banked.wgsl", include_str!("wgsl/keys/banked.wgsl")),
    ("keys/bits.wgsl", include_str!("wgsl/keys/bits.wgsl")),
    ("keys/blocks.wgsl", include_str!("wgsl/keys/blocks.wgsl")),
    ("keys/count.wgsl", include_str!("wgsl/keys/count.wgsl")),
    ("keys/digits.wgsl", include_str!("wgsl/keys/digits.wgsl")),
    ("keys/groups.wgsl", include_str!("wgsl/keys/groups.wgsl")),
    ("keys/heads.wgsl", include_str!("wgsl/keys/heads.wgsl")),
    ("keys/info.wgsl", include_str!("wgsl/keys/info.wgsl")),
    ("keys/load.wgsl", include_str!("wgsl/keys/load.wgsl")),
    ("keys/names.wgsl", include_str!("wgsl/keys/names.wgsl")),
    ("keys/rank.wgsl", include_str!("wgsl/keys/rank.wgsl")),
    ("keys/scan.wgsl", include_str!("wgsl/keys/scan.wgsl")),
    ("keys/scatter.wgsl", include_str!("wgsl/keys/scatter.wgsl")),
    ("keys/segments.wgsl", include_str!("wgsl/keys/segments.wgsl")),
    ("keys/staged.wgsl", include_str!("wgsl/keys/staged.wgsl")),
    ("keys/totals.wgsl", include_str!("wgsl/keys/totals.wgsl")),
    ("workgroup.wgsl", include_str!("wgsl/workgroup.wgsl")),
    ("load_row.wgsl", include_str!("wgsl/load_row.wgsl")),
    ("loop_test.wgsl", include_str!("wgsl/loop_test.wgsl")),
    ("loops_end.wgsl", include_str!("wgsl/loops_end.wgsl")),
    ("loops_ended.wgsl", include_str!("wgsl/loops_ended.wgsl")),
    ("main.wgsl", include_str!("wgsl/main.wgsl")),
    ("pass.wgsl", include_str!("wgsl/pass.wgsl")),
    ("prepare.wgsl", include_str!("wgsl/prepare.wgsl")),
    ("read.wgsl", include_str!("wgsl/read.wgsl")),
    ("runs.wgsl", include_str!("wgsl/runs.wgsl")),
    ("segment_counts.wgsl", include_str!("wgsl/segment_counts.wgsl")),
    ("segment_lists.wgsl", include_str!("wgsl/segment_lists.wgsl")),
    ("segments.wgsl", include_str!("wgsl/segments.wgsl")),
    (
        "segments/by_subgroups.wgsl",
        include_str!("wgsl/segments/by_subgroups.wgsl"),
    ),
    (
        "segments/by_workgroup.wgsl",
        include_str!("wgsl/segments/by_workgroup.wgsl"),
    ),
    (
        "segment_lists/by_blocks.wgsl",
        include_str!("wgsl/segment_lists/by_blocks.wgsl"),
    ),
    (
        "segment_lists/one_by_one.wgsl",
        include_str!("wgsl/segment_lists/one_by_one.wgsl"),
    ),
    ("segments/fold.wgsl", include_str!("wgsl/segments/fold.wgsl")),
    ("segments/loads.wgsl", include_str!("wgsl/segments/loads.wgsl")),
    ("segments/meet.wgsl", include_str!("wgsl/segments/meet.wgsl")),
    ("segments/offset_at.wgsl", include_str!("wgsl/segments/offset_at.wgsl")),
    ("segments/own.wgsl", include_str!("wgsl/segments/own.wgsl")),
    ("segments/own_group.wgsl", include_str!("wgsl/segments/own_group.wgsl")),
    (
        "segments/places_in_subgroups.wgsl",
        include_str!("wgsl/segments/places_in_subgroups.wgsl"),
    ),
    (
        "segments/places_in_workgroup.wgsl",
        include_str!("wgsl/segments/places_in_workgroup.wgsl"),
    ),
    ("segments/range_of.wgsl", include_str!("wgsl/segments/range_of.wgsl")),
    (
        "segments/side_by_side.wgsl",
        include_str!("wgsl/segments/side_by_side.wgsl"),
    ),
    ("segments/tiny.wgsl", include_str!("wgsl/segments/tiny.wgsl")),
    ("segments/write.wgsl", include_str!("wgsl/segments/write.wgsl")),
    ("states.wgsl", include_str!("wgsl/states.wgsl")),
    ("subgroups.wgsl", include_str!("wgsl/subgroups.wgsl")),
    ("tiles/columns.wgsl", include_str!("wgsl/tiles/columns.wgsl")),
    ("tiles/full.wgsl", include_str!("wgsl/tiles/full.wgsl")),
    ("tiles/guarded_row.wgsl", include_str!("wgsl/tiles/guarded_row.wgsl")),
    ("tiles/partial.wgsl", include_str!("wgsl/tiles/partial.wgsl")),
    ("tiles/row.wgsl", include_str!("wgsl/tiles/row.wgsl")),
    ("tiles/sparing.wgsl", include_str!("wgsl/tiles/sparing.wgsl")),
    ("tree.wgsl", include_str!("wgsl/tree.wgsl")),
];

/// A kernel's text.
pub(super) struct Rendered {
    pub(super) text: String,
    /// Whether the device may leave its loops early, which it reports.
    pub(super) watched: bool,
}

/// The template of that name with `context` in its holes, and what it uses of `module`; `what` names the kernel in a message.
///
/// An invocation calls a function of the operator's at most `calls` times; `None` where that depends on the input.
///
/// # Errors
/// [`Error::InvalidWgsl`] if a hole has nothing to fill it.
pub(super) fn render(
    template: &str,
    context: &Value,
    module: &Module,
    what: &str,
    limit: Option<LoopLimit>,
    calls: Option<u64>,
) -> Result<Rendered, Error> {
    let with = |declarations: &str, opaque: bool, watched: bool| {
        let context =
            context! { declarations => declarations, opaque => opaque, watched => watched, ..context.clone() };
        filled(template, &context).map_err(|message| Error::InvalidWgsl {
            what: what.to_owned(),
            message,
        })
    };
    let used = module.used_by(&with("", false, false)?);
    let watched = limit.is_some_and(|limit| super::loops::may_end(limit, &used.declarations, calls));
    Ok(Rendered {
        text: with(&used.declarations, used.opaque, watched)?,
        watched,
    })
}

fn filled(template: &str, context: &Value) -> Result<String, String> {
    let environment = ENVIRONMENT.as_ref().map_err(Clone::clone)?;
    let template = environment.get_template(template).map_err(described)?;
    template.render(context).map_err(described)
}

/// The error with those that led to it: an included template has one of its own.
fn described(error: minijinja::Error) -> String {
    let (mut text, mut cause) = (error.to_string(), error.source());
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// The templates, parsed once.
static ENVIRONMENT: LazyLock<Result<Environment<'static>, String>> = LazyLock::new(|| parsed().map_err(described));

fn parsed() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_syntax(
        SyntaxConfig::builder()
            .block_delimiters("/*%", "%*/")
            .variable_delimiters("${", "}")
            .comment_delimiters("/*!", "!*/")
            .line_statement_prefix("//#")
            .keep_trailing_newline(true)
            .build()?,
    );
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // Four in place of minijinja's own, of which there are so many that they take 5 s of a release build.
    environment.add_filter("length", |items: Value| items.len());
    environment.add_filter("indent", indent);
    environment.add_filter("called", called);
    environment.add_filter("literals", known_counts::literals);
    environment.add_function("range", range);
    for &(name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    #[cfg(feature = "strategies")]
    for (name, text) in of_strategies() {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

/// The templates of the strategies by name.
#[cfg(feature = "strategies")]
fn of_strategies() -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = TABLE.iter().filter_map(|entry| Some(entry.kernel?.template));
    own.chain(SHARED).map(|template| (template.name, template.text))
}

/// The call of a function on `argument`; of no function, the argument itself.
pub(super) fn called(argument: &str, function: &str) -> String {
    match function {
        "" => argument.to_owned(),
        function => format!("{function}({argument})"),
    }
}

/// Moves the lines of `text` to the right by `width` spaces, but for empty ones.
fn indent(text: &str, width: usize) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line {
        "\n" => line.to_owned(),
        line => format!("{:width$}{line}", ""),
    });
    lines.collect()
}

/// `range(end)` and `range(start, end)`, as in Python.
fn range(start: u32, end: Option<u32>) -> Value {
    let (start, end) = end.map_or((0, start), |end| (start, end));
    Value::from_iter(start..end)
}

#[cfg(all(test, feature = "strategies"))]
mod tests {
    use super::*;
    use crate::wgsl::is_template_name;

    /// Every identifier that a template declares is kept from user types and functions.
    #[test]
    fn template_names_are_reserved() {
        let mut seen = 0;
        // No code of a user's stands in these kernels.
        let own = |file: &str| {
            let files = [
                "gather.wgsl",
                "loop_test.wgsl",
                "prepare.wgsl",
                "read.wgsl",
                "subgroups.wgsl",
            ];
            files.contains(&file) || ["keys/", "segment_lists"].iter().any(|of| file.starts_with(of))
        };
        for (file, text) in TEMPLATES
            .iter()
            .copied()
            .chain(of_strategies())
            .filter(|(file, _)| !own(file))
        {
            for line in text
                .lines()
                .map(|line| line.split("//").next().unwrap_or_default().trim())
            {
                let words: Vec<&str> = line
                    .split(|c: char| !(c.is_alphanumeric() || "_$.<>,{}".contains(c)))
                    .collect();
                let Some(keyword) = words
                    .iter()
                    .position(|word| ["let", "fn", "struct", "var"].contains(word) || word.starts_with("var<"))
                else {
                    continue;
                };
                // `var<storage, read> input`: the name is the first word after the one that closes the bracket.
                let mut rest = words[keyword..].iter();
                if words[keyword].contains('<') && !words[keyword].ends_with('>') {
                    rest.find(|word| word.ends_with('>'));
                } else {
                    rest.next();
                }
                let name = rest.next().copied().unwrap_or_default();
                if !name.is_empty() && !name.contains('$') {
                    assert!(
                        is_template_name(name),
                        "{file} declares {name:?}, which is not reserved"
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 20, "only {seen} declarations were found");
    }
}
