//! The step that a kernel does.

use super::key_step::KeyStep;
use crate::tuning::{
    ROWS, SEGMENT_LOADS_OF_SMALL, SHIFTED_SETS_IN_FLIGHT, SIDE_BY_SIDE_SETS, TINY_SETS, WORKGROUP_SIZE,
};

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
    /// Elements of groups to states of each group.
    GroupElements(GroupElements),
    /// States of groups to fewer of each group.
    GroupStates(GroupStates),
    /// Offsets of segments, or the heads of groups, to the lists of those of more than a few rows.
    SegmentLists {
        /// How the device finds where the segments begin.
        begins: SegmentBegins,
        /// It is set if the kernel looks at blocks of neighbouring segments first. Few segments are long then, and the offsets are known to ascend.
        sparse: bool,
    },
    /// Elements of an array to where they lie side by side.
    Gather(GatherStep),
    /// Keys to groups of equal ones.
    Keys(KeyStep),
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

/// A kernel that folds elements of groups. No bit depends on what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupElements {
    /// Where the elements of a group lie.
    pub places: GroupPlaces,
    /// Where each group begins, and how long it is.
    pub bounds: GroupBounds,
    /// Neighbouring columns of an invocation; in the ordered variant, neighbouring elements of a run that it reads at a time. A power of two.
    pub columns: u32,
    /// Whether an invocation folds the elements of a load as one: those of an exact monoid, or those of a short run, one after the other. A group may end between them if a kernel is made for the elements of its last load, or if
    /// a loop folds its rows and leaves the last load out.
    pub merges: bool,
    /// The rows of a group.
    pub rows: GroupRows,
    /// How the invocations of a workgroup are divided among groups.
    pub lanes: GroupLanes,
    /// Whether the groups lie along one axis.
    pub one_axis: bool,
    /// Whether it folds the members of a tuple that keep the order of the input; another kernel folds the others of the same states.
    pub runs: bool,
    /// It is set if a kernel of segments has a path on which an invocation folds a whole group, for workgroups of short groups alone. Such a kernel has rows one by one, which no
    /// operator with loops has.
    pub tiny: bool,
    /// It is set if a kernel of segments folds only those of one row at most.
    pub one_row: bool,
    /// It is set if subgroups fold the groups of a second list, which have a few rows each: a subgroup folds one at a time.
    pub by_subgroups: bool,
    /// Whether it writes results instead of states.
    pub finishes: bool,
}

impl GroupElements {
    /// Elements that an invocation loads at a time, where these are neighbours in memory: those of one vector, or of several.
    pub(crate) fn elements_a_load(self) -> u32 {
        self.columns * self.places.groups_a_load()
    }

    /// The elements of the last load of a group, if they are fewer than those of other loads and a kernel that folds the elements of a load as one is made for that many.
    pub(crate) fn elements_of_last_load(self) -> Option<u32> {
        let ends = self.merges && matches!(self.rows, GroupRows::Few { even: false, .. });
        let last = self.lanes.last.filter(|_| ends)? % self.columns;
        (!self.places.are_whole_vectors() && last > 0).then_some(last)
    }

    /// Whether subgroups lay its groups side by side over their lanes.
    pub(crate) fn are_side_by_side(self) -> bool {
        self.bounds.lie_side_by_side(self.rows)
    }

    /// The most groups between offsets of a workgroup, for each of its invocations.
    pub(crate) fn sets_of_groups(self) -> u32 {
        match (self.tiny, self.are_side_by_side()) {
            (true, _) => TINY_SETS,
            (false, true) => SIDE_BY_SIDE_SETS,
            (false, false) => 1,
        }
    }

    /// Sets of groups that a workgroup folds at a time: several for each set of loads, where a load has elements of several groups.
    pub(crate) fn sets(self) -> u32 {
        self.rows.sets() * self.places.groups_a_load()
    }

    /// Sets of loads that are issued together. Where rows begin between vectors, each takes the registers of two vectors.
    pub(crate) fn sets_in_flight(self) -> u32 {
        let is_divided = self.places == GroupPlaces::Shifted || self.lanes.packed.is_some();
        match is_divided && self.lanes.alone().is_none() {
            true => SHIFTED_SETS_IN_FLIGHT,
            false => self.rows.sets(),
        }
    }

    /// Sets of groups whose states invocations exchange: a power of two, so that there may be some without groups.
    pub(crate) fn exchanged_sets(self) -> u32 {
        self.rows.sets() * self.places.groups_a_load().next_power_of_two()
    }
}

/// A kernel that folds states of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupStates {
    /// Neighbouring states that an invocation folds on its own: a power of two.
    pub run: u32,
    /// How the invocations of a workgroup are divided among groups.
    pub lanes: GroupLanes,
    /// Whether a table lists the groups.
    pub from_table: bool,
    /// Whether it writes results instead of states.
    pub finishes: bool,
}

