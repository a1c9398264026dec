//! Elements that stay in the memory of an engine: uploaded once, reduced as often as wanted.

use reduce_core::{
    Caps, Element, EnginePart, Error, Indexed, Key, KeyKind, KeySource, Plain, Positions, Source, SourcePart,
    extend_by_host_parts, host_parts,
};

use crate::device::scope::Guarded;
use crate::input::upload::Uploaded;

/// Elements in the memory of one engine.
///
/// Made by [`Gpu::upload`](crate::Gpu::upload) or [`Engine::upload`](crate::Engine::upload). Inputs beyond the device's largest buffer
/// or binding lie in several buffers; that changes no bit of a result. The array of a GPU is read on that GPU alone, the array of the CPU
/// wherever a slice is.
#[derive(Debug)]
pub struct Array<T> {
    /// One for each part of an element; none in host memory.
    pub(crate) parts: Vec<Uploaded>,
    /// The elements in host memory; none on a GPU.
    host: Box<[T]>,
}

impl<T: Element> Array<T> {
    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.first().map_or(self.host.len(), |part| part.len)
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn upload(on: &Guarded, caps: &Caps, data: &[T]) -> Result<Self, Error> {
        let parts = host_parts(data)
            .iter()
            .map(|part| Uploaded::keep(on, caps, part))
            .collect::<Result<_, Error>>()?;
        let host = Box::default();
        Ok(Self { parts, host })
    }

    /// A copy in host memory.
    pub(crate) fn in_host_memory(data: &[T]) -> Self {
        Self {
            parts: Vec::new(),
            host: data.into(),
        }
    }

    /// The results that a device has written.
    ///
    /// # Errors
    /// [`Error::Buffer`] if a device writes them otherwise than it reads elements.
    pub(crate) fn of_results(results: Uploaded) -> Result<Self, Error> {
        let parts = T::parts();
        let is_read = matches!(parts.as_slice(), [part] if part.bytes as u64 == results.bytes && part.is_typed());
        if !is_read {
            return Err(Error::Buffer {
                what: "the array of results".to_owned(),
                problem: "cannot be read as elements: a device writes them as words of 32 bits".to_owned(),
                remedy: "use encode_each(), which writes them to a buffer of yours, or reduce_each()",
            });
        }
        Ok(Self {
            parts: vec![results],
            host: Box::default(),
        })
    }

    /// The one part of its elements, if it is in the memory of an engine.
    pub(crate) fn engine_part(&self) -> Option<EnginePart<'_>> {
        match self.parts.first().map(Uploaded::part) {
            Some(SourcePart::Engine(part)) => Some(part),
            _ => None,
        }
    }

    /// The elements, if they are in host memory.
    ///
    /// # Errors
    /// [`Error::WrongDevice`].
    pub(crate) fn host(&self) -> Result<&[T], Error> {
        match self.parts.first() {
            None => Ok(&self.host),
            Some(part) => Err(Error::WrongDevice {
                array: part.home.name.clone(),
                device: "the CPU".to_owned(),
            }),
        }
    }
}

impl<E: Element> Source<E> for &Array<E> {
    reduce_core::items_of_source!(E);
    type Slices<'s>
        = Plain<&'s [E]>
    where
        Self: 's;

    fn slices(&self) -> Result<Plain<&[E]>, Error> {
        self.host().map(Plain::new)
    }

    fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
        if self.parts.is_empty() {
            extend_by_host_parts(to, host_parts(&self.host));
        }
        to.extend(self.parts.iter().map(Uploaded::part));
        Ok(())
    }
}

/// Keys in the memory of an engine, where it finds their groups.
impl<K: Element + Key> KeySource for Array<K> {
    type Key = K;

    fn keys(&self) -> Result<&[K], Error> {
        self.host()
    }

    fn on_engine(&self) -> Option<(EnginePart<'_>, KeyKind)> {
        self.engine_part().map(|part| (part, K::KEY_KIND))
    }

    fn of_bits(&self, bits: u64) -> Option<K> {
        Some(K::of_bits(bits))
    }
}

impl<E: Element> Source<Indexed<E>> for &Array<E> {
    reduce_core::items_of_source!(Indexed<E>);
    type Slices<'s>
        = Positions<Plain<&'s [E]>>
    where
        Self: 's;

    fn slices(&self) -> Result<Self::Slices<'_>, Error> {
        Source::<E>::slices(self).map(Positions::new)
    }

    fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
        Source::<E>::parts(self, to)
    }
}
