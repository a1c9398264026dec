//! Elements that know their position.

use std::borrow::Cow;
use std::ops::Range;

use crate::error::Error;
use crate::hash::{fingerprint, name};
use crate::input::element::{Element, Part, Run, Slices, owned};
use crate::needs::Needs;
use crate::types::columns::Columns;
use crate::types::gpu_type::GpuType;
use crate::types::stored::{Case, Stored};
use crate::wgsl::Module;

/// An element with its position in the input, for reductions that ask where: `type Input = Indexed<f32>`.
///
/// The position is not read but counted, so it costs no memory traffic. It is a u32: an input of more than 2^32 elements is an
/// [`Error::Positions`]. The input is any that `T` is read from; in a slice of `Indexed<T>`, the positions in the slice count,
/// not the stored indices.
///
/// ```
/// use reduce_core::{Cpu, Indexed, Reduce};
///
/// /// Where the elements above 1 begin and end.
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
/// #[reduce(input = Indexed<f32>)]
/// struct Extent {
///     #[reduce(min, lift = if x.value > 1.0 { x.index } else { u32::MAX })]
///     first: u32,
///     #[reduce(max, lift = if x.value > 1.0 { x.index } else { 0 })]
///     last: u32,
/// }
/// let extent = Cpu::new().reduce::<Extent>(&[0.0, 2.0, 0.5, 3.0, 0.0])?;
/// assert_eq!((extent.first, extent.last), (1, 3));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indexed<T> {
    /// The position, from 0.
    pub index: u32,
    /// The element.
    pub value: T,
}

// SAFETY: the text names types and indexes within their bounds.
unsafe impl<T: GpuType> GpuType for Indexed<T> {
    const NEEDS: Needs = T::NEEDS;
    const ALIGN: usize = T::ALIGN;
    const LAYOUT: () = T::LAYOUT;
    const FINGERPRINT: u64 = fingerprint(&[name("Indexed"), T::FINGERPRINT]);
    const MEMBERS: &'static [(&'static str, &'static str)] = &[("index", "index"), ("value", "value")];
    type Columns = Strips<T>;

    fn wgsl_name() -> String {
        format!("Indexed_{}", T::wgsl_name())
    }

    fn wgsl_type(module: &mut Module) -> String {
        module.structure::<Self>(&Self::wgsl_name(), &|module| {
            vec![("index", "u32".to_owned()), ("value", T::wgsl_type(module))]
        })
    }

    fn wgsl_value(self, module: &mut Module) -> String {
        let members = [self.index.wgsl_value(module), self.value.wgsl_value(module)];
        crate::types::construct::construct::<Self>(&members, module)
    }

    fn wgsl_words(value: &str, module: &mut Module) -> Vec<String> {
        let mut index = u32::wgsl_words(&format!("{value}.index"), module);
        if T::ALIGN > 4 {
            // The value begins at a multiple of 8 bytes.
            index.push("0u".to_owned());
        }
        [index, T::wgsl_words(&format!("{value}.value"), module)].concat()
    }

    fn wgsl_of_words(words: &mut std::vec::IntoIter<String>, module: &mut Module) -> String {
        let index = u32::wgsl_of_words(words, module);
        if T::ALIGN > 4 {
            words.next();
        }
        let members = [index, T::wgsl_of_words(words, module)];
        crate::types::construct::construct::<Self>(&members, module)
    }

    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
        let members = [
            u32::wgsl_shuffle(&format!("{value}.index"), distance, module),
            T::wgsl_shuffle(&format!("{value}.value"), distance, module),
        ];
        crate::types::construct::construct::<Self>(&members, module)
    }

    fn wgsl_select(no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
        Self::TABLE.select_of(no, yes, condition, module, &|module| {
            vec![
                u32::wgsl_select("no.index", "yes.index", "condition", module),
                T::wgsl_select("no.value", "yes.value", "condition", module),
            ]
        })
    }

    fn canonical(self) -> Self {
        Self {
            value: self.value.canonical(),
            ..self
        }
    }
}

/// Bytes in front of a value of `T`: its position, and what its words have behind that.
const fn before_value<T: GpuType>() -> usize {
    if T::ALIGN > 4 { 8 } else { 4 }
}

// SAFETY: it is not plain, and the members of its twin are those of its members.
unsafe impl<T: GpuType> Stored for Indexed<T> {
    const PLAIN: bool = false;
    const BYTES: usize = before_value::<T>() + T::BYTES;
    const ALIGNED: usize = 4;
    const MEMBERS_ALIGNED: usize = T::ALIGNED;
    const TWIN: bool = T::TWIN || T::ALIGNED > 4;

    fn write(&self, to: &mut [u8]) {
        if let Some((index, value)) = to.split_at_mut_checked(before_value::<T>()) {
            self.index.write(index);
            self.value.write(value);
        }
    }

    fn read(from: &[u8], case: Case) -> Option<Self> {
        let (index, value) = from.split_at_checked(before_value::<T>())?;
        Some(Self {
            index: u32::read(index.get(..4)?, case)?,
            value: T::read(value, case)?,
        })
    }

