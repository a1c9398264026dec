//! For devices that leave loops early: the word in which kernels say that a call had such a loop.

use std::sync::Arc;

use reduce_core::{Error, Kernels};
use wgpu::{Buffer, BufferUsages, CommandEncoder};

use crate::device::pipeline::Stage;
use crate::device::shared::Shared;

const WORD: BufferUsages = BufferUsages::STORAGE
    .union(BufferUsages::COPY_SRC)
    .union(BufferUsages::COPY_DST);

/// Bytes of the word.
pub(crate) const WORD_BYTES: u64 = 4;

/// The word of one call, or of one stream, and the error if it is not 0.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    pub(crate) word: Buffer,
    pub(crate) error: Error,
}

impl Watch {
    /// A word for calls of `stages`, if any of them may leave a loop early.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn of(gpu: &Shared, kernels: &Kernels, stages: &[Arc<Stage>]) -> Result<Option<Self>, Error> {
        let Some(limit) = gpu.caps.loop_limit.filter(|_| stages.iter().any(|stage| stage.watched)) else {
            return Ok(None);
        };
        Ok(Some(Self {
            word: gpu.pool.take_exactly(&gpu.on, "the word of loops", WORD_BYTES, WORD)?,
            error: limit.error(
                &kernels.operator().name,
                &gpu.caps.device,
                "were left early, so there is no result",
                "use Cpu::new(), or fewer rounds an element",
            ),
        }))
    }

    /// Records that no loop was left yet.
    pub(crate) fn clear(&self, encoder: &mut CommandEncoder) {
        encoder.clear_buffer(&self.word, 0, None);
    }
}
