//! The passes of an exact monoid, whose bits depend on no order: tiles of as many rows as suit the device.

use super::{Pass, Plan};
use crate::caps::Caps;
use crate::error::Error;
use crate::kernel::Step;
use crate::operator::recipe::Recipe;
use crate::order::canonical::Shape;
use crate::tuning::{FEW_ROWS, FEW_TILES, MOST_ROWS, MOST_ROWS_OF_COUNTS, ROWS};

impl Plan {
    /// This plan, of the canonical order, with tiles of other lengths if the monoid is exact and they are faster: no more than `most` of
    /// them where more would end at different times, and many short ones where there would be few.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub(super) fn with_variable_tiles(mut self, recipe: &Recipe, most: u32, caps: &Caps) -> Result<Self, Error> {
        let [first @ Pass { step: Step::Tiles, .. }, rest @ ..] = self.passes.as_slice() else {
            return Ok(self);
        };
        let in_pieces = rest.iter().any(|pass| pass.step == Step::Tiles);
        let shape = recipe.shape;
        let rows = match recipe.bins {
            Some(_) => rows_of_counts(first.workgroups, most),
            None => rows(first.workgroups, shape, most),
        };
        let Some(rows) = rows.filter(|_| recipe.takes_any_order && !in_pieces) else {
            return Ok(self);
        };
        let unit = shape.columns() * rows;
        let workgroups = first.length.div_ceil(unit);
        if workgroups > caps.max_workgroups {
            return Ok(self);
        }
        let first = Pass {
            step: Step::VariableTiles { rows },
            unit,
            workgroups,
            ..*first
        };
        self.begin_with(recipe, first, caps)?;
        Ok(self)
    }
}

/// The rows of a tile where there would be `tiles` of [`ROWS`], if others are better.
fn rows(tiles: u32, shape: Shape, most: u32) -> Option<u32> {
    if most == 0 || tiles == 1 {
        return None;
    }
    if tiles > most {
        let rows = ROWS * tiles.div_ceil(most).next_power_of_two();
        return (rows <= MOST_ROWS).then_some(rows);
    }
    let narrow = shape.splits() > 4 && tiles * (ROWS / FEW_ROWS) <= most;
    (tiles <= FEW_TILES || narrow).then_some(FEW_ROWS)
}

/// [`rows`] where tiles are counted: every one leaves counts to be added up.
fn rows_of_counts(tiles: u32, most: u32) -> Option<u32> {
    if most == 0 || tiles == 1 {
        return None;
    }
    if tiles > most {
        let rows = ROWS * tiles.div_ceil(most).next_power_of_two();
        return Some(rows.min(MOST_ROWS_OF_COUNTS));
    }
    (tiles <= most / (ROWS / FEW_ROWS)).then_some(FEW_ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::policy::Policy;
    use crate::ops::{Histogram, Max, Sum};

    /// Some hundred workgroups for short inputs, and some thousand at most: each leaves counts to be added up.
    #[test]
    fn counts_are_of_tiles_of_any_length() {
        let caps = Caps {
            max_binding_bytes: 1 << 31,
            max_buffer_bytes: 1 << 40,
            ..Caps::webgpu_subgroups()
        };
        let policy = Policy::of::<Histogram<f32, 32>>(&caps);
        let plan = |len, policy| Plan::with_policy::<Histogram<f32, 32>>(len, policy, &caps).unwrap();
        let first = |len| {
            let plan = plan(len, policy);
            (plan.passes[0].step, plan.passes[0].workgroups, plan.passes.len())
        };
        assert_eq!(first(1 << 15), (Step::Tiles, 1, 1));
        assert_eq!(first((1 << 15) + 1), (Step::VariableTiles { rows: 4 }, 9, 2));
        assert_eq!(first(1 << 20), (Step::VariableTiles { rows: 4 }, 256, 2));
        assert_eq!(first(1 << 25), (Step::Tiles, 1024, 3));
        assert_eq!(first(1 << 26), (Step::Tiles, 2048, 3));
        assert_eq!(first(1 << 28), (Step::VariableTiles { rows: 128 }, 2048, 3));
        assert_eq!(first((1 << 28) + 1), (Step::VariableTiles { rows: 256 }, 1025, 3));
        // None are split or cut where the policy says so, or on a program on the CPU.
        let never = Policy {
            variable_workgroups: 0,
            ..policy
        };
        assert_eq!(plan(1 << 20, never).passes[0].step, Step::Tiles);
        let few = Policy {
            variable_workgroups: 1,
            ..policy
        };
        assert_eq!(plan(1 << 28, few).passes[0].step, Step::VariableTiles { rows: 512 });
        let software = Caps {
            software: true,
            ..caps.clone()
        };
        assert_eq!(Policy::of::<Histogram<f32, 32>>(&software).variable_workgroups, 0);
    }

    #[test]
    fn exact_monoids_take_tiles_of_other_lengths() {
        let caps = Caps {
            max_binding_bytes: 1 << 31,
            max_buffer_bytes: 1 << 40,
            ..Caps::webgpu_subgroups()
        };
        let policy = Policy {
            variable_workgroups: 512,
            split_workgroups: 512,
            ..Policy::of::<Max<f32>>(&caps)
        };
        let first = |len| {
            let plan = Plan::with_policy::<Max<f32>>(len, policy, &caps).unwrap();
            (plan.passes[0].step, plan.passes[0].workgroups)
        };
        assert_eq!(first(1 << 15), (Step::Tiles, 1));
        assert_eq!(first((1 << 15) + 1), (Step::VariableTiles { rows: 4 }, 9));
        assert_eq!(first(1 << 18), (Step::VariableTiles { rows: 4 }, 64));
        assert_eq!(first(1 << 20), (Step::SplitTiles, 128));
        assert_eq!(first(1 << 24), (Step::Tiles, 512));
        assert_eq!(first((1 << 24) + 1), (Step::VariableTiles { rows: 64 }, 257));
        assert_eq!(first(1 << 26), (Step::VariableTiles { rows: 128 }, 512));
        assert_eq!(first(1 << 27), (Step::Tiles, 4096));
        // A sum of floats rounds; one of bytes is read by 16 at a time.
        let sum = Plan::with_policy::<Sum<f32>>(1 << 26, policy, &caps).unwrap();
        assert_eq!(sum, Plan::of::<Sum<f32>>(1 << 26, &caps).unwrap());
        let bytes = Plan::with_policy::<Sum<u8>>(1 << 22, policy, &caps).unwrap();
        assert_eq!(
            (bytes.passes[0].step, bytes.passes[0].workgroups),
            (Step::VariableTiles { rows: 4 }, 256)
        );
    }
}
