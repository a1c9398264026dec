//! The plans of kernels that are made already, for what runs them: without the types of the reduction, so that it is compiled once
//! and not once an operator.

use super::{Plan, chunks, segment, tree_run, uncut};
use crate::element::Part;
use crate::error::Error;
use crate::indexed::check_positions;
use crate::inspect::Kernels;
use crate::shape::Shape;
use crate::tuning::LANES;

#[doc(hidden)]
impl Kernels {
    /// The plan for `len` elements side by side; see [`Plan::by`].
    pub fn plan(&self, len: u64) -> Result<Plan, Error> {
        Plan::best(&self.recipe, len, self.policy(), &self.caps)
    }

    /// The same without changed blocks: the plan of `encode` for elements side by side.
    pub fn plan_whole(&self, len: u64) -> Result<Plan, Error> {
        let chunks = chunks(&self.recipe, &self.caps)?;
        self.plan_cut(len, &uncut(&chunks))
    }

    /// The same for elements in pieces: from an element on, `uncut` says how many lie together, whole blocks but for the end.
    pub fn plan_cut(&self, len: u64, uncut: &dyn Fn(u64) -> u64) -> Result<Plan, Error> {
        Plan::chosen(&self.recipe, len, uncut, self.policy(), &self.caps)
    }

    /// The plan for the lowest nodes of `len` elements, the first of which is at position `start` of a longer input, where such
    /// a node begins: one for every `width` blocks, 1 or [`NODE`](super::NODE). Their states are left in the scratch buffer of the
    /// result.
    pub fn plan_part(&self, len: u64, start: u64, width: u32) -> Result<Plan, Error> {
        self.check_positions(start.saturating_add(len))?;
        Plan::whole(&self.recipe, len, &self.caps)?.lowest(start, width, &self.caps)
    }

    /// Refuses elements before `end` that have no position, if they need one.
    ///
    /// # Errors
    /// [`Error::Positions`].
    pub fn check_positions(&self, end: u64) -> Result<(), Error> {
        check_positions(self.recipe.positioned, end)
    }

    /// The plan for the tree alone over `states` blocks, whose states are in the first scratch buffer.
    pub fn plan_tree(&self, states: u64) -> Result<Plan, Error> {
        Plan::tree_of(self.recipe.state_bytes, states, &self.caps)
    }

    /// Elements that a stream gives to the device at a time: a power of two of blocks, and no more than one tree pass folds.
    ///
    /// # Errors
    /// [`Error::Limit`] if not even one block fits a binding.
    pub fn segment(&self) -> Result<u64, Error> {
        segment(&self.recipe, &self.caps)
    }

    /// The most neighbouring states that a lane of a tree pass folds.
    #[must_use]
    pub fn tree_run(&self) -> u32 {
        tree_run(self.recipe.state_bytes)
    }

    /// The most states that a workgroup of a tree pass folds.
    #[must_use]
    pub fn tree_width(&self) -> u32 {
        self.tree_run() * LANES
    }

    /// The canonical order of the reduction.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.recipe.shape
    }

    /// The buffers that an element is read from.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        (self.recipe.parts)()
    }

    /// Bytes of a state.
    #[must_use]
    pub fn state_bytes(&self) -> u64 {
        self.recipe.state_bytes as u64
    }
}
