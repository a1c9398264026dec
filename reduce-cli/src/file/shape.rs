//! The shape of an array.

use std::fmt;

/// The extents of an array's axes, and in which order its elements are in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) extents: Vec<usize>,
    /// Whether the first axis varies fastest, and not the last.
    pub(crate) fortran: bool,
}

impl Shape {
    /// The number of elements.
    pub(crate) fn elements(&self) -> u64 {
        let extents = self.extents.iter();
        extents.fold(1, |elements, extent| elements.saturating_mul(*extent as u64))
    }

    /// The elements of the file from one index along an axis to the next, for each axis.
    pub(crate) fn steps(&self) -> Vec<usize> {
        let mut steps = Vec::new();
        let mut step = 1usize;
        let mut next = |extent: &usize| {
            steps.push(step);
            step = step.saturating_mul((*extent).max(1));
        };
        if self.fortran {
            self.extents.iter().for_each(&mut next);
        } else {
            self.extents.iter().rev().for_each(&mut next);
            steps.reverse();
        }
        steps
    }
}

/// As Python writes it.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extents: Vec<String> = self.extents.iter().map(usize::to_string).collect();
        match extents.as_slice() {
            [one] => write!(f, "({one},)"),
            all => write!(f, "({})", all.join(", ")),
        }
    }
}
