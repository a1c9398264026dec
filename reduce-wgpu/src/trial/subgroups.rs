//! How a device cuts workgroups into subgroups: tried once for each adapter of a process, not believed.

use std::sync::{Mutex, PoisonError};

use reduce_core::probe::subgroups as layout;
use reduce_core::{Error, Kernels, Step, Subgroups, ops};
use wgpu::{AdapterInfo, BufferUsages};

use crate::device::pipeline::Stage;
use crate::device::pool;
use crate::device::shared::Shared;
use crate::input::array::PADDING;
use crate::run::dispatch::{self, PASS_BYTES, Readback, binding};

/// What was seen of adapters with subgroups of these sizes.
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
            // Whoever was first while nobody held the lock: both saw the same.
            let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
            known.push((info.clone(), sizes, full));
            full
        }
    };
    full.then_some(sizes)
}

/// Runs the kernel that says where each lane of a workgroup is.
fn are_full(gpu: &Shared, sizes: Subgroups) -> Result<bool, Error> {
    let stage = Stage::new(&gpu.on, &Kernels::kernel::<ops::Any<u32>>(Step::Subgroups, &gpu.caps)?)?;
    let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
    let input = pool::create(&gpu.on, "the test's input", PADDING, usage)?;
    let target = pool::create(&gpu.on, "the test's result", layout::BYTES, usage)?;
    let pass = gpu.constants.get(&gpu.on, vec![0; PASS_BYTES as usize])?;
    let group = gpu.on.run("the test", 0, || {
        dispatch::bind_pass(
            gpu,
            &stage,
            vec![binding(&input, 0, input.size())],
            binding(&target, 0, target.size()),
            binding(&pass, 0, PASS_BYTES),
            None,
        )
    })?;
    let bytes = Readback::take(gpu, layout::BYTES, None)?.read(gpu, "the test", &target, |encoder| {
        let mut compute = dispatch::begin(encoder, None);
        compute.set_pipeline(&stage.pipeline);
        compute.set_bind_group(0, &group, &[]);
        compute.dispatch_workgroups(1, 1, 1);
    })?;
    gpu.on.alive()?;
    Ok(layout::are_full(&bytes, sizes))
}
