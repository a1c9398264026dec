//! How a device computes with floats: tried once for each adapter of a process, not believed.

use std::sync::{Mutex, PoisonError};

use reduce_core::{Arithmetic, Caps, Error, probe};
use wgpu::{AdapterInfo, BufferUsages};

use crate::array::PADDING;
use crate::dispatch::{self, PASS_BYTES, Readback, binding};
use crate::gpu::Shared;
use crate::pipeline::Stage;
use crate::pool;

/// What was seen of adapters, with the abilities that they were used with.
static KNOWN: Mutex<Vec<(AdapterInfo, Caps, Arithmetic)>> = Mutex::new(Vec::new());

/// What the device is held to, and what a test of one small kernel sees; without `seen` if the device cannot run it.
///
/// A driver that refuses SPIR-V as it is gets WGSL.
pub(crate) fn tried(gpu: &Shared, info: &AdapterInfo) -> Arithmetic {
    let before = {
        let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.iter().find(|(of, caps, _)| of == info && *caps == gpu.caps);
        before.map(|(.., arithmetic)| *arithmetic)
    };
    if let Some(before) = before {
        return before;
    }
    let found = if gpu.caps.arithmetic.no_contraction {
        seen(gpu, true).or_else(|_| seen(gpu, false))
    } else {
        seen(gpu, false)
    };
    let Ok(found) = found else {
        return Arithmetic::default();
    };
    // Whoever was first while nobody held the lock: both saw the same.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.push((info.clone(), gpu.caps.clone(), found));
    found
}

/// Reduces a block of numbers and compares the result with the CPU's.
fn seen(gpu: &Shared, no_contraction: bool) -> Result<Arithmetic, Error> {
    let mut caps = gpu.caps.clone();
    caps.arithmetic.no_contraction = no_contraction;
    let stage = Stage::new(&gpu.on, &probe::kernel(&caps)?)?;
    let elements = probe::elements();
    let bytes: &[u8] = bytemuck::cast_slice(&elements);
    let size = bytes.len() as u64;
    let input = pool::create(
        &gpu.on,
        "the test's input",
        size,
        BufferUsages::STORAGE | BufferUsages::COPY_DST,
    )?;
    let target = pool::create(
        &gpu.on,
        "the test's result",
        STATE_BYTES.next_multiple_of(PADDING),
        BufferUsages::STORAGE | BufferUsages::COPY_SRC,
    )?;
    let mut pass = vec![0; PASS_BYTES as usize];
    pass[..4].copy_from_slice(&(elements.len() as u32).to_le_bytes());
    let pass = gpu.constants.get(&gpu.on, pass)?;
    let group = gpu.on.run("the test", 0, || {
        gpu.on.queue.write_buffer(&input, 0, bytes);
        dispatch::bind_pass(
            gpu,
            &stage.layout,
            vec![binding(&input, 0, size)],
            binding(&target, 0, target.size()),
            binding(&pass, 0, PASS_BYTES),
        )
    })?;
    let state = Readback::take(gpu, STATE_BYTES)?.read(gpu, "the test", &target, |encoder| {
        let mut compute = dispatch::begin(encoder, None);
        compute.set_pipeline(&stage.pipeline);
        compute.set_bind_group(0, &group, &[]);
        compute.dispatch_workgroups(1, 1, 1);
    })?;
    gpu.on.alive()?;
    let seen = probe::judge(&state)?;
    Ok(Arithmetic { no_contraction, seen })
}

/// Bytes of the state of the test.
const STATE_BYTES: u64 = size_of::<probe::Probe>() as u64;
