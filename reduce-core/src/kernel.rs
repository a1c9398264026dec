//! Operator + template + shape = kernel: fills the holes of a .wgsl template and validates the result.

mod aligned;
pub(crate) mod at_heads;
mod column;
pub(crate) mod counts;
pub(crate) mod emit;
mod few_rows;
mod finish;
mod folded;
mod gather;
mod generate;
mod groups;
pub(crate) mod inspect;
mod key_step;
pub(crate) mod keys;
pub(crate) mod known_counts;
mod layout;
mod lines;
mod load;
mod loops;
mod meeting;
mod of_template;
mod own_tree;
mod params;
mod prepare;
mod read;
pub(crate) mod resources;
mod rows;
pub(crate) mod segments;
mod shader;
mod sorted;
mod step;
#[cfg(feature = "strategies")]
mod strategy;
mod subgroups;
mod sums;
mod template;
mod tiles;
mod tree;
mod weights;
mod workgroup;

pub(crate) use self::generate::{generate, state_bytes};
pub use self::key_step::{KeyStep, KeysAt};
pub(crate) use self::loops::loop_test;
pub use self::params::{KIND_WORD, PassKind, PassParams};
pub use self::shader::Kernel;
pub use self::step::{
    GatherStep, GroupBounds, GroupElements, GroupLanes, GroupPlaces, GroupRows, GroupStates, SegmentBegins, Step,
};
pub(crate) use self::tiles::takes_full_tiles;
pub(crate) use self::tree::tree_run;
