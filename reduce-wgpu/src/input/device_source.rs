//! Buffers of the caller's, for the input and the output of `encode`.

use reduce_core::{Element, Error, Indexed, Masked, OfMasked, Operator};
use wgpu::{Buffer, BufferSlice, BufferUsages};

use crate::input::array::Array;
use crate::input::upload::Uploaded;

/// Input of [`GpuReducer::encode`](crate::GpuReducer::encode): a `&wgpu::Buffer`, a slice of one (`buffer.slice(offset..)`,
/// in bytes) or an [`Array`]; where the element is a tuple, a tuple of these.
///
/// In a buffer the elements lie one after the other, as in a Rust slice: the caller answers for their type. It needs the
/// usage `STORAGE`. 16-byte loads are used from an offset that is a multiple of the device's
/// `min_storage_buffer_offset_alignment` on; from others, elements are loaded one by one.
///
/// `&[&buffer, &buffer]`, or slices of them, is one input in several buffers: elements go on from one to the next. All but the
/// last hold a multiple of [`Partial::tile_len`](crate::Partial::tile_len) elements.
///
/// [`Masked::new`]`(data, mask)?` leaves out the elements whose byte in `mask`, a buffer or an array of `bool`, is 0. The first call with a mask compiles kernels. A mask inside of a tuple, a
/// view or another mask does not compile:
///
/// ```compile_fail,E0080
/// use reduce_wgpu::prelude::*;
///
/// let gpu = Gpu::new()?;
/// let (a, b) = (gpu.upload(&[1.0f32, 2.0])?, gpu.upload(&[3.0f32, 4.0])?);
/// let mask = gpu.upload(&[true, false])?;
/// # let of_four_bytes = wgpu::BufferDescriptor { label: None, size: 4, usage: wgpu::BufferUsages::STORAGE, mapped_at_creation: false };
/// let result = gpu.device().create_buffer(&of_four_bytes);
/// let mut encoder = gpu.device().create_command_encoder(&Default::default());
/// // It is Masked::new((&a, &b), &mask)?.
/// let masked = (Masked::new(&a, &mask)?, &b);
/// gpu.reducer::<ops::Dot<f32>>()?.encode(&mut encoder, masked, 2, &result)?;
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no input of elements `{E}` on a device",
    label = "expected a `&wgpu::Buffer`, a slice of one or an `&Array` of `{E}`; where the element is a tuple, a tuple of them"
)]
pub trait DeviceSource<E: Element> {
    /// The operator `R` for what lies in the parts.
    #[doc(hidden)]
    type Reader<R>: Operator<State = R::State, Output = R::Output, Params = R::Params>
    where
        R: Operator<Input = E>;
    /// Whether the last part is a mask. A source that contains this one would not hand it on.
    #[doc(hidden)]
    const IS_MASKED: bool = false;

    /// Appends its parts, one for each buffer of the element.
    #[doc(hidden)]
    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>);
}

/// Declares that a source has elements of this type and nothing else.
macro_rules! reads_elements {
    ($element:ty) => {
        type Reader<R>
            = R
        where
            R: Operator<Input = $element>;
    };
}
pub(crate) use reads_elements;

/// Refuses at compile time a source with a mask inside of another one.
macro_rules! without_masks {
    ($($source:ty => $element:ty),*) => {
        const {
            assert!(
                $(!<$source as DeviceSource<$element>>::IS_MASKED)&&*,
                "a mask inside of a tuple, a view or another mask would be left out: mask the whole, as in Masked::new((&a, &b), &mask)"
            );
        }
    };
}
pub(crate) use without_masks;

/// The elements of one part.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct DevicePart<'a> {
    pub(crate) memory: Memory<'a>,
    /// For a strided view, its first element and how far it is to the next one.
    pub(crate) strided: Option<[u64; 2]>,
}

