//! Tuples as values in GPU functions, a WGSL struct for each, and as elements whose members lie in one buffer each.

use std::borrow::Cow;
use std::ops::Range;

use crate::Indexed;
use crate::error::Error;
use crate::hash::{fingerprint, name};
use crate::input::dims::shape_error;
use crate::input::element::{Element, Part, Run, Slices, owned};
use crate::input::indexed::Positions;
use crate::lower::comparison;
use crate::needs::Needs;
use crate::source::{Source, SourcePart};
use crate::types::columns::Columns;
use crate::types::gpu_type::GpuType;
use crate::types::stored::{Case, Members, Stored, aligned_of_parts, bytes_of_parts};
use crate::wgsl::Module;

macro_rules! value {
    ($($t:ident $index:tt $name:literal $member:literal),*) => {
        // SAFETY: the text names types and indexes within their bounds.
        unsafe impl<$($t: GpuType),*> GpuType for ($($t,)*) {
            const NEEDS: Needs = Needs::NONE$(.union($t::NEEDS))*;
            const ALIGN: usize = 4;
            const FINGERPRINT: u64 = fingerprint(&[name("tuple"), $($t::FINGERPRINT),*]);
            const MEMBERS: &'static [(&'static str, &'static str)] = &[$(($name, $member)),*];
            type Columns = Strips<$($t),*>;

            fn wgsl_name() -> String {
                ["Tuple".to_owned(), $($t::wgsl_name()),*].join("_")
            }

            fn wgsl_type(module: &mut Module) -> String {
                module.structure::<Self>(&Self::wgsl_name(), &|module| vec![$(($member, $t::wgsl_type(module))),*])
            }

            fn wgsl_value(self, module: &mut Module) -> String {
                let members = [$(self.$index.wgsl_value(module)),*];
                crate::types::construct::construct::<Self>(&members, module)
            }

            fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
                let members = [$($t::wgsl_shuffle(&format!(concat!("{}.", $member), value), distance, module)),*];
                crate::types::construct::construct::<Self>(&members, module)
            }

            fn wgsl_select(no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
                Self::TABLE.select_of(no, yes, condition, module, &|module| {
                    vec![$($t::wgsl_select(concat!("no.", $member), concat!("yes.", $member), "condition", module)),*]
                })
            }

            fn wgsl_words(value: &str, module: &mut Module) -> Vec<String> {
                [$($t::wgsl_words(&format!(concat!("{}.", $member), value), module)),*].concat()
            }

            fn wgsl_of_words(words: &mut std::vec::IntoIter<String>, module: &mut Module) -> String {
                let members = [$($t::wgsl_of_words(words, module)),*];
                crate::types::construct::construct::<Self>(&members, module)
            }

            fn wgsl_operator<Left: GpuType, Right: GpuType>(
                symbol: &str,
                left: &str,
                right: &str,
                module: &mut Module,
            ) -> Option<String> {
                let parts = [$(comparison::Part::of::<$t>(concat!(".", $member))),*];
                comparison::comparison::<Self>(symbol, left, right, module, &parts)
            }

            fn canonical(self) -> Self {
                ($(self.$index.canonical(),)*)
            }
        }

        // SAFETY: it is not plain, and the members of its twin are those of its members.
        unsafe impl<$($t: GpuType),*> Stored for ($($t,)*) {
            const PLAIN: bool = false;
            const BYTES: usize = bytes_of_parts(&[$($t::BYTES),*]);
            const ALIGNED: usize = 4;
            const MEMBERS_ALIGNED: usize = aligned_of_parts(&[$($t::ALIGNED),*]);
            const TWIN: bool = Self::MEMBERS_ALIGNED > 4 $(|| $t::TWIN)*;

            fn write(&self, to: &mut [u8]) {
                let mut members = Members::default();
                $(members.write(&self.$index, to);)*
            }

            fn read(from: &[u8], case: Case) -> Option<Self> {
                let mut members = Members::default();
                Some(($(members.read::<$t>(from, case)?,)*))
            }

            fn wgsl_stored(module: &mut Module) -> String {
                Self::TABLE.stored_of(module, &|module| vec![$(($member, $t::wgsl_stored(module))),*])
            }

            fn wgsl_store(value: &str, module: &mut Module) -> String {
                Self::TABLE.store_of(value, module, &|module| {
                    vec![$($t::wgsl_store(concat!("value.", $member), module)),*]
                })
            }

            fn wgsl_load(stored: &str, module: &mut Module) -> String {
                Self::TABLE.load_of(stored, module, &|module| {
                    vec![$($t::wgsl_load(concat!("stored.", $member), module)),*]
                })
            }
        }

        /// The columns of a tuple.
        #[derive(Clone)]
        pub struct Strips<$($t: GpuType),*>($($t::Columns),*);

        impl<$($t: GpuType),*> Columns for Strips<$($t),*> {
            type Item = ($($t,)*);

            #[inline(always)]
            fn filled(value: Self::Item) -> Self {
                Self($($t::Columns::filled(value.$index)),*)
            }

            #[inline(always)]
            fn get(&self, index: usize) -> Self::Item {
                ($(self.$index.get(index),)*)
            }

            #[inline(always)]
            fn set(&mut self, index: usize, value: Self::Item) {
                $(self.$index.set(index, value.$index);)*
            }
        }
    };
}

