//! Offsets and keys that the host fetches from the memory of a device: the host says which groups are a batch, where no single buffer holds the elements.

use std::any::Any;

use reduce_core::{Element, EnginePart, Error, Grouping, Source, SourcePart, UPLOAD_BYTES};

use crate::input::source::{self, Part};
use crate::input::staged::check_homes;
use crate::input::upload::Uploaded;
use crate::run::readback::Readback;
use crate::run::runner::Runner;

impl Runner {
    /// The bytes of the offsets or keys of `grouping`, which are in an array on a device, if no kernel sees all of them, or all of the `len` elements of `data`. There are none if kernels
    /// see everything, or if the offsets or keys are in a buffer of the caller's, which may not allow copies. It waits for the device.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] for an array of another device; [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn fetched<E: Element, G: Grouping>(
        &self,
        data: &impl Source<E>,
        len: usize,
        grouping: &G,
    ) -> Result<Option<Vec<u8>>, Error> {
        let keys = || match grouping.keyed().map(|keyed| keyed.keys) {
            Some(SourcePart::Engine(part)) => Some(part),
            _ => None,
        };
        let Some(array) = grouping.on_engine().or_else(keys).as_ref().and_then(array) else {
            return Ok(None);
        };
        if array.buffers.len() < 2 && !self.are_cut(data, len)? {
            return Ok(None);
        }
        check_homes(&[Part::Device(array)], &self.gpu().0)?;
        self.fetch(array).map(Some)
    }

    /// Says whether the `len` elements of `data`, or those of the source of a view, lie in several buffers.
    ///
    /// # Errors
    /// As [`cuts`](Self::cuts), and those of the source.
    fn are_cut<E: Element>(&self, data: &impl Source<E>, len: usize) -> Result<bool, Error> {
        // A slice of tuples is split only if it has to be.
        if data.axes_in_source().is_none() && len <= self.kernels().elements_at_once()? {
            return Ok(false);
        }
        let mut parts = Vec::new();
        data.whole_parts(&mut parts)?;
        let (parts, len) = source::of(parts)?;
        Ok(self.cuts(&parts, len, None)?.is_some())
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
