//! Elements in host memory, as bytes.

use std::borrow::Cow;

use reduce_core::Element;

/// Elements in host memory, by their bytes.
#[doc(hidden)]
#[derive(Debug)]
pub struct Host<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    /// Bytes of an element.
    pub(crate) element: usize,
}

impl Host<'_> {
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() / self.element
    }
}

/// The parts of elements in host memory.
pub(crate) fn host<E: Element>(data: &[E]) -> impl Iterator<Item = Host<'_>> {
    let sizes = E::parts().into_iter().map(|part| part.bytes);
    E::bytes(data)
        .into_iter()
        .zip(sizes)
        .map(|(bytes, element)| Host { bytes, element })
}
