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
    Ok(Kernel {
        step: Step::Read,
        source: Valid::with_origins(text, what, caps, &[])?,
        workgroup_size: WORKGROUP_SIZE,
        subgroups: false,
        built_in: false,
        packed_dot: false,
        checked: false,
        raw: false,
        no_contraction: caps.arithmetic.no_contraction,
        in_flight: READ_IN_FLIGHT,
        workgroup_bytes: 0,
        inputs: 1,
        output_words: 0,
        watched,
    })
}