    fn wgsl_stored(module: &mut Module) -> String {
        Self::TABLE.stored_of(module, &|module| {
            vec![("index", "u32".to_owned()), ("value", T::wgsl_stored(module))]
        })
    }

    fn wgsl_store(value: &str, module: &mut Module) -> String {
        Self::TABLE.store_of(value, module, &|module| {
            vec!["value.index".to_owned(), T::wgsl_store("value.value", module)]
        })
    }

    fn wgsl_load(stored: &str, module: &mut Module) -> String {
        Self::TABLE.load_of(stored, module, &|module| {
            vec!["stored.index".to_owned(), T::wgsl_load("stored.value", module)]
        })
    }
}

/// Refuses elements before position `end` whose position does not fit 32 bits, where elements are `positioned`.
///
/// # Errors
/// [`Error::Positions`] if there are any.
pub(crate) fn check_positions(positioned: bool, end: u64) -> Result<(), Error> {
    if positioned && end > 1 << 32 {
        return Err(Error::Positions { last: end - 1 });
    }
    Ok(())
}

/// The columns of positioned values.
#[derive(Clone)]
pub struct Strips<T: GpuType>(<u32 as GpuType>::Columns, T::Columns);

impl<T: GpuType> Columns for Strips<T> {
    type Item = Indexed<T>;

    fn filled(value: Indexed<T>) -> Self {
        Self(Columns::filled(value.index), T::Columns::filled(value.value))
    }

    fn get(&self, index: usize) -> Indexed<T> {
        Indexed {
            index: self.0.get(index),
            value: self.1.get(index),
        }
    }

    fn set(&mut self, index: usize, value: Indexed<T>) {
        self.0.set(index, value.index);
        self.1.set(index, value.value);
    }
}

// SAFETY: the parts are those of the bytes, and the text reads no others.
unsafe impl<T: Element> Element for Indexed<T> {
    const WIDEST: usize = T::WIDEST;
    const POSITIONED: bool = true;

    fn parts() -> Vec<Part> {
        T::parts()
    }

    fn bytes(data: &[Self]) -> Vec<Cow<'_, [u8]>> {
        let values: Vec<T> = data.iter().map(|element| element.value).collect();
        owned(T::bytes(&values))
    }

    fn layout() -> Vec<Part> {
        [u32::layout(), T::layout()].concat()
    }

    fn encode(&self, to: &mut Vec<u8>) {
        self.index.encode(to);
        self.value.encode(to);
    }

    fn decode(from: &mut &[u8]) -> Option<Self> {
        Some(Self {
            index: u32::decode(from)?,
            value: T::decode(from)?,
        })
    }

    fn decode_any(from: &mut &[u8]) -> Option<Self> {
        Some(Self {
            index: u32::decode(from)?,
            value: T::decode_any(from)?,
        })
    }

    #[inline(always)]
    fn located(&self, position: u32) -> Self {
        Self {
            index: position,
            ..*self
        }
    }

    fn wgsl_element(values: &mut std::vec::IntoIter<String>, position: &str, module: &mut Module) -> String {
        let kind = Self::wgsl_type(module);
        format!("{kind}({position}, {})", T::wgsl_element(values, position, module))
    }
}

/// Elements and the position of the first of them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Positions<S> {
    first: u32,
    values: S,
}

impl<S> Positions<S> {
    /// Values from position 0 on.
    #[must_use]
    pub fn new(values: S) -> Self {
        Self { first: 0, values }
    }
}

impl<S: Run> Run for Positions<S> {
    type Item = Indexed<S::Item>;

    #[inline(always)]
    fn len(self) -> usize {
        self.values.len()
    }

    #[inline(always)]
    fn get(self, index: usize) -> Indexed<S::Item> {
        Indexed {
            index: self.first.wrapping_add(index as u32),
            value: self.values.get(index),
        }
    }
}

impl<S: Slices> Slices for Positions<S> {
    type Whole = Positions<S::Whole>;
    const CHUNK: usize = S::CHUNK;
    const MAY_LIE_SIDE_BY_SIDE: bool = S::MAY_LIE_SIDE_BY_SIDE;

    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        Self {
            first: self.first.wrapping_add(range.start as u32),
            values: self.values.cut(range),
        }
    }

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        Some(Positions {
            first: self.first,
            values: self.values.whole()?,
        })
    }

    #[inline(always)]
    fn prefetch(self, ahead: usize) {
        self.values.prefetch(ahead);
    }

    fn positioned(self, first: u32) -> Self {
        let values = self.values.positioned(first);
        Self { first, values }
    }

    fn first(self) -> u32 {
        self.first
    }

    fn gather(self, to: &mut Vec<Self::Item>) {
        let mut values = Vec::with_capacity(self.len());
        self.values.gather(&mut values);
        let indices = (0..).map(|index| self.first.wrapping_add(index));
        to.extend(indices.zip(values).map(|(index, value)| Indexed { index, value }));
    }

    type Viewed = Positions<S::Viewed>;

    fn viewed(self) -> Self::Viewed {
        Positions {
            first: self.first,
            values: self.values.viewed(),
        }
    }

    fn side_by_side(self) -> Option<Self::Viewed> {
        Some(Positions {
            first: self.first,
            values: self.values.side_by_side()?,
        })
    }
}
