//! Elements in the memory of several GPUs.

use reduce_core::Element;

use crate::input::array::Array;

/// Elements in the memory of several GPUs, a share on each.
///
/// Made by [`Gpus::upload`](crate::Gpus::upload); several of equal length are spread alike, so that a tuple of them can be reduced.
#[derive(Debug)]
pub struct Spread<T> {
    pub(crate) shares: Vec<Array<T>>,
    pub(crate) len: usize,
}

impl<T: Element> Spread<T> {
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

    /// What each GPU holds, in the order of the elements.
    #[must_use]
    pub fn shares(&self) -> &[Array<T>] {
        &self.shares
    }
}
