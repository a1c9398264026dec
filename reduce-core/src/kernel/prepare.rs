//! The kernel that sizes the passes of a reduction whose length is on the device; the same for every reduction.

use minijinja::context;

use super::params::{KIND_WORD, PassKind};
use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::operator::validate::Valid;
use crate::wgsl::Module;

/// Generates it for a device with `caps`.
///
/// # Errors
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(caps: &Caps) -> Result<Kernel, Error> {
    let what = "the prepare kernel";
    let kinds = context! { tiles => PassKind::Tiles as u32, tree => PassKind::Tree as u32 };
    let context = context! { kind_word => KIND_WORD, kinds => kinds };
    let Rendered { text, watched } = render("prepare.wgsl", &context, &Module::new(), what, None, None)?;
    let source = Valid::with_origins(text, what, caps, &[])?;
    Ok(Kernel {
        // It reads the caller's buffer: every index is checked.
        checked: true,
        inputs: 2,
        watched,
        ..Kernel::of(Step::Prepare, source, &Module::new(), caps)
    })
}
