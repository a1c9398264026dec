//! The lists of long segments, which the device makes before the passes over them.

use std::sync::Arc;

use reduce_core::{BAD_WORD, Error, SegmentBegins, SegmentLists};
use wgpu::Buffer;

use crate::device::pipeline::Stage;
use crate::device::shared::Shared;
use crate::input::pieces::Binding;
use crate::run::call::STATES;
use crate::run::dispatch::{Ready, workgroups_of};
use crate::run::runner::Runner;

/// Bytes of a row.
const ROW_BYTES: u64 = 16;

/// The byte of the number of bad segments, up to which all are zero before the lists are made.
const BAD_BYTE: u64 = BAD_WORD as u64 * 4;

/// The lists of a plan.
pub(crate) struct Lists {
    stage: Arc<Stage>,
    info: Buffer,
    rows: Buffer,
    workgroups: [u32; 3],
    /// Whether they are made where bits mark the first elements.
    at_heads: bool,
}

impl Runner {
    /// Memory for the lists of a plan, and the kernel that makes them.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Driver`].
    pub(crate) fn segment_lists(&self, plan: &SegmentLists) -> Result<Lists, Error> {
        let gpu = &self.gpu().0;
        let info = plan.info.iter().flat_map(|word| word.to_le_bytes()).collect();
        let bytes = plan.rows * ROW_BYTES;
        Ok(Lists {
            stage: self.stage(plan.step())?,
            info: gpu.constants.get(&gpu.on, info)?,
            rows: gpu.pool.take(&gpu.on, "the lists of segments", bytes, STATES)?,
            workgroups: workgroups_of([plan.workgroups, 1], gpu.caps.max_workgroups),
            at_heads: plan.begins == SegmentBegins::Heads,
        })
    }
}

impl Lists {
    /// The buffer whose first bytes are set to zero, which empties the lists, and how many these are.
    pub(crate) fn cleared(&self) -> (Buffer, u64) {
        (self.rows.clone(), BAD_BYTE + 4)
    }

    /// The dispatch that makes them, from where segments begin.
    pub(crate) fn ready(&self, gpu: &Shared, offsets: Option<Binding<'_>>, heads: Option<[Binding<'_>; 3]>) -> Ready {
        let (rows, info) = (Binding::all(&self.rows), Binding::all(&self.info));
        let bound = match heads.filter(|_| self.at_heads) {
            Some([bits, blocks, totals]) => vec![bits, rows, info, blocks, totals],
            None => offsets.into_iter().chain([rows, info]).collect(),
        };
        let resources = bound.iter().map(Binding::resource).collect();
        Ready::of(gpu, Arc::clone(&self.stage), resources, None, self.workgroups)
    }

    pub(crate) fn binding(&self) -> Binding<'_> {
        Binding::all(&self.rows)
    }

    /// The buffer and the byte of the number of bad segments.
    pub(crate) fn status(&self) -> (&Buffer, u64) {
        (&self.rows, BAD_BYTE)
    }

    /// Its memory, which goes back to the pool once the device is done with it.
    pub(crate) fn into_buffer(self) -> Buffer {
        self.rows
    }
}
