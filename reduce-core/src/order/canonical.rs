//! The canonical order: how the elements of an input are combined, on every engine.
//!
//! 1. The input is cut into **tiles** of [`Shape::tile_len`] consecutive elements.
//! 2. A tile is a matrix in row-major order with [`Shape::columns`] columns. Each column is folded from top to
//!    bottom, starting with its first element.
//! 3. The columns are folded by a balanced binary tree over the column index: neighbours 1, 2, 4, … apart.
//! 4. The tile results are folded by a balanced binary tree over the tile index.
//!
//! A state that does not commute keeps the order of the input: instead of columns, each of the 256 invocations folds a **run**
//! of [`Shape::run`] neighbouring elements from left to right, and the balanced binary tree is over the invocations. Tiles are the same, and
//! so is the tree over them: the members of a tuple that do not commute are folded by runs, the others by columns.
//!
//! In all trees a missing right child is skipped, so no identity is ever combined. The order depends on the
//! number of elements and on their type, never on the state, a device, a subgroup size or a number of workgroups; an aligned
//! run of tiles is a node of the tree wherever it is computed. So several reductions of one pass have the bits of each alone.

use crate::input::element::Element;
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::tuning::{COLUMN_STATE_BYTES, LOAD_BYTES, ROWS, WORKGROUP_SIZE};
use crate::types::gpu_type::GpuType;

/// The version of the canonical order. Bytes of a [`Partial`](crate::Partial) carry it; another order gives other bits, so a change
/// of it is a major version of this crate.
pub const ORDER: u32 = 1;

/// The shape of a tile for one input type.
///
/// ```
/// use reduce_core::{Shape, ops};
/// let shape = Shape::of::<ops::Sum<f32>>();
/// assert_eq!((shape.columns(), shape.tile_len()), (1024, 32_768));
/// ```
///
/// Each member of a tuple has its own order, so it has the bits that it has alone: here the sum is one of columns, and the other
/// member keeps the order of the input. Two kernels fold the tiles of such a tuple. Only tuples of reductions are taken apart; a derived
/// struct with a field that does not commute keeps the order of the input as a whole.
///
/// ```
/// use reduce_core::{Cpu, Monoid, GpuType, Reduction, gpu, ops};
///
/// /// The last number that is not 0.
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
/// struct Last(f32);
/// #[gpu]
/// impl Monoid for Last {
///     const COMMUTATIVE: bool = false;
///     fn identity() -> Self { Last(0.0) }
///     fn combine(a: Self, b: Self) -> Self { if b.0 == 0.0 { a } else { b } }
/// }
/// #[gpu]
/// impl Reduction for Last {
///     type Input = f32; type State = Self; type Output = f32;
///     fn lift(x: f32) -> Self { Last(x) }
///     fn finish(s: Self) -> f32 { s.0 }
/// }
/// let (sum, last) = Cpu::new().reduce::<(ops::Sum<f32>, Last)>(&[1.0, 2.0, 0.0])?;
/// assert_eq!((sum, last), (3.0, 2.0));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Neighbouring columns for each invocation: 1 to 16. In the ordered variant, as many 32nds of a run.
    pub per_invocation: u32,
    /// Whether elements are combined in input order; for a tuple, whether those of some member are.
    pub ordered: bool,
}

