//! The documents of this repository, to be read: their blocks, links and headings.

/// The blocks of a page that are fenced as `language`.
#[must_use]
pub fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("\n```{language}\n");
    let fenced = page.split(&fence).skip(1);
    let closed = fenced.filter_map(|rest| rest.split_once("```\n"));
    closed.map(|(block, _)| block.to_owned()).collect()
}

/// Where the links of a page lead, those in the web left out.
#[must_use]
pub fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.starts_with("http")).collect()
}

/// The anchors of the headings of a page, as they are made on the web.
#[must_use]
pub fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// Rust without comments and layout: two texts of the same code are equal, however their lines are broken.
#[must_use]
pub fn plain(code: &str) -> String {
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    let joined: String = lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect();
    joined.replace(",}", "}").replace(",)", ")")
}
