//! The passes of a strategy of the ladder.

use super::{Pass, PassInput, Plan, check_scratch, narrow};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::choice::strategy::table::LadderKernel;
use crate::error::Error;
use crate::kernel::Step;
use crate::operator::recipe::Recipe;

impl Plan {
    /// The plan of `strategy` for `len` elements that lie in pieces, as in [`cut`](Self::cut).
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub(super) fn of_strategy(
        recipe: &Recipe,
        len: u64,
        uncut: &dyn Fn(u64) -> u64,
        kernel: &LadderKernel,
        policy: Policy,
        caps: &Caps,
    ) -> Result<Self, Error> {
        let (beside, vector) = (kernel.beside(), Some(recipe.shape.per_invocation));
        let mut passes = Vec::new();
        if beside.is_some() && len > 0 {
            passes.push(Pass {
                step: Step::SetIdentity,
                input: PassInput::Scratch(1),
                target: 0,
                length: 1,
                first_output: 0,
                unit: 1,
                workgroups: 1,
            });
        }
        let (mut start, mut states) = (0, 0);
        while start < len {
            let most = kernel.most_elements(caps).min(uncut(start)).min(len - start);
            let length = most.max(1) as u32;
            let workgroups = kernel.workgroups(length, policy, vector, caps);
            passes.push(Pass {
                step: Step::FoldElements,
                input: PassInput::Input(start),
                target: 0,
                length,
                first_output: if beside.is_some() {
                    0
                } else {
                    narrow(states, "the input", "states", caps)?
                },
                unit: kernel.workgroup_size(policy) * kernel.per_invocation(vector),
                workgroups,
            });
            states += u64::from(workgroups);
            start += u64::from(length);
        }
        let mut scratch = [states.max(1), 1];
        if let Some(beside) = beside {
            let most = passes.iter().map(|pass| u64::from(pass.workgroups)).max().unwrap_or(0);
            scratch[0] = most + beside;
            states = 1;
        }
        check_scratch(scratch[0].saturating_mul(recipe.state_bytes as u64), caps)?;
        let mut bank = 0;
        while states > 1 {
            let length = narrow(states, "a pass", "states", caps)?;
            let workgroups = kernel.workgroups(length, policy, None, caps);
            passes.push(Pass {
                step: Step::FoldStates,
                input: PassInput::Scratch(bank),
                target: 1 - bank,
                length,
                first_output: 0,
                unit: kernel.workgroup_size(policy) * kernel.per_invocation(None),
                workgroups,
            });
            bank = 1 - bank;
            states = workgroups.into();
            scratch[bank] = scratch[bank].max(states);
        }
        Ok(Self {
            len,
            start: 0,
            passes,
            scratch,
            result: bank,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::strategy::Strategy;
    use crate::ops::Sum;

    fn caps() -> Caps {
        Caps {
            max_binding_bytes: 1 << 31,
            max_buffer_bytes: 1 << 40,
            ..Caps::webgpu_subgroups()
        }
    }

    /// Passes that leave ⌈n / group⌉ states each, for all lengths near powers of the group's size.
    #[test]
    fn recursive_passes_follow_the_integer_formula() {
        for workgroup in [64, 128, 256, 512, 1024] {
            let policy = Policy {
                workgroup,
                ..Policy::with_strategy::<Sum<f32>>(Strategy::Recursive, &caps())
            };
            let group = u64::from(workgroup) * 8;
            for near in [1, group, group * group] {
                for len in near.saturating_sub(3)..=(near + 3).min(1 << 31) {
                    let plan = Plan::with_policy::<Sum<f32>>(len, policy, &caps()).unwrap();
                    let mut expected = Vec::new();
                    let mut left = len;
                    while left > 1 || (expected.is_empty() && left > 0) {
                        left = left.div_ceil(group);
                        expected.push(left);
                    }
                    let found: Vec<u64> = plan.passes.iter().map(|pass| pass.workgroups.into()).collect();
                    assert_eq!(found, expected, "{len} by groups of {group}");
                }
            }
        }
    }

    #[test]
    fn every_strategy_covers_the_input_and_ends_with_one_state() {
        for strategy in Strategy::ALL {
            let policy = Policy::with_strategy::<Sum<u32>>(strategy, &caps());
            for len in [0, 1, 255, 256, 257, 100_003, 1 << 24, (1 << 33) + 5] {
                let plan = Plan::with_policy::<Sum<u32>>(len, policy, &caps()).unwrap();
                let (mut read, mut states) = (0, 0);
                for pass in &plan.passes {
                    match pass.input {
                        PassInput::Input(start) => {
                            assert_eq!(start, read, "{strategy} {len}");
                            read += u64::from(pass.length);
                            states = u64::from(pass.first_output) + u64::from(pass.workgroups);
                        }
                        PassInput::Scratch(_) if pass.step == Step::SetIdentity => {}
                        PassInput::Scratch(bank) => {
                            assert_eq!(u64::from(pass.length), states, "{strategy} {len}");
                            assert!(states <= plan.scratch[bank]);
                            states = pass.workgroups.into();
                        }
                    }
                }
                assert_eq!(read, len, "{strategy}");
                assert!(
                    states <= 1 || matches!(strategy, Strategy::Atomic | Strategy::LastBlock),
                    "{strategy} {len}: {states}"
                );
            }
        }
    }

    #[test]
    fn workgroups_beyond_one_dimension_lie_in_rows() {
        let policy = Policy::with_strategy::<Sum<f32>>(Strategy::Sequential, &caps());
        let plan = Plan::with_policy::<Sum<f32>>(1 << 28, policy, &caps()).unwrap();
        assert_eq!(plan.passes[0].workgroups, 1 << 20);
        assert_eq!(plan.passes[0].dispatch(65_535), [65_535, 17]);
        assert_eq!(plan.passes[1].dispatch(65_535), [4096, 1]);
    }
}