/// A kernel that copies elements of an array side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GatherStep {
    /// How many units a word has: four bytes, two pairs of bytes, or one. An element is a whole number of them.
    pub per_word: u32,
    /// Whether a list has the places of the elements. If not, the elements lie along axes.
    pub is_listed: bool,
}

/// How the invocations of a workgroup are divided among groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupLanes {
    /// log2 of the invocations of a group, if the kernel is made for that many.
    pub slices_log: Option<u32>,
    /// Whether neighbouring invocations have neighbouring groups, else they are of one group.
    pub across: bool,
    /// Whether each of them has a column at least in every group.
    pub each: bool,
    /// Whether each of them has all of its columns, or states, in every group: then it has one.
    pub whole: bool,
    /// The invocations of a group, where they are no power of two: the groups of a workgroup lie side by side, and its last invocations have none.
    pub packed: Option<u32>,
    /// The columns of the last row of a group that its last invocation has, if a kernel is made for that many: all of its columns, or fewer.
    pub last: Option<u32>,
    /// Whether a kernel is made for groups of several rows of columns whose last row ends in the columns of the first invocation.
    pub ends_in_first: bool,
}

impl GroupLanes {
    /// Any number of neighbouring invocations, with any columns.
    pub(crate) const ANY: Self = Self {
        slices_log: None,
        across: false,
        each: false,
        whole: false,
        packed: None,
        last: None,
        ends_in_first: false,
    };

    /// Groups that lie side by side in a workgroup, if they are packed.
    pub(crate) fn packed_groups(self) -> Option<u32> {
        WORKGROUP_SIZE.checked_div(self.packed?)
    }

    /// The elements of a group of one row, if one invocation has all of them and a kernel is made for that many.
    pub(crate) fn alone(self) -> Option<u32> {
        self.last
            .filter(|_| self.slices_log == Some(0) && self.packed.is_none())
    }
}

/// Where each group begins, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupBounds {
    /// They are of one length, and lie along axes.
    OfOneShape,
    /// A table lists them, with the places of their results. A workgroup folds one at a time, and a subgroup one of a second list.
    InTable,
    /// Each begins at an offset and ends at the next one. Where all groups of a workgroup are short, an invocation folds each; else subgroups lay them side by
    /// side over their lanes, or the workgroup sorts them by the invocations that they take. Those of more than a few rows are left to tables.
    AtOffsets,
    /// [`AtOffsets`](Self::AtOffsets) that nobody has compared with the input: the tables may have no room for all that they ask for.
    AtUncheckedOffsets,
    /// [`AtUncheckedOffsets`](Self::AtUncheckedOffsets) of 64 bits.
    AtWideOffsets,
    /// Bits mark the first element of each, and those of more than a row are left to tables.
    AtHeads,
}

/// How a device finds where segments begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentBegins {
    /// By offsets of 32 bits.
    Offsets,
    /// By offsets of 64 bits.
    WideOffsets,
    /// By offsets of 32 bits; bits mark the first elements, too.
    OffsetsAndHeads,
    /// By bits that mark their first elements.
    Heads,
}

impl SegmentBegins {
    /// Whether bits mark the first elements of the segments.
    #[must_use]
    pub fn are_marked(self) -> bool {
        matches!(self, Self::OffsetsAndHeads | Self::Heads)
    }
}

impl GroupBounds {
    /// Whether groups begin at offsets.
    pub(crate) fn are_offsets(self) -> bool {
        matches!(self, Self::AtOffsets) || self.are_unchecked()
    }

    /// Whether subgroups lay groups between offsets side by side over their lanes, as many loads of an invocation say.
    pub(crate) fn lie_side_by_side(self, rows: GroupRows) -> bool {
        self.are_offsets() && rows.loads() == SEGMENT_LOADS_OF_SMALL
    }

    /// Whether they begin at offsets that nobody has compared with the input.
    pub(crate) fn are_unchecked(self) -> bool {
        matches!(self, Self::AtUncheckedOffsets | Self::AtWideOffsets)
    }

    /// Whether a workgroup folds neighbouring groups that differ in length.
    pub(crate) fn are_of_neighbours(self) -> bool {
        self.are_offsets() || self == Self::AtHeads
    }
}

/// Where the elements of a group lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupPlaces {
    /// Side by side, each group at a multiple of the elements of a load; where elements are counted between offsets, anywhere.
    Vectors,
    /// So many neighbouring groups take turns, element by element, as the channels of an image do: the fewest vectors that end where a turn does have
    /// neighbouring elements of each of them.
    Interleaved {
        /// At least two.
        groups: u32,
    },
    /// Side by side, each group anywhere: two vectors make one, or columns move.
    Shifted,
    /// Side by side, each group anywhere, of a monoid whose elements may be folded in any order: the vectors inside the group as they lie in memory, and the elements on either side of
    /// them one by one.
    Inside,
    /// One step from one another.
    Steps,
    /// Along several axes.
    Axes,
    /// Where a list says.
    Listed,
}

