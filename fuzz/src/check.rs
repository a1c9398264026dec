//! Compares a case on the CPU with the same case on a device.

use std::fmt::Write as _;
use std::panic::catch_unwind;

use reduce_wgpu::{Gpu, GpuReducer, Monoid as _, Reduction};

use crate::shared::{Hash, Probe, Real};

/// Runs a case on a device; an error describes the difference.
pub type Check = fn(&Gpu, &[Probe]) -> Result<(), String>;

/// Relative error that a body of 12 operations may have: each is off by a few units in the last place on both sides.
const BOUND: f32 = 1e-5;

/// Probes that the bounded cases take: each is a reduction of its own.
const FEW: usize = 12;

/// Equal bits: all inputs together first, each alone if that differs.
pub fn exact<R: Reduction<Input = Probe, Output = Hash>>(gpu: &Gpu, probes: &[Probe]) -> Result<(), String> {
    let lifted = |probe: &Probe| {
        let state = catch_unwind(|| R::lift(*probe));
        state.map_err(|_| format!("it panics on the CPU, for {probe:?}"))
    };
    let states = probes.iter().map(lifted).collect::<Result<Vec<R::State>, String>>()?;
    let reducer = gpu.reducer::<R>().map_err(|error| error.to_string())?;
    let run = |probes: &[Probe]| {
        reducer
            .reduce(probes)
            .map_err(|error| described(&reducer, &error.to_string()))
    };
    let all = states.iter().copied().fold(R::State::identity(), R::State::combine);
    if run(probes)?.word == R::finish(all).word {
        return Ok(());
    }
    for (probe, state) in probes.iter().zip(states) {
        let (expected, found) = (R::finish(state).word, run(std::slice::from_ref(probe))?.word);
        if found != expected {
            let what = format!("the CPU says {expected:#010x}, the device {found:#010x}, for {probe:?}");
            return Err(described(&reducer, &what));
        }
    }
    Err(described(&reducer, "all inputs together differ, each alone does not"))
}

/// Results within `BOUND`, input by input.
pub fn bounded<R: Reduction<Input = Probe, Output = Real>>(gpu: &Gpu, probes: &[Probe]) -> Result<(), String> {
    let reducer = gpu.reducer::<R>().map_err(|error| error.to_string())?;
    for probe in probes.iter().take(FEW) {
        let expected = R::finish(R::lift(*probe)).value;
        let found = reducer.reduce(std::slice::from_ref(probe));
        let found = found.map_err(|error| described(&reducer, &error.to_string()))?.value;
        let error = (found - expected).abs() / expected.abs();
        if error.is_nan() || error > BOUND {
            let what = format!("the CPU says {expected:?}, the device {found:?}, off by {error:e}, for {probe:?}");
            return Err(described(&reducer, &what));
        }
    }
    Ok(())
}

fn described<R: Reduction>(reducer: &GpuReducer<R>, what: &str) -> String {
    let mut text = format!("{what}\n\nWGSL:\n");
    for kernel in reducer.kernels().all().iter().take(1) {
        let _ = writeln!(text, "{}", kernel.wgsl());
    }
    text
}
