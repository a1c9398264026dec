//! The form of values in buffers: the bytes that the host writes and reads, and the type that kernels store.
//!
//! Most types are *plain*: Rust lays them out as WGSL does, and any bits are a value, so their bytes are copied as they are. Others are written member
//! by member, without gaps, and looked at as they are read: a `bool` is a word of 0 or 1, a number of 8 or 16 bits the 32-bit number of its value, an
//! enum the word of its variant in front of its fields. Where WGSL cannot store the type of the values, such as `bool`, kernels store a *twin* of it.

use std::borrow::Cow;
use std::ops::Range;

use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// The place among so many variants that counts, where a word stands for the variant at `found`, or for none.
pub type Case = fn(found: Option<u32>, word: u32, variants: u32) -> Option<u32>;

/// A variant of an enum: its name, its word, and the Rust and the WGSL names of its fields.
pub type Variant = (&'static str, u32, &'static [(&'static str, &'static str)]);

/// What every [`GpuType`] says of its form in buffers; a trait of its own, so that each has one file.
///
/// # Safety
/// Where `PLAIN` holds and `<Self as GpuType>::LAYOUT` can be evaluated, no byte of a value is padding, any bits are a value, and `BYTES` is the size
/// of the type. The text of the twin stands for the same values.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot live in a GPU buffer",
    label = "has no WGSL layout",
    note = "write `#[repr(C)]` and `#[derive(GpuType)]` above the struct; a type parameter of a state takes `T: Scalar`"
)]
pub unsafe trait Stored: Copy + Send + Sync + 'static {
    /// Whether the bytes of a value are the same in Rust and in a buffer, and any bytes are a value.
    const PLAIN: bool;
    /// Bytes of a value in a buffer.
    const BYTES: usize;
    /// Alignment of what kernels store.
    const ALIGNED: usize;
    /// Bytes of an element of an input, where several share a word; 0 where none do.
    const NARROW: usize = 0;
    /// The greatest alignment of the members that kernels store, where the twin has members.
    const MEMBERS_ALIGNED: usize = 4;
    /// Whether kernels store another type than that of their values.
    const TWIN: bool = false;

    /// Writes the bytes of this value to `to`, which has as many.
    fn write(&self, to: &mut [u8]);

    /// The value of these bytes, as many as it takes; none if they stand for no value.
    fn read(from: &[u8], case: Case) -> Option<Self>;

    /// The bytes of this value.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; Self::BYTES];
        self.write(&mut bytes);
        bytes
    }

    /// The bytes of all values.
    fn all_bytes(values: &[Self]) -> Cow<'_, [u8]>
    where
        Self: GpuType,
    {
        if Self::PLAIN {
            return Cow::Borrowed(plain_bytes(values));
        }
        let mut bytes = vec![0; Self::BYTES * values.len()];
        for (value, to) in values.iter().zip(bytes.chunks_exact_mut(Self::BYTES)) {
            value.write(to);
        }
        Cow::Owned(bytes)
    }

    /// Declares the type that kernels store.
    fn wgsl_stored(module: &mut Module) -> String
    where
        Self: GpuType,
    {
        Self::wgsl_type(module)
    }

    /// The WGSL expression of the twin of `value`.
    fn wgsl_store(value: &str, _: &mut Module) -> String {
        value.to_owned()
    }

    /// The WGSL expression of the value whose twin is `stored`.
    fn wgsl_load(stored: &str, _: &mut Module) -> String {
        stored.to_owned()
    }
}

/// The constants of [`Stored`].
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// [`Stored::PLAIN`].
    pub plain: bool,
    /// [`Stored::BYTES`].
    pub bytes: usize,
    /// [`Stored::ALIGNED`].
    pub aligned: usize,
    /// [`Stored::TWIN`].
    pub twin: bool,
}

/// The bytes of plain values; none of another type.
fn plain_bytes<T: GpuType>(values: &[T]) -> &[u8] {
    // A generic struct with padding ends the compilation here.
    let () = T::LAYOUT;
    const {
        assert!(
            T::BYTES > 0,
            "an array of no elements has no WGSL type: use a length of at least 1"
        )
    };
    if !T::PLAIN {
        return &[];
    }
    // SAFETY: LAYOUT was evaluated, so PLAIN says that every byte is initialised.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// [`Stored::write`] of a plain type.
pub fn write_plain<T: GpuType>(value: &T, to: &mut [u8]) {
    let bytes = plain_bytes(std::slice::from_ref(value));
    if let Some(to) = to.get_mut(..bytes.len()) {
        to.copy_from_slice(bytes);
    }
}

/// [`Stored::read`] of a plain type.
pub fn read_plain<T: GpuType>(from: &[u8]) -> Option<T> {
    let () = T::LAYOUT;
    if !T::PLAIN || from.len() != size_of::<T>() {
        return None;
    }
    // SAFETY: the length was compared, any bits are a value of a plain type, and the read asks for no alignment.
    Some(unsafe { from.as_ptr().cast::<T>().read_unaligned() })
}

/// [`Stored::NARROW`] of an enum without fields.
#[must_use]
pub const fn narrow_of<T>() -> usize {
    if size_of::<T>() == 1 || size_of::<T>() == 2 {
        size_of::<T>()
    } else {
        0
    }
}

/// The bytes of an enum without fields as an input has them: in Rust, where that takes up to a word.
///
/// # Safety
/// A value is the number of its variant.
pub unsafe fn bytes_of_numbers<T: Stored>(values: &[T]) -> Cow<'_, [u8]> {
    if matches!(size_of::<T>(), 1 | 2 | 4) {
        // SAFETY: a number has no padding.
        return Cow::Borrowed(unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) });
    }
    Cow::Owned(values.iter().flat_map(T::to_bytes).collect())
}

