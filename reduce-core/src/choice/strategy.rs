//! The ladder: every reduction kernel of the literature by name, for any monoid.

use std::fmt;

use crate::error::Error;
use table::{Entry, LadderKernel, Order, TABLE};

pub(crate) mod table;

/// A way to carry out a reduction on a GPU: a strategy of the ladder of published kernels, or the canonical order.
///
/// Every strategy gives a right result for any monoid that it can express, on any subgroup size and for workgroups of 2 to 1024
/// invocations. Only [`Canonical`](Self::Canonical) promises the same bits on every device: the others combine in an order that
/// depends on the workgroup, the number of workgroups or the device, so sums of floats differ in their last bits; exact
/// monoids (integers, minima, bits) give the same bits on all of them.
///
/// All but `Canonical` need the cargo feature `strategies`; without it their kernels are an [`Error::Policy`].
///
/// *n* elements, workgroups of *W* invocations, at most *G* of them where a strategy strides over the input.
///
/// ```
/// use reduce_core::{Caps, Kernels, Strategy, ops};
/// let caps = Caps::webgpu_subgroups();
/// for strategy in Strategy::ALL {
///     let Ok(kernels) = Kernels::with::<ops::Sum<f32>>(strategy, &caps) else {
///         continue; // an f32 has no atomic sum
///     };
///     println!("{strategy}\n{}", kernels.wgsl());
/// }
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// One invocation reads everything, from left to right.
    ///
    /// Keeps the order of the input. *n* dependent steps, one invocation of the whole device at work: the baseline of the CUDA blog's
    /// comparison. Refuses nothing, and takes seconds for what the others do in microseconds.
    ///
    /// ```text
    /// a b c d e f g h
    /// └─┘ │ │ │ │ │ │
    ///  └──┘ │ │ │ │ │
    ///   └───┘ │ │ │ │   …
    /// ```
    Serial,
    /// A tree over neighbours 1, 2, 4, … apart, where the invocations at work are found by a modulo.
    ///
    /// Keeps the order of the input. One element an invocation, a barrier a level. The invocations at work are spread over all subgroups, so
    /// every subgroup runs to the end. Harris, *Optimizing Parallel Reduction in CUDA*, kernel 1; g-webgpu 1.
    ///
    /// ```text
    /// lane 0   1   2   3   4   5   6   7
    ///      ├───┘   ├───┘   ├───┘   ├───┘
    ///      ├───────┘       ├───────┘
    ///      ├───────────────┘
    /// ```
    InterleavedModulo,
    /// The tree of [`InterleavedModulo`](Self::InterleavedModulo), worked on by the first invocations, so that whole subgroups fall idle.
    ///
    /// Keeps the order of the input. Invocations reach 2, 4, 8, … states apart into workgroup memory and meet in its banks. Harris 2;
    /// g-webgpu 2.
    ///
    /// ```text
    /// state 0   1   2   3   4   5   6   7
    ///       ├─0─┘   ├─1─┘   ├─2─┘   ├─3─┘    the invocation that works
    ///       ├───0───┘       ├───1───┘
    ///       ├───────0───────┘
    /// ```
    InterleavedStrided,
    /// Each level's first half of the states takes over the second half.
    ///
    /// Neighbouring invocations read neighbouring words: no bank conflicts. Half of the invocations are idle from the first level on. Harris 3;
    /// g-webgpu 3; the naive kernel of the Slang samples.
    ///
    /// ```text
    /// lane 0   1   2   3   4   5   6   7
    ///      ├───│───│───│───┘   │   │   │
    ///      │   ├───│───│───────┘   │   │
    ///      │   │   ├───│───────────┘   │   …
    /// ```
    Sequential,
    /// Each invocation combines two elements as it loads them; then as [`Sequential`](Self::Sequential).
    ///
    /// Half as many workgroups for the same input. Harris 4; g-webgpu 4; Slang 01.
    ///
    /// ```text
    /// lane            0      1      2      3
    /// elements   0+W ─┴ 1+W ─┴ 2+W ─┴ 3+W ─┴   then the tree of Sequential
    /// ```
    FirstAddOnLoad,
    /// [`FirstAddOnLoad`](Self::FirstAddOnLoad) without barriers in the last subgroup. Needs subgroups.
    ///
    /// As published the last warp goes on in shared memory, trusting that its invocations run in lockstep: a race on every device since
    /// lanes are scheduled on their own (Volta), and undefined before that. Here they exchange states by shuffles. Harris 5;
    /// g-webgpu 5; Slang.
    ///
    /// ```text
    /// W → W/2 → … → one subgroup   by workgroup memory, a barrier a level
    /// one subgroup → 1             by shuffles, no barrier
    /// ```
    UnrollLastWarp,
    /// [`UnrollLastWarp`](Self::UnrollLastWarp) with no loop left: the size of a workgroup is known when the shader is made. Needs subgroups.
    ///
    /// Saves the counting of the loops; a driver that unrolls by itself gains nothing. Harris 6; the CUDA blog.
    ///
    /// ```text
    /// W → W/2 → … → 1   as UnrollLastWarp, every level written out
    /// ```
    FullyUnrolled,
    /// Workgroups that stride over the whole input, two elements a step; then the unrolled tree. Needs subgroups.
    ///
    /// *G* workgroups however long the input is, so the tree is paid for *G* times and not *n*/2*W* times. Two passes.
    /// Harris 7.
    ///
    /// ```text
    /// group   0 0 1 1 2 2 3 3 0 0 1 1 2 2 3 3 0 0 …   W elements each
    /// ```
    MultiAdd,
    /// Each invocation folds its own run of neighbouring elements; then the tree that keeps the order.
    ///
    /// Keeps the order of the input. Lanes of a subgroup read far apart, so most of every memory transaction is wasted unless a
    /// cache holds it until the invocation's next step. Two passes. The simple two-pass kernel of the CUDA blog.
    ///
    /// ```text
    /// lane   0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3 …
    /// ```
    ContiguousTwoPass,
    /// Each invocation folds elements that are a whole grid apart.
    ///
    /// Lanes of a subgroup read side by side: one transaction for all of them. Two passes. The CUDA blog.
    ///
    /// ```text
    /// lane   0 1 2 3 … 0 1 2 3 … 0 1 2 3 …
    /// ```
    InterleavedTwoPass,
    /// Lanes of a subgroup combine by shuffles, one of each subgroup meets the others in workgroup memory. Needs subgroups.
    ///
    /// Keeps the order of the input. One element an invocation, no workgroup memory inside a subgroup. Slang; the CUDA blog.
    ///
    /// ```text
    /// lane   0   1   2   3 │ 4   5   6   7     subgroups of 4
    ///        ├───┘   ├───┘ │ ├───┘   ├───┘     shuffle by 1
    ///        ├───────┘     │ ├───────┘         shuffle by 2
    ///        ├─────────────┴─┘                 workgroup memory
    /// ```
    SubgroupShuffle,
    /// [`SubgroupShuffle`](Self::SubgroupShuffle) with the hardware's own reductions, such as `subgroupAdd`. Needs subgroups.
    ///
    /// For states of which every member has one: 32-bit integers, their bits, sums, products and extremes of f32. The order inside
    /// a subgroup is the device's. Slang's `WaveActiveSum`; the SPIR-V of rivi.
    ///
    /// ```text
    /// lane   0 1 2 3 │ 4 5 6 7     subgroups of 4
    ///        └─┴┬┴─┘ │ └─┴┬┴─┘     one instruction
    ///           └────┴────┘        workgroup memory
    /// ```
    SubgroupBuiltin,
    /// 16-byte loads that stride over the input, then subgroups. Needs subgroups.
    ///
    /// Each invocation folds every place of its vectors on its own. Two passes. rivi's vec4 kernel.
    ///
    /// ```text
    /// lane   0 0 0 0 1 1 1 1 2 2 2 2 … 0 0 0 0 1 1 1 1 …   four f32 at once
    /// ```
    VectorSubgroup,
    /// One kernel, which runs over its own results until one is left.
    ///
    /// Eight elements an invocation, read a workgroup apart, so a pass leaves ⌈*n* / 8*W*⌉ states; the output needs no zeros before.
    /// Slang 02.
    ///
    /// ```text
    /// n → ⌈n/8W⌉ → ⌈⌈n/8W⌉/8W⌉ → … → 1
    /// ```
    Recursive,
    /// Each workgroup adds its state to the one result by atomics.
    ///
    /// For states of which every member is an i32 or u32 and has an atomic: sums, extremes, and, or, xor. One pass besides the one
    /// that sets the identity. The naive kernel of the Slang samples; the CUDA blog.
    ///
    /// ```text
    /// group   0  1  2  3  …
    ///         └──┴─┬┴──┘     atomicAdd, in whatever order
    /// ```
    Atomic,
    /// One launch: whichever workgroup is last folds the states of all of them.
    ///
    /// The states are in coherent storage and announced by a count; no workgroup waits for another. WGSL's memory model has no such
    /// thing, so this needs a native device that offers it (Vulkan, DX12), is never chosen by itself, and each device has to pass
    /// a litmus test before its first use. A pass of one invocation sets the count before. `threadFenceReduction` of the CUDA samples; the
    /// single pass of the CUDA blog.
    ///
    /// ```text
    /// group   0  1  2  3  …
    ///         │  │  │  └──── last: folds the states of 0, 1, 2, 3, …
    ///         └──┴──┴─ states, count
    /// ```
    LastBlock,
    /// The order of [`Shape`](crate::Shape), which gives the same bits on every device; the default.
    ///
    /// ```text
    /// tile   rows of 16-byte loads, columns top to bottom, balanced trees over columns and tiles
    /// ```
    #[default]
    Canonical,
}

