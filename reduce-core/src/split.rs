//! Tuples of which one member keeps the order of the input and the bits of another depend on the canonical order: two kernels fold
//! their blocks, each the members that it has the order of.

use crate::gpu_type::GpuType;
use crate::monoid::Reduction;
use crate::recipe::Recipe;

/// A reduction in such a tuple, or in a tuple of it, which one kernel folds.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Where its state is in that of the tuple, in WGSL: `._0._1`.
    pub(crate) path: String,
    pub(crate) recipe: Recipe,
    pub(crate) state_align: usize,
}

impl Leaf {
    pub(crate) fn of<R: Reduction>() -> Self {
        Self {
            path: String::new(),
            recipe: Recipe::of::<R>(),
            state_align: R::State::ALIGN,
        }
    }

    /// The leaf of a tuple that is the member `member` of another.
    pub(crate) fn within(self, member: &str) -> Self {
        Self {
            path: format!(".{member}{}", self.path),
            ..self
        }
    }

    /// Its path as the name of a member.
    pub(crate) fn name(&self) -> String {
        self.path.replace('.', "")
    }
}
