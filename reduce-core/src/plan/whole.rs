//! The passes of an operator with a kernel of its own for whole blocks.

use super::{Pass, Plan, Source};
use crate::kernel::Step;

impl Plan {
    /// This plan with each pass over blocks taken apart: into one over those that its elements fill, and one over the last block.
    pub(super) fn in_whole_blocks(mut self) -> Self {
        self.passes = self.passes.iter().flat_map(apart).collect();
        self
    }
}

fn apart(pass: &Pass) -> Vec<Pass> {
    let (Step::Blocks, Source::Input(start)) = (pass.step, pass.source) else {
        return vec![*pass];
    };
    let blocks = pass.length / pass.unit;
    let length = blocks * pass.unit;
    let whole = Pass {
        step: Step::WholeBlocks,
        length,
        workgroups: blocks,
        ..*pass
    };
    let last = Pass {
        source: Source::Input(start + u64::from(length)),
        length: pass.length - length,
        first_output: pass.first_output + blocks,
        workgroups: 1,
        ..*pass
    };
    [whole, last].into_iter().filter(|pass| pass.length > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::Caps;
    use crate::needs::Needs;
    use crate::ops::{Sum, Variance};

    #[test]
    fn the_last_block_has_a_pass_of_its_own() {
        let caps = Caps {
            offers: Needs::F64.and(Needs::I64),
            max_workgroups: 600,
            max_binding_bytes: 1 << 31,
            ..Caps::webgpu_subgroups()
        };
        let block = 1 << 14;
        for (len, steps) in [
            (0, vec![]),
            (block - 1, vec![Step::Blocks]),
            (block, vec![Step::WholeBlocks]),
            (600 * block, vec![Step::WholeBlocks]),
            (600 * block + 1, vec![Step::WholeBlocks, Step::Blocks]),
            (
                700 * block + 7,
                vec![Step::WholeBlocks, Step::WholeBlocks, Step::Blocks],
            ),
        ] {
            let plan = Plan::whole(&crate::operator::recipe::Recipe::of::<Variance<f64>>(), len, &caps).unwrap();
            let apart = plan.clone().in_whole_blocks();
            let of_input = |plan: &Plan| {
                let passes = plan.passes.iter().copied();
                passes
                    .filter(|pass| matches!(pass.source, Source::Input(_)))
                    .collect::<Vec<Pass>>()
            };
            let passes = of_input(&apart);
            assert_eq!(passes.iter().map(|pass| pass.step).collect::<Vec<_>>(), steps, "{len}");
            let mut next = 0;
            for pass in &passes {
                assert_eq!(pass.source, Source::Input(next));
                assert_eq!(u64::from(pass.first_output), next / block);
                assert_eq!(pass.workgroups, pass.length.div_ceil(pass.unit));
                assert!(pass.step == Step::Blocks || pass.length % pass.unit == 0);
                next += u64::from(pass.length);
            }
            assert_eq!(next, len);
            // The tree is over the same states.
            assert_eq!(plan.passes[of_input(&plan).len()..], apart.passes[passes.len()..]);
        }
        // What divides nothing has one kernel for all blocks.
        let policy = crate::Policy::of::<Sum<f64>>(&caps);
        let sum = Plan::by::<Sum<f64>>(600 * block, policy, &caps).unwrap();
        assert_eq!(sum.passes[0].step, Step::Blocks);
        let policy = crate::Policy::of::<Variance<f64>>(&caps);
        let variance = Plan::by::<Variance<f64>>(600 * block, policy, &caps).unwrap();
        assert_eq!(variance.passes[0].step, Step::WholeBlocks);
    }
}
