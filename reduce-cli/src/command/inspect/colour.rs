//! A few colours for shaders: comments, keywords, types and numbers of all the languages together.

use crate::terminal::{COMMENT, KEYWORD, NUMBER, Paint, TYPE};

const KEYWORDS: &[&str] = &[
    "break",
    "buffer",
    "case",
    "const",
    "continue",
    "device",
    "do",
    "else",
    "enable",
    "fn",
    "for",
    "groupshared",
    "if",
    "in",
    "inline",
    "kernel",
    "layout",
    "let",
    "loop",
    "namespace",
    "out",
    "readonly",
    "register",
    "return",
    "shared",
    "static",
    "struct",
    "switch",
    "threadgroup",
    "uniform",
    "using",
    "var",
    "while",
];

const TYPES: &[&str] = &[
    "array", "atomic", "bool", "double", "float", "f16", "f32", "f64", "i32", "i64", "int", "u32", "u64", "uint",
    "void", "vec2", "vec3", "vec4", "uvec3", "uint3", "ulong", "long",
];

/// The text in colours; `comment` begins a comment.
pub(super) fn coloured(text: &str, comment: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| coloured_line(line, comment))
        .collect()
}

fn coloured_line(line: &str, comment: &str) -> String {
    let (code, remark) = line.split_at(line.find(comment).unwrap_or(line.len()));
    let mut painted = String::with_capacity(2 * line.len());
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(end);
        match paint(word) {
            Some(paint) => painted += &paint.of(word).to_string(),
            None => painted += word,
        }
        rest = after;
    }
    let remark = remark.trim_end_matches('\n');
    if !remark.is_empty() {
        painted += &COMMENT.of(remark).to_string();
    }
    if line.ends_with('\n') && !painted.ends_with('\n') {
        painted.push('\n');
    }
    painted
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_.@#%".contains(c)
}

fn paint(word: &str) -> Option<Paint> {
    let instruction = word
        .strip_prefix("Op")
        .is_some_and(|rest| rest.starts_with(char::is_uppercase));
    match word {
        word if KEYWORDS.contains(&word) || instruction || word.starts_with(['@', '#']) => Some(KEYWORD),
        word if TYPES.contains(&word) || word.starts_with('%') => Some(TYPE),
        word if word.starts_with(|c: char| c.is_ascii_digit()) => Some(NUMBER),
        _ => None,
    }
}
