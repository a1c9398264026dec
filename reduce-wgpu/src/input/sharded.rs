//! Elements in the memory of several GPUs.

use std::any::Any;

use reduce_core::{Element, EnginePart, Error, Indexed, Plain, Positions, Source, SourcePart};

use crate::input::array::Array;

/// Elements in the memory of several GPUs, a shard on each.
///
/// Made by [`Gpus::upload`](crate::Gpus::upload); several of equal length are sharded alike, so that a tuple of them can be reduced.
#[derive(Debug)]
pub struct ShardedArray<T> {
    pub(crate) shards: Vec<Array<T>>,
    pub(crate) len: usize,
}

impl<T: Element> ShardedArray<T> {
    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn not_on_the_host(&self) -> Error {
        let uploaded = self.shards.iter().filter_map(|shard| shard.parts.first());
        let names: Vec<&str> = uploaded.map(|uploaded| uploaded.home.name.as_str()).collect();
        Error::WrongDevice {
            array: names.join(" + "),
            device: "the CPU".to_owned(),
        }
    }

    /// The shard of each GPU, in the order of the elements.
    #[must_use]
    pub fn shards(&self) -> &[Array<T>] {
        &self.shards
    }
}

impl<E: Element> Source<E> for &ShardedArray<E> {
    reduce_core::items_of_source!(E);
    type Slices<'s>
        = Plain<&'s [E]>
    where
        Self: 's;

    fn slices(&self) -> Result<Plain<&[E]>, Error> {
        Err(self.not_on_the_host())
    }

    fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
        to.extend((0..E::parts().len()).map(|part| {
            let shards = self.shards.iter().filter_map(|shard| shard.parts.get(part));
            SourcePart::Engine(EnginePart {
                memory: shards.map(|shard| shard as &dyn Any).collect(),
                len: self.len,
                strided: None,
            })
        }));
        Ok(())
    }
}

impl<E: Element> Source<Indexed<E>> for &ShardedArray<E> {
    reduce_core::items_of_source!(Indexed<E>);
    type Slices<'s>
        = Positions<Plain<&'s [E]>>
    where
        Self: 's;

    fn slices(&self) -> Result<Self::Slices<'_>, Error> {
        Err(self.not_on_the_host())
    }

    fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
        Source::<E>::parts(self, to)
    }
}
