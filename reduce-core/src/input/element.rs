//! The elements that a reduction reads, from one buffer or several, on the host and in WGSL.

use std::borrow::Cow;
use std::ops::Range;

use crate::tuning::LEAST_CHUNK;
use crate::types::columns::STRIP;
use crate::types::gpu_type::{GpuType, Storable};
use crate::types::stored::{from_any_bytes, from_bytes};
use crate::wgsl::Module;

/// One element of an input, as `lift` takes it.
///
/// Every [`Storable`] type is one; so are u8, i8, u16, i16, `half::f16`, `half::bf16` and `bool`, which lie packed in memory and are widened
/// as they are loaded; tuples, whose members come from a buffer each; and [`Indexed`](crate::Indexed), an element with
/// its position.
///
/// # Safety
/// The parts and the text say where kernels read without bounds checks, so only this crate implements the trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the input of a reduction",
    label = "not an element of an input",
    note = "an element is a number (f32 i32 u32, u8 i8 u16 i16, `half::f16`, `half::bf16`, and f64 i64 u64 where the device has them), a `bool`, `[T; N]`, a struct with `#[derive(GpuType)]`, `Indexed<T>`, or a tuple of these"
)]
pub unsafe trait Element: GpuType {
    /// Bytes of an element in the buffer where it is widest: the canonical order depends on it.
    #[doc(hidden)]
    const WIDEST: usize;
    /// Whether an element knows its position.
    #[doc(hidden)]
    const POSITIONED: bool = false;
    /// Its layout in buffers, one part per buffer.
    #[doc(hidden)]
    fn parts() -> Vec<Part>;
    /// The bytes of each part of `data`.
    #[doc(hidden)]
    fn bytes(data: &[Self]) -> Vec<Cow<'_, [u8]>>;
    /// The layout that `encode` writes: the parts, and a position where there is one.
    #[doc(hidden)]
    fn layout() -> Vec<Part> {
        Self::parts()
    }
    /// Appends the bytes of this element.
    #[doc(hidden)]
    fn encode(&self, to: &mut Vec<u8>) {
        to.extend(Self::bytes(std::slice::from_ref(self)).concat());
    }
    /// Takes the bytes of an element off the front.
    #[doc(hidden)]
    fn decode(from: &mut &[u8]) -> Option<Self>;
    /// Takes any bytes off the front as an element: those of no variant of an enum stand for some variant.
    #[doc(hidden)]
    fn decode_any(from: &mut &[u8]) -> Option<Self> {
        Self::decode(from)
    }
    /// This element at a position of an input; by `&self`, so that a method of the user's goes before it.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn located(&self, _: u32) -> Self {
        *self
    }
    /// The WGSL expression of an element, from the values of its parts and its position.
    #[doc(hidden)]
    fn wgsl_element(values: &mut std::vec::IntoIter<String>, position: &str, module: &mut Module) -> String;
}

/// The layout of one part of an element in its buffer.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Bytes from one element to the next.
    pub bytes: usize,
    /// Its form in WGSL.
    pub storage: Storage,
}

/// The expression of the number that begins at a bit of a word.
pub(crate) type Unpack = fn(word: &str, bit: &str, module: &mut Module) -> String;

impl Part {
    /// The neighbouring elements in a component of a vector, if WGSL has vectors of them: one scalar, or several packed elements.
    pub(crate) fn of_a_component(&self) -> Option<u32> {
        match self.storage {
            Storage::Typed { scalar, .. } => scalar.then_some(1),
            Storage::Narrow(_) => Some((4 / self.bytes) as u32),
        }
    }

    /// Whether it is read as a type of its own.
    #[must_use]
    pub fn is_typed(&self) -> bool {
        matches!(self.storage, Storage::Typed { .. })
    }
}