/// The place among the variants, `count` of them, of the enum without fields whose number these bytes are.
pub fn read_number<T: GpuType>(from: &[u8], case: Case, count: u32) -> Option<u32> {
    let word = u32::read(from, case)?;
    let found = T::VARIANTS.iter().position(|(_, number, _)| *number == word);
    case(found.map(|place| place as u32), word, count)
}

/// The place of the variant that is numbered by its place, if it is one of so many.
#[must_use]
pub fn found(word: u32, count: u32) -> Option<u32> {
    (word < count).then_some(word)
}

/// Bytes of values of `parts` bytes each without gaps.
#[must_use]
pub const fn bytes_of_parts(parts: &[usize]) -> usize {
    let (mut index, mut bytes) = (0, 0);
    while index < parts.len() {
        bytes += parts[index];
        index += 1;
    }
    bytes
}

/// Bytes of a WGSL struct whose members have these bytes and alignments.
#[must_use]
pub(crate) const fn bytes_of_aligned(parts: &[(usize, usize)]) -> usize {
    let (mut index, mut bytes, mut most) = (0, 0usize, 1);
    while index < parts.len() {
        let (size, aligned) = parts[index];
        bytes = bytes.next_multiple_of(aligned) + size;
        if aligned > most {
            most = aligned;
        }
        index += 1;
    }
    bytes.next_multiple_of(most)
}

/// The greatest alignment of `parts`.
#[must_use]
pub const fn aligned_of_parts(parts: &[usize]) -> usize {
    let (mut index, mut most) = (0, 4);
    while index < parts.len() {
        if parts[index] > most {
            most = parts[index];
        }
        index += 1;
    }
    most
}

/// Where the next member begins among bytes without gaps.
#[derive(Debug, Default)]
pub struct Members(usize);

impl Members {
    fn next<T: Stored>(&mut self) -> Range<usize> {
        let start = self.0;
        self.0 += T::BYTES;
        start..self.0
    }

    /// Writes the next member.
    pub fn write<T: Stored>(&mut self, member: &T, to: &mut [u8]) {
        if let Some(to) = to.get_mut(self.next::<T>()) {
            member.write(to);
        }
    }

    /// Reads the next member.
    pub fn read<T: Stored>(&mut self, from: &[u8], case: Case) -> Option<T> {
        T::read(from.get(self.next::<T>())?, case)
    }

    /// Writes the next member of a WGSL struct, which may stand behind a gap.
    pub(crate) fn write_aligned<T: Stored>(&mut self, member: &T, to: &mut [u8]) {
        self.0 = self.0.next_multiple_of(T::ALIGNED);
        self.write(member, to);
    }

    /// Reads the next member of a WGSL struct.
    pub(crate) fn read_aligned<T: Stored>(&mut self, from: &[u8], case: Case) -> Option<T> {
        self.0 = self.0.next_multiple_of(T::ALIGNED);
        self.read(from, case)
    }

    /// Passes by a member without looking at it.
    pub fn skip<T: Stored>(&mut self) {
        self.next::<T>();
    }
}

/// The value that `bytes` spell.
///
/// # Errors
/// None if there are not as many bytes as a `T` has, or if they are no value of it.
#[doc(hidden)]
pub fn from_bytes<T: Stored>(bytes: &[u8]) -> Option<T> {
    let same: Case = |found, _, _| found;
    (bytes.len() == T::BYTES).then(|| T::read(bytes, same)).flatten()
}

/// The value of any bytes, as many as a `T` has: words beyond the variants of an enum count anew from the first.
pub(crate) fn from_any_bytes<T: Stored>(bytes: &[u8]) -> Option<T> {
    let wrapped: Case = |found, word, variants| found.or_else(|| word.checked_rem(variants));
    (bytes.len() == T::BYTES).then(|| T::read(bytes, wrapped)).flatten()
}

/// [`Stored`] for types that are `Pod`, and laid out in WGSL as in Rust.
macro_rules! plain {
    ($($t:ty),*) => {$(
        // SAFETY: it is Pod.
        unsafe impl $crate::types::stored::Stored for $t {
            const PLAIN: bool = true;
            const BYTES: usize = size_of::<$t>();
            const ALIGNED: usize = <$t as $crate::types::gpu_type::GpuType>::ALIGN;

            fn write(&self, to: &mut [u8]) {
                $crate::types::stored::write_plain(self, to);
            }

            fn read(from: &[u8], _: $crate::types::stored::Case) -> Option<Self> {
                $crate::types::stored::read_plain(from)
            }
        }
    )*};
}

pub(crate) use plain;
