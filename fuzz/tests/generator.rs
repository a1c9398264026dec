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

/// The newer constructs, which have to occur among the first 500 bodies of seed 3.
const NEWER_CONSTRUCTS: [&str; 105] = [
    // Enums.
    "pub enum E0 {",
    "#[repr(u8)]",
    "#[default]",
    " = 3,",
    "E0::One",
    "use E0::*; match ",
    "if let E0::",
    ", E0::",
    "matches!(E0::",
    "E1::",
    " as u8 as u32",
    ": E0",
    // Option.
    ": Option<u32>",
    ": Option<E0>",
    "Option<(",
    "Option<Option<",
    "Option<S0>",
    "Some(",
    " None",
    "if let Some(",
    "while let Some(",
    "}) = ",
    " else { break; };",
    "?;",
    ".map(|",
    ".map_or(",
    ".map_or_else(||",
    ".and_then(|",
    ".filter(|",
    ".or(",
    ".xor(",
    ".or_else(||",
    ".then(||",
    ".then_some(",
    ".unwrap_or(",
    ".unwrap_or_default()",
    ".unwrap_or_else(||",
    ".or(Some(",
    ".unwrap()",
    ".is_some()",
    ".is_none()",
    ".is_some_and(|",
    ".is_none_or(|",
    ".as_ref().copied()",
    // Places.
    "(&mut self",
    ": &mut u32",
    ": &mut S0",
    "&self",
    ": &u32",
    "(&mut v",
    "= &mut self.",
    "&mut *",
    "std::mem::replace(",
    "std::mem::take(",
    "std::mem::swap(",
    "} = &mut ",
    ") = &mut ",
    " in &mut ",
    ".iter_mut()",
    ".iter_mut().enumerate()",
    ".iter_mut().zip(",
    ".iter_mut().rev()",
    ".iter_mut().for_each(|",
    "impl std::ops::AddAssign",
    "impl std::ops::BitAndAssign",
    "impl std::ops::BitOr",
    "impl std::ops::Sub",
    "impl From<",
    "S0::from(",
    ".into()",
    // Iterators.
    ".filter(|&&",
    ".filter_map(|",
    ".iter().rev()",
    "..].iter()",
    "[..",
    ".count()",
    ".position(|",
    ".find(|",
    ".min()",
    ".max()",
    ".reduce(|",
    ".for_each(|",
    ".map(|found| *found)",
    "Some(found) => Some(*found)",
    "Some(&found) => Some(found)",
    // Numbers, and what never happens.
    ": u8",
    ": i16",
    "[u8; 4]",
    ".to_le_bytes()",
    "::from_be_bytes(",
    "std::cmp::max(",
    " max(",
    "assert!(",
    "unreachable!()",
    "pub struct State {",
    // Traits of the case.
    "pub trait Trait",
    "(&mut self, p",
    " for u32 {",
    " for S0 {",
    "<T: Trait",
    " where T: Trait",
    "= T::LEAST_",
    "::<S0>(",
    "<E0 as Trait",
    " -> Self;",
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
    assert_eq!(missing(&CONSTRUCTS, &text), [""; 0], "no body has them");
}

#[test]
fn the_newer_forms_are_all_there() {
    let text = file(Range {
        seed: 3,
        first: 0,
        count: 500,
    });
    // Without the list behind the bodies, which has their text again.
    let bodies = text.split("/// All of them.").next().unwrap_or_default();
    assert_eq!(missing(&NEWER_CONSTRUCTS, bodies), [""; 0], "no body has them");
}

fn missing<'c>(constructs: &[&'c str], text: &str) -> Vec<&'c str> {
    let constructs = constructs.iter().copied();
    constructs.filter(|construct| !text.contains(construct)).collect()
}