/// The form in which WGSL reads a part.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Storage {
    /// As a type of its own.
    Typed {
        /// Declares the type and returns its spelling.
        wgsl: fn(&mut Module) -> String,
        /// Whether WGSL can put it into a vector.
        scalar: bool,
    },
    /// Several per u32: the expression of the one that begins at a bit of a word.
    Narrow(Unpack),
}

// SAFETY: the parts are those of the bytes, and the text reads no others.
unsafe impl<T: Storable> Element for T {
    const WIDEST: usize = if T::NARROW == 0 { T::BYTES } else { T::NARROW };

    fn parts() -> Vec<Part> {
        if T::NARROW != 0 {
            let unpack: Unpack = |word, bit, _| format!("extractBits({word}, {bit}, {}u)", 8 * T::NARROW);
            return vec![Part {
                bytes: T::NARROW,
                storage: Storage::Narrow(unpack),
            }];
        }
        vec![Part {
            bytes: T::BYTES,
            storage: Storage::Typed {
                wgsl: T::wgsl_stored,
                scalar: T::SCALAR,
            },
        }]
    }

    fn bytes(data: &[T]) -> Vec<Cow<'_, [u8]>> {
        vec![T::all_bytes(data)]
    }

    fn decode(from: &mut &[u8]) -> Option<T> {
        from_bytes(&stored_bytes::<T>(from.split_off(..Self::WIDEST)?)?)
    }

    fn decode_any(from: &mut &[u8]) -> Option<T> {
        from_any_bytes(&stored_bytes::<T>(from.split_off(..Self::WIDEST)?)?)
    }

    fn wgsl_element(values: &mut std::vec::IntoIter<String>, _: &str, module: &mut Module) -> String {
        T::wgsl_load(&values.next().unwrap_or_default(), module)
    }
}

/// The bytes of a value in a buffer, of those of an element: of a narrow one, all bits in front are zeros.
fn stored_bytes<T: Storable>(element: &[u8]) -> Option<Cow<'_, [u8]>> {
    if T::NARROW == 0 {
        return Some(Cow::Borrowed(element));
    }
    let mut word = vec![0; T::BYTES];
    word.get_mut(..T::NARROW)?.copy_from_slice(element);
    Some(Cow::Owned(word))
}

/// Bytes that outlive their source.
pub(crate) fn owned(parts: Vec<Cow<'_, [u8]>>) -> Vec<Cow<'static, [u8]>> {
    parts.into_iter().map(|part| Cow::Owned(part.into_owned())).collect()
}

/// Neighbouring elements on the host.
#[doc(hidden)]
pub trait Run: Copy {
    type Item;
    /// The number of elements.
    fn len(self) -> usize;
    /// The element at `index`.
    fn get(self, index: usize) -> Self::Item;
    /// Whether the element at `index` counts. All elements do, unless they come with a mask.
    #[inline(always)]
    fn counts(self, _index: usize) -> bool {
        true
    }
}

/// Neighbouring elements that can be cut.
#[doc(hidden)]
pub trait Slices: Run + Send + Sync {
    /// A run with one element per column of a strip, known at compile time: the autovectoriser needs to see it.
    type Whole: Run<Item = Self::Item>;
    /// Columns between two prefetches: those of a cache line, where elements lie side by side.
    const CHUNK: usize = STRIP;
    /// Whether it is known only at run time if the elements lie side by side, as in an array of `ndarray`. Then [`side_by_side`](Self::side_by_side) is asked first,
    /// and if they do not, each tile is [gathered](Self::gather) before it is folded.
    const MAY_LIE_SIDE_BY_SIDE: bool = false;
    /// The elements in `range`.
    #[must_use]
    fn cut(self, range: Range<usize>) -> Self;
    /// All of them, if they fill a strip.
    fn whole(self) -> Option<Self::Whole>;
    /// Prefetches as many elements, `ahead` further on, where that is worth it and whether or not they are there.
    #[inline(always)]
    fn prefetch(self, _ahead: usize) {}
    /// These elements, the first of which is at position `first` of a longer input.
    #[must_use]
    fn positioned(self, first: u32) -> Self;
    /// The position of the first of these elements.
    fn first(self) -> u32;
    /// The elements that these are a view of.
    type Viewed: Slices<Item = Self::Item>;
    /// All elements that these are a view of; of those that are no view, they themselves.
    fn viewed(self) -> Self::Viewed;
    /// These elements as a piece of [`viewed`](Self::viewed), if they are known to lie there side by side and in order.
    fn side_by_side(self) -> Option<Self::Viewed> {
        None
    }
    /// Appends these elements to `to`.
    fn gather(self, to: &mut Vec<Self::Item>) {
        to.extend((0..self.len()).map(|index| self.get(index)));
    }
}

/// As many elements as a strip has columns, which the type says.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct WholeStrip<S>(S);

impl<S: Slices> WholeStrip<S> {
    /// These elements, if there are as many.
    #[inline(always)]
    pub(crate) fn of(elements: S) -> Option<Self> {
        (elements.len() == STRIP).then_some(Self(elements))
    }
}

impl<S: Slices> Run for WholeStrip<S> {
    type Item = S::Item;

    #[inline(always)]
    fn len(self) -> usize {
        STRIP
    }

    #[inline(always)]
    fn get(self, index: usize) -> S::Item {
        self.0.get(index)
    }
}

/// Elements side by side, and the position of the first.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Plain<S> {
    first: u32,
    elements: S,
}

