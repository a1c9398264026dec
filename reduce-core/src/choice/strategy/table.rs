//! The table of the strategies: an entry has all that the generator and the planner know of one.
//!
//! A new strategy is a variant of [`Strategy`] with its documentation, an entry here, and its template.

use super::Strategy;

/// A strategy.
pub(crate) struct Entry {
    pub(crate) strategy: Strategy,
    /// A line that says how it reduces.
    pub(crate) summary: &'static str,
    pub(crate) order: Order,
    /// `None` for the canonical order, which has several.
    pub(crate) kernel: Option<LadderKernel>,
}

/// Whether operands are combined in the order of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Kept,
    Changed,
}

/// The kernel of a strategy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LadderKernel {
    pub(crate) template: Template,
    pub(crate) exchange: Exchange,
    pub(crate) grid: Grid,
}

impl LadderKernel {
    /// Whether its invocations need subgroup operations.
    pub(crate) const fn needs_subgroups(&self) -> bool {
        matches!(
            self.exchange,
            Exchange::MemoryThenShuffles | Exchange::Shuffles | Exchange::BuiltIns
        )
    }

    /// States that its passes keep beside those of its workgroups, if the passes make one result of all themselves.
    pub(crate) const fn beside(&self) -> Option<u64> {
        match self.exchange {
            Exchange::Atomics => Some(1),
            // The result and the count.
            Exchange::LastWorkgroup => Some(2),
            _ => None,
        }
    }
}

/// A template of the ladder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Template {
    pub(crate) name: &'static str,
    #[cfg(feature = "strategies")]
    pub(crate) text: &'static str,
}

/// How the states of a workgroup are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exchange {
    /// A workgroup has only one state.
    Alone,
    /// In workgroup memory, one state per invocation.
    Memory,
    /// In workgroup memory, one state per invocation, until one subgroup is left; by shuffles there.
    MemoryThenShuffles,
    /// By shuffles, then in workgroup memory, one state per subgroup.
    Shuffles,
    /// By built-ins, then in workgroup memory, one state per subgroup.
    BuiltIns,
    /// In workgroup memory, and workgroups by atomics.
    Atomics,
    /// In workgroup memory, and workgroups in the last of them.
    LastWorkgroup,
}

/// The share of the input that the workgroups of a pass fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    /// One workgroup folds everything.
    One,
    /// Each workgroup folds this many elements per invocation, and no more.
    Tiles(u32),
    /// At most [`LADDER_INVOCATIONS`](crate::tuning::LADDER_INVOCATIONS) invocations stride over everything, each by this many elements at a time; then one workgroup folds the states.
    Strides(u32),
    /// As `Strides`, by the elements of one load at a time.
    Vectors,
}

macro_rules! template {
    ($name:literal) => {
        Template {
            name: concat!("ladder/", $name, ".wgsl"),
            #[cfg(feature = "strategies")]
            text: include_str!(concat!("../../kernel/wgsl/ladder/", $name, ".wgsl")),
        }
    };
}

/// The templates that those of several strategies include.
#[cfg(feature = "strategies")]
pub(crate) const SHARED: [Template; 8] = [
    template!("main"),
    template!("memory"),
    template!("or_identity"),
    template!("reads"),
    template!("set_identity"),
    template!("tree_doubling"),
    template!("tree_halving"),
    template!("tree_unrolled"),
];