/// The shape that all of these are, if there is one.
///
/// # Errors
/// [`Error::Shape`] if they differ.
fn common_shape(mut shapes: impl Iterator<Item = Vec<usize>>) -> Result<Option<Vec<usize>>, Error> {
    let Some(first) = shapes.next() else { return Ok(None) };
    match shapes.find(|shape| *shape != first) {
        None => Ok(Some(first)),
        Some(other) => Err(shape_error(
            format!("the inputs have the shapes {first:?} and {other:?}"),
            "an element is made of one of each, so give views of one shape",
        )),
    }
}

/// An element of several buffers. A GPU of WebGPU's limits binds eight, one of which takes the results.
macro_rules! element {
    ($($t:ident $source:ident $index:tt),*) => {
        // SAFETY: the parts are those of the bytes, and the text reads no others.
        unsafe impl<$($t: Element),*> Element for ($($t,)*) {
            const WIDEST: usize = {
                let mut widest = 0;
                $(if $t::WIDEST > widest { widest = $t::WIDEST; })*
                widest
            };
            const POSITIONED: bool = false $(|| $t::POSITIONED)*;

            fn parts() -> Vec<Part> {
                [$($t::parts()),*].concat()
            }

            fn bytes(data: &[Self]) -> Vec<Cow<'_, [u8]>> {
                let mut parts = Vec::new();
                $({
                    let members: Vec<$t> = data.iter().map(|element| element.$index).collect();
                    parts.extend(owned($t::bytes(&members)));
                })*
                parts
            }

            fn layout() -> Vec<Part> {
                [$($t::layout()),*].concat()
            }

            fn encode(&self, to: &mut Vec<u8>) {
                $(self.$index.encode(to);)*
            }

            fn decode(from: &mut &[u8]) -> Option<Self> {
                Some(($($t::decode(from)?,)*))
            }

            fn decode_any(from: &mut &[u8]) -> Option<Self> {
                Some(($($t::decode_any(from)?,)*))
            }

            #[inline(always)]
            fn located(&self, position: u32) -> Self {
                ($(self.$index.located(position),)*)
            }

            fn wgsl_element(values: &mut std::vec::IntoIter<String>, position: &str, module: &mut Module) -> String {
                let members = [$($t::wgsl_element(values, position, module)),*];
                crate::types::construct::construct::<Self>(&members, module)
            }
        }

        impl<$($t: Run),*> Run for ($($t,)*) {
            type Item = ($($t::Item,)*);

            #[inline(always)]
            fn len(self) -> usize {
                self.0.len()
            }

            #[inline(always)]
            fn get(self, index: usize) -> Self::Item {
                ($(self.$index.get(index),)*)
            }
        }

        impl<$($t: Slices),*> Slices for ($($t,)*) {
            type Whole = ($($t::Whole,)*);
            const CHUNK: usize = {
                let mut chunk = crate::types::columns::STRIP;
                $(if $t::CHUNK < chunk {
                    chunk = $t::CHUNK;
                })*
                chunk
            };
            const MAY_LIE_SIDE_BY_SIDE: bool = false $(|| $t::MAY_LIE_SIDE_BY_SIDE)*;

            #[inline(always)]
            fn cut(self, range: Range<usize>) -> Self {
                ($(self.$index.cut(range.clone()),)*)
            }

            #[inline(always)]
            fn whole(self) -> Option<Self::Whole> {
                Some(($(self.$index.whole()?,)*))
            }

            #[inline(always)]
            fn prefetch(self, ahead: usize) {
                $(self.$index.prefetch(ahead);)*
            }

            fn positioned(self, first: u32) -> Self {
                ($(self.$index.positioned(first),)*)
            }

            fn first(self) -> u32 {
                self.0.first()
            }

            type Viewed = ($($t::Viewed,)*);

            fn viewed(self) -> Self::Viewed {
                ($(self.$index.viewed(),)*)
            }

            fn side_by_side(self) -> Option<Self::Viewed> {
                Some(($(self.$index.side_by_side()?,)*))
            }
        }

        impl<$($t: Element, $source: Source<$t>),*> Source<($($t,)*)> for ($($source,)*) {
            crate::items_of_source!(($($t,)*));
            type Slices<'s> = ($($source::Slices<'s>,)*) where Self: 's;

            fn slices(&self) -> Result<Self::Slices<'_>, Error> {
                let slices = ($(self.$index.slices()?,)*);
                let length = slices.0.len();
                for other in [$(slices.$index.len()),*] {
                    if other != length {
                        return Err(Error::Lengths { first: length, other });
                    }
                }
                Ok(slices)
            }

            fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
                $(self.$index.parts(to)?;)*
                Ok(())
            }

            fn extents(&self) -> Result<Option<Vec<usize>>, Error> {
                common_shape([$(self.$index.extents()?),*].into_iter().flatten())
            }
        }

        impl<$($t: Element, $source: Source<$t>),*> Source<Indexed<($($t,)*)>> for ($($source,)*) {
            crate::items_of_source!(Indexed<($($t,)*)>);
            type Slices<'s> = Positions<($($source::Slices<'s>,)*)> where Self: 's;

            fn slices(&self) -> Result<Self::Slices<'_>, Error> {
                Source::<($($t,)*)>::slices(self).map(Positions::new)
            }

            fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
                Source::<($($t,)*)>::parts(self, to)
            }

            fn extents(&self) -> Result<Option<Vec<usize>>, Error> {
                Source::<($($t,)*)>::extents(self)
            }
        }
    };
}

