//! Struct-of-arrays strips: the columns of a block as the CPU engine folds them.
//!
//! A strip holds [`STRIP`] neighbouring columns, every field of the state in an array of its own. A loop over
//! the columns then reads and writes unit-stride arrays, which is what the autovectoriser needs; an array of
//! structs measured 3 to 6 times slower for a state of four fields.

/// Columns in a strip: one for each lane of the GPU kernel.
pub(crate) const STRIP: usize = crate::tuning::LANES as usize;

/// 256 values of one type, stored a field at a time.
pub trait Columns: Clone + Send {
    /// The type of one column.
    type Item: Copy;

    /// A strip with `value` in every column.
    fn filled(value: Self::Item) -> Self;
    /// The value of column `index`.
    fn get(&self, index: usize) -> Self::Item;
    /// Overwrites column `index`.
    fn set(&mut self, index: usize, value: Self::Item);
}

/// The strip of a scalar.
#[derive(Clone)]
pub struct Strip<T>([T; STRIP]);

impl<T: Copy + Send> Columns for Strip<T> {
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
