//! `reduce check`: the laws of an operator, and the CPU beside a GPU.

use reduce_wgpu::{Error, Gpu};

use super::device;
use crate::arguments::Check;
use crate::call::Call;
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::operator::Operator;

/// One line per type of element.
///
/// # Errors
/// The law that the library found broken, with the smallest counterexample; if the arguments are wrong or there is no such GPU.
pub(super) fn check(asked: &Check, catalogue: &Catalogue) -> Result<String, Failure> {
    let call = Call::of(&asked.operator)?;
    let operators = match asked.input {
        Some(element) => vec![catalogue.on(call.name, element)?],
        None => catalogue.named(call.name)?,
    };
    let gpu = device::any(&asked.engine)?;
    let lines = operators.into_iter().map(|operator| {
        let applied = call.applied(operator)?;
        line(applied.as_deref().unwrap_or(operator), gpu.as_ref())
    });
    lines.collect()
}

fn line(operator: &dyn Operator, gpu: Option<&Gpu>) -> Result<String, Failure> {
    let title = format!("{} of {}: the laws hold", operator.name(), operator.input());
    let (gpu, beside) = match gpu {
        None => (
            None,
            "nothing was compared: there is no GPU, or none was asked for".to_owned(),
        ),
        Some(gpu) => match missing(operator, gpu) {
            Some(missing) => (None, format!("nothing was compared: {} has no {missing}", gpu.name())),
            None => (Some(gpu), String::new()),
        },
    };
    match operator.check(gpu)? {
        Ok(compared) if gpu.is_some() => Ok(format!("{title}; {compared}\n")),
        Ok(_) => Ok(format!("{title}; {beside}\n")),
        Err(broken) => Err(Failure::input(broken.to_string())),
    }
}

/// The abilities that the GPU lacks for this operator.
fn missing(operator: &dyn Operator, gpu: &Gpu) -> Option<String> {
    let policy = operator.policy(reduce_wgpu::Strategy::Canonical, gpu.caps());
    match operator.kernels(policy, gpu.caps()) {
        Err(Error::MissingFeature { missing, .. }) => Some(missing),
        _ => None,
    }
}
