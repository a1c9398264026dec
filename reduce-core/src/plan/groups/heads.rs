//! Which groups are folded where bits mark their first elements, without offsets.

use super::Folding;
use crate::kernel::inspect::Kernels;
use crate::tuning::{MOST_AT_HEADS, STATE_BYTES_AT_HEADS};

#[doc(hidden)]
impl Kernels {
    /// Whether so many groups, whose elements lie side by side in whole vectors, are folded where bits mark their first elements, without offsets: short ones, by lanes that load
    /// neighbouring elements whichever groups these are of.
    #[must_use]
    pub fn folds_at_heads(&self, groups: u64, elements: u64) -> bool {
        let is_short = (elements / groups.max(1)).saturating_mul(self.state_bytes()) <= MOST_AT_HEADS;
        // A word of status comes behind the states of all of them.
        let has_room = groups < self.states_at_once();
        has_room && is_short && self.may_fold_at_heads()
    }

    /// Whether the groups of this reduction are folded where bits mark their first elements, as long as the groups are short.
    #[must_use]
    pub fn may_fold_at_heads(&self) -> bool {
        let folding = Folding::of(self);
        let of_words = folding.takes_shifted_vectors() && folding.shape.per_invocation == 4 && self.parts().len() == 1;
        let is_simple = !folding.reads_whole_loads()
            && !folding.checked
            && !folding.sparing
            && !self.recipe.positioned
            && self.recipe.bins.is_none();
        let meets = folding.has_shuffles && self.caps.subgroups.is_some_and(|sizes| sizes.min >= 4);
        of_words && is_simple && meets && folding.state_bytes <= STATE_BYTES_AT_HEADS
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use crate::error::Error;
    use crate::kernel::SegmentBegins;
    use crate::plan::groups::{Finishing, Segmented};
    use crate::{Caps, Kernels, ops};

    #[test]
    fn short_groups_at_heads_need_no_offsets() {
        let caps = Caps::nvidia();
        let kernels = Kernels::of::<ops::Sum<f32>>(&caps).unwrap();
        let begins_with = |longest| {
            let of = Segmented {
                groups: 10_000,
                elements: 100_000,
                longest,
                is_checked: true,
                begins: SegmentBegins::Heads,
                is_listed: false,
                by_vectors: true,
            };
            let plan = kernels.plan_segments(&of, Finishing::OnHost).unwrap();
            assert!(plan.passes[0].step.reads_heads() && !plan.passes[0].step.reads_offsets());
            assert_eq!(plan.passes[0].workgroups, [7, 1]);
            (plan.passes.len(), plan.lists.is_some())
        };
        // No group of a row of columns is in a list.
        assert_eq!(begins_with(1024), (1, false));
        assert_eq!(begins_with(1025), (2, true));
        let folds = |kernels: Result<Kernels, Error>, len: u64| kernels.unwrap().folds_at_heads(1000, 1000 * len);
        assert!(folds(Kernels::of::<ops::Sum<f32>>(&caps), 32));
        assert!(!folds(Kernels::of::<ops::Sum<f32>>(&caps), 33));
        assert!(folds(Kernels::of::<ops::Variance<f32>>(&caps), 8));
        assert!(!folds(Kernels::of::<ops::Variance<f32>>(&caps), 16));
        // Not without subgroups, of other elements than words, with positions, or in their order.
        assert!(!folds(Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()), 2));
        assert!(!folds(Kernels::of::<ops::Sum<u8>>(&caps), 2));
        assert!(!folds(Kernels::of::<ops::Sum<f64>>(&caps), 2));
        assert!(!folds(Kernels::of::<ops::ArgMax<f32>>(&caps), 2));
        assert!(!folds(Kernels::of::<ops::Histogram<f32, 4>>(&caps), 2));
        // Their states have to find room together.
        let small = Caps {
            max_binding_bytes: 4000,
            ..caps.clone()
        };
        assert!(!folds(Kernels::of::<ops::Sum<f32>>(&small), 2));
    }
}
