//! How a device computes with floats, and how many rounds its loops have: tested once for each adapter of a process, not believed.
//!
//! It takes 2 to 13 ms of opening an H200, 8 in the middle, if the driver has compiled the kernels before, else 60 (2026-11-23).

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use reduce_core::{Arithmetic, Caps, Error, Kernel, LoopLimit, PassParams, probe};
use wgpu::{AdapterInfo, BufferUsages};

use crate::device::pipeline::Stage;
use crate::device::pool;
use crate::device::shared::Shared;
use crate::input::pieces::Binding;
use crate::input::upload::PADDING;
use crate::run::dispatch::{Common, Dispatch, begin, constant_slots, ready, record};
use crate::run::readback::Readback;

/// The outcome of the tests of a device.
type Tried = (Arithmetic, Option<LoopLimit>);

/// The outcomes of adapters, with the abilities that they were used with.
static KNOWN: Mutex<Vec<(AdapterInfo, Caps, Tried)>> = Mutex::new(Vec::new());

/// The rules that the device is held to, and the observations of one or two small kernels; without `seen` if the device cannot run the first.
///
/// A driver that refuses SPIR-V as it is gets WGSL.
pub(crate) fn tried(gpu: &Shared, info: &AdapterInfo) -> Tried {
    let before = {
        let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.iter().find(|(of, caps, _)| of == info && *caps == gpu.caps);
        before.map(|(.., tried)| *tried)
    };
    if let Some(before) = before {
        return before;
    }
    let arithmetic = || {
        if gpu.caps.arithmetic.no_contraction {
            seen(gpu, true).or_else(|_| seen(gpu, false))
        } else {
            seen(gpu, false)
        }
    };
    // No driver of a graphics card is known to leave loops, and each kernel delays everybody who opens a device.
    let limit = || match gpu.caps.software {
        true => loop_limit(gpu),
        false => Ok(None),
    };
    let (Ok(loop_limit), Ok(arithmetic)) = at_once(&limit, arithmetic) else {
        return (Arithmetic::default(), None);
    };
    let found = (arithmetic, loop_limit);
    // The result of whichever thread was first while nobody held the lock: both saw the same.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.push((info.clone(), gpu.caps.clone(), found));
    found
}

/// Does both at once, where there are threads: most of the tests' time goes to the driver, which compiles their kernels.
pub(crate) fn at_once<A: Send, B>(first: &(dyn Fn() -> A + Sync), second: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let running = thread::Builder::new().spawn_scoped(scope, first);
        let second = second();
        let done = running.ok().and_then(|running| running.join().ok());
        (done.unwrap_or_else(first), second)
    })
}

/// Reduces a tile of numbers and compares the result with the CPU's.
fn seen(gpu: &Shared, no_contraction: bool) -> Result<Arithmetic, Error> {
    let mut caps = gpu.caps.clone();
    caps.arithmetic.no_contraction = no_contraction;
    caps.arithmetic.hides_products = !no_contraction;
    let elements = probe::elements();
    let kernel = probe::kernel(&caps)?;
    let state = run(
        gpu,
        &kernel,
        bytemuck::cast_slice(&elements),
        elements.len(),
        1,
        STATE_BYTES,
    )?;
    let seen = probe::judge(&state)?;
    Ok(Arithmetic {
        no_contraction,
        // Hiding them is useless where the driver fuses them all the same.
        hides_products: !no_contraction && seen.is_some_and(|seen| !seen.fuses),
        seen,
    })
}

/// Counts the rounds of loops.
fn loop_limit(gpu: &Shared) -> Result<Option<LoopLimit>, Error> {
    let asked = LoopLimit::asked();
    let kernel = probe::loops(&gpu.caps)?;
    let bytes = run(gpu, &kernel, bytemuck::cast_slice(&asked), asked.len(), 2, LOOP_BYTES)?;
    let words = bytes.chunks_exact(4).map(|word| {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(word);
        u32::from_le_bytes(bytes)
    });
    let words: Vec<u32> = words.collect();
    Ok(words.first_chunk().and_then(|words| LoopLimit::judge(*words)))
}

/// The first `results` bytes that the `workgroups` of `kernel` write for as many `elements`, given by their bytes.
pub(super) fn run(
    gpu: &Shared,
    kernel: &Kernel,
    bytes: &[u8],
    elements: usize,
    workgroups: u32,
    results: u64,
) -> Result<Vec<u8>, Error> {
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
        results.next_multiple_of(PADDING),
        BufferUsages::STORAGE | BufferUsages::COPY_SRC,
    )?;
    let dispatch = Dispatch {
        stage: Arc::new(Stage::new(&gpu.on, kernel)?),
        sources: vec![Binding::first(&input, size)],
        target: Binding::all(&target),
        params: PassParams::of_length(elements as u32),
        workgroups: [workgroups, 1],
    };
    let dispatches = [dispatch];
    let slots = constant_slots(gpu, &dispatches)?;
    let state = Readback::take(gpu, results, None)?.read(gpu, "the test", (&target, 0), |encoder| {
        gpu.on.queue.write_buffer(&input, 0, bytes);
        let ready = ready(gpu, &dispatches, &Common::of(&slots));
        record(&mut begin(encoder, None), &ready);
    })?;
    gpu.on.alive()?;
    Ok(state)
}

/// Bytes of the state of the first test.
const STATE_BYTES: u64 = size_of::<probe::Probe>() as u64;

/// Bytes that the second one writes.
const LOOP_BYTES: u64 = 24;
