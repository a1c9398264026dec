//! The step that a kernel does.

/// Which step of the canonical order a kernel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// A length on the device to the sizes of the passes.
    Prepare,
    /// Input elements to one state a tile.
    Tiles,
    /// [`Tiles`](Self::Tiles) for elements that fill their tiles, of operators that divide counts: the counts are constants there.
    FullTiles,
    /// Splits each tile among several workgroups, 256 columns each: for inputs with too few tiles to fill the device, which would
    /// leave most of a device idle.
    SplitTiles,
    /// Input elements of an exact monoid to one state for so many rows: its bits depend on no order, so as many workgroups take part as
    /// keep the device busy to the end.
    VariableTiles {
        /// A power of two.
        rows: u32,
    },
    /// [`Tiles`](Self::Tiles) with scalar loads, for unaligned or strided inputs.
    UnalignedTiles,
    /// Input elements in their order to the states of some members of a tuple, of which [`Tiles`](Self::Tiles) folds the others by columns:
    /// the same tiles, and other members of the same states.
    Runs,
    /// [`Runs`](Self::Runs) with scalar loads.
    UnalignedRuns,
    /// States to fewer states.
    Tree {
        /// Neighbouring states that an invocation folds on its own before the invocations meet: a power of two. No bit depends on it.
        run: u32,
    },
    /// The last state to the words of the result.
    Finish,
    /// Input elements to fewer states, by a strategy of the ladder.
    FoldElements,
    /// [`FoldElements`](Self::FoldElements) with scalar loads.
    FoldUnalignedElements,
    /// States to fewer states, by a strategy of the ladder.
    FoldStates,
    /// The identity to where atomics add to it.
    SetIdentity,
    /// Reads all input and discards it: measures the peak read bandwidth.
    Read,
    /// The place of every invocation of a workgroup in its subgroups, which a test of a new device looks at.
    Subgroups,
}

impl Step {
    /// Whether it reads by scalar loads, for elements that 16-byte loads do not fit.
    pub(crate) fn is_unaligned(self) -> bool {
        matches!(
            self,
            Self::UnalignedTiles | Self::UnalignedRuns | Self::FoldUnalignedElements
        )
    }

    /// The step in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Tiles => "tiles",
            Self::FullTiles => "full tiles",
            Self::SplitTiles => "split tiles",
            Self::VariableTiles { .. } => "variable tiles",
            Self::UnalignedTiles => "unaligned tiles",
            Self::Runs => "runs",
            Self::UnalignedRuns => "unaligned runs",
            Self::Tree { .. } => "tree",
            Self::Finish => "finish",
            Self::FoldElements => "fold elements",
            Self::FoldUnalignedElements => "fold unaligned elements",
            Self::FoldStates => "fold states",
            Self::SetIdentity => "set identity",
            Self::Read => "read",
            Self::Subgroups => "subgroups",
        }
    }
}