impl GroupPlaces {
    /// Whether an invocation loads vectors of neighbouring elements.
    pub(crate) fn are_vectors(self) -> bool {
        self.are_whole_vectors() || matches!(self, Self::Shifted | Self::Inside)
    }

    /// Whether each of them is a vector in memory.
    pub(crate) fn are_whole_vectors(self) -> bool {
        matches!(self, Self::Vectors | Self::Interleaved { .. })
    }

    /// Groups of which the vectors of a load have elements.
    pub(crate) fn groups_a_load(self) -> u32 {
        match self {
            Self::Interleaved { groups } => groups,
            _ => 1,
        }
    }
}

/// The rows of a group, as a kernel folds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupRows {
    /// So many; a workgroup folds several sets of groups, whose loads it issues together or one after the other.
    Few {
        /// Rows: no more than this where there is one, and exactly this where there are several. Those of a full tile are of groups of one tile or more. Between offsets there may be
        /// more, which a loop folds, unless a kernel has none.
        rows: u32,
        /// Whether the last of several rows has all columns.
        even: bool,
        /// Sets of groups: a power of two, unless invocations are packed.
        sets: u32,
        /// Loads of an invocation of each row, of neighbouring columns of a group: a power of two, unless the invocation has all columns or any order gives the same bits.
        loads: u32,
    },
    /// Up to those of a tile.
    Many,
}

impl GroupRows {
    /// One row; between offsets a few, one after the other.
    pub(crate) fn one(sets: u32, loads: u32) -> Self {
        Self::Few {
            rows: 1,
            even: false,
            sets,
            loads,
        }
    }

    /// Rows that a kernel has one by one.
    pub(crate) fn few(self) -> u32 {
        match self {
            Self::Few { rows, .. } => rows,
            Self::Many => 1,
        }
    }

    /// Whether a kernel folds full tiles, of which a group may have several.
    pub(crate) fn are_full_tiles(self) -> bool {
        matches!(
            self,
            Self::Few {
                rows: ROWS,
                even: true,
                ..
            }
        )
    }

    /// Sets of loads of a workgroup, each of groups of its own.
    pub(crate) fn sets(self) -> u32 {
        match self {
            Self::Few { sets, .. } => sets,
            Self::Many => 1,
        }
    }

    /// Loads of an invocation of each, of neighbouring columns.
    pub(crate) fn loads(self) -> u32 {
        match self {
            Self::Few { loads, .. } => loads,
            Self::Many => 1,
        }
    }
}

impl Step {
    /// Whether it reads by scalar loads, for elements that 16-byte loads do not fit.
    pub(crate) fn is_unaligned(self) -> bool {
        matches!(
            self,
            Self::UnalignedTiles | Self::UnalignedRuns | Self::FoldUnalignedElements
        )
    }

    /// Whether it reads the offsets of segments besides the elements.
    #[doc(hidden)]
    #[must_use]
    pub fn reads_offsets(self) -> bool {
        matches!(self, Self::GroupElements(kind) if kind.bounds.are_offsets())
    }

    /// Whether lanes exchange in a loop that ends for a whole subgroup at a time, which no compiler can know.
    pub(crate) fn loops_by_subgroups(self) -> bool {
        matches!(self, Self::GroupElements(kind) if kind.are_side_by_side() || kind.by_subgroups)
    }

    /// Whether it reads the bits that mark the first elements of groups besides the elements.
    #[doc(hidden)]
    #[must_use]
    pub fn reads_heads(self) -> bool {
        matches!(self, Self::GroupElements(kind) if kind.bounds == GroupBounds::AtHeads)
    }

    /// Whether it reads a table of groups, as its input or to know whether there was room in it.
    #[doc(hidden)]
    #[must_use]
    pub fn reads_table(self) -> bool {
        match self {
            Self::GroupElements(kind) => kind.bounds == GroupBounds::InTable || kind.bounds.are_unchecked(),
            Self::GroupStates(kind) => kind.from_table,
            _ => false,
        }
    }

    /// Whether its kernel is the same for all reductions.
    #[doc(hidden)]
    #[must_use]
    pub fn is_of_all_reductions(self) -> bool {
        matches!(self, Self::SegmentLists { .. } | Self::Gather(_) | Self::Keys(_))
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
            Self::GroupElements(kind) if kind.runs => "runs of groups",
            Self::GroupElements(kind) if kind.bounds.are_offsets() => "segments",
            Self::GroupElements(kind) if kind.bounds == GroupBounds::AtHeads => "groups at heads",
            Self::GroupElements(kind) if kind.rows.are_full_tiles() => "full tiles of groups",
            Self::GroupElements(_) => "groups",
            Self::GroupStates(_) => "group tree",
            Self::SegmentLists { .. } => "segment lists",
            Self::Gather(_) => "gather",
            Self::Keys(step) => step.name(),
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
