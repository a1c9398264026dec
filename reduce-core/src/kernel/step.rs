//! What a kernel does.

/// Which step of the canonical order a kernel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A length on the device to the sizes of the passes.
    Prepare,
    /// Input elements to one state a block.
    Blocks,
    /// [`Blocks`](Self::Blocks) for elements that fill their blocks, of operators that divide counts: the counts are constants there.
    WholeBlocks,
    /// Splits each block among several workgroups, 256 columns each: for inputs with too few blocks to fill the device, which would
    /// leave most of a device idle.
    SharedBlocks,
    /// Input elements of an exact monoid to one state for so many rows: its bits depend on no order, so as many workgroups take part as
    /// keep the device busy to the end.
    FreeBlocks {
        /// A power of two.
        rows: u32,
    },
    /// [`Blocks`](Self::Blocks) with scalar loads, for unaligned or strided inputs.
    LooseBlocks,
    /// Input elements in their order to the states of some members of a tuple, of which [`Blocks`](Self::Blocks) folds the others by columns:
    /// the same blocks, and other members of the same states.
    Runs,
    /// [`Runs`](Self::Runs) with scalar loads.
    LooseRuns,
    /// States to fewer states.
    Tree {
        /// Neighbouring states that a lane folds on its own before the lanes meet: a power of two. No bit depends on it.
        run: u32,
    },
    /// The last state to the words of the result.
    Finish,
    /// Input elements to fewer states, by a rung of the ladder.
    FoldElements,
    /// [`FoldElements`](Self::FoldElements) with scalar loads.
    FoldLooseElements,
    /// States to fewer states, by a rung of the ladder.
    FoldStates,
    /// The identity to where atomics add to it.
    SetIdentity,
    /// Reads all input and discards it: measures the peak read bandwidth.
    Read,
    /// The place of every lane of a workgroup in its subgroups, which a test of a new device looks at.
    Subgroups,
}

impl Step {
    /// The step in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Blocks => "blocks",
            Self::WholeBlocks => "whole blocks",
            Self::SharedBlocks => "shared blocks",
            Self::FreeBlocks { .. } => "free blocks",
            Self::LooseBlocks => "loose blocks",
            Self::Runs => "runs",
            Self::LooseRuns => "loose runs",
            Self::Tree { .. } => "tree",
            Self::Finish => "finish",
            Self::FoldElements => "fold elements",
            Self::FoldLooseElements => "fold loose elements",
            Self::FoldStates => "fold states",
            Self::SetIdentity => "set identity",
            Self::Read => "read",
            Self::Subgroups => "subgroups",
        }
    }
}
