//! An operator as WGSL, whole and on its own: the fragments that every kernel is built from.

use crate::caps::Caps;
use crate::error::Error;
use crate::gpu_type::GpuType;
use crate::monoid::{Monoid, Reduction};
use crate::validate::Valid;
use crate::wgsl::Module;

/// The WGSL of one reduction, validated: its types, lift, combine, identity and finish.
#[derive(Clone, Debug)]
pub struct OpSource {
    /// The operator's name.
    pub name: String,
    /// Everything, as one module.
    pub module: Valid,
    /// The combine step with what it uses, and nothing else.
    pub combine: Valid,
}

impl OpSource {
    /// The WGSL of `R`.
    ///
    /// # Errors
    /// [`Error::InvalidWgsl`] if naga refuses it, [`Error::MissingFeature`] if its types need more than `caps` offers.
    ///
    /// ```
    /// use reduce_core::{Caps, OpSource, ops};
    /// let source = OpSource::of::<ops::Max<u32>>(&Caps::webgpu())?;
    /// assert!(source.combine.wgsl().contains("max(a.max, b.max)"));
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn of<R: Reduction>(caps: &Caps) -> Result<Self, Error> {
        let name = R::wgsl_name();
        let missing = needs::<R>().without(caps.offers);
        if !missing.is_empty() {
            return Err(Error::MissingFeature {
                operator: name,
                missing: missing.to_string(),
                device: caps.device.clone(),
                remedy: "use 32-bit types, another adapter, or Cpu::new()",
            });
        }
        let mut whole = Module::new();
        R::wgsl_lift(&mut whole);
        R::State::wgsl_combine(&mut whole);
        R::State::wgsl_identity(&mut whole);
        // The host finishes; a device may lack the type of the result.
        if R::Output::NEEDS.without(caps.offers).is_empty() {
            R::wgsl_finish(&mut whole);
        }
        if let Some(message) = whole.refusal() {
            return Err(Error::InvalidWgsl {
                what: name,
                message: message.to_owned(),
            });
        }
        let mut step = Module::new();
        R::State::wgsl_combine(&mut step);
        Ok(Self {
            module: Valid::with_origins(whole.to_string(), &name, caps, whole.origins())?,
            combine: Valid::with_origins(step.to_string(), &format!("{name}'s combine"), caps, step.origins())?,
            name,
        })
    }
}

/// What a device has to offer for the input and the state of `R`; the output is made on the host.
fn needs<R: Reduction>() -> crate::Needs {
    R::Input::NEEDS.and(R::State::NEEDS)
}
