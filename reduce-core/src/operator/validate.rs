//! Text becomes [`Valid`] here or not at all. Only this module, `emit` and the law checks call naga.

use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use naga::front::wgsl::Frontend;
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Expression, Handle, TypeInner};

use crate::caps::Caps;
use crate::error::Error;
use crate::lower::variables::VARIABLE_BYTES;
use crate::needs::Needs;
use crate::wgsl::Origin;

mod counts;
mod floats;
mod properties;
mod rounds;
mod weights;
use self::counts::counts;
pub(crate) use self::counts::{Member, Role};
pub(crate) use self::floats::Floats;
pub(crate) use self::rounds::{has_loops, rounds};
pub(crate) use self::weights::{Folding, are_weights};

/// WGSL that naga has parsed and validated for a set of abilities, with its parsed module.
#[derive(Clone)]
pub struct Valid(Arc<Parsed>);

struct Parsed {
    wgsl: String,
    module: naga::Module,
    info: ModuleInfo,
}

impl Valid {
    /// Validates `wgsl` for a device with `caps`; `what` names it in the message.
    ///
    /// # Errors
    /// [`Error::InvalidWgsl`] with naga's rendered message.
    pub fn new(wgsl: String, what: &str, caps: &Caps) -> Result<Self, Error> {
        Self::with_origins(wgsl, what, caps, &[])
    }

    /// The members of the state that these functions make and combine, if some of them follow from the number of elements alone.
    pub(crate) fn counts(&self, lift: &str, combine: &str) -> Option<Vec<Member>> {
        counts(&self.0.module, lift, combine)
    }

    /// Whether a uniform of bind group 1 holds parameters.
    pub(crate) fn reads_params(&self) -> bool {
        let mut variables = self.0.module.global_variables.iter();
        variables.any(|(_, variable)| variable.binding.is_some_and(|binding| binding.group == 1))
    }

    /// [`new`](Self::new) for a text with functions whose Rust stands at `origins`: (name, file, line).
    pub(crate) fn with_origins(wgsl: String, what: &str, caps: &Caps, origins: &[Origin]) -> Result<Self, Error> {
        let (module, info) = read(&wgsl, what, caps, origins)?;
        Ok(Self(Arc::new(Parsed { wgsl, module, info })))
    }

    /// [`with_origins`](Self::with_origins) for a text that a driver will compile: no function of the user's asks for more memory than WGSL grants.
    ///
    /// # Errors
    /// [`Error::InvalidWgsl`] with naga's rendered message, or the function that asks for too much.
    pub(crate) fn of_kernel(wgsl: String, what: &str, caps: &Caps, origins: &[Origin]) -> Result<Self, Error> {
        let valid = Self::with_origins(wgsl, what, caps, origins)?;
        match oversized(&valid.0.module, &valid.0.info, origins) {
            None => Ok(valid),
            Some((function, bytes)) => Err(Error::InvalidWgsl {
                what: what.to_owned(),
                message: format!(
                    "the variables of `{function}` and the arrays that it indexes take {bytes} bytes, and WGSL grants a function \
                     {VARIABLE_BYTES}; use smaller arrays, or Cpu::new(){}",
                    came_from(function, origins)
                ),
            }),
        }
    }

    /// The text.
    #[must_use]
    pub fn wgsl(&self) -> &str {
        &self.0.wgsl
    }

    /// The text as naga parsed it.
    pub(crate) fn module(&self) -> &naga::Module {
        &self.0.module
    }
}

/// Two are equal if their texts are.
impl PartialEq for Valid {
    fn eq(&self, other: &Self) -> bool {
        self.wgsl() == other.wgsl()
    }
}

impl Eq for Valid {}

impl Hash for Valid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.wgsl().hash(state);
    }
}

impl fmt::Debug for Valid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Valid").field(&self.wgsl()).finish()
    }
}

