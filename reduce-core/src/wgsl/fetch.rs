//! How lanes of a subgroup fetch values of one another.

/// From which lane of its subgroup a lane fetches a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fetch {
    /// From the lane whose number differs in the bits of the distance: two lanes fetch each other's values.
    #[default]
    Xor,
    /// From the lane at that distance behind it.
    Down,
}

impl Fetch {
    /// The built-in function of WGSL.
    pub(crate) fn built_in(self) -> &'static str {
        match self {
            Self::Xor => "subgroupShuffleXor",
            Self::Down => "subgroupShuffleDown",
        }
    }

    /// The first words of the names of functions that call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Xor => "shuffle_xor",
            Self::Down => "shuffle_down",
        }
    }
}
