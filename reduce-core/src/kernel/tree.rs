//! Trees over what an invocation has: over its columns, and over neighbouring states.

use minijinja::context;
use minijinja::value::Value;

use crate::tuning::TREE_STATE_BYTES;

/// The most neighbouring states that an invocation of the tree kernel folds: a power of two.
#[must_use]
pub(crate) const fn tree_run(state_bytes: usize) -> u32 {
    let mut run = 32;
    while run > 1 && run * state_bytes > TREE_STATE_BYTES {
        run /= 2;
    }
    run as u32
}

/// The balanced binary tree over `width` neighbours as an ordered list of (left, right) pairs.
pub(super) fn tree_steps(width: u32) -> Vec<Value> {
    let mut steps = Vec::new();
    let mut distance = 1;
    while distance < width {
        for left in (0..width).step_by(2 * distance as usize) {
            steps.push(context! { left => left, right => left + distance });
        }
        distance *= 2;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tree_runs_fit_their_registers() {
        assert_eq!(tree_run(4), 32);
        assert_eq!(tree_run(16), 8);
        assert_eq!(tree_run(108), 1);
    }
}