/// Parses and validates.
fn read(wgsl: &str, what: &str, caps: &Caps, origins: &[Origin]) -> Result<(naga::Module, ModuleInfo), Error> {
    let invalid = |message: String, line: Option<u32>| Error::InvalidWgsl {
        what: what.to_owned(),
        message: message + &origin(wgsl, line, origins),
    };
    let module = Frontend::new().parse(wgsl).map_err(|error| {
        let line = error.location(wgsl).map(|location| location.line_number);
        invalid(error.emit_to_string(wgsl), line)
    })?;
    let mut abilities = Capabilities::empty();
    // Every WebGPU device can pack two 16-bit floats into a u32.
    abilities.insert(Capabilities::SHADER_FLOAT16_IN_FLOAT32);
    abilities.set(Capabilities::SUBGROUP, caps.subgroups.is_some());
    abilities.set(Capabilities::FLOAT64, caps.offers.contains(Needs::F64));
    abilities.set(Capabilities::SHADER_INT64, caps.offers.contains(Needs::I64));
    abilities.set(
        Capabilities::MEMORY_DECORATION_COHERENT,
        caps.offers.contains(Needs::COHERENT),
    );
    let mut validator = Validator::new(ValidationFlags::all(), abilities);
    if caps.subgroups.is_some() {
        validator
            .subgroup_stages(ShaderStages::COMPUTE)
            .subgroup_operations(SubgroupOperationSet::all());
    }
    let info = validator.validate(&module).map_err(|error| {
        let line = error.location(wgsl).map(|location| location.line_number);
        invalid(error.emit_to_string(wgsl), line)
    })?;
    Ok((module, info))
}

/// The first function of the user's that takes more than that, and how much: its variables, and the arrays that it indexes by a number
/// that is not known before it runs, which naga turns into variables.
///
/// naga itself does not count them, and a driver that is given more may crash where it compiles them.
fn oversized<'m>(module: &'m naga::Module, info: &ModuleInfo, origins: &[Origin]) -> Option<(&'m str, u64)> {
    module.functions.iter().find_map(|(handle, function)| {
        let name = function.name.as_deref().filter(|name| owner(name, origins).is_some())?;
        let size = |kind: &TypeInner| u64::from(kind.size(module.to_ctx()));
        // Those without a name are naga's own.
        let declared = function
            .local_variables
            .iter()
            .filter(|(_, variable)| variable.name.is_some());
        let declared = declared.map(|(_, variable)| size(&module.types[variable.ty].inner));
        let indexed: HashSet<Handle<Expression>> = function
            .expressions
            .iter()
            .filter_map(|(_, expression)| match expression {
                Expression::Access { base, .. } => Some(*base),
                _ => None,
            })
            .collect();
        let indexed = indexed
            .into_iter()
            .map(|base| match info[handle][base].ty.inner_with(&module.types) {
                array @ TypeInner::Array { .. } => size(array),
                _ => 0,
            });
        let bytes = declared.chain(indexed).sum();
        (bytes > VARIABLE_BYTES).then_some((name, bytes))
    })
}

/// The place in the Rust source that a line of the WGSL comes from, in words.
fn origin(wgsl: &str, line: Option<u32>, origins: &[Origin]) -> String {
    let lines: Vec<&str> = wgsl.lines().take(line.unwrap_or(0) as usize).collect();
    let function = lines.iter().rev().find_map(|line| line.strip_prefix("fn "));
    let name = function.and_then(|rest| rest.split('(').next());
    name.map_or_else(String::new, |name| came_from(name, origins))
}

fn came_from(function: &str, origins: &[Origin]) -> String {
    match owner(function, origins) {
        Some((name, file, line)) => format!("\n`{name}` comes from the Rust at {file}:{line}"),
        None => String::new(),
    }
}

/// The function of the user's that `function` is, or whose WGSL by hand it stands in.
fn owner<'o>(function: &str, origins: &'o [Origin]) -> Option<&'o Origin> {
    let own = origins.iter().find(|(known, _, _)| known == function);
    own.or_else(|| {
        let beside = |known: &str| function.strip_prefix(known).is_some_and(|rest| rest.starts_with('_'));
        let owners = origins.iter().filter(|(known, _, _)| beside(known));
        owners.max_by_key(|(known, _, _)| known.len())
    })
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
