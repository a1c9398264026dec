//! Kernels on devices that end loops early: the one that finds out, and which are refused.

use minijinja::context;

use super::template::{Rendered, render};
use super::{Kernel, Step};
use crate::caps::Caps;
use crate::error::Error;
use crate::op::OpSource;
use crate::validate::Valid;
use crate::wgsl::Module;

/// # Errors
/// [`Error::Loops`] on a device that leaves loops in a way that no kernel notices.
pub(super) fn noticed(op: &OpSource, caps: &Caps) -> Result<(), Error> {
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

/// Generates the kernel that counts the rounds of its loops.
pub(crate) fn loop_test(caps: &Caps) -> Result<Kernel, Error> {
    let what = "the test of loops";
    let Rendered { text, watched } = render("loop_test.wgsl", &context! {}, &Module::new(), what, None, None)?;
    Ok(Kernel {
        step: Step::Read,
        source: Valid::new(text, what, caps)?,
        lanes: 1,
        subgroups: false,
        built_in: false,
        packed_dot: false,
        checked: false,
        raw: false,
        no_contraction: caps.arithmetic.no_contraction,
        in_flight: 1,
        workgroup_bytes: 0,
        inputs: 1,
        output_words: 0,
        watched,
    })
}
