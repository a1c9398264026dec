//! Offsets of segments in the memory of a device: of an array, or in a buffer of the caller's.

use std::any::Any;
use std::ops::Range;

use reduce_core::{EnginePart, Error, Offsets};
use wgpu::{Buffer, BufferUsages};

use crate::device::shared::Shared;
use crate::input::array::Array;
use crate::input::device_source::{BufferRange, HeldRange};
use crate::input::pieces::Binding;
use crate::input::source::Part;
use crate::input::upload::Uploaded;

/// The offsets of [`Segments`](crate::Segments) in a buffer of the caller's, of 32 or 64 bits, and the word that says how many of them are bad.
///
/// The offsets are one more than the segments: where each begins, and the end of the last. No host sees them, so a segment whose offsets descend or pass the end of the
/// input has the result of one without elements, and the device writes how many such segments there are into the first word of `status`: 0 if all is well. If it is not,
/// results of longer segments may be missing in the same way.
///
/// ```no_run
/// use reduce_wgpu::prelude::*;
///
/// fn boxes(
///     extent: &GpuReducer<ops::MinMax<f32>>,
///     [points, offsets, status, boxes]: [&wgpu::Buffer; 4],
/// ) -> Result<(), Error> {
///     let mut encoder = extent.gpu().device().create_command_encoder(&Default::default());
///     // … passes that write the points and the offsets …
///     extent.encode_each(&mut encoder, points, Segments(DeviceOffsets::new(offsets, status)), boxes)?;
///     extent.gpu().queue().submit([encoder.finish()]);
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct DeviceOffsets {
    offsets: HeldRange,
    status: HeldRange,
    is_wide: bool,
}

impl DeviceOffsets {
    /// The u32 offsets in all of `offsets`, a buffer with [`BufferUsages::STORAGE`] or a slice that begins where the device can bind it; `status` has 4 bytes or more of a
    /// buffer with [`BufferUsages::COPY_DST`].
    #[must_use]
    pub fn new<'o, 's>(offsets: impl Into<BufferRange<'o>>, status: impl Into<BufferRange<'s>>) -> Self {
        let (offsets, status) = (HeldRange::of(offsets.into()), HeldRange::of(status.into()));
        Self {
            offsets,
            status,
            is_wide: false,
        }
    }

    /// [`new`](Self::new) of u64 offsets, the low word of each in front of the high one. No device needs 64-bit integers for them.
    #[must_use]
    pub fn wide<'o, 's>(offsets: impl Into<BufferRange<'o>>, status: impl Into<BufferRange<'s>>) -> Self {
        Self {
            is_wide: true,
            ..Self::new(offsets, status)
        }
    }
}

/// Bytes of an offset.
const fn offset_bytes(is_wide: bool) -> u64 {
    if is_wide { 8 } else { 4 }
}

impl Offsets for DeviceOffsets {
    fn all(&self) -> Option<Vec<usize>> {
        None
    }

    fn on_engine(&self) -> Option<EnginePart<'_>> {
        Some(EnginePart {
            memory: vec![self],
            len: usize::try_from(self.offsets.size / offset_bytes(self.is_wide)).unwrap_or(usize::MAX),
            strided: None,
        })
    }
}

macro_rules! offsets {
    ($($t:ty),*) => {$(
        impl Offsets for Array<$t> {
            fn all(&self) -> Option<Vec<usize>> {
                self.host().ok()?.all()
            }

            fn on_engine(&self) -> Option<EnginePart<'_>> {
                self.engine_part()
            }
        }
    )*};
}

offsets!(u32, u64);

