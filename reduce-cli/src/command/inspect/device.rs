//! The device that the arguments describe.

use reduce_wgpu::{Caps, Needs, Subgroups};

use crate::arguments::{Inspect, Offer, Preset};
use crate::failure::Failure;

/// The device that is asked for.
///
/// # Errors
/// If subgroups cannot have this many lanes.
pub(super) fn caps(asked: &Inspect) -> Result<Caps, Failure> {
    let mut caps = match asked.caps {
        Preset::Webgpu => Caps::webgpu(),
        Preset::WebgpuSubgroups => Caps::webgpu_subgroups(),
        Preset::Apple => Caps::apple(),
        Preset::Nvidia => Caps::nvidia(),
        Preset::Amd => Caps::amd(),
        Preset::Intel => Caps::intel(),
        Preset::Llvmpipe => Caps::llvmpipe(),
    };
    for offer in &asked.offer {
        caps.offers = caps.offers.union(match offer {
            Offer::F64 => Needs::F64,
            Offer::I64 => Needs::I64,
            Offer::Coherent => Needs::COHERENT,
        });
    }
    let Some(lanes) = asked.subgroup.as_deref() else {
        return Ok(caps);
    };
    let name = match asked.caps {
        Preset::Webgpu | Preset::WebgpuSubgroups => Caps::webgpu().device,
        _ => caps.device.clone(),
    };
    if lanes == "none" {
        return Ok(caps.with(|caps| {
            caps.subgroups = None;
            caps.device = name;
        }));
    }
    let size = lanes
        .parse()
        .ok()
        .filter(|size: &u32| size.is_power_of_two() && (4..=128).contains(size));
    let size = size.ok_or_else(|| {
        Failure::usage(format!(
            "subgroups have no `{lanes}` lanes; give 4, 8, 16, 32, 64, 128 or none"
        ))
    })?;
    Ok(caps.with(|caps| {
        caps.subgroups = Some(Subgroups { min: size, max: size });
        caps.device = format!("{name} with subgroups of {size} lanes");
    }))
}