impl Strategy {
    /// All of them, as the literature the ladder has them.
    pub const ALL: [Self; 17] = table::strategies();

    /// A line that says how it reduces.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.entry().summary
    }

    /// Whether operands are combined in the order of the input, so that monoids that do not commute can be reduced.
    #[must_use]
    pub const fn keeps_order(self) -> bool {
        matches!(self.entry().order, Order::Kept)
    }

    /// Whether its invocations need subgroup operations.
    #[must_use]
    pub const fn needs_subgroups(self) -> bool {
        match &self.entry().kernel {
            Some(kernel) => kernel.needs_subgroups(),
            None => false,
        }
    }

    const fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }

    /// Its own kernel; `None` for the canonical order, which has several.
    pub(crate) const fn kernel(self) -> Option<LadderKernel> {
        self.entry().kernel
    }

    /// # Errors
    /// [`Error::Policy`] if this build has no kernel of the strategy.
    pub(crate) fn check(self) -> Result<(), Error> {
        if cfg!(feature = "strategies") || self == Self::Canonical {
            return Ok(());
        }
        Err(Error::Policy {
            problem: format!("this program was built without the kernel of Strategy::{self}"),
            remedy: "enable the feature `strategies`, or use Strategy::Canonical",
        })
    }
}

/// Its name in Rust.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}"))
    }
}
