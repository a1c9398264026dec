//! A kernel of an operator from a template: filled, validated, and refused where a device leaves its loops unnoticed.

use minijinja::value::Value;

use super::loops::noticed;
use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::operator::validate::Valid;
use crate::wgsl::Module;

/// A template, and what fills its holes.
pub(super) struct Filled<'a> {
    pub(super) template: &'a str,
    pub(super) context: &'a Value,
    /// The functions that the template calls.
    pub(super) module: &'a Module,
    /// The most calls of a function of the operator's by an invocation; `None` where that depends on the input.
    pub(super) calls: Option<u64>,
}

impl Filled<'_> {
    /// The kernel of `step`, which messages call `what`. The caller says how large a workgroup is, and what it has.
    ///
    /// # Errors
    /// [`Error::InvalidWgsl`] if naga refuses the text, [`Error::Loops`] if the device may leave its loops and no kernel would know.
    pub(super) fn kernel(&self, step: Step, what: &str, op: &OperatorWgsl, caps: &Caps) -> Result<Kernel, Error> {
        let Rendered { text, watched } = render(
            self.template,
            self.context,
            self.module,
            what,
            caps.loop_limit,
            self.calls,
        )?;
        if watched {
            noticed(op, caps)?;
        }
        let source = Valid::of_kernel(text, what, caps, self.module.origins())?;
        Ok(Kernel {
            watched,
            ..Kernel::of(step, source, self.module, caps)
        })
    }
}
