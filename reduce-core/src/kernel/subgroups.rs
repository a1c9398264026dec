//! The kernel that shows how a device cuts a workgroup into subgroups; the same for every reduction.

use minijinja::context;

use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::operator::validate::Valid;
use crate::tuning::WORKGROUP_SIZE;
use crate::wgsl::Module;

/// Generates it for a device with `caps`, which has subgroups.
///
/// # Errors
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(caps: &Caps) -> Result<Kernel, Error> {
    let what = "the subgroups kernel";
    let context = context! { workgroup_size => WORKGROUP_SIZE };
    let Rendered { text, watched } = render("subgroups.wgsl", &context, &Module::new(), what, None, None)?;
    let source = Valid::with_origins(text, what, caps, &[])?;
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        subgroups: true,
        watched,
        ..Kernel::of(Step::Subgroups, source, &Module::new(), caps)
    })
}
