//! Groups of elements that have one key, wherever they lie.

use bytemuck::Pod;

use super::{Take, no_room};
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::keys::{Key, Keys};
use crate::piece::Piece;

/// All elements that have come, and the number of the key of each.
pub(crate) struct ByKey {
    element: ElementType,
    elements: Piece,
    numbers: Vec<u32>,
}

impl ByKey {
    pub(crate) fn new(element: ElementType) -> Self {
        Self {
            element,
            elements: Piece::new(),
            numbers: Vec::new(),
        }
    }

    /// Takes the next elements, and the numbers of their keys.
    ///
    /// # Errors
    /// If there is no room for them, or not one key for each.
    pub(crate) fn push(&mut self, piece: &Piece, numbers: &[u32]) -> Result<(), Failure> {
        let elements = piece.as_bytes().len() / self.element.bytes();
        if elements != numbers.len() {
            return Err(Failure::input(format!(
                "there are {} keys for {elements} elements; give each element a key",
                numbers.len()
            )));
        }
        let all = self.numbers.len() + elements;
        if self.numbers.try_reserve(elements).is_err() || !self.elements.append(piece.as_bytes()) {
            return Err(no_room(&format!(
                "{all} elements of type {} and their keys",
                self.element
            )));
        }
        self.numbers.extend_from_slice(numbers);
        Ok(())
    }

    /// Gives all elements on, group after group in the order of `keys`, and returns the keys.
    ///
    /// # Errors
    /// If there is no room for the elements in order, and the errors of `take`.
    pub(crate) fn finish(mut self, keys: Keys, written: bool, take: &mut Take<'_>) -> Result<Vec<Key>, Failure> {
        let (keys, places) = keys.in_order(written);
        for number in &mut self.numbers {
            *number = places.get(*number as usize).copied().unwrap_or(0);
        }
        let offsets = offsets(&self.numbers, keys.len());
        let sorted = self.sorted(&offsets)?;
        drop((self.elements, self.numbers));
        take(&sorted, &offsets)?;
        Ok(keys)
    }

    fn sorted(&self, offsets: &[usize]) -> Result<Piece, Failure> {
        let bytes = self.elements.as_bytes().len();
        let mut to =
            Piece::zeroed(bytes).ok_or_else(|| no_room(&format!("{bytes} bytes in the order of their keys")))?;
        let (from, next) = (&self.elements, offsets.to_vec());
        match self.element.bytes() {
            1 => scattered::<u8>(from, &self.numbers, next, &mut to),
            2 => scattered::<u16>(from, &self.numbers, next, &mut to),
            4 => scattered::<u32>(from, &self.numbers, next, &mut to),
            _ => scattered::<u64>(from, &self.numbers, next, &mut to),
        }
        Ok(to)
    }
}

/// Where the elements of each of `count` keys begin, and where the last ends.
fn offsets(keys: &[u32], count: usize) -> Vec<usize> {
    let mut offsets = vec![0usize; count + 1];
    for key in keys {
        if let Some(after) = offsets.get_mut(*key as usize + 1) {
            *after += 1;
        }
    }
    let mut end = 0;
    for offset in &mut offsets {
        end += *offset;
        *offset = end;
    }
    offsets
}

/// Copies each element to the `next` place of its key.
fn scattered<T: Pod>(from: &Piece, keys: &[u32], mut next: Vec<usize>, to: &mut Piece) {
    let to = to.numbers_mut::<T>();
    for (element, key) in from.numbers::<T>().iter().zip(keys) {
        if let Some(next) = next.get_mut(*key as usize) {
            if let Some(to) = to.get_mut(*next) {
                *to = *element;
            }
            *next += 1;
        }
    }
}