/// All strategies, in the order of the variants of [`Strategy`].
pub(crate) const TABLE: [Entry; 17] = [
    Entry {
        strategy: Strategy::Serial,
        summary: "one invocation reads everything",
        order: Order::Kept,
        kernel: kernel(template!("serial"), Exchange::Alone, Grid::One),
    },
    Entry {
        strategy: Strategy::InterleavedModulo,
        summary: "neighbours 1, 2, 4, ... apart, the invocations at work found by a modulo",
        order: Order::Kept,
        kernel: kernel(template!("interleaved_modulo"), Exchange::Memory, Grid::Tiles(1)),
    },
    Entry {
        strategy: Strategy::InterleavedStrided,
        summary: "the same tree by the first invocations, whose states share banks",
        order: Order::Kept,
        kernel: kernel(template!("interleaved_strided"), Exchange::Memory, Grid::Tiles(1)),
    },
    Entry {
        strategy: Strategy::Sequential,
        summary: "each level's first half takes over the second",
        order: Order::Changed,
        kernel: kernel(template!("sequential"), Exchange::Memory, Grid::Tiles(1)),
    },
    Entry {
        strategy: Strategy::FirstAddOnLoad,
        summary: "two elements an invocation combined as they are loaded, then halves",
        order: Order::Changed,
        kernel: kernel(template!("first_add_on_load"), Exchange::Memory, Grid::Tiles(2)),
    },
    Entry {
        strategy: Strategy::UnrollLastWarp,
        summary: "the same, the last subgroup by shuffles and without barriers",
        order: Order::Changed,
        kernel: kernel(
            template!("unroll_last_warp"),
            Exchange::MemoryThenShuffles,
            Grid::Tiles(2),
        ),
    },
    Entry {
        strategy: Strategy::FullyUnrolled,
        summary: "the same with no loop left",
        order: Order::Changed,
        kernel: kernel(
            template!("fully_unrolled"),
            Exchange::MemoryThenShuffles,
            Grid::Tiles(2),
        ),
    },
    Entry {
        strategy: Strategy::MultiAdd,
        summary: "workgroups stride over the input, two elements a step; then the unrolled tree",
        order: Order::Changed,
        kernel: kernel(template!("multi_add"), Exchange::MemoryThenShuffles, Grid::Strides(2)),
    },
    Entry {
        strategy: Strategy::ContiguousTwoPass,
        summary: "each invocation its own run of neighbouring elements",
        order: Order::Kept,
        kernel: kernel(template!("contiguous_two_pass"), Exchange::Memory, Grid::Strides(1)),
    },
    Entry {
        strategy: Strategy::InterleavedTwoPass,
        summary: "each invocation elements that are a grid apart",
        order: Order::Changed,
        kernel: kernel(template!("interleaved_two_pass"), Exchange::Memory, Grid::Strides(1)),
    },
    Entry {
        strategy: Strategy::SubgroupShuffle,
        summary: "shuffles inside a subgroup, workgroup memory beyond",
        order: Order::Kept,
        kernel: kernel(template!("subgroup_shuffle"), Exchange::Shuffles, Grid::Tiles(1)),
    },
    Entry {
        strategy: Strategy::SubgroupBuiltin,
        summary: "built-ins such as subgroupAdd inside a subgroup, workgroup memory beyond",
        order: Order::Changed,
        kernel: kernel(template!("subgroup_shuffle"), Exchange::BuiltIns, Grid::Tiles(1)),
    },
    Entry {
        strategy: Strategy::VectorSubgroup,
        summary: "16-byte loads that stride over the input, then shuffles",
        order: Order::Changed,
        kernel: kernel(template!("vector_subgroup"), Exchange::Shuffles, Grid::Vectors),
    },
    Entry {
        strategy: Strategy::Recursive,
        summary: "eight elements an invocation, the same kernel until one state is left",
        order: Order::Changed,
        kernel: kernel(template!("recursive"), Exchange::Memory, Grid::Tiles(8)),
    },
    Entry {
        strategy: Strategy::Atomic,
        summary: "each workgroup adds its state to the one result by atomics",
        order: Order::Changed,
        kernel: kernel(template!("atomic"), Exchange::Atomics, Grid::Strides(1)),
    },
    Entry {
        strategy: Strategy::LastBlock,
        summary: "one launch, the last workgroup folds the states of all",
        order: Order::Changed,
        kernel: kernel(template!("last_block"), Exchange::LastWorkgroup, Grid::Strides(1)),
    },
    Entry {
        strategy: Strategy::Canonical,
        summary: "the order that gives the same bits on every device",
        order: Order::Kept,
        kernel: None,
    },
];

const fn kernel(template: Template, exchange: Exchange, grid: Grid) -> Option<LadderKernel> {
    Some(LadderKernel {
        template,
        exchange,
        grid,
    })
}

/// The strategies of the table.
pub(crate) const fn strategies() -> [Strategy; TABLE.len()] {
    let mut strategies = [Strategy::Canonical; TABLE.len()];
    let mut at = 0;
    while at < TABLE.len() {
        strategies[at] = TABLE[at].strategy;
        assert!(
            TABLE[at].strategy as usize == at,
            "the table has the order of the variants"
        );
        at += 1;
    }
    strategies
}