impl Shape {
    /// The shape for `R`.
    ///
    /// For a tuple with members of both kinds, it says `ordered`, which the others are not. A program does not compile if `R` is another
    /// reduction over the states of such a tuple: only the tuple itself can be taken apart.
    ///
    /// ```compile_fail,E0080
    /// # use reduce_core::{Monoid, GpuType, Reduction, gpu, Shape, ops};
    /// # #[repr(C)]
    /// # #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    /// # struct Last(f32);
    /// # #[gpu]
    /// # impl Monoid for Last {
    /// #     const COMMUTATIVE: bool = false;
    /// #     fn identity() -> Self { Last(0.0) }
    /// #     fn combine(a: Self, b: Self) -> Self { if b.0 == 0.0 { a } else { b } }
    /// # }
    /// # #[gpu]
    /// # impl Reduction for Last {
    /// #     type Input = f32; type State = Self; type Output = f32;
    /// #     fn lift(x: f32) -> Self { Last(x) }
    /// #     fn finish(s: Self) -> f32 { s.0 }
    /// # }
    /// type States = <(ops::Sum<f32>, Last) as Reduction>::State;
    /// let _ = Shape::of::<ops::Fold<States>>();
    /// ```
    #[must_use]
    pub const fn of<R: Operator>() -> Self {
        // Every engine asks for the shape, so types whose layout differs in WGSL compile on none.
        let () = R::Input::LAYOUT;
        let () = R::State::LAYOUT;
        let () = const {
            assert!(
                R::Input::WIDEST > 0,
                "elements without a size have no WGSL type: use arrays of a length of at least 1"
            );
            assert!(
                !R::State::MIXED || R::SPLITS,
                "this is the state of a tuple of which one reduction keeps the order of the input, and the bits of another depend on the \
                 canonical order: only the tuple itself can be reduced in two orders"
            );
        };
        Self::for_element(R::Input::WIDEST, !R::State::COMMUTATIVE)
    }

    /// The shape for elements of this size in bytes; for an element in several buffers, the size where it is widest.
    #[must_use]
    pub const fn for_element(bytes: usize, ordered: bool) -> Self {
        let mut per_invocation = LOAD_BYTES;
        while per_invocation > 1 && per_invocation * bytes > LOAD_BYTES {
            per_invocation /= 2;
        }
        Self {
            per_invocation: per_invocation as u32,
            ordered,
        }
    }

    /// Columns whose states of `state` bytes an invocation of a kernel keeps at once: all of its own, or fewer if the state is large, which
    /// the invocations then fold in turns. No bit depends on it.
    #[must_use]
    pub const fn kept(self, state: usize) -> u32 {
        let mut kept = self.per_invocation as usize;
        // An invocation of the ordered variant holds one state only.
        while !self.ordered && kept > 1 && kept * state > COLUMN_STATE_BYTES {
            kept /= 2;
        }
        kept as u32
    }

    /// Neighbouring elements that one invocation folds in the ordered variant.
    #[must_use]
    pub const fn run(self) -> u32 {
        self.per_invocation * ROWS
    }

    /// Columns of a tile.
    #[must_use]
    pub const fn columns(self) -> u32 {
        self.per_invocation * WORKGROUP_SIZE
    }

    /// Elements of a tile.
    #[must_use]
    pub const fn tile_len(self) -> u32 {
        self.columns() * ROWS
    }

    /// Workgroups that a tile can be shared by, one invocation per column; 1 where it cannot.
    #[must_use]
    pub const fn splits(self) -> u32 {
        if self.ordered { 1 } else { self.per_invocation }
    }

    /// Elements of the largest tile there is, a multiple of every other.
    #[must_use]
    pub const fn largest_tile() -> u32 {
        Self::for_element(1, false).tile_len()
    }

    /// Tiles of an input of `len` elements.
    #[must_use]
    pub const fn tiles(self, len: u64) -> u64 {
        len.div_ceil(self.tile_len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn large_elements_take_fewer_columns() {
        assert_eq!(Shape::for_element(4, false).tile_len(), 32_768);
        assert_eq!(Shape::for_element(1, false).tile_len(), 131_072);
        assert_eq!(Shape::for_element(8, false).tile_len(), 16_384);
        assert_eq!(Shape::for_element(16, false).tile_len(), 8_192);
        assert_eq!(Shape::for_element(12, false).per_invocation, 1);
        assert_eq!(Shape::for_element(4, true).run(), 128);
    }

    #[test]
    fn an_invocation_keeps_few_large_states() {
        let kept = |bytes, state| Shape::for_element(bytes, false).kept(state);
        assert_eq!((kept(4, 4), kept(4, 16), kept(4, 48), kept(4, 108)), (4, 4, 2, 1));
        assert_eq!((kept(1, 4), kept(1, 8), kept(1, 12), kept(1, 1024)), (16, 16, 8, 1));
        assert_eq!(Shape::for_element(4, true).kept(1024), 4);
    }
}
