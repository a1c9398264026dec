//! Items that the derives refuse, each with its whole message, and items that they have to accept.
//!
//! `ui/*.rs` do not compile; beside each one stands rustc's message, which `cargo xtask bless` rewrites. The items
//! are used as well where that could cause a follow-up message: there is none. `ui/pass/*.rs` are modules of this target:
//! they compile with it, without a warning, and their tests run.
//!
//! `ui/review_*.rs` are the programs of a review of the language, with the mistakes that its author made on purpose: a module for each, grouped by the
//! stage of rustc that speaks, because an earlier one keeps later ones silent. `ui/pass/review.rs` and
//! `review_more.rs` have those that are right.
//!
//! The messages are those of [`RUSTC`], which CI has. Another rustc words some of them otherwise.

#[path = "../ui/pass/arrays.rs"]
mod arrays;
#[path = "../ui/pass/derives.rs"]
mod derives;
#[path = "../ui/pass/expressions.rs"]
mod expressions;
#[path = "../ui/pass/fields.rs"]
mod fields;
#[forbid(unsafe_code)]
#[path = "../ui/pass/forbid_unsafe.rs"]
mod forbid_unsafe;
#[path = "../ui/pass/generics.rs"]
mod generics;
#[path = "../ui/pass/no_prelude.rs"]
mod no_prelude;
#[path = "../ui/pass/recursion.rs"]
mod recursion;
#[path = "../ui/pass/review.rs"]
mod review;
#[path = "../ui/pass/review_more.rs"]
mod review_more;

use std::env;
use std::process::Command;

/// The version that the expected messages come from.
const RUSTC: &str = "1.95";

#[test]
fn refusals() {
    let found = rustc_version();
    assert!(
        found.starts_with(&format!("rustc {RUSTC}.")),
        "the messages in tests/ui are those of rustc {RUSTC}, and this is {found}: run `rustup toolchain install {RUSTC}` \
         and `cargo +{RUSTC} test -p reduce-tests --test ui`, or move RUSTC in tests/tests/ui.rs to this version, \
         run `cargo xtask bless` and read what it changes"
    );
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}

/// The version that the rustc of trybuild prints.
fn rustc_version() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    match Command::new(rustc).arg("--version").output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => format!("no rustc: {error}"),
    }
}
