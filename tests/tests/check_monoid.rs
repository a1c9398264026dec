//! `check_monoid!` finds the mistakes of an operator: whole messages. (`devices/laws.rs` has the operators that hold.)
//!
//! Runs on the driver that `cargo xtask test` names in REDUCE_DRIVER.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test reports by panicking"
)]

#[path = "check_monoid/finds.rs"]
mod finds;
#[path = "check_monoid/holds.rs"]
mod holds;
#[path = "check_monoid/options.rs"]
mod options;
#[path = "check_monoid/panics.rs"]
mod panics;
#[path = "check_monoid/two_orders.rs"]
mod two_orders;

use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message that `check` panics with.
fn message(check: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(check)).expect_err("nothing was found");
    panic.downcast_ref::<String>().expect("a message").clone()
}
