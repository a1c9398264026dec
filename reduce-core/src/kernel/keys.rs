//! The kernels that find groups by key, which are those of every reduction: a radix sort of keys, and where groups of equal ones begin.

use minijinja::context;
use minijinja::value::Value;

use super::key_step::{KeyStep, KeysAt};
use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::group::key::{KeyKind, KeyOrder};
use crate::operator::validate::Valid;
use crate::tuning::{
    FEW_HEADS_A_LANE, KEYS_A_LANE, LEAST_STAGED_OF_A_SPAN, SCANNED_COUNTS, SORTED_KEYS_A_LANE, STAGED_KEYS_A_LANE,
    WORKGROUP_SIZE,
};
use crate::wgsl::Module;

/// Keys of a tile.
pub(crate) const KEY_TILE: u32 = KEYS_A_LANE * WORKGROUP_SIZE;

/// Neighbouring elements among which a group begins wherever groups have no more than [`LONGEST_WITHOUT_BARE`].
const BARE_ELEMENTS: u32 = 512;

/// The most elements of a group, if one begins among each [`BARE_ELEMENTS`] from a multiple of as many on.
pub(crate) const LONGEST_WITHOUT_BARE: usize = 2 * BARE_ELEMENTS as usize - 1;

/// Tiles of a workgroup that writes offsets and keys of groups: each invocation has the heads of 32 elements.
pub(crate) const GROUP_TILES: u32 = 32 * WORKGROUP_SIZE / KEY_TILE;

/// Neighbouring elements of which the keys of groups may be laid side by side when heads are found, and the most such keys: as many as their words have where an invocation writes the
/// keys of a word.
pub(crate) const SPAN: u32 = 256;
pub(crate) const SPAN_KEYS: u32 = SPAN / 32 * FEW_HEADS_A_LANE;

const _: () = assert!(
    SCANNED_COUNTS.is_multiple_of(GROUP_TILES),
    "tiles of two blocks have no scan in common"
);

/// Values of the widest digit of a sort: a workgroup has an invocation for each.
pub(crate) const MOST_DIGITS: u32 = WORKGROUP_SIZE;

/// Keys of an invocation in a pass of a sort: as many as let the workgroup have its tile in its memory.
pub(crate) fn sorted_keys_a_lane(caps: &Caps) -> u32 {
    let [many, few] = SORTED_KEYS_A_LANE;
    // The tile has a word for each key, and leaves out one of 33. Each invocation has the shift of a digit, and a word of the scan, which leaves out one of 17; each
    // sixteen of them have a sum.
    let bytes = |run: u32| 4 * (run * WORKGROUP_SIZE / 32 * 33 + WORKGROUP_SIZE + WORKGROUP_SIZE / 16 * 18);
    if bytes(many) <= caps.max_workgroup_bytes {
        many
    } else {
        few
    }
}

impl KeysAt {
    /// The values that the templates read.
    fn context(self) -> Value {
        let (kind, is_sorted) = match self {
            Self::Input(kind) => (kind, false),
            Self::Sorted { words } => {
                let order = KeyOrder::Unsigned;
                (
                    KeyKind {
                        bits: 32 * words,
                        order,
                    },
                    true,
                )
            }
        };
        let Form {
            order,
            infinity,
            sign,
            mask,
        } = Form::of(kind);
        context! {
            is_sorted, order, infinity, sign, mask, bits => kind.bits, words => kind.words(),
            // The first bit behind the exponent.
            nan => infinity | (1u32 << infinity.trailing_zeros().min(31) >> 1),
        }
    }
}

/// The form of keys in words: of 64 bits, the upper one has the sign and the exponent.
struct Form {
    order: &'static str,
    infinity: u32,
    sign: u32,
    mask: u32,
}

impl Form {
    fn of(kind: KeyKind) -> Self {
        let upper = kind.bits.min(32);
        let (order, infinity) = match kind.order {
            KeyOrder::Unsigned => ("unsigned", 0),
            KeyOrder::Signed => ("signed", 0),
            KeyOrder::Float { infinity } => ("float", (infinity >> (kind.bits - upper)) as u32),
        };
        Self {
            order,
            infinity,
            sign: 1 << (upper - 1),
            mask: u32::MAX >> (32 - upper),
        }
    }
}

impl KeyStep {
    /// Its template, the keys that it reads, and its storage buffers that it reads.
    fn parts(self) -> (&'static str, Value, u32) {
        match self {
            Self::Bits(kind) => ("keys/bits.wgsl", KeysAt::Input(kind).context(), 1),
            Self::Count(keys) => ("keys/count.wgsl", keys.context(), 1),
            Self::Blocks => ("keys/blocks.wgsl", context! {}, 1),
            Self::Totals => ("keys/totals.wgsl", context! {}, 1),
            Self::Scatter(keys) => ("keys/scatter.wgsl", keys.context(), 3),
            Self::ScatterElements(kind) => ("keys/scatter.wgsl", KeysAt::Input(kind).context(), 4),
            Self::Heads { keys, .. } => ("keys/heads.wgsl", keys.context(), 1),
            Self::Groups {
                keys,
                kind,
                has_offsets,
                ..
            } => {
                let Form { order, sign, mask, .. } = Form::of(kind);
                let context = context! { has_offsets, named_order => order, named_sign => sign, named_mask => mask, ..keys.context() };
                ("keys/groups.wgsl", context, 4)
            }
        }
    }
}

/// Generates the kernel of a step for a device with `caps`.
///
/// # Errors
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(step: KeyStep, caps: &Caps) -> Result<Kernel, Error> {
    let (template, keys, inputs) = step.parts();
    let sort_run = sorted_keys_a_lane(caps);
    let context = context! {
        workgroup_size => WORKGROUP_SIZE, run => KEYS_A_LANE, tile => KEY_TILE, group_tiles => GROUP_TILES, few_heads => FEW_HEADS_A_LANE, sort_run, sort_tile => sort_run * WORKGROUP_SIZE,
        block => SCANNED_COUNTS, moves_elements => matches!(step, KeyStep::ScatterElements(_)),
        by_vectors => matches!(step, KeyStep::Heads { by_vectors: true, .. } | KeyStep::Groups { by_vectors: true, .. }),
        stages => matches!(step, KeyStep::Heads { stages: true, .. }), are_staged => matches!(step, KeyStep::Groups { are_staged: true, .. }),
        span => SPAN, span_keys => SPAN_KEYS, span_least => LEAST_STAGED_OF_A_SPAN, staged_keys => STAGED_KEYS_A_LANE, bare => BARE_ELEMENTS, ..keys
    };
    let what = "a kernel of keys";
    let Rendered { text, watched } = render(template, &context, &Module::new(), what, None, None)?;
    let source = Valid::with_origins(text, what, caps, &[])?;
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        // It reads the caller's buffer, which may change between the passes: where an index depends on it, every one is checked.
        checked: !matches!(step, KeyStep::Heads { .. } | KeyStep::Groups { .. }),
        inputs,
        watched,
        ..Kernel::of(Step::Keys(step), source, &Module::new(), caps)
    })
}
