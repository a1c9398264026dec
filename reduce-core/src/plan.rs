//! The passes that run for n elements: an ordered list, as plain data.

mod by_policy;
mod for_kernels;
mod full;
pub(crate) mod groups;
pub(crate) mod keys;
#[cfg(feature = "strategies")]
mod ladder;
mod split;
pub(crate) mod stream;
mod variable;

use crate::caps::Caps;
use crate::error::Error;
use crate::input::indexed::check_positions;
use crate::kernel::{PassKind, PassParams, Step, tree_run};
use crate::monoid::operator::Operator;
use crate::operator::recipe::Recipe;
use crate::order::canonical::Shape;
use crate::tuning::{self, STREAM_BYTES, WORKGROUP_SIZE};

/// The passes that reduce one input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// Elements of the input; an empty one has no passes.
    pub len: u64,
    /// The position of the first of them: 0 unless they are part of a longer input.
    pub start: u64,
    /// The passes in the order in which they run; each reads what earlier ones wrote.
    pub passes: Vec<Pass>,
    /// States that each of the two scratch buffers has to hold.
    pub scratch: [u64; 2],
    /// The scratch buffer whose first state is the result.
    pub result: usize,
}

/// One dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pass {
    /// The kernel.
    pub step: Step,
    /// Its input.
    pub input: PassInput,
    /// The scratch buffer it writes.
    pub target: usize,
    /// Elements or states that it folds.
    pub length: u32,
    /// Index of its first result in the target.
    pub first_output: u32,
    /// Elements or states that a workgroup folds.
    pub unit: u32,
    /// Workgroups; in the canonical order, no more than one dimension has.
    pub workgroups: u32,
}

/// Tiles of a node that one workgroup folds, one state per invocation.
pub const NODE: u32 = WORKGROUP_SIZE;

/// The input of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassInput {
    /// The input from this element on.
    Input(u64),
    /// A scratch buffer.
    Scratch(usize),
}

impl Pass {
    /// The parameters of its kernel, where the first element of the input is at position `start` of a longer one.
    #[doc(hidden)]
    #[must_use]
    pub fn params(&self, start: u64) -> PassParams {
        let (kind, first_element) = match self.input {
            PassInput::Input(first) => (PassKind::Tiles, start.wrapping_add(first) as u32),
            PassInput::Scratch(_) => (PassKind::Tree, 0),
        };
        PassParams {
            length: self.length,
            first_output: self.first_output,
            first_element,
            parts: Vec::new(),
            kind,
            unit: self.unit,
        }
    }

    /// Its workgroups as the rows of a dispatch on a device that takes `most` in one dimension.
    #[must_use]
    pub fn dispatch(&self, most: u32) -> [u32; 2] {
        if self.workgroups <= most {
            return [self.workgroups, 1];
        }
        [most, self.workgroups.div_ceil(most)]
    }
}

impl Plan {
    /// The plan for `len` elements of `R` on a device with `caps`.
    ///
    /// # Errors
    /// [`Error::Limit`] if the tile results exceed what the device can bind or dispatch, [`Error::Positions`] if elements have no position.
    ///
    /// ```
    /// use reduce_core::{Caps, Plan, ops};
    /// let plan = Plan::of::<ops::Sum<f32>>(1 << 22, &Caps::webgpu())?;
    /// assert_eq!(plan.passes.len(), 2); // 128 tiles, then one tree
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn of<R: Operator>(len: u64, caps: &Caps) -> Result<Self, Error> {
        Self::whole(&Recipe::of::<R>(), len, caps)
    }

    /// The lowest nodes of this plan, of the canonical order.
    fn lowest(self, start: u64, width: u32, caps: &Caps) -> Result<Self, Error> {
        let whole = self;
        let mut passes = whole.passes;
        passes.retain(|pass| matches!(pass.input, PassInput::Input(_)));
        let tiles = whole.scratch[0];
        let (mut nodes, mut result) = (1, 0);
        if width > 1 {
            (nodes, result) = (tiles.div_ceil(width.into()), 1);
            let pass = Pass {
                step: Step::Tree {
                    run: width / WORKGROUP_SIZE,
                },
                input: PassInput::Scratch(0),
                target: 1,
                length: narrow(tiles, "a pass", "states", caps)?,
                first_output: 0,
                unit: width,
                workgroups: narrow(nodes, "a pass", "workgroups", caps)?,
            };
            check_workgroups(pass.workgroups, caps)?;
            passes.push(pass);
        }
        Ok(Self {
            start,
            passes,
            scratch: [tiles, nodes],
            result,
            ..whole
        })
    }

