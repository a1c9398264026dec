//! What can be reduced: slices and arrays, alone or side by side.

use reduce_core::{Element, Error, Indexed};

use crate::input::array::{Array, Cut};
use crate::input::host::{Host, host};
use crate::input::sharded::Spread;

/// Input of a reduction of elements `E`: `&[T]`, `&Vec<T>`, `&[T; N]`, `&Box<[T]>` and `&Array<T>`; where the element
/// is a tuple, a tuple of these; where it is `Indexed<T>`, what `T` is read from.
///
/// ```no_run
/// use reduce_wgpu::prelude::*;
///
/// let gpu = Gpu::new()?;
/// let (weights, values) = (gpu.upload(&[0.5f32, 0.25])?, vec![2.0f32, 4.0]);
/// let dot: f32 = gpu.reduce::<ops::Dot<f32>>((&weights, &values))?;
/// assert_eq!(dot, 2.0);
/// # Ok::<(), reduce_wgpu::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no input of elements `{E}`",
    label = "expected a slice, a Vec, an array or an `Array` of `{E}`; where the element is a tuple, a tuple of them",
    note = "an element `Indexed<T>` is read from a slice of `T`"
)]
pub trait Source<E: Element> {
    /// Adds what it consists of, one for each buffer of the element.
    #[doc(hidden)]
    fn parts<'s>(&'s self, to: &mut Vec<Part<'s>>);
}

/// Where the elements of one buffer are.
#[doc(hidden)]
#[derive(Debug)]
pub enum Part<'a> {
    /// In host memory.
    Host(Host<'a>),
    /// On a device.
    Device(&'a Cut),
    /// On several, a share on each.
    Spread(Vec<&'a Cut>),
    /// On a device, every `step`-th element from `first` on.
    Strided {
        cut: &'a Cut,
        first: u64,
        step: u64,
        len: usize,
    },
}

impl<'a> Part<'a> {
    /// The elements in host memory.
    pub(crate) fn host(&self) -> Option<&Host<'a>> {
        match self {
            Self::Host(host) => Some(host),
            Self::Device(_) | Self::Spread(_) | Self::Strided { .. } => None,
        }
    }

    /// Where it lies, in words.
    pub(crate) fn home(&self) -> String {
        let name = |cut: &&Cut| cut.home.name.clone();
        match self {
            Self::Host(_) => "the host".to_owned(),
            Self::Device(cut) | Self::Strided { cut, .. } => name(cut),
            Self::Spread(cuts) => cuts.iter().map(name).collect::<Vec<_>>().join(" + "),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Host(data) => data.len(),
            Self::Device(cut) => cut.len,
            Self::Spread(cuts) => cuts.iter().map(|cut| cut.len).sum(),
            Self::Strided { len, .. } => *len,
        }
    }
}

/// The parts of `source` and their common length.
pub(crate) fn parts<E: Element, S: Source<E>>(source: &S) -> Result<(Vec<Part<'_>>, usize), Error> {
    let mut parts = Vec::new();
    source.parts(&mut parts);
    let first = parts.first().map_or(0, Part::len);
    match parts.iter().map(Part::len).find(|len| *len != first) {
        Some(other) => Err(Error::Lengths { first, other }),
        None => Ok((parts, first)),
    }
}

macro_rules! one {
    ($($source:ty $(where $n:ident)?: |$this:ident| $parts:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<E: Element $(, const $n: usize)?> Source<E> for $source {
            fn parts<'s>(&'s self, to: &mut Vec<Part<'s>>) {
                let $this = self;
                to.extend($parts);
            }
        }

        #[diagnostic::do_not_recommend]
        impl<E: Element $(, const $n: usize)?> Source<Indexed<E>> for $source {
            fn parts<'s>(&'s self, to: &mut Vec<Part<'s>>) {
                Source::<E>::parts(self, to);
            }
        }
    )*};
}

one! {
    &[E]: |data| host(data).map(Part::Host);
    &Vec<E>: |data| host(data).map(Part::Host);
    &[E; N] where N: |data| host(&data[..]).map(Part::Host);
    &Box<[E]>: |data| host(data).map(Part::Host);
    &Array<E>: |array| array.parts.iter().map(Part::Device);
    &Spread<E>: |spread| (0..E::parts().len()).map(|part| {
        Part::Spread(spread.shares().iter().filter_map(|share| share.parts.get(part)).collect())
    });
}

macro_rules! several {
    ($($e:ident $s:ident $index:tt),*) => {
        impl<$($e: Element, $s: Source<$e>),*> Source<($($e,)*)> for ($($s,)*) {
            fn parts<'s>(&'s self, to: &mut Vec<Part<'s>>) {
                $(self.$index.parts(to);)*
            }
        }

        impl<$($e: Element, $s: Source<$e>),*> Source<Indexed<($($e,)*)>> for ($($s,)*) {
            fn parts<'s>(&'s self, to: &mut Vec<Part<'s>>) {
                Source::<($($e,)*)>::parts(self, to);
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
