//! The kernels of an operator on devices as different as kernels can tell apart.

use super::Counterexample;
use super::caught::caught;
use crate::caps::{Caps, Subgroups};
use crate::error::Error;
use crate::gpu_type::{GpuType as _, Needs};
use crate::inspect::Kernels;
use crate::monoid::{Monoid as _, Reduction};
use crate::validate::{Floats, Valid};
use crate::wgsl::Module;

/// What `R` needs of a device.
fn offers<R: Reduction>() -> Needs {
    // 64-bit floats are compared as integers: a device that has one has to have the other.
    match R::Input::NEEDS.and(R::State::NEEDS) {
        Needs::NONE => Needs::NONE,
        _ => Needs::F64.and(Needs::I64),
    }
}

/// How far the floats on the way to the last state are the same on every device.
pub(super) fn floats<R: Reduction>() -> Result<Floats, Error> {
    let offers = offers::<R>();
    let caps = Caps {
        offers,
        ..Caps::webgpu()
    };
    let mut module = Module::new();
    R::wgsl_lift(&mut module);
    R::State::wgsl_combine(&mut module);
    let valid = Valid::with_origins(module.to_string(), &R::wgsl_name(), &caps, module.origins())?;
    Ok(match valid.floats(offers) {
        // The operators of fields give the same bits for infinities and NaN as well.
        Floats::Exact if R::State::FIELDWISE == Some(true) => Floats::Compared,
        floats => floats,
    })
}

/// Devices without subgroups and with subgroups of every size, hardware and software, that offer what `R` needs.
fn devices<R: Reduction>() -> Vec<Caps> {
    let offers = offers::<R>();
    let sizes = [
        (4, 4),
        (4, 128),
        (8, 8),
        (16, 16),
        (32, 32),
        (32, 64),
        (64, 64),
        (128, 128),
    ];
    let subgroups = sizes.map(|(min, max)| Some(Subgroups { min, max }));
    let with = |subgroups: Option<Subgroups>, software| Caps {
        device: match subgroups {
            None => "a device without subgroups".to_owned(),
            Some(Subgroups { min, max }) => format!("a device with subgroups of {min} to {max} lanes"),
        },
        software,
        subgroups,
        offers,
        // Whether a state is too large is a question to the device at hand.
        max_workgroup_bytes: 1 << 30,
        ..Caps::webgpu()
    };
    let all = std::iter::once(None).chain(subgroups);
    let hardware = all.map(|subgroups| with(subgroups, false));
    let software = [None, Some(Subgroups { min: 4, max: 4 })].map(|subgroups| with(subgroups, true));
    hardware.chain(software).collect()
}

/// The first refusal; the others would say the same.
pub(super) fn refused<R: Reduction>() -> Vec<Counterexample> {
    // The kernels hold the identity; that it panics is found with the other panics.
    if caught(R::State::identity).is_err() {
        return Vec::new();
    }
    let refusal = devices::<R>().into_iter().find_map(|caps| {
        let error = Kernels::of::<R>(&caps).err()?;
        Some(Counterexample {
            law: format!("there is no valid kernel for {}", caps.device),
            values: Vec::new(),
            remedy: error.to_string().trim_end().to_owned(),
        })
    });
    refusal.into_iter().collect()
}