    /// The plan for the tree alone over `states` tiles, whose states are in the first scratch buffer.
    fn tree_of(state: usize, states: u64, caps: &Caps) -> Result<Self, Error> {
        let mut scratch = [states.max(1), 1];
        check_scratch(scratch[0].saturating_mul(state as u64), caps)?;
        let mut passes = Vec::new();
        let result = push_tree(&mut passes, &mut scratch, tree_run(state), caps)?;
        Ok(Self {
            len: 0,
            start: 0,
            passes,
            scratch,
            result,
        })
    }

    /// The plan of the canonical order.
    fn whole(recipe: &Recipe, len: u64, caps: &Caps) -> Result<Self, Error> {
        Self::in_pieces(recipe, len, &uncut(&chunks(recipe, caps)?), caps)
    }

    /// [`whole`](Self::whole) for elements in pieces. The code that makes plans knows reductions as recipes, and is compiled once.
    fn in_pieces(recipe: &Recipe, len: u64, uncut: &dyn Fn(u64) -> u64, caps: &Caps) -> Result<Self, Error> {
        check_positions(recipe.positioned, len)?;
        let (shape, state) = (recipe.shape, recipe.state_bytes);
        // The tiles of this reduction divide those of every part, so that all cuts lie between tiles.
        let window = u64::from(caps.max_workgroups) * u64::from(shape.tile_len());
        let mut scratch = [shape.tiles(len).max(1), 1];
        check_scratch(scratch[0].saturating_mul(state as u64), caps)?;
        let mut passes = Vec::new();
        let mut start = 0;
        while start < len {
            let length = window.min(uncut(start)).min(len - start).max(1);
            let tiles = Pass {
                step: Step::Tiles,
                input: PassInput::Input(start),
                target: 0,
                length: narrow(length, "a pass", "elements", caps)?,
                first_output: narrow(shape.tiles(start), "the input", "tiles", caps)?,
                unit: shape.tile_len(),
                workgroups: narrow(shape.tiles(length), "a pass", "tiles", caps)?,
            };
            passes.push(tiles);
            // The other members of the same states.
            passes.extend(recipe.mixed.then_some(Pass {
                step: Step::Runs,
                ..tiles
            }));
            start += length;
        }
        let result = push_tree(&mut passes, &mut scratch, tree_run(state), caps)?;
        Ok(Self {
            len,
            start: 0,
            passes,
            scratch,
            result,
        })
    }
}

/// Elements that a stream gives to the device at a time: a power of two of tiles, and no more than one tree pass folds.
///
/// # Errors
/// [`Error::Limit`] if not even one tile fits a binding.
fn segment(recipe: &Recipe, caps: &Caps) -> Result<u64, Error> {
    let tile = u64::from(recipe.shape.tile_len());
    let mut element = 0;
    let mut most = u64::from((tree_run(recipe.state_bytes) * WORKGROUP_SIZE).min(caps.max_workgroups));
    for part in (recipe.parts)() {
        element += part.bytes as u64;
        most = most.min(chunk(part.bytes, caps)? / tile);
    }
    most = most.min(STREAM_BYTES / (tile * element)).max(1);
    Ok(tile << most.ilog2())
}

/// The elements of one buffer of each part of the input.
pub(crate) fn chunks(recipe: &Recipe, caps: &Caps) -> Result<Vec<u64>, Error> {
    let parts = (recipe.parts)();
    parts.iter().map(|part| chunk(part.bytes, caps)).collect()
}

/// The number of elements that lie together from one on, where parts are cut into pieces of these many elements.
fn uncut(chunks: &[u64]) -> impl Fn(u64) -> u64 {
    move |start| {
        let left = chunks.iter().map(|chunk| chunk - start % chunk);
        left.min().unwrap_or(u64::MAX)
    }
}

/// Tree passes over the tile results until one state is left; returns the buffer that holds it.
fn push_tree(passes: &mut Vec<Pass>, scratch: &mut [u64; 2], most: u32, caps: &Caps) -> Result<usize, Error> {
    let mut states = scratch[0];
    let mut bank = 0;
    while states > 1 {
        let all = u64::from(caps.max_workgroups) * u64::from(WORKGROUP_SIZE);
        let run = if states > all {
            most
        } else {
            tuning::tree_run(states, most)
        };
        let unit = run * WORKGROUP_SIZE;
        let results = states.div_ceil(unit.into());
        let pass = Pass {
            step: Step::Tree { run },
            input: PassInput::Scratch(bank),
            target: 1 - bank,
            length: narrow(states, "a pass", "states", caps)?,
            first_output: 0,
            unit,
            workgroups: narrow(results, "a pass", "workgroups", caps)?,
        };
        check_workgroups(pass.workgroups, caps)?;
        passes.push(pass);
        bank = 1 - bank;
        scratch[bank] = scratch[bank].max(results);
        states = results;
    }
    Ok(bank)
}

