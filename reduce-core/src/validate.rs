//! The only caller of naga in this crate: text becomes [`Valid`] here or not at all.

use naga::front::wgsl::Frontend;
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};

use crate::caps::Caps;
use crate::error::Error;
use crate::gpu_type::Needs;

/// WGSL that naga has parsed and validated for a set of abilities.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Valid(String);

impl Valid {
    /// Validates `wgsl` for a device with `caps`; `what` names it in the message.
    ///
    /// # Errors
    /// [`Error::InvalidWgsl`] with naga's rendered message.
    pub fn new(wgsl: String, what: &str, caps: &Caps) -> Result<Self, Error> {
        let invalid = |message: String| Error::InvalidWgsl {
            what: what.to_owned(),
            message,
        };
        let module = Frontend::new()
            .parse(&wgsl)
            .map_err(|error| invalid(error.emit_to_string(&wgsl)))?;
        let mut abilities = Capabilities::empty();
        abilities.set(Capabilities::SUBGROUP, caps.subgroups.is_some());
        abilities.set(Capabilities::FLOAT64, caps.offers.contains(Needs::F64));
        abilities.set(Capabilities::SHADER_INT64, caps.offers.contains(Needs::I64));
        let mut validator = Validator::new(ValidationFlags::all(), abilities);
        if caps.subgroups.is_some() {
            validator
                .subgroup_stages(ShaderStages::COMPUTE)
                .subgroup_operations(SubgroupOperationSet::all());
        }
        validator
            .validate(&module)
            .map_err(|error| invalid(error.emit_to_string(&wgsl)))?;
        Ok(Self(wgsl))
    }

    /// The text.
    #[must_use]
    pub fn wgsl(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_rendered_with_the_offending_line() {
        let text = "fn f() -> u32 {\n    return 1.5;\n}".to_owned();
        let error = Valid::new(text, "a test", &Caps::webgpu()).unwrap_err().to_string();
        assert!(
            error.contains("the WGSL of a test is not valid") && error.contains("return 1.5"),
            "{error}"
        );
    }

    #[test]
    fn abilities_that_are_not_offered_are_refused() {
        let text = "fn f(x: f64) -> f64 {\n    return x;\n}".to_owned();
        assert!(Valid::new(text.clone(), "f64", &Caps::webgpu()).is_err());
        let caps = Caps {
            offers: Needs::F64,
            ..Caps::webgpu()
        };
        assert!(Valid::new(text, "f64", &caps).is_ok());
    }
}
