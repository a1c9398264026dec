//! Memory between the passes of an encoded reduction: the reducer's own, or the caller's.

use std::sync::{Arc, Mutex, PoisonError};

use reduce_core::{Error, Plan};
use wgpu::{Buffer, BufferUsages};

use crate::device::pool;
use crate::device::scope::Guarded;

/// Device memory for the states that a reduction keeps between its passes.
///
/// Made by [`GpuReducer::scratch`](crate::GpuReducer::scratch) and given to [`GpuReducer::with_scratch`](crate::GpuReducer::with_scratch). Encoded
/// reductions of a device run one after the other, so all of them can share one; it is large enough for every input that is not longer than the one
/// it was made for, wherever its elements lie.
#[derive(Clone, Debug)]
pub struct Scratch {
    states: [Buffer; 2],
    /// Grows with the number of passes: an input in many buffers has many.
    passes: Arc<Mutex<Buffer>>,
    pub(crate) home: Guarded,
}

/// The scratch memory of one call.
pub(crate) struct Memory {
    pub(crate) states: [Buffer; 2],
    /// The `Pass`es of a reduction whose length is on the device, and their workgroups.
    pub(crate) passes: Buffer,
}

/// The sizes of its buffers in bytes.
pub(crate) struct Sizes {
    states: [u64; 2],
    passes: u64,
}

impl Sizes {
    /// The sizes for `plan`, where the two buffers have to hold `states` of `state` bytes each.
    pub(crate) fn of(plan: &Plan, states: [u64; 2], state: u64, uniform_stride: u64) -> Self {
        // A pass over the input may become two, and the result takes one more.
        let passes = 2 * plan.passes.len() as u64 + 1;
        Self {
            states: states.map(|states| states * state),
            passes: passes * uniform_stride,
        }
    }

    pub(crate) fn all(&self) -> [u64; 3] {
        [self.states[0], self.states[1], self.passes]
    }
}

impl Scratch {
    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner).size();
        self.states.iter().map(Buffer::size).sum::<u64>() + passes
    }

    pub(crate) fn new(on: &Guarded, sizes: &Sizes) -> Result<Self, Error> {
        let state = |bytes| create(on, bytes, BufferUsages::COPY_SRC);
        Ok(Self {
            states: [state(sizes.states[0])?, state(sizes.states[1])?],
            passes: Arc::new(Mutex::new(create(on, sizes.passes, PASSES)?)),
            home: on.clone(),
        })
    }

    /// Whether its states are enough.
    pub(crate) fn holds(&self, sizes: &Sizes) -> bool {
        let mut states = self.states.iter().zip(sizes.states);
        states.all(|(buffer, bytes)| buffer.size() >= bytes)
    }

    /// The memory for a call of these `sizes`, with room for its passes if their length is `on_device`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn memory(&self, on: &Guarded, sizes: &Sizes, on_device: bool) -> Result<Memory, Error> {
        let mut passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        if on_device && passes.size() < sizes.passes {
            // A buffer that is in use lives on in its command buffers.
            *passes = create(on, sizes.passes, PASSES)?;
        }
        Ok(Memory {
            states: self.states.clone(),
            passes: passes.clone(),
        })
    }
}

const PASSES: BufferUsages = BufferUsages::UNIFORM.union(BufferUsages::INDIRECT);

fn create(on: &Guarded, bytes: u64, usage: BufferUsages) -> Result<Buffer, Error> {
    pool::create(on, "the scratch memory", bytes, usage | BufferUsages::STORAGE)
}
