//! Lines of runs: eight neighbouring invocations read 128 neighbouring bytes of the run of each, and exchange what they read, so that each folds its own.
//!
//! An invocation that reads its run by itself reads 16 bytes of a line at a time, and so do its neighbours, of other lines. The exchange is a transpose of eight by eight vectors in three
//! steps (Eklundh 1972, "A Fast Computer Method for Matrix Transposing"), by shuffles.

use minijinja::context;
use minijinja::value::Value;

use super::load::Loader;
use super::rows::behind;
use super::workgroup::WorkgroupReduction;
use crate::caps::Caps;
use crate::tuning::LINE_VECTORS;

/// The hole `lines` of the template of runs, whose invocations have so many rows of one load and issue `in_flight` loads together; false where each reads its own run.
pub(super) fn of(loader: &Loader, rows: u32, in_flight: u32, reduction: &WorkgroupReduction, caps: &Caps) -> Value {
    let has_lanes = reduction.subgroups && caps.subgroups.is_some_and(|sizes| sizes.min >= LINE_VECTORS);
    let is_divided = in_flight >= LINE_VECTORS && rows.is_multiple_of(LINE_VECTORS);
    if !has_lanes || !is_divided || !loader.is_one_vector_of_words() {
        return Value::from(false);
    }
    let loads = (0..LINE_VECTORS).map(|run| loader.load(&format!("line + {}u", run * rows)));
    let arguments = (0..LINE_VECTORS).map(|index| {
        let row = behind("row", index);
        let position = format!("position + ({row}) * {}u", loader.per_invocation());
        loader.arguments(&format!("x{index}"), &format!("base + {row}"), &position)
    });
    let steps = (0..LINE_VECTORS.ilog2()).map(|log| {
        let left = (0..LINE_VECTORS).filter(move |index| index >> log & 1 == 0);
        let pairs = left.map(|left| context! { left => left, right => left | 1 << log });
        context! { distance => 1 << log, pairs => pairs.collect::<Vec<_>>() }
    });
    context! {
        vectors => LINE_VECTORS, loads => loads.collect::<Vec<_>>(), arguments => arguments.collect::<Vec<_>>(), steps => steps.collect::<Vec<_>>(),
    }
}
