//! The passes that a policy chooses.

use super::{Plan, chunks, uncut};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::input::indexed::check_positions;
use crate::kernel::takes_full_tiles;
use crate::monoid::operator::Operator;
use crate::operator::op::weighs;
use crate::operator::recipe::Recipe;

impl Plan {
    /// The plan of `reduce` for `len` elements of `R` by `policy` on a device with `caps`: that of its strategy of the ladder, or of the
    /// canonical order with tiles that are cut and [split](Self::split) as is fastest.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    ///
    /// ```
    /// use reduce_core::{Caps, Plan, Policy, ops};
    /// let caps = Caps::webgpu();
    /// let policy = Policy { in_flight: 8, ..Policy::of::<ops::Sum<f32>>(&caps) };
    /// let plan = Plan::with_policy::<ops::Sum<f32>>(1 << 24, policy, &caps)?;
    /// assert_eq!(plan.passes.len(), 2); // a state for each tile, then one of all
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn with_policy<R: Operator>(len: u64, policy: Policy, caps: &Caps) -> Result<Self, Error> {
        let recipe = Recipe::of::<R>();
        let whole = takes_full_tiles(&recipe, weighs(&recipe, caps), caps);
        Self::best(&recipe, len, policy, whole, caps)
    }

    /// The plan for elements side by side, with what is done to the tiles of short inputs and of exact monoids.
    pub(super) fn best(
        recipe: &Recipe,
        len: u64,
        policy: Policy,
        takes_full_tiles: bool,
        caps: &Caps,
    ) -> Result<Self, Error> {
        let plan = Self::chosen(recipe, len, &uncut(&chunks(recipe, caps)?), policy, caps)?;
        // What is cut otherwise has no canonical tiles left to be split, nor has a strategy any.
        let plan = plan
            .with_variable_tiles(recipe, policy.variable_workgroups, caps)?
            .with_split_tiles(recipe, policy.split_workgroups, caps)?;
        Ok(if takes_full_tiles { plan.in_full_tiles() } else { plan })
    }

    /// The plan of the strategy for elements that lie in pieces: from an element on, `uncut` says how many lie together, whole
    /// tiles but for the end. No pass reads across a cut.
    pub(super) fn chosen(
        recipe: &Recipe,
        len: u64,
        uncut: &dyn Fn(u64) -> u64,
        policy: Policy,
        caps: &Caps,
    ) -> Result<Self, Error> {
        check_positions(recipe.positioned, len)?;
        policy.strategy.check()?;
        #[cfg(feature = "strategies")]
        if let Some(kernel) = policy.strategy.kernel() {
            return Self::of_strategy(recipe, len, uncut, &kernel, policy, caps);
        }
        Self::in_pieces(recipe, len, uncut, caps)
    }
}
