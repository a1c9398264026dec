//! The places of an input's elements, told from the caller's source.

use std::any::Any;

use reduce_core::{Element, EnginePart, Error, HostPart, Source, SourcePart};

use crate::input::upload::Uploaded;

/// The place of the elements of one buffer.
#[derive(Debug)]
pub(crate) enum Part<'a> {
    /// In host memory.
    Host(HostPart<'a>),
    /// On a device.
    Device(&'a Uploaded),
    /// On several devices, a shard on each.
    Sharded(Vec<&'a Uploaded>),
    /// On a device, every `stride`-th element from `offset` on.
    Strided {
        uploaded: &'a Uploaded,
        offset: u64,
        stride: u64,
    },
}

impl<'a> Part<'a> {
    /// # Errors
    /// [`Error::WrongDevice`] for the memory of an engine that is none of this crate's, [`Error::Buffer`] for a view of shards.
    pub(crate) fn of(part: SourcePart<'a>) -> Result<Self, Error> {
        let EnginePart { memory, strided, .. } = match part {
            SourcePart::Host(host) => return Ok(Self::Host(host)),
            SourcePart::Engine(engine) => engine,
        };
        let uploaded = memory.into_iter().map(<dyn Any>::downcast_ref::<Uploaded>);
        let shards: Option<Vec<&Uploaded>> = uploaded.collect();
        match (shards.as_deref(), strided) {
            (Some([uploaded]), None) => Ok(Self::Device(uploaded)),
            (Some([uploaded]), Some([offset, stride])) => Ok(Self::Strided {
                uploaded,
                offset,
                stride,
            }),
            (Some(shards), None) => Ok(Self::Sharded(shards.to_vec())),
            (Some(_), Some(_)) => Err(Error::Buffer {
                what: "a strided view".to_owned(),
                problem: "is of elements on several GPUs".to_owned(),
                remedy: "take a view of each shard, and merge their results",
            }),
            (None, _) => Err(Error::WrongDevice {
                array: "another engine".to_owned(),
                device: "a GPU".to_owned(),
            }),
        }
    }

    /// The elements in host memory.
    pub(crate) fn host(&self) -> Option<&HostPart<'a>> {
        match self {
            Self::Host(host) => Some(host),
            Self::Device(_) | Self::Sharded(_) | Self::Strided { .. } => None,
        }
    }

    /// The device or devices it lies on, in words.
    pub(crate) fn home(&self) -> String {
        let name = |uploaded: &&Uploaded| uploaded.home.name.clone();
        match self {
            Self::Host(_) => "the host".to_owned(),
            Self::Device(uploaded) | Self::Strided { uploaded, .. } => name(uploaded),
            Self::Sharded(shards) => shards.iter().map(name).collect::<Vec<_>>().join(" + "),
        }
    }
}

/// The parts of `source` and their common length.
///
/// # Errors
/// [`Error::Lengths`] if they differ, [`Error::Shape`] if a view cannot be read; as [`Part::of`].
pub(crate) fn parts<E: Element, S: Source<E>>(source: &S) -> Result<(Vec<Part<'_>>, usize), Error> {
    let mut parts = Vec::new();
    source.parts(&mut parts)?;
    of(parts)
}

/// These parts and their common length.
///
/// # Errors
/// As [`parts`].
pub(crate) fn of(parts: Vec<SourcePart<'_>>) -> Result<(Vec<Part<'_>>, usize), Error> {
    let first = parts.first().map_or(0, SourcePart::len);
    if let Some(other) = parts.iter().map(SourcePart::len).find(|len| *len != first) {
        return Err(Error::Lengths { first, other });
    }
    let parts = parts.into_iter().map(Part::of).collect::<Result<_, Error>>()?;
    Ok((parts, first))
}