/// Memory in which elements lie side by side.
#[derive(Clone, Debug)]
pub(crate) enum Memory<'a> {
    /// In buffers of the caller's, one after the other.
    Buffers(Vec<BufferRange<'a>>),
    /// Uploaded by [`Gpu::upload`](crate::Gpu::upload).
    Uploaded(&'a Uploaded),
    /// In an array of the CPU, which no device can read.
    Host,
}

impl<'a> DevicePart<'a> {
    pub(crate) fn of_buffers(ranges: impl IntoIterator<Item: Into<BufferRange<'a>>>) -> Self {
        Self {
            memory: Memory::Buffers(ranges.into_iter().map(Into::into).collect()),
            strided: None,
        }
    }

    pub(crate) fn of_uploaded(uploaded: &'a Uploaded) -> Self {
        Self {
            memory: Memory::Uploaded(uploaded),
            strided: None,
        }
    }

    /// Every `stride`-th element of these, from `offset` on: a view of a view is one view.
    pub(crate) fn every(self, offset: u64, stride: u64) -> Self {
        let [before, between] = self.strided.unwrap_or([0, 1]);
        let offset = before.saturating_add(offset.saturating_mul(between));
        Self {
            strided: Some([offset, stride.saturating_mul(between)]),
            ..self
        }
    }

    /// Whether the elements are in the memory of the CPU.
    pub(crate) fn is_on_host(&self) -> bool {
        matches!(self.memory, Memory::Host)
    }

    /// The elements of so many bytes that it has; none in the memory of the CPU.
    pub(crate) fn len(&self, bytes: u64) -> u64 {
        let all = match &self.memory {
            Memory::Uploaded(uploaded) => uploaded.len as u64,
            Memory::Buffers(ranges) => ranges.iter().map(|range| range.size / bytes).sum(),
            Memory::Host => 0,
        };
        match self.strided {
            None => all,
            Some([first, step]) => all.saturating_sub(first).div_ceil(step.max(1)),
        }
    }

    /// The buffer that holds all of the uploaded elements, if one does.
    pub(crate) fn buffer(&self) -> Option<&'a Buffer> {
        match &self.memory {
            Memory::Uploaded(uploaded) => uploaded.buffers.first().filter(|_| uploaded.buffers.len() == 1),
            _ => None,
        }
    }

    /// The uploaded elements, if this is all of them.
    pub(crate) fn uploaded(&self) -> Option<&'a Uploaded> {
        match (&self.memory, self.strided) {
            (Memory::Uploaded(uploaded), None) => Some(uploaded),
            _ => None,
        }
    }
}

/// A range of a buffer of the caller's, in bytes: a `&wgpu::Buffer` or a slice of one.
#[derive(Clone, Copy, Debug)]
pub struct BufferRange<'a> {
    pub(crate) buffer: &'a Buffer,
    pub(crate) offset: u64,
    pub(crate) size: u64,
}

/// A [`BufferRange`] that keeps its buffer.
#[derive(Clone, Debug)]
pub(crate) struct HeldRange {
    pub(crate) buffer: Buffer,
    pub(crate) offset: u64,
    pub(crate) size: u64,
}

impl HeldRange {
    pub(crate) fn of(range: BufferRange<'_>) -> Self {
        Self {
            buffer: range.buffer.clone(),
            offset: range.offset,
            size: range.size,
        }
    }

    pub(crate) fn range(&self) -> BufferRange<'_> {
        BufferRange {
            buffer: &self.buffer,
            offset: self.offset,
            size: self.size,
        }
    }
}

impl<'a> From<&'a Buffer> for BufferRange<'a> {
    fn from(buffer: &'a Buffer) -> Self {
        let (offset, size) = (0, buffer.size());
        Self { buffer, offset, size }
    }
}

impl<'a> From<BufferSlice<'a>> for BufferRange<'a> {
    fn from(slice: BufferSlice<'a>) -> Self {
        Self {
            buffer: slice.buffer(),
            offset: slice.offset(),
            size: slice.size(),
        }
    }
}

impl<E: Element> DeviceSource<E> for &Buffer {
    reads_elements!(E);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        to.push(DevicePart::of_buffers([*self]));
    }
}

impl<E: Element> DeviceSource<E> for BufferSlice<'_> {
    reads_elements!(E);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        to.push(DevicePart::of_buffers([*self]));
    }
}

impl<E: Element> DeviceSource<E> for &[&Buffer] {
    reads_elements!(E);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        to.push(DevicePart::of_buffers(self.iter().copied()));
    }
}

impl<E: Element, const N: usize> DeviceSource<E> for &[&Buffer; N] {
    reads_elements!(E);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        to.push(DevicePart::of_buffers(self.iter().copied()));
    }
}

impl<E: Element> DeviceSource<E> for &[BufferSlice<'_>] {
    reads_elements!(E);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        to.push(DevicePart::of_buffers(self.iter().copied()));
    }
}

