//! The canonical order: how the elements of an input are put together, on every engine.
//!
//! 1. The input is cut into **blocks** of [`Shape::block`] consecutive elements.
//! 2. A block is a matrix in row-major order with [`Shape::columns`] columns. Each column is folded from top to
//!    bottom, starting with its first element.
//! 3. The columns are folded by a balanced binary tree over the column index: neighbours 1, 2, 4, … apart.
//! 4. The block results are folded by a balanced binary tree over the block index.
//!
//! A state that does not commute keeps the order of the input: instead of columns, each of the 256 lanes folds a **run**
//! of [`Shape::run`] neighbouring elements from left to right, and the balanced binary tree is over the lanes.
//!
//! In all trees a missing right child is skipped, so no identity is ever combined. The order depends on the
//! number of elements and on the types, never on a device, a subgroup size or a number of workgroups; an aligned
//! run of blocks is a node of the tree wherever it is computed.

use crate::element::Element;
use crate::monoid::{Monoid, Reduction};
use crate::tuning::{COLUMN_STATE_BYTES, LANES, LOAD_BYTES, ROWS};

/// The shape of a block for one input type and one state type.
///
/// ```
/// use reduce_core::{Shape, ops};
/// let shape = Shape::of::<ops::Sum<f32>>();
/// assert_eq!((shape.columns(), shape.block()), (1024, 32_768));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Neighbouring columns that belong to one lane: 1 to 16. In the ordered variant, as many 32nds of a run.
    pub per_lane: u32,
    /// Whether elements are combined in input order.
    pub ordered: bool,
}

impl Shape {
    /// The shape for `R`.
    #[must_use]
    pub const fn of<R: Reduction>() -> Self {
        Self::for_sizes(R::Input::WIDEST, size_of::<R::State>(), !R::State::COMMUTATIVE)
    }

    /// The shape for elements and states of these sizes in bytes; of an element in several buffers, where it is widest.
    #[must_use]
    pub const fn for_sizes(element: usize, state: usize, ordered: bool) -> Self {
        // A lane of the ordered variant holds one state only.
        let state = if ordered { 0 } else { state };
        let mut per_lane = LOAD_BYTES;
        while per_lane > 1 && (per_lane * element > LOAD_BYTES || per_lane * state > COLUMN_STATE_BYTES) {
            per_lane /= 2;
        }
        Self {
            per_lane: per_lane as u32,
            ordered,
        }
    }

    /// Neighbouring elements that one lane folds in the ordered variant.
    #[must_use]
    pub const fn run(self) -> u32 {
        self.per_lane * ROWS
    }

    /// Columns of a block.
    #[must_use]
    pub const fn columns(self) -> u32 {
        self.per_lane * LANES
    }

    /// Elements of a block.
    #[must_use]
    pub const fn block(self) -> u32 {
        self.columns() * ROWS
    }

    /// Workgroups that a block can be shared by, one lane a column; 1 where it cannot.
    #[must_use]
    pub const fn shared_by(self) -> u32 {
        if self.ordered { 1 } else { self.per_lane }
    }

    /// Elements of the largest block there is, a multiple of every other.
    #[must_use]
    pub const fn largest_block() -> u32 {
        Self::for_sizes(1, 1, false).block()
    }

    /// Blocks of an input of `len` elements.
    #[must_use]
    pub const fn blocks(self, len: u64) -> u64 {
        len.div_ceil(self.block() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn large_elements_and_states_take_fewer_columns() {
        assert_eq!(Shape::for_sizes(4, 4, false).block(), 32_768);
        assert_eq!(Shape::for_sizes(1, 4, false).block(), 131_072);
        assert_eq!(Shape::for_sizes(8, 8, false).block(), 16_384);
        assert_eq!(Shape::for_sizes(16, 16, false).block(), 8_192);
        assert_eq!(Shape::for_sizes(4, 16, false).per_lane, 4);
        assert_eq!(Shape::for_sizes(4, 108, false).per_lane, 1);
        assert_eq!(Shape::for_sizes(12, 12, false).per_lane, 1);
        assert_eq!(Shape::for_sizes(4, 108, true).run(), 128);
    }
}