impl<'a, E: Element> Plain<&'a [E]> {
    /// The elements of a slice.
    #[must_use]
    pub fn new(elements: &'a [E]) -> Self {
        Self { first: 0, elements }
    }
}

impl<E: Element> Run for Plain<&[E]> {
    type Item = E;

    #[inline(always)]
    fn len(self) -> usize {
        self.elements.len()
    }

    #[inline(always)]
    fn get(self, index: usize) -> E {
        self.elements[index].located(self.first.wrapping_add(index as u32))
    }
}

impl<E: Element> Run for Plain<&[E; STRIP]> {
    type Item = E;

    #[inline(always)]
    fn len(self) -> usize {
        STRIP
    }

    #[inline(always)]
    fn get(self, index: usize) -> E {
        self.elements[index].located(self.first.wrapping_add(index as u32))
    }
}

impl<'a, E: Element> Slices for Plain<&'a [E]> {
    type Whole = Plain<&'a [E; STRIP]>;
    const CHUNK: usize = {
        let mut chunk = LEAST_CHUNK;
        while chunk < STRIP && chunk * size_of::<E>() < CACHE_LINE {
            chunk *= 2;
        }
        chunk
    };

    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        Self {
            first: self.first.wrapping_add(range.start as u32),
            elements: &self.elements[range],
        }
    }

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        let elements = self.elements.try_into().ok()?;
        Some(Plain {
            first: self.first,
            elements,
        })
    }

    #[inline(always)]
    fn prefetch(self, ahead: usize) {
        let there = self.elements.as_ptr().wrapping_add(ahead).cast::<u8>();
        for line in (0..size_of_val(self.elements)).step_by(CACHE_LINE) {
            prefetch(there.wrapping_add(line));
        }
    }

    fn positioned(self, first: u32) -> Self {
        Self { first, ..self }
    }

    fn first(self) -> u32 {
        self.first
    }

    type Viewed = Self;

    fn viewed(self) -> Self {
        self
    }

    fn side_by_side(self) -> Option<Self> {
        Some(self)
    }

    fn gather(self, to: &mut Vec<E>) {
        // Where positions count, those who read the copy give its first a position.
        to.extend_from_slice(self.elements);
    }
}

const CACHE_LINE: usize = 64;

/// Brings the cache line of an address into the second cache; nothing happens if there is no such memory.
#[inline(always)]
fn prefetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching is a hint, which neither reads nor faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
