//! The input of one call on its device: elements that are there already, and copies of those that are not.

use reduce_core::Error;
use wgpu::Buffer;

use crate::device::shared::{Gpu, Shared};
use crate::input::device_source::DevicePart;
use crate::input::source::Part;
use crate::input::upload::{Staging, Uploaded};

/// The input of a call on the device: arrays of the caller's, and copies of elements in host memory.
#[derive(Default)]
pub(crate) struct Input<'a> {
    parts: Vec<Part<'a>>,
    staged: Vec<Uploaded>,
    pub(crate) len: usize,
}

impl<'a> Input<'a> {
    pub(crate) fn new(gpu: &Gpu, parts: Vec<Part<'a>>, len: usize, staging: Staging) -> Result<Self, Error> {
        let gpu = &gpu.0;
        let mut staged = Vec::new();
        check_homes(&parts, gpu)?;
        for part in &parts {
            if let Part::Host(data) = part
                && len > 0
            {
                staged.push(Uploaded::stage(&gpu.on, &gpu.caps, &gpu.pool, data, staging)?);
            }
        }
        Ok(Self { parts, staged, len })
    }

    /// The elements side by side in device memory.
    ///
    /// # Errors
    /// [`Error::Buffer`] for a strided view, which has none.
    pub(crate) fn uploaded(&self) -> Result<Vec<&Uploaded>, Error> {
        let uploaded = self.device_parts().map(|part| {
            part.uploaded().ok_or_else(|| Error::Buffer {
                what: "the input".to_owned(),
                problem: "is a strided view of an array".to_owned(),
                remedy: "give it to reduce, reduce_async or encode, which read it in place",
            })
        });
        uploaded.collect()
    }

    pub(crate) fn is_strided(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Strided { .. }))
    }

    /// The elements as `encode` sees them.
    pub(crate) fn device_parts(&self) -> impl Iterator<Item = DevicePart<'_>> {
        let mut staged = self.staged.iter();
        self.parts.iter().filter_map(move |part| match part {
            Part::Device(uploaded) => Some(DevicePart::of_uploaded(uploaded)),
            Part::Host(_) => staged.next().map(DevicePart::of_uploaded),
            Part::Sharded(_) => None,
            Part::Strided {
                uploaded,
                offset,
                stride,
                ..
            } => Some(DevicePart::of_uploaded(uploaded).every(*offset, *stride)),
        })
    }

    /// The copies, to be given back once the device has read them.
    pub(crate) fn staged(self) -> Vec<Buffer> {
        self.staged.into_iter().flat_map(|copy| copy.buffers).collect()
    }
}

/// # Errors
/// [`Error::WrongDevice`] for elements on another device.
pub(crate) fn check_homes(parts: &[Part<'_>], gpu: &Shared) -> Result<(), Error> {
    for part in parts {
        let elsewhere = match part {
            Part::Device(uploaded) | Part::Strided { uploaded, .. } => !uploaded.home.is(&gpu.on),
            Part::Sharded(_) => true,
            Part::Host(_) => false,
        };
        if elsewhere {
            return Err(Error::WrongDevice {
                array: part.home(),
                device: gpu.caps.device.clone(),
            });
        }
    }
    Ok(())
}
