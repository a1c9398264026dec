//! The kernels of an operator on devices as different as kernels can tell apart.

use super::Counterexample;
use super::caught::caught;
use crate::caps::{Caps, Subgroups};
use crate::kernel::inspect::Kernels;
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid as _;
use crate::operator::recipe::Recipe;
use crate::operator::reproducibility::offers;

/// Devices without subgroups and with subgroups of every size, hardware and software, that offer what the operator needs.
fn devices(recipe: &Recipe) -> Vec<Caps> {
    let offers = offers(recipe);
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
        // Whether a state is too large depends on the device at hand.
        max_workgroup_bytes: 1 << 30,
        ..Caps::webgpu()
    };
    let all = std::iter::once(None).chain(subgroups);
    let hardware = all.map(|subgroups| with(subgroups, false));
    let software = [None, Some(Subgroups { min: 4, max: 4 })].map(|subgroups| with(subgroups, true));
    hardware.chain(software).collect()
}

/// The first refusal; the others would say the same.
pub(super) fn refused<R: Operator>() -> Vec<Counterexample> {
    // The kernels hold the identity; that it panics is found with the other panics.
    if caught(R::State::identity).is_err() {
        return Vec::new();
    }
    refused_by(&Recipe::of::<R>())
}

fn refused_by(recipe: &Recipe) -> Vec<Counterexample> {
    let refusal = devices(recipe).into_iter().find_map(|caps| {
        let error = Kernels::best(recipe, &caps).err()?;
        Some(Counterexample {
            law: format!("there is no valid kernel for {}", caps.device),
            values: Vec::new(),
            remedy: error.to_string().trim_end().to_owned(),
        })
    });
    refusal.into_iter().collect()
}
