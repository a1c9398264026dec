//! The only caller of naga in this crate: text becomes [`Valid`] here or not at all.

use naga::front::wgsl::Frontend;
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};

use crate::caps::Caps;
use crate::error::Error;
use crate::gpu_type::Needs;
use crate::wgsl::Origin;

/// WGSL that naga has parsed and validated for a set of abilities.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Valid(String);

impl Valid {
    /// Validates `wgsl` for a device with `caps`; `what` names it in the message.
    ///
    /// # Errors
    /// [`Error::InvalidWgsl`] with naga's rendered message.
    pub fn new(wgsl: String, what: &str, caps: &Caps) -> Result<Self, Error> {
        Self::with_origins(wgsl, what, caps, &[])
    }

    /// The same for a text with functions whose Rust stands at `origins`: (name, file, line).
    pub(crate) fn with_origins(wgsl: String, what: &str, caps: &Caps, origins: &[Origin]) -> Result<Self, Error> {
        let invalid = |message: String, line: Option<u32>| Error::InvalidWgsl {
            what: what.to_owned(),
            message: message + &origin(&wgsl, line, origins),
        };
        let module = Frontend::new().parse(&wgsl).map_err(|error| {
            let line = error.location(&wgsl).map(|location| location.line_number);
            invalid(error.emit_to_string(&wgsl), line)
        })?;
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
        validator.validate(&module).map_err(|error| {
            let line = error.location(&wgsl).map(|location| location.line_number);
            invalid(error.emit_to_string(&wgsl), line)
        })?;
        Ok(Self(wgsl))
    }

    /// The text.
    #[must_use]
    pub fn wgsl(&self) -> &str {
        &self.0
    }
}

/// The place in the Rust source that a line of the WGSL comes from, in words.
fn origin(wgsl: &str, line: Option<u32>, origins: &[Origin]) -> String {
    let lines: Vec<&str> = wgsl.lines().take(line.unwrap_or(0) as usize).collect();
    let function = lines.iter().rev().find_map(|line| line.strip_prefix("fn "));
    let name = function.and_then(|rest| rest.split('(').next());
    match origins.iter().find(|(known, _, _)| Some(known.as_str()) == name) {
        Some((name, file, line)) => format!("\n`{name}` comes from the Rust at {file}:{line}"),
        None => String::new(),
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
