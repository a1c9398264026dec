//! The GPU that `--engine` names, for the commands that measure and compare.

use reduce_wgpu::{Error, Gpu};

use super::run;
use crate::failure::Failure;

/// The GPU that `name` means: `gpu`, or `gpu:PART`.
///
/// # Errors
/// If there is none, or no such engine.
pub(super) fn gpu(name: &str) -> Result<Gpu, Failure> {
    match name.split_once(':') {
        None if name == "gpu" => opened(Gpu::new()),
        Some(("gpu", part)) => run::gpu(part),
        _ => Err(Failure::unknown("engine", name, ["gpu"], "there are gpu and gpu:PART")),
    }
}

/// [`gpu`], but none for `cpu`, and for `auto` if there is none.
///
/// # Errors
/// As [`gpu`].
pub(super) fn any(name: &str) -> Result<Option<Gpu>, Failure> {
    match name {
        "cpu" => Ok(None),
        "auto" => match Gpu::new() {
            Err(Error::NoAdapter { .. }) => Ok(None),
            found => opened(found).map(Some),
        },
        name if name == "gpu" || name.starts_with("gpu:") => gpu(name).map(Some),
        _ => {
            let all = "there are auto, cpu, gpu and gpu:PART";
            Err(Failure::unknown("engine", name, ["auto", "cpu", "gpu"], all))
        }
    }
}

/// The library's sentence, without `--engine cpu` where that is no remedy.
fn opened(found: Result<Gpu, Error>) -> Result<Gpu, Failure> {
    found.map_err(|error| match error {
        Error::NoAdapter { backends } => Failure::input(format!(
            "no GPU adapter was found (backends searched: {backends}); install a Vulkan, Metal or DX12 driver, or \
             `mesa-vulkan-drivers` for a software one"
        )),
        other => other.into(),
    })
}