element!(A SA 0);
element!(A SA 0, B SB 1);
element!(A SA 0, B SB 1, C SC 2);
element!(A SA 0, B SB 1, C SC 2, D SD 3);
element!(A SA 0, B SB 1, C SC 2, D SD 3, E SE 4);
element!(A SA 0, B SB 1, C SC 2, D SD 3, E SE 4, F SF 5);
element!(A SA 0, B SB 1, C SC 2, D SD 3, E SE 4, F SF 5, G SG 6);

macro_rules! values {
    ($($module:ident: $($t:ident $index:tt $name:literal $member:literal),*;)*) => {$(
        mod $module {
            use super::*;
            value!($($t $index $name $member),*);
        }
    )*};
}

values! {
    one: A 0 "0" "_0";
    two: A 0 "0" "_0", B 1 "1" "_1";
    three: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2";
    four: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3";
    five: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3", E 4 "4" "_4";
    six: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3", E 4 "4" "_4", F 5 "5" "_5";
    seven: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3", E 4 "4" "_4", F 5 "5" "_5", G 6 "6" "_6";
    eight: A 0 "0" "_0", B 1 "1" "_1", C 2 "2" "_2", D 3 "3" "_3", E 4 "4" "_4", F 5 "5" "_5", G 6 "6" "_6",
        H 7 "7" "_7";
}
