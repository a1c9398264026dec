//! `reduce inspect`: what would run on a device that need not be there.

use std::fmt::Write as _;

use reduce_wgpu::{Caps, Error, Kernels, Needs, PassSource, Plan, Subgroups};

use super::strategy;
use crate::arguments::{Emit, Inspect, Offer, Preset};
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::operator::Operator;

/// The view that is asked for.
///
/// # Errors
/// If the arguments are wrong, or such a device cannot run such a reduction.
pub(super) fn inspect(asked: &Inspect, catalogue: &Catalogue) -> Result<String, Failure> {
    let operator = match asked.input {
        Some(element) => catalogue.on(&asked.operator, element)?,
        None => first(catalogue, &asked.operator)?,
    };
    let caps = caps(asked)?;
    let policy = operator.policy(strategy(&asked.strategy)?, &caps);
    let kernels = operator.kernels(policy, &caps).map_err(refused)?;
    Ok(match asked.emit {
        Emit::Explain => kernels.explain(),
        Emit::Plan => plan(&operator.plan(asked.length, policy, &caps)?, operator),
        Emit::Wgsl => ended(Kernels::wgsl(&kernels)),
        Emit::WgslWeb => ended(kernels.wgsl_web()),
        Emit::Msl => ended(kernels.msl()?),
        Emit::Hlsl => ended(kernels.hlsl()?),
        Emit::Glsl => ended(kernels.glsl()?),
    })
}

/// The library's sentence, with what this command can do about it.
fn refused(error: Error) -> Failure {
    match error {
        Error::MissingFeature {
            operator,
            missing,
            device,
            ..
        } => Failure::input(format!(
            "{operator} needs {missing}, which {device} does not have; add it with --offer, or give another --input or \
             --strategy"
        )),
        other => other.into(),
    }
}

/// The operator on the first type that it reads.
fn first<'c>(catalogue: &'c Catalogue, name: &str) -> Result<&'c dyn Operator, Failure> {
    let found = catalogue.named(name)?;
    let element = found.first().map(|operator| operator.input());
    // What is found has one type at least.
    catalogue.on(name, element.unwrap_or(crate::ElementType::F32))
}

/// The device that is asked for.
fn caps(asked: &Inspect) -> Result<Caps, Failure> {
    let mut caps = match asked.caps {
        Preset::Webgpu => Caps::webgpu(),
        Preset::WebgpuSubgroups => Caps::webgpu_subgroups(),
    };
    for offer in &asked.offer {
        caps.offers = caps.offers.and(match offer {
            Offer::F64 => Needs::F64,
            Offer::I64 => Needs::I64,
            Offer::Coherent => Needs::COHERENT,
        });
    }
    match asked.subgroup.as_deref() {
        None => {}
        Some("none") => {
            caps = Caps {
                subgroups: None,
                device: Caps::webgpu().device,
                ..caps
            }
        }
        Some(lanes) => {
            let size = lanes
                .parse()
                .ok()
                .filter(|size: &u32| size.is_power_of_two() && (4..=128).contains(size));
            let size = size.ok_or_else(|| {
                Failure::usage(format!(
                    "subgroups have no `{lanes}` lanes; give 4, 8, 16, 32, 64, 128 or none"
                ))
            })?;
            caps.subgroups = Some(Subgroups { min: size, max: size });
            caps.device = format!("any WebGPU device with subgroups of {size} lanes");
        }
    }
    Ok(caps)
}

/// Text with one line break at its end.
fn ended(text: String) -> String {
    format!("{}\n", text.trim_end())
}

/// The passes, a line each.
fn plan(plan: &Plan, operator: &dyn Operator) -> String {
    let passes = counted(plan.passes.len() as u64, "pass");
    let mut page = format!("{} of {} {}: {passes}\n", operator.name(), plan.len, operator.input());
    for (index, pass) in plan.passes.iter().enumerate() {
        let from = match pass.source {
            PassSource::Input(start) => format!("the input from element {start}"),
            PassSource::Scratch(buffer) => format!("buffer {buffer}"),
        };
        let _ = writeln!(
            page,
            "  {}  {}: {} of {from}; {}, {} each, to buffer {} from state {}",
            index + 1,
            pass.step.name(),
            pass.length,
            counted(pass.workgroups.into(), "workgroup"),
            pass.unit,
            pass.target,
            pass.first_output,
        );
    }
    let [first, second] = plan.scratch.map(|states| counted(states, "state"));
    let _ = writeln!(
        page,
        "  buffers of {first} and {second}; the result is in buffer {}",
        plan.result
    );
    page
}

/// A count and its noun.
fn counted(count: u64, noun: &str) -> String {
    match (count, noun) {
        (1, noun) => format!("1 {noun}"),
        (count, "pass") => format!("{count} passes"),
        (count, noun) => format!("{count} {noun}s"),
    }
}
