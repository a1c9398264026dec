//! Memory between the passes of an encoded reduction: the reducer's own, or the caller's.

use std::sync::{Arc, Mutex, PoisonError};

use reduce_core::{Error, Plan, Reduction};
use wgpu::{Buffer, BufferUsages};

use crate::gpu::Shared;
use crate::pool;
use crate::reducer::Reducer;
use crate::runner::Runner;
use crate::scope::Guarded;

/// Device memory for what a reduction keeps between its passes.
///
/// Made by [`Reducer::scratch`] and given to [`Reducer::with_scratch`]. Encoded reductions of a device run one after the
/// other, so all of them can share one; it is large enough for every input that is not longer than the one it was made for,
/// wherever its elements lie.
#[derive(Clone, Debug)]
pub struct Scratch {
    states: [Buffer; 2],
    /// Grows with the number of passes: an input in many buffers has many.
    passes: Arc<Mutex<Buffer>>,
    home: Guarded,
}

/// The scratch memory of one call.
pub(crate) struct Memory {
    pub(crate) states: [Buffer; 2],
    /// The `Pass`es of a reduction whose length is on the device, and their workgroups.
    pub(crate) passes: Buffer,
}

/// The bytes of its buffers.
struct Sizes {
    states: [u64; 2],
    passes: u64,
}

impl Sizes {
    /// Of `plan`, where the two buffers have to hold `states` of `state` bytes each.
    fn of(plan: &Plan, states: [u64; 2], state: u64, gpu: &Shared) -> Self {
        // A pass over the input may become two, and the result takes one more.
        let passes = 2 * plan.passes.len() as u64 + 1;
        Self {
            states: states.map(|states| states * state),
            passes: passes * gpu.uniform_stride,
        }
    }

    fn all(&self) -> [u64; 3] {
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

    fn new(gpu: &Shared, sizes: &Sizes) -> Result<Self, Error> {
        let state = |bytes| create(gpu, bytes, BufferUsages::COPY_SRC);
        Ok(Self {
            states: [state(sizes.states[0])?, state(sizes.states[1])?],
            passes: Arc::new(Mutex::new(create(gpu, sizes.passes, PASSES)?)),
            home: gpu.on.clone(),
        })
    }

    /// Whether its states are enough.
    fn holds(&self, sizes: &Sizes) -> bool {
        let mut states = self.states.iter().zip(sizes.states);
        states.all(|(buffer, bytes)| buffer.size() >= bytes)
    }

    /// What a call of these `sizes` uses of it, with room for its passes if their length is `on_device`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    fn memory(&self, gpu: &Shared, sizes: &Sizes, on_device: bool) -> Result<Memory, Error> {
        let mut passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        if on_device && passes.size() < sizes.passes {
            // What is in use lives on in its command buffers.
            *passes = create(gpu, sizes.passes, PASSES)?;
        }
        Ok(Memory {
            states: self.states.clone(),
            passes: passes.clone(),
        })
    }
}

const PASSES: BufferUsages = BufferUsages::UNIFORM.union(BufferUsages::INDIRECT);

fn create(gpu: &Shared, bytes: u64, usage: BufferUsages) -> Result<Buffer, Error> {
    pool::create(&gpu.on, "the scratch memory", bytes, usage | BufferUsages::STORAGE)
}

impl<R: Reduction> Reducer<R> {
    /// Bytes of scratch memory that [`encode`](Self::encode) needs for inputs of up to `len` elements in one buffer.
    ///
    /// # Errors
    /// [`Error::Limit`].
    pub fn scratch_bytes(&self, len: u64) -> Result<u64, Error> {
        Ok(self.runner.sizes(len)?.all().iter().sum())
    }

    /// Scratch memory for inputs of up to `len` elements, to be shared by reducers.
    ///
    /// # Errors
    /// [`Error::Limit`], [`Error::OutOfMemory`].
    pub fn scratch(&self, len: u64) -> Result<Scratch, Error> {
        Scratch::new(&self.gpu().0, &self.runner.sizes(len)?)
    }

    /// This reducer with scratch memory of the caller's, of which it never makes more, with one exception: a
    /// [length on the device](crate::Length::on_device) of an input in many buffers takes some hundred bytes for each of them.
    ///
    /// # Errors
    /// [`Error::WrongDevice`].
    pub fn with_scratch(&self, scratch: &Scratch) -> Result<Self, Error> {
        let on = &self.gpu().0.on;
        if !scratch.home.is(on) {
            return Err(Error::WrongDevice {
                array: scratch.home.name.clone(),
                device: on.name.clone(),
            });
        }
        Ok(self.given(scratch.clone()))
    }
}

impl Runner {
    /// Enough for every input of up to `len` elements.
    fn sizes(&self, len: u64) -> Result<Sizes, Error> {
        let kernels = self.kernels();
        let (plan, states) = (kernels.plan_whole(len)?, kernels.scratch_states(len)?);
        Ok(Sizes::of(&plan, states, kernels.state_bytes(), &self.gpu().0))
    }

    /// Scratch memory for `plan`: the caller's if it was given, else this reducer's own, which grows.
    pub(crate) fn memory(&self, plan: &Plan, on_device: bool) -> Result<Memory, Error> {
        let gpu = &self.gpu().0;
        let sizes = Sizes::of(plan, plan.scratch, self.kernels().state_bytes(), gpu);
        if let Some(given) = self.scratch_given() {
            if given.holds(&sizes) {
                return given.memory(gpu, &sizes, on_device);
            }
            return Err(Error::Limit {
                what: "the reduction".to_owned(),
                asked: sizes.all().iter().sum(),
                unit: "bytes of scratch memory",
                limit: given.bytes(),
                device: "the scratch memory given".to_owned(),
                remedy: "make it by scratch() of this reducer, for the greatest length",
            });
        }
        let mut own = self.compiled().scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let scratch = match &*own {
            Some(scratch) if scratch.holds(&sizes) => scratch.clone(),
            // What is in use lives on in its command buffers.
            _ => own.insert(Scratch::new(gpu, &sizes)?).clone(),
        };
        scratch.memory(gpu, &sizes, on_device)
    }
}
