//! Devices that end loops early: how many rounds they carry out, as plain data, with the input and the verdict of a test of it.

use crate::error::Error;

/// The most rounds that a device carries out in the loops of an invocation, after which it leaves them without an error.
///
/// Mesa's llvmpipe counts 65 535 of them for all loops of an invocation together, those of its neighbours in a subgroup included. Nothing in Vulkan
/// or WebGPU allows it. Kernels whose loops may need more have one more loop at their end, of two rounds, and report where it has only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopLimit {
    /// Rounds.
    pub rounds: u32,
    /// Whether a loop that comes later shows that an earlier one was left. Where it does not, operators with loops are refused.
    pub noticed: bool,
}

/// Rounds of the test.
const ROUNDS: u32 = 1 << 17;

/// Rounds of each of two nested loops of the test.
const NESTED: u32 = 400;

impl LoopLimit {
    /// The input of the test: the rounds of one loop, and of each of two nested ones.
    #[must_use]
    pub fn asked() -> [u32; 4] {
        [ROUNDS, NESTED, 0, 0]
    }

    /// The verdict of the test that left these words: for each workgroup, the rounds of its loops and those of a loop of two rounds after them.
    #[must_use]
    pub fn judge(words: [u32; 4]) -> Option<Self> {
        let [flat, after_flat, nested, after_nested] = words;
        let (flat_ends, nested_ends) = (flat < ROUNDS, nested < NESTED * NESTED);
        // In nested loops, only the inner rounds are counted.
        let rounds = flat_ends.then_some(flat).or(nested_ends.then_some(nested))?;
        Some(Self {
            rounds,
            noticed: (!flat_ends || after_flat < 2) && (!nested_ends || after_nested < 2),
        })
    }

    /// The reason why a reduction by `operator` is refused, or has no result: `problem` completes "the loops of `operator` …".
    #[doc(hidden)]
    #[must_use]
    pub fn error(self, operator: &str, device: &str, problem: &'static str, remedy: &'static str) -> Error {
        Error::Loops {
            operator: operator.to_owned(),
            problem,
            device: device.to_owned(),
            rounds: self.rounds,
            remedy,
        }
    }
}

impl std::fmt::Display for LoopLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "of an invocation end after {} rounds together on this device",
            self.rounds
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_device_did_is_judged() {
        let all = NESTED * NESTED;
        assert_eq!(LoopLimit::judge([ROUNDS, 2, all, 2]), None);
        let limit = |rounds, noticed| Some(LoopLimit { rounds, noticed });
        // llvmpipe.
        assert_eq!(LoopLimit::judge([65_535, 1, 65_300, 1]), limit(65_535, true));
        assert_eq!(LoopLimit::judge([65_535, 1, all, 2]), limit(65_535, true));
        assert_eq!(LoopLimit::judge([65_535, 2, all, 2]), limit(65_535, false));
    }
}
