//! How a device cuts workgroups into subgroups: tested once for each adapter of a process, not believed.

use std::sync::{Mutex, PoisonError};

use reduce_core::probe::subgroups as layout;
use reduce_core::{Error, Kernels, Step, Subgroups, ops};
use wgpu::AdapterInfo;

use crate::device::shared::Shared;
use crate::input::upload::PADDING;
use crate::trial::arithmetic::run;

/// The outcomes of adapters with subgroups of these sizes.
static KNOWN: Mutex<Vec<(AdapterInfo, Subgroups, bool)>> = Mutex::new(Vec::new());

/// The subgroup sizes of the device, if one workgroup was seen to be cut as kernels need it; without a size they use workgroup memory alone.
pub(crate) fn tried(gpu: &Shared, info: &AdapterInfo) -> Option<Subgroups> {
    let sizes = gpu.caps.subgroups?;
    let before = {
        let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.iter().find(|(of, before, _)| of == info && *before == sizes);
        before.map(|(.., full)| *full)
    };
    let full = match before {
        Some(full) => full,
        None => {
            let full = are_full(gpu, sizes).ok()?;
            // The result of whichever thread was first while nobody held the lock: both saw the same.
            let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
            known.push((info.clone(), sizes, full));
            full
        }
    };
    full.then_some(sizes)
}

/// Runs the kernel that says where each lane of a workgroup is.
fn are_full(gpu: &Shared, sizes: Subgroups) -> Result<bool, Error> {
    let kernel = Kernels::kernel::<ops::Any<u32>>(Step::Subgroups, &gpu.caps)?;
    let bytes = run(gpu, &kernel, &[0; PADDING as usize], 0, 1, layout::BYTES)?;
    Ok(layout::are_full(&bytes, sizes))
}
