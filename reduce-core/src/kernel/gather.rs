//! The kernel that copies elements side by side, from wherever they are in an array. All reductions have this one kernel.

use minijinja::context;

use super::shader::Kernel;
use super::step::{GatherStep, Step};
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::input::dims::MOST_AXES;
use crate::operator::validate::Valid;
use crate::tuning::WORKGROUP_SIZE;
use crate::wgsl::Module;

/// Generates the kernel for a device with `caps`.
///
/// # Errors
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(step: GatherStep, caps: &Caps) -> Result<Kernel, Error> {
    let what = "the gather kernel";
    let context = context! {
        workgroup_size => WORKGROUP_SIZE, axes => MOST_AXES + 1, per_word => step.per_word, bits => u32::BITS / step.per_word, listed => step.is_listed,
    };
    let Rendered { text, watched } = render("gather.wgsl", &context, &Module::new(), what, None, None)?;
    let source = Valid::with_origins(text, what, caps, &[])?;
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        checked: true,
        inputs: 1 + u32::from(step.is_listed),
        watched,
        ..Kernel::of(Step::Gather(step), source, &Module::new(), caps)
    })
}
