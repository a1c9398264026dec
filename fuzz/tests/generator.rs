//! The bodies themselves: the same for the same seed, and all of the subset among them.

#![allow(clippy::panic, reason = "a test reports by panicking")]

use reduce_fuzz::generate::{Range, file};

/// Constructs that have to occur among a few hundred bodies.
const CONSTRUCTS: [&str; 78] = [
    "let mut ",
    "let _: ",
    ": u32;",
    " else { return ",
    "else { break",
    "else { continue",
    "} else if ",
    "match ",
    " if ",
    "_ =>",
    "..=",
    " | ",
    "i32::MIN..=-1 | 0..=i32::MAX",
    "LIMIT_0 |",
    "u32::MAX",
    "true =>",
    " @ (",
    "matches!(",
    "if let ",
    "[.., ",
    ").contains(&(",
    ".into_iter().enumerate() {",
    ".map(|",
    "std::array::from_fn::",
    ".fold(",
    ").sum::<u32>()",
    ".iter().any(|&",
    "match (",
    ", ..} if ",
    "for _ in ",
    ".rev()",
    ".step_by(",
    ".rev().step_by(",
    "while ",
    "loop {",
    "break;",
    "continue;",
    "return ",
    "mut self",
    "-> Self",
    "S0::m",
    ", ..",
    "[0]",
    " as usize % ",
    "as f32",
    "as i32",
    "as u32",
    "as usize)",
    "+= ",
    "-= ",
    "*= ",
    "^= ",
    "&= ",
    "|= ",
    "<<= ",
    ">>= ",
    " && ",
    " || ",
    "!(",
    ".wrapping_mul(",
    ".rotate_left(",
    ".rem_euclid(",
    ".to_bits()",
    " as u8",
    " as i16",
    ".leading_zeros()",
    ".mul_add(",
    ".copysign(",
    ".clamp(",
    ".sqrt()",
    "pick(",
    "var: ",
    "ptr",
    "r#type",
    "0x",
    "0b",
    "e1",
    "f32::INFINITY",
];

#[test]
fn a_seed_always_gives_the_same_bodies() {
    let range = Range {
        seed: 3,
        first: 5,
        count: 20,
    };
    assert_eq!(file(range), file(range));
    assert_ne!(file(range), file(Range { seed: 4, ..range }));
}

#[test]
fn a_case_is_the_same_in_every_batch() {
    let alone = file(Range {
        seed: 3,
        first: 17,
        count: 1,
    });
    let module = alone.split("/// All of them.").next().unwrap_or_default();
    assert!(
        file(Range {
            seed: 3,
            first: 0,
            count: 40
        })
        .contains(module)
    );
}

#[test]
fn the_test_run_has_all_of_the_subset() {
    let text = file(Range {
        seed: 3,
        first: 0,
        count: 200,
    });
    let missing: Vec<&str> = CONSTRUCTS
        .into_iter()
        .filter(|construct| !text.contains(construct))
        .collect();
    assert!(missing.is_empty(), "no body has {missing:?}");
}
