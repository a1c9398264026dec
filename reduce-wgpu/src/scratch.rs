//! Memory between the passes of an encoded reduction: the reducer's own, or the caller's.

use std::sync::PoisonError;

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
/// other, so all of them can share one; it is large enough for every input that is not longer than the one it was made for.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(crate) states: [Buffer; 2],
    /// The `Pass`es of a reduction whose length is on the device, and their workgroups.
    pub(crate) passes: Buffer,
    home: Guarded,
}

/// The bytes of its buffers.
struct Sizes {
    states: [u64; 2],
    passes: u64,
}

impl Sizes {
    fn of(plan: &Plan, state: u64, gpu: &Shared) -> Self {
        // A pass over the input may become two, and the result takes one more.
        let passes = 2 * plan.passes.len() as u64 + 1;
        Self {
            states: plan.scratch.map(|states| states * state),
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
        self.buffers().iter().map(|buffer| buffer.size()).sum()
    }

    fn new(gpu: &Shared, sizes: &Sizes) -> Result<Self, Error> {
        let passes = BufferUsages::UNIFORM | BufferUsages::INDIRECT;
        let create = |bytes, usage| pool::create(&gpu.on, "the scratch memory", bytes, usage | BufferUsages::STORAGE);
        Ok(Self {
            states: [
                create(sizes.states[0], BufferUsages::COPY_SRC)?,
                create(sizes.states[1], BufferUsages::COPY_SRC)?,
            ],
            passes: create(sizes.passes, passes)?,
            home: gpu.on.clone(),
        })
    }

    fn buffers(&self) -> [&Buffer; 3] {
        [&self.states[0], &self.states[1], &self.passes]
    }

    /// Whether it is large enough; the passes lie in it only if their length is `on_device`.
    fn holds(&self, sizes: &Sizes, on_device: bool) -> bool {
        let needed = if on_device { 3 } else { 2 };
        let buffers = self.buffers().into_iter().zip(sizes.all());
        buffers.take(needed).all(|(buffer, bytes)| buffer.size() >= bytes)
    }
}

impl<R: Reduction> Reducer<R> {
    /// Bytes of scratch memory that [`encode`](Self::encode) needs for inputs of up to `len` elements.
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

    /// This reducer with scratch memory of the caller's, of which it never makes more.
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
    fn sizes(&self, len: u64) -> Result<Sizes, Error> {
        Ok(self.sizes_of(&self.kernels().plan_whole(len)?))
    }

    fn sizes_of(&self, plan: &Plan) -> Sizes {
        Sizes::of(plan, self.kernels().state_bytes(), &self.gpu().0)
    }

    /// Scratch memory for `plan`: the caller's if it was given, else this reducer's own, which grows.
    pub(crate) fn memory(&self, plan: &Plan, on_device: bool) -> Result<Scratch, Error> {
        let gpu = &self.gpu().0;
        let sizes = self.sizes_of(plan);
        if let Some(given) = self.scratch_given() {
            if given.holds(&sizes, on_device) {
                return Ok(given.clone());
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
        match &*own {
            Some(scratch) if scratch.holds(&sizes, on_device) => Ok(scratch.clone()),
            // What is in use lives on in its command buffers.
            _ => Ok(own.insert(Scratch::new(gpu, &sizes)?).clone()),
        }
    }
}
