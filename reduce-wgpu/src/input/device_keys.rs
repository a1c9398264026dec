//! Keys in a buffer of the caller's, and the buffers that groups by key are written to.

use std::any::Any;
use std::marker::PhantomData;

use reduce_core::{Element, EnginePart, Error, Key, KeyKind, KeySource};
use wgpu::{Buffer, BufferSlice};

use crate::device::shared::Shared;
use crate::input::device_source::{BufferRange, HeldRange};
use crate::input::pieces::Binding;
use crate::input::upload::PADDING;

/// The keys of [`Keys`](crate::Keys) or [`Runs`](crate::Runs) in a buffer of the caller's, one behind the other as in a Rust slice: the caller answers for their type.
///
/// ```no_run
/// use reduce_wgpu::prelude::*;
///
/// /// The mean of the values of each key, and the keys.
/// fn by_key(mean: &GpuReducer<ops::Mean<f32>>, [values, keys]: [&wgpu::Buffer; 2], groups: GroupBuffers<'_>) -> Result<(), Error> {
///     let mut encoder = mean.gpu().device().create_command_encoder(&Default::default());
///     // … passes that write the values and the keys …
///     mean.encode_each(&mut encoder, values, Keys(DeviceKeys::<u32>::new(keys)), groups)?;
///     mean.gpu().queue().submit([encoder.finish()]);
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct DeviceKeys<K> {
    keys: HeldRange,
    key: PhantomData<fn() -> K>,
}

impl<K: Element + Key> DeviceKeys<K> {
    /// All keys in `keys`, a buffer with `BufferUsages::STORAGE` or a slice that begins where the device can bind it.
    #[must_use]
    pub fn new<'k>(keys: impl Into<BufferRange<'k>>) -> Self {
        Self {
            keys: HeldRange::of(keys.into()),
            key: PhantomData,
        }
    }
}

impl<K: Element + Key> KeySource for DeviceKeys<K> {
    type Key = K;

    fn keys(&self) -> Result<&[K], Error> {
        Err(Error::WrongDevice {
            array: "a device".to_owned(),
            device: "the CPU".to_owned(),
        })
    }

    fn on_engine(&self) -> Option<(EnginePart<'_>, KeyKind)> {
        let kind = K::KEY_KIND;
        let len = self.keys.size / u64::from(kind.bits / 8);
        let part = EnginePart {
            memory: vec![&self.keys],
            len: usize::try_from(len).unwrap_or(usize::MAX),
            strided: None,
        };
        Some((part, kind))
    }

    fn of_bits(&self, bits: u64) -> Option<K> {
        Some(K::of_bits(bits))
    }
}

/// The keys of a part, if they are in a buffer of the caller's.
pub(crate) fn held<'a>(part: &EnginePart<'a>) -> Option<&'a HeldRange> {
    match part.memory.as_slice() {
        [memory] => <dyn Any>::downcast_ref::<HeldRange>(*memory),
        _ => None,
    }
}

/// The binding of these keys for a pass.
///
/// # Errors
/// [`Error::Buffer`] for a buffer that cannot be bound; [`Error::Limit`] if there are more keys than the device binds.
pub(crate) fn bound<'a>(keys: &'a HeldRange, gpu: &Shared) -> Result<Binding<'a>, Error> {
    let BufferRange { buffer, offset, size } = keys.range();
    keys.range().check("the buffer of keys", size, gpu.storage_alignment)?;
    let limit = gpu.caps.max_binding_bytes;
    if size > limit {
        return Err(Error::Limit {
            what: "the keys".to_owned(),
            asked: size,
            unit: "bytes in one binding",
            limit,
            device: gpu.caps.device.clone(),
            remedy: "group fewer elements at a time",
        });
    }
    // Kernels read words, and vectors where the buffer goes on to the end of the last one.
    let vectors = size.next_multiple_of(PADDING);
    let words = match offset + vectors <= buffer.size() && vectors <= limit {
        true => vectors,
        false => size.next_multiple_of(4),
    };
    if offset + words > buffer.size() {
        return Err(Error::Buffer {
            what: "the buffer of keys".to_owned(),
            problem: format!("ends at byte {}, inside a word", buffer.size()),
            remedy: "make the buffer a multiple of 4 bytes long",
        });
    }
    Ok(Binding {
        offset,
        ..Binding::first(buffer, words)
    })
}

/// Where [`encode_each`](crate::GpuReducer::encode_each) writes groups by keys on the device. The host does not know how many groups there are.
///
/// There is room for as many groups as fit both `keys` and `values`; of more groups, the first are written. Behind the last group, `values` holds results of no elements,
/// up to as many as there are elements, and `keys` holds keys without a meaning. The keys and the number of groups are written after the results, when the elements
/// have been read.
#[derive(Clone, Copy, Debug)]
pub struct GroupBuffers<'a> {
    /// The key of each group: 4 bytes, of keys of 64 bits 8. Needs `BufferUsages::COPY_DST`.
    pub keys: BufferRange<'a>,
    /// The result of each, as for groups of other kinds.
    pub values: BufferRange<'a>,
    /// The number of groups, a u32. Needs `BufferUsages::COPY_DST`.
    pub count: BufferRange<'a>,
}

impl<'a> GroupBuffers<'a> {
    /// Buffers, or slices of them.
    #[must_use]
    pub fn new(
        keys: impl Into<BufferRange<'a>>,
        values: impl Into<BufferRange<'a>>,
        count: impl Into<BufferRange<'a>>,
    ) -> Self {
        Self {
            keys: keys.into(),
            values: values.into(),
            count: count.into(),
        }
    }
}

/// Where [`encode_each`](crate::GpuReducer::encode_each) writes: a `&wgpu::Buffer` or a slice of one, and for groups by keys on the device [`GroupBuffers`].
#[derive(Clone, Copy, Debug)]
pub enum GroupOutput<'a> {
    /// Results, one behind the other.
    Values(BufferRange<'a>),
    /// Keys, results and their number.
    Groups(GroupBuffers<'a>),
}

impl<'a> From<&'a Buffer> for GroupOutput<'a> {
    fn from(buffer: &'a Buffer) -> Self {
        Self::Values(buffer.into())
    }
}

impl<'a> From<BufferSlice<'a>> for GroupOutput<'a> {
    fn from(slice: BufferSlice<'a>) -> Self {
        Self::Values(slice.into())
    }
}

impl<'a> From<BufferRange<'a>> for GroupOutput<'a> {
    fn from(range: BufferRange<'a>) -> Self {
        Self::Values(range)
    }
}

impl<'a> From<GroupBuffers<'a>> for GroupOutput<'a> {
    fn from(groups: GroupBuffers<'a>) -> Self {
        Self::Groups(groups)
    }
}