/// The elements of one buffer of an input: full tiles of any state, within a buffer, a binding and 32 bits.
///
/// Inputs are cut into buffers of this many elements, and no pass reads across a cut.
///
/// # Errors
/// [`Error::Limit`] if not even one tile fits a binding.
pub fn chunk(element: usize, caps: &Caps) -> Result<u64, Error> {
    // The tile of the element alone is a multiple of its tile as a part of wider ones.
    let tile = u64::from(Shape::for_element(element, false).tile_len());
    let tile_bytes = tile * element as u64;
    let room = caps.max_binding_bytes.min(caps.max_buffer_bytes);
    let tiles = (room / tile_bytes).min(u64::from(u32::MAX) / tile);
    if tiles == 0 {
        return Err(limit(
            "one tile of the input",
            tile_bytes,
            "bytes in one binding",
            room,
            LARGER,
            caps,
        ));
    }
    Ok(tiles * tile)
}

const SHORTER: &str = "reduce a shorter input at a time";
const LARGER: &str = "request the adapter's own limits for the device, or use Cpu::new()";

fn check_scratch(bytes: u64, caps: &Caps) -> Result<(), Error> {
    let room = caps.max_binding_bytes.min(caps.max_buffer_bytes);
    if bytes <= room {
        return Ok(());
    }
    Err(limit(
        "the tile results",
        bytes,
        "bytes in one binding",
        room,
        SHORTER,
        caps,
    ))
}

fn check_workgroups(asked: u32, caps: &Caps) -> Result<(), Error> {
    if asked <= caps.max_workgroups {
        return Ok(());
    }
    Err(limit(
        "a pass",
        asked.into(),
        "workgroups",
        caps.max_workgroups.into(),
        SHORTER,
        caps,
    ))
}

fn narrow(count: u64, what: &str, unit: &'static str, caps: &Caps) -> Result<u32, Error> {
    u32::try_from(count).map_err(|_| limit(what, count, unit, u32::MAX.into(), SHORTER, caps))
}

fn limit(what: &str, asked: u64, unit: &'static str, limit: u64, remedy: &'static str, caps: &Caps) -> Error {
    Error::Limit {
        what: what.to_owned(),
        asked,
        unit,
        limit,
        device: caps.device.clone(),
        remedy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::Sum;

    fn plan(len: u64, caps: &Caps) -> Plan {
        Plan::of::<Sum<f32>>(len, caps).unwrap()
    }

    #[test]
    fn one_tile_is_one_pass() {
        let plan = plan(32_768, &Caps::webgpu());
        assert_eq!((plan.passes.len(), plan.result, plan.scratch), (1, 0, [1, 1]));
    }

    #[test]
    fn passes_cover_the_input_without_gap_or_overlap() {
        let caps = Caps {
            max_workgroups: 3,
            ..Caps::webgpu()
        };
        for len in [1, 32_767, 32_768, 32_769, 98_304, 98_305, 1 << 20] {
            let plan = plan(len, &caps);
            let mut next = 0;
            for pass in plan.passes.iter().filter(|pass| pass.step == Step::Tiles) {
                assert_eq!(pass.input, PassInput::Input(next));
                assert_eq!(u64::from(pass.first_output), next / 32_768);
                assert_eq!(pass.workgroups, pass.length.div_ceil(32_768));
                assert!(pass.workgroups <= 3);
                next += u64::from(pass.length);
            }
            assert_eq!(next, len);
        }
    }

    #[test]
    fn trees_shrink_until_one_state_is_left() {
        let caps = Caps {
            max_binding_bytes: 1 << 31,
            max_buffer_bytes: 1 << 40,
            ..Caps::webgpu()
        };
        let plan = plan(1 << 40, &caps);
        let trees: Vec<u32> = plan
            .passes
            .iter()
            .filter(|pass| matches!(pass.step, Step::Tree { .. }))
            .map(|pass| pass.length)
            .collect();
        assert_eq!(trees, [1 << 25, 1 << 12]);
        assert_eq!(plan.scratch, [1 << 25, 1 << 12]);
        assert_eq!(plan.result, 0);
    }

    #[test]
    fn limits_are_errors() {
        let caps = Caps {
            max_binding_bytes: 1 << 10,
            ..Caps::webgpu()
        };
        let error = chunk(4, &caps).unwrap_err().to_string();
        assert!(
            error.contains("131072 bytes in one binding") && error.contains("1024"),
            "{error}"
        );
        assert!(Plan::of::<Sum<f32>>(u64::MAX / 8, &Caps::webgpu()).is_err());
    }
}
