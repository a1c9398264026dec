//! Struct-of-arrays strips: the columns of a tile as the CPU engine folds them.
//!
//! A strip holds [`STRIP`] neighbouring columns, every field of the state in an array of its own. A loop over
//! the columns then reads and writes unit-stride arrays, which is what the autovectoriser needs; an array of
//! structs measured 3 to 6 times slower for a state of four fields.

use bytemuck::{NoUninit, bytes_of};

/// Columns in a strip: one for each invocation of the GPU kernel.
pub(crate) const STRIP: usize = crate::tuning::WORKGROUP_SIZE as usize;

/// 256 values of one type, stored one field after the other.
pub trait Columns: Clone + Send {
    /// The type of one column.
    type Item: Copy;

    /// A strip with `value` in every column.
    fn filled(value: Self::Item) -> Self;
    /// The value of column `index`.
    fn get(&self, index: usize) -> Self::Item;
    /// Overwrites column `index`.
    fn set(&mut self, index: usize, value: Self::Item);

    /// `value` with those fields of `shared` for which `fields` has a bit: a column with some known fields.
    #[inline(always)]
    #[must_use]
    fn share(value: Self::Item, _shared: Self::Item, _fields: u32) -> Self::Item {
        value
    }

    /// Whether two values have the same bits in those fields.
    #[inline(always)]
    fn agree(_one: Self::Item, _other: Self::Item, _fields: u32) -> bool {
        false
    }
}

/// The strip of a scalar.
#[derive(Clone)]
pub struct Strip<T>([T; STRIP]);

impl<T: NoUninit + Send> Columns for Strip<T> {
    type Item = T;

    #[inline(always)]
    fn filled(value: T) -> Self {
        Self([value; STRIP])
    }

    #[inline(always)]
    fn get(&self, index: usize) -> T {
        self.0[index]
    }

    #[inline(always)]
    fn set(&mut self, index: usize, value: T) {
        self.0[index] = value;
    }

    #[inline(always)]
    fn share(_value: T, shared: T, _fields: u32) -> T {
        shared
    }

    #[inline(always)]
    fn agree(one: T, other: T, _fields: u32) -> bool {
        bytes_of(&one) == bytes_of(&other)
    }
}

/// The strip of a type that has parts of its own in each value, such as an enum.
#[derive(Clone)]
pub struct Values<T>([T; STRIP]);

impl<T: Copy + Send> Columns for Values<T> {
    type Item = T;

    #[inline(always)]
    fn filled(value: T) -> Self {
        Self([value; STRIP])
    }

    #[inline(always)]
    fn get(&self, index: usize) -> T {
        self.0[index]
    }

    #[inline(always)]
    fn set(&mut self, index: usize, value: T) {
        self.0[index] = value;
    }
}

/// The strip of an array: a strip for each of its elements.
#[derive(Clone)]
pub struct ArrayStrip<C, const N: usize>([C; N]);

impl<C: Columns, const N: usize> Columns for ArrayStrip<C, N> {
    type Item = [C::Item; N];

    #[inline(always)]
    fn filled(value: Self::Item) -> Self {
        Self(value.map(C::filled))
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Self::Item {
        std::array::from_fn(|k| self.0[k].get(index))
    }

    #[inline(always)]
    fn set(&mut self, index: usize, value: Self::Item) {
        for (strip, element) in self.0.iter_mut().zip(value) {
            strip.set(index, element);
        }
    }
}
