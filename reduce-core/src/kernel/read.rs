//! The kernel that reads everything and computes next to nothing, which others are measured by; the same for every reduction.

use minijinja::context;

use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::operator::validate::Valid;
use crate::tuning::{READ_IN_FLIGHT, WORKGROUP_SIZE};
use crate::wgsl::Module;

/// Generates it for a device with `caps`.
///
/// # Errors
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(caps: &Caps) -> Result<Kernel, Error> {
    let what = "the read kernel";
    let context = context! { workgroup_size => WORKGROUP_SIZE, in_flight => READ_IN_FLIGHT };
    let Rendered { text, watched } = render("read.wgsl", &context, &Module::new(), what, None, None)?;
    let source = Valid::with_origins(text, what, caps, &[])?;
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        in_flight: READ_IN_FLIGHT,
        watched,
        ..Kernel::of(Step::Read, source, &Module::new(), caps)
    })
}
