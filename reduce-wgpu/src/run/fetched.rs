//! Offsets and keys that the host fetches from the memory of a device: the host says which groups are a batch, where no single buffer holds the elements.

use std::any::Any;

use reduce_core::{Element, EnginePart, Error, Grouping, Source, SourcePart, UPLOAD_BYTES};

use crate::input::source::{self, Part};
use crate::input::staged::check_homes;
use crate::input::upload::Uploaded;
use crate::run::readback::Readback;
use crate::run::runner::Runner;

impl Runner {
    /// The bytes of the offsets or keys of `grouping`, if they are in an array on a device, and they or the elements of `data` lie in several buffers, of which a kernel
    /// sees one; none if kernels see all of them, or if they are in a buffer of the caller's, whose usages may not allow copies. It waits for the device.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] for an array of another device; [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn fetched<E: Element, G: Grouping>(
        &self,
        data: &impl Source<E>,
        grouping: &G,
    ) -> Result<Option<Vec<u8>>, Error> {
        let keys = || match grouping.keyed().map(|keyed| keyed.keys) {
            Some(SourcePart::Engine(part)) => Some(part),
            _ => None,
        };
        let Some(array) = grouping.on_engine().or_else(keys).as_ref().and_then(array) else {
            return Ok(None);
        };
        let mut parts = Vec::new();
        data.whole_parts(&mut parts)?;
        let (parts, len) = source::of(parts)?;
        if array.buffers.len() < 2 && self.cuts(&parts, len, None)?.is_none() {
            return Ok(None);
        }
        check_homes(&[Part::Device(array)], &self.gpu().0)?;
        self.fetch(array).map(Some)
    }

    /// The bytes of an array, a piece at a time: a mapped buffer takes memory of its own.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`].
    fn fetch(&self, array: &Uploaded) -> Result<Vec<u8>, Error> {
        let gpu = &self.gpu().0;
        let size = array.len * array.bytes as usize;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| Error::OutOfMemory {
            what: "the offsets or keys of groups",
            bytes: size as u64,
            device: "the CPU".to_owned(),
        })?;
        for buffer in &array.buffers {
            let end = (array.chunk.saturating_mul(array.bytes)).min((size - bytes.len()) as u64);
            for begin in (0..end).step_by(UPLOAD_BYTES) {
                let len = (end - begin).min(UPLOAD_BYTES as u64);
                let piece = Readback::take(gpu, len, None)?.read(gpu, "the copies", (buffer, begin), |_| ())?;
                bytes.extend_from_slice(&piece[..len as usize]);
            }
        }
        Ok(bytes)
    }
}

/// The array that has this part, if it is one of a device.
fn array<'a>(part: &EnginePart<'a>) -> Option<&'a Uploaded> {
    match part.memory.as_slice() {
        [memory] => <dyn Any>::downcast_ref::<Uploaded>(*memory),
        _ => None,
    }
}
