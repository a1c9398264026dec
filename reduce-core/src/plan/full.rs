//! The passes of an operator with a kernel of its own for full tiles.

use super::{Pass, PassInput, Plan};
use crate::kernel::Step;

impl Plan {
    /// This plan with each pass over tiles taken apart: into one over those that its elements fill, and one over the last tile.
    pub(super) fn in_full_tiles(mut self) -> Self {
        self.passes = self.passes.iter().flat_map(apart).collect();
        self
    }
}

fn apart(pass: &Pass) -> Vec<Pass> {
    let (Step::Tiles, PassInput::Input(start)) = (pass.step, pass.input) else {
        return vec![*pass];
    };
    let tiles = pass.length / pass.unit;
    let length = tiles * pass.unit;
    let whole = Pass {
        step: Step::FullTiles,
        length,
        workgroups: tiles,
        ..*pass
    };
    let last = Pass {
        input: PassInput::Input(start + u64::from(length)),
        length: pass.length - length,
        first_output: pass.first_output + tiles,
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
    fn the_last_tile_has_a_pass_of_its_own() {
        let caps = Caps {
            offers: Needs::F64.union(Needs::I64),
            max_workgroups: 600,
            max_binding_bytes: 1 << 31,
            ..Caps::webgpu_subgroups()
        };
        let tile = 1 << 14;
        for (len, steps) in [
            (0, vec![]),
            (tile - 1, vec![Step::Tiles]),
            (tile, vec![Step::FullTiles]),
            (600 * tile, vec![Step::FullTiles]),
            (600 * tile + 1, vec![Step::FullTiles, Step::Tiles]),
            (700 * tile + 7, vec![Step::FullTiles, Step::FullTiles, Step::Tiles]),
        ] {
            let plan = Plan::whole(&crate::operator::recipe::Recipe::of::<Variance<f64>>(), len, &caps).unwrap();
            let apart = plan.clone().in_full_tiles();
            let of_input = |plan: &Plan| {
                let passes = plan.passes.iter().copied();
                passes
                    .filter(|pass| matches!(pass.input, PassInput::Input(_)))
                    .collect::<Vec<Pass>>()
            };
            let passes = of_input(&apart);
            assert_eq!(passes.iter().map(|pass| pass.step).collect::<Vec<_>>(), steps, "{len}");
            let mut next = 0;
            for pass in &passes {
                assert_eq!(pass.input, PassInput::Input(next));
                assert_eq!(u64::from(pass.first_output), next / tile);
                assert_eq!(pass.workgroups, pass.length.div_ceil(pass.unit));
                assert!(pass.step == Step::Tiles || pass.length % pass.unit == 0);
                next += u64::from(pass.length);
            }
            assert_eq!(next, len);
            // The tree is over the same states.
            assert_eq!(plan.passes[of_input(&plan).len()..], apart.passes[passes.len()..]);
        }
        // What divides nothing has one kernel for all tiles.
        let policy = crate::Policy::of::<Sum<f64>>(&caps);
        let sum = Plan::with_policy::<Sum<f64>>(600 * tile, policy, &caps).unwrap();
        assert_eq!(sum.passes[0].step, Step::Tiles);
        let policy = crate::Policy::of::<Variance<f64>>(&caps);
        let variance = Plan::with_policy::<Variance<f64>>(600 * tile, policy, &caps).unwrap();
        assert_eq!(variance.passes[0].step, Step::FullTiles);
    }
}
