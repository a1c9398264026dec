//! The kernel that lists long segments, which is that of every reduction.

use minijinja::context;

use super::keys::KEY_TILE;
use super::shader::Kernel;
use super::step::{SegmentBegins, Step};
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::operator::validate::Valid;
use crate::tuning::{LONG_SEGMENTS_AT_ONCE, OFFSETS_A_LANE, SCANNED_COUNTS, TILES_LISTED_ALONE, WORKGROUP_SIZE};
use crate::wgsl::Module;

/// The most lists: of segments of one tile, of tiles, and one for each pass over states.
pub(crate) const LISTS: usize = 5;

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
pub(super) fn lists(begins: SegmentBegins, caps: &Caps) -> Result<Kernel, Error> {
    let what = "the segment lists kernel";
    let at_heads = begins.are_marked();
    let context = context! {
        workgroup_size => WORKGROUP_SIZE, lists => LISTS, overflow => OVERFLOW_WORD, bad => BAD_WORD, no_row => NO_ROW,
        long_room => LONG_SEGMENTS_AT_ONCE, few_tiles => TILES_LISTED_ALONE, turns => if at_heads { 1 } else { OFFSETS_A_LANE }, at_heads => at_heads, wide => begins == SegmentBegins::WideOffsets, key_tile => KEY_TILE, block => SCANNED_COUNTS,
    };
    let Rendered { text, watched } = render("segment_lists.wgsl", &context, &Module::new(), what, None, None)?;
    let source = Valid::with_origins(text, what, caps, &[])?;
    Ok(Kernel {
        // It reads the caller's buffer: every index is checked.
        checked: true,
        inputs: if at_heads { 3 } else { 1 },
        watched,
        ..Kernel::of(Step::SegmentLists { begins }, source, &Module::new(), caps)
    })
}
