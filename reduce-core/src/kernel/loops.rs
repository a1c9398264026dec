//! Kernels on devices that end loops early: the one that finds out, which may be left, and which are refused.

use minijinja::context;

use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::loop_limit::LoopLimit;
use crate::operator::op::OperatorWgsl;
use crate::operator::validate::{self, Valid};
use crate::wgsl::Module;

/// More rounds than the loops of a template have beside those over elements.
const OWN_ROUNDS: u64 = 2048;

/// Whether the loops of an invocation may need more rounds than `limit`, which calls functions with these declarations so often.
pub(super) fn may_end(limit: LoopLimit, declarations: &str, calls: Option<u64>) -> bool {
    if !validate::has_loops(declarations) {
        return false;
    }
    let rounds = calls.zip(validate::rounds(declarations)).and_then(|(calls, rounds)| {
        let own = calls.checked_mul(2)?.checked_add(OWN_ROUNDS)?;
        rounds.checked_mul(calls)?.checked_add(own)
    });
    rounds.is_none_or(|rounds| rounds > limit.rounds.into())
}

/// # Errors
/// [`Error::Loops`] on a device that leaves loops in a way that no kernel notices.
pub(super) fn noticed(op: &OperatorWgsl, caps: &Caps) -> Result<(), Error> {
    match caps.loop_limit {
        Some(limit) if !limit.noticed => Err(limit.error(
            &op.name,
            &caps.device,
            "may be left early, and no kernel would know",
            "use Cpu::new(), or loops over fewer constants",
        )),
        _ => Ok(()),
    }
}

/// Generates the kernel of two workgroups that counts the rounds of its loops.
pub(crate) fn loop_test(caps: &Caps) -> Result<Kernel, Error> {
    let what = "the test of loops";
    let Rendered { text, watched } = render("loop_test.wgsl", &context! {}, &Module::new(), what, None, None)?;
    Ok(Kernel {
        watched,
        ..Kernel::of(Step::Read, Valid::new(text, what, caps)?, &Module::new(), caps)
    })
}
