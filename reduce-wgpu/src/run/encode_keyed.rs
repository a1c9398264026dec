//! Groups by keys on the device in the caller's own encoder: nobody waits for their number, so the passes are those for as many as find room.

use reduce_core::{Error, KeyBank, KeyPlan, Keyed, check_keys};
use wgpu::{BufferUsages, CommandEncoder};

use crate::input::device_keys::GroupBuffers;
use crate::input::device_source::{BufferRange, DevicePart};
use crate::run::dispatch::{begin, record};
use crate::run::keyed::{Banks, Keys};
use crate::run::runner::Runner;

impl Runner {
    /// Records the passes that find the groups of `keyed` and reduce them, and nothing if there is an error.
    pub(crate) fn encode_keyed(
        &self,
        encoder: &mut CommandEncoder,
        (views, len): (Vec<DevicePart<'_>>, usize),
        keyed: Keyed<'_>,
        to: GroupBuffers<'_>,
    ) -> Result<(), Error> {
        let (gpu, kind) = (&self.gpu().0, keyed.kind);
        check_keys(keyed.keys.len(), &[len])?;
        self.kernels().check_positions(len as u64)?;
        check_copied("the keys of groups", &to.keys, 0)?;
        check_copied("the number of groups", &to.count, 4)?;
        let key = u64::from(kind.words()) * 4;
        let room = (len as u64)
            .min(to.keys.size / key)
            .min(to.values.size / self.result_bytes()?.max(1));
        if len == 0 {
            encoder.clear_buffer(to.count.buffer, to.count.offset, Some(4));
            return Ok(());
        }
        let mut plan = KeyPlan::new(len, kind, keyed.sorts, &gpu.caps)?;
        let (moves_elements, sorts) = (self.moves_elements(&keyed), keyed.sorts);
        let keys = Keys::of(self, keyed.keys)?;
        let mut banks = Banks::of(keys.binding(self)?, None);
        plan = plan.of_vectors(banks.has_vectors());
        let pieces = self.checked(views.clone(), len as u64)?;
        if moves_elements {
            banks.elements = pieces.first().and_then(|part| part.whole(0, len as u64));
        }
        if banks.elements.is_some() {
            plan = plan.moving_elements();
        }
        let are_vectors = match sorts {
            true => banks.elements.is_some(),
            false => pieces.iter().all(|part| part.whole(0, len as u64).is_some()),
        };
        if are_vectors && self.kernels().folds_at_heads(room, len as u64) {
            plan = plan.without_offsets().staging_keys();
        }
        // Nobody knows in which bits the keys differ.
        let (mut passes, at) = plan.find(&[u32::MAX; 2]);
        passes.push(plan.groups(at, room));
        self.make_banks(&plan, &mut banks, &passes, room)?;
        let ready = self.ready_keys(&banks, &passes)?;
        let missing = || self.in_several_buffers();
        let totals = banks.buffer(KeyBank::Totals).cloned().ok_or_else(missing)?;
        let groups = self.keyed_groups(&plan, &mut banks, at, (room as usize, len))?;
        let arrangement = groups.arrangement();
        let find = |encoder: &mut CommandEncoder| record(&mut begin(encoder, None), &ready);
        let bound = (&arrangement, Some(groups.bound()));
        let views = groups
            .moved()
            .map_or(views, |moved| vec![DevicePart::of_uploaded(moved)]);
        self.encode_groups(encoder, (views, len), bound, to.values, find)?;
        // After the passes, because the keys and their number may overwrite elements.
        encoder.copy_buffer_to_buffer(&totals, plan.count_at() * 4, to.count.buffer, to.count.offset, 4);
        if room > 0 {
            let names = plan.names_at(room) * 4;
            encoder.copy_buffer_to_buffer(groups.table(), names, to.keys.buffer, to.keys.offset, room * key);
        }
        Ok(())
    }
}

/// Refuses a buffer that the device cannot copy so many bytes to.
fn check_copied(what: &str, range: &BufferRange<'_>, bytes: u64) -> Result<(), Error> {
    let is_copied = range.buffer.usage().contains(BufferUsages::COPY_DST);
    if is_copied && range.size >= bytes && range.offset.is_multiple_of(4) {
        return Ok(());
    }
    Err(Error::Buffer {
        what: what.to_owned(),
        problem: "cannot be copied to".to_owned(),
        remedy: "begin at a multiple of 4 bytes of a buffer with BufferUsages::COPY_DST, with 4 bytes for the number",
    })
}