/// Offsets as the device binds them, and where it says how many of them are bad.
#[derive(Clone, Copy)]
pub(crate) struct BoundOffsets<'a> {
    /// None where bits alone mark the first elements of groups.
    pub(crate) offsets: Option<Binding<'a>>,
    /// The buffers that mark the first elements of groups, if the device has found these.
    pub(crate) heads: Option<[Binding<'a>; 3]>,
    /// The places of the elements, if they do not lie side by side.
    pub(crate) order: Option<Binding<'a>>,
    /// Whether they are known to ascend, and to end with the elements.
    pub(crate) is_checked: bool,
    /// Whether they have 64 bits.
    pub(crate) is_wide: bool,
    /// A buffer, and the byte of the word in it.
    pub(crate) status: Option<(&'a Buffer, u64)>,
}

impl<'a> BoundOffsets<'a> {
    /// The offsets of a grouping in the memory of `gpu`.
    ///
    /// # Errors
    /// [`Error::WrongDevice`]; [`Error::Buffer`] for a buffer that cannot be bound, or a word that cannot be written; [`Error::Limit`] if they are more than the device
    /// binds.
    pub(crate) fn of(part: EnginePart<'a>, gpu: &Shared) -> Result<Self, Error> {
        let own = match part.memory.as_slice() {
            [memory] => <dyn Any>::downcast_ref::<DeviceOffsets>(*memory),
            _ => None,
        };
        let bound = match own {
            Some(own) => own.bound(gpu)?,
            None => Self::of_array(part, gpu)?,
        };
        let limit = gpu.caps.max_binding_bytes;
        let bytes = bound.offsets.map_or(0, |offsets| offsets.bytes);
        if bytes <= limit {
            return Ok(bound);
        }
        Err(Error::Limit {
            what: "the offsets of segments".to_owned(),
            asked: bytes,
            unit: "bytes in one binding",
            limit,
            device: gpu.caps.device.clone(),
            remedy: "reduce some of the segments at a time",
        })
    }

    /// Those of some neighbouring groups, of which the first is a multiple of 64.
    pub(crate) fn of_groups(&self, groups: &Range<usize>) -> Option<Binding<'a>> {
        self.offsets.map(|offsets| Binding {
            offset: offsets.offset + groups.start as u64 * offset_bytes(self.is_wide),
            bytes: (groups.len() as u64 + 1) * offset_bytes(self.is_wide),
            ..offsets
        })
    }

    fn of_array(part: EnginePart<'a>, gpu: &Shared) -> Result<Self, Error> {
        let part = Part::of(reduce_core::SourcePart::Engine(part))?;
        let Part::Device(Uploaded {
            buffers,
            home,
            len,
            bytes,
            ..
        }) = part
        else {
            return Err(refused(
                "are shards of several devices, or a view",
                "give an array of one device",
            ));
        };
        if !home.is(&gpu.on) {
            return Err(Error::WrongDevice {
                array: home.name.clone(),
                device: gpu.caps.device.clone(),
            });
        }
        let [buffer] = buffers.as_slice() else {
            return Err(refused(
                "lie in several buffers",
                "reduce some of the segments at a time",
            ));
        };
        Ok(Self {
            offsets: Some(Binding::first(buffer, *len as u64 * *bytes)),
            heads: None,
            order: None,
            is_checked: false,
            is_wide: *bytes == 8,
            status: None,
        })
    }
}

impl DeviceOffsets {
    fn bound(&self, gpu: &Shared) -> Result<BoundOffsets<'_>, Error> {
        let Self {
            offsets,
            status,
            is_wide,
        } = self;
        let bytes = offset_bytes(*is_wide);
        offsets
            .range()
            .check("the buffer of offsets", bytes, gpu.storage_alignment)?;
        if !status.buffer.usage().contains(BufferUsages::COPY_DST)
            || status.size < 4
            || !status.offset.is_multiple_of(4)
        {
            return Err(Error::Buffer {
                what: "the status of the offsets".to_owned(),
                problem: "has no word that a device can copy to".to_owned(),
                remedy: "give 4 bytes, at a multiple of 4, of a buffer with BufferUsages::COPY_DST",
            });
        }
        Ok(BoundOffsets {
            offsets: Some(Binding {
                offset: offsets.offset,
                ..Binding::first(&offsets.buffer, offsets.size / bytes * bytes)
            }),
            heads: None,
            order: None,
            is_checked: false,
            is_wide: *is_wide,
            status: Some((&status.buffer, status.offset)),
        })
    }
}

fn refused(problem: &str, remedy: &'static str) -> Error {
    Error::Buffer {
        what: "the offsets of segments".to_owned(),
        problem: problem.to_owned(),
        remedy,
    }
}