impl<E: Element, const N: usize> DeviceSource<E> for &[BufferSlice<'_>; N] {
    reads_elements!(E);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        to.push(DevicePart::of_buffers(self.iter().copied()));
    }
}

impl<E: Element> DeviceSource<E> for &Array<E> {
    reads_elements!(E);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        let memory = match self.parts.is_empty() {
            true => vec![Memory::Host; E::parts().len()],
            false => self.parts.iter().map(Memory::Uploaded).collect(),
        };
        to.extend(memory.into_iter().map(|memory| DevicePart { memory, strided: None }));
    }
}

impl<E: Element> DeviceSource<Indexed<E>> for &Array<E> {
    reads_elements!(Indexed<E>);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        DeviceSource::<E>::device_parts(self, to);
    }
}

macro_rules! several {
    ($($e:ident $s:ident $index:tt),*) => {
        impl<$($e: Element, $s: DeviceSource<$e>),*> DeviceSource<($($e,)*)> for ($($s,)*) {
            reads_elements!(($($e,)*));

            fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
                without_masks!($($s => $e),*);
                $(self.$index.device_parts(to);)*
            }
        }

        impl<$($e: Element, $s: DeviceSource<$e>),*> DeviceSource<Indexed<($($e,)*)>> for ($($s,)*) {
            reads_elements!(Indexed<($($e,)*)>);

            fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
                DeviceSource::<($($e,)*)>::device_parts(self, to);
            }
        }
    };
}

several!(A SA 0);
several!(A SA 0, B SB 1);
several!(A SA 0, B SB 1, C SC 2);
several!(A SA 0, B SB 1, C SC 2, D SD 3);
several!(A SA 0, B SB 1, C SC 2, D SD 3, E SE 4);
several!(A SA 0, B SB 1, C SC 2, D SD 3, E SE 4, F SF 5);
several!(A SA 0, B SB 1, C SC 2, D SD 3, E SE 4, F SF 5, G SG 6);

impl<E: Element, S: DeviceSource<E>, M: DeviceSource<bool>> DeviceSource<E> for Masked<S, M> {
    type Reader<R>
        = OfMasked<R>
    where
        R: Operator<Input = E>;
    const IS_MASKED: bool = true;

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        without_masks!(S => E, M => bool);
        self.data().device_parts(to);
        self.mask().device_parts(to);
    }
}

impl BufferRange<'_> {
    /// Checks that `bytes` fit, that the buffer may be bound, and that it begins at a multiple of `alignment`.
    ///
    /// # Errors
    /// [`Error::Buffer`].
    pub(crate) fn check(&self, what: &str, bytes: u64, alignment: u64) -> Result<(), Error> {
        let remedies = [
            "make it with BufferUsages::STORAGE among its usages",
            "give a longer buffer or a smaller length",
            "begin at a multiple of the size of a scalar: 4 bytes, for packed elements that of one",
        ];
        self.check_for(BufferUsages::STORAGE, what, bytes, alignment, remedies)
    }

    /// [`check`](Self::check) for a uniform.
    ///
    /// # Errors
    /// [`Error::Buffer`].
    pub(crate) fn check_uniform(&self, what: &str, bytes: u64, alignment: u64) -> Result<(), Error> {
        let remedies = [
            "make it with BufferUsages::UNIFORM among its usages",
            "give a buffer with room for them, filled up to a multiple of 16 bytes",
            "begin at a multiple of the device's min_uniform_buffer_offset_alignment",
        ];
        self.check_for(BufferUsages::UNIFORM, what, bytes, alignment, remedies)
    }

    fn check_for(
        &self,
        usage: BufferUsages,
        what: &str,
        bytes: u64,
        alignment: u64,
        [usages, longer, aligned]: [&'static str; 3],
    ) -> Result<(), Error> {
        let refuse = |problem: String, remedy| {
            Err(Error::Buffer {
                what: what.to_owned(),
                problem,
                remedy,
            })
        };
        if !self.buffer.usage().contains(usage) {
            return refuse("cannot be bound".to_owned(), usages);
        }
        if bytes > self.size {
            return refuse(format!("has {} bytes where {bytes} are needed", self.size), longer);
        }
        if !self.offset.is_multiple_of(alignment) {
            return refuse(format!("begins at byte {}", self.offset), aligned);
        }
        Ok(())
    }
}
