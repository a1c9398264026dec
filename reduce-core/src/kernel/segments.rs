//! The kernel that lists long segments, which is that of every reduction.

use minijinja::context;

use super::keys::KEY_TILE;
use super::shader::Kernel;
use super::step::{SegmentBegins, Step};
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::operator::validate::Valid;
use crate::tuning::{
    BLOCKS_A_LANE, LONG_SEGMENTS_AT_ONCE, OFFSETS_A_LANE, SCANNED_COUNTS, SEGMENTS_OF_A_BLOCK, TILES_LISTED_ALONE,
    WORKGROUP_SIZE,
};
use crate::wgsl::Module;

/// The most lists: of segments of one tile, of those that a subgroup folds, of tiles, and one for each pass over states.
pub(crate) const LISTS: usize = 6;

/// The list of segments of one tile that a workgroup folds.
pub(crate) const OF_ONE_TILE: usize = 0;

/// The list of segments of a few rows, each of which a subgroup folds.
pub(crate) const OF_FEW_ROWS: usize = 1;

/// The list of tiles.
pub(crate) const TILES: usize = 2;

/// The list of the first pass over states.
pub(crate) const STATES: usize = 3;

/// Words in front of the rows of the lists: how many were asked for in each, and the two below.
pub(crate) const OVERFLOW_WORD: usize = LISTS;
#[doc(hidden)]
pub const BAD_WORD: usize = LISTS + 1;

/// Rows that these words take.
pub(crate) const HEADER_ROWS: u64 = (BAD_WORD as u64 + 1).div_ceil(4);

/// Stands for no row of a list.
const NO_ROW: u32 = u32::MAX;

/// Generates the kernel of [`Step::SegmentLists`] for a device with `caps`.
///
/// # Errors
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn lists((begins, sparse): (SegmentBegins, bool), caps: &Caps) -> Result<Kernel, Error> {
    let what = "the segment lists kernel";
    let at_heads = begins.are_marked();
    let turns = match sparse {
        _ if at_heads => 1,
        true => BLOCKS_A_LANE,
        false => OFFSETS_A_LANE,
    };
    let context = context! {
        workgroup_size => WORKGROUP_SIZE, lists => LISTS, tiles => TILES, states => STATES, overflow => OVERFLOW_WORD, bad => BAD_WORD, no_row => NO_ROW,
        long_room => LONG_SEGMENTS_AT_ONCE, few_tiles => TILES_LISTED_ALONE, turns => turns, at_heads => at_heads, sparse => sparse, is_one_by_one => !at_heads && !sparse, segments_of_block => SEGMENTS_OF_A_BLOCK, wide => begins == SegmentBegins::WideOffsets, key_tile => KEY_TILE, block => SCANNED_COUNTS,
    };
    let Rendered { text, watched } = render("segment_lists.wgsl", &context, &Module::new(), what, None, None)?;
    let source = Valid::with_origins(text, what, caps, &[])?;
    Ok(Kernel {
        // It reads the caller's buffer: every index is checked.
        checked: true,
        inputs: if at_heads { 3 } else { 1 },
        watched,
        ..Kernel::of(Step::SegmentLists { begins, sparse }, source, &Module::new(), caps)
    })
}
