//! The kernel of groups whose first elements are marked by bits, `at_heads.wgsl`: how many elements a workgroup takes, and the workgroup memory that it needs for them.

use minijinja::context;
use minijinja::value::Value;

use super::folded::Folded;
use super::keys::KEY_TILE;
use super::load::Loader;
use super::step::{GroupElements, GroupPlaces};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::tuning::{DENSE_HEADS, HEAD_ROUNDS, SCANNED_COUNTS, STAGED_RESULT_BYTES, WORKGROUP_SIZE};
use crate::wgsl::Module;

/// Elements of a lane in a window.
const ELEMENTS_A_LANE: u32 = 8;

/// Elements that a window owns, for each of its lanes: the last eighth of its elements belongs to the next window.
const OWNED_A_LANE: u32 = ELEMENTS_A_LANE - 1;

/// Elements that all subgroups of a workgroup own in a round.
const ROUND: u32 = OWNED_A_LANE * WORKGROUP_SIZE;

/// Elements of a workgroup, which begin at a tile of keys.
pub(crate) const HEAD_ELEMENTS: u32 = HEAD_ROUNDS * ROUND;

const _: () = assert!(
    HEAD_ELEMENTS.is_multiple_of(KEY_TILE) && ROUND.is_multiple_of(32),
    "workgroups begin at tiles of keys, and rounds with words of bits"
);
const _: () = assert!(
    HEAD_ELEMENTS / 64 < WORKGROUP_SIZE,
    "an invocation counts the groups of two words, and one is left for all"
);

/// The memory of a workgroup.
pub(super) struct AtHeads {
    /// The fewest lanes of a subgroup.
    least_width: u32,
    /// The most elements of a group.
    columns: u32,
    state_bytes: u32,
    /// The results that are staged at a time.
    staged: u32,
    /// Whether all subgroups have the same number of lanes, and a word has a bit for each of them.
    ballot: bool,
}

impl AtHeads {
    /// # Errors
    /// [`Error::Policy`] if lanes of subgroups do not exchange states, or a lane does not load eight elements by vectors.
    pub(super) fn of(
        kind: GroupElements,
        folded: &Folded<'_>,
        op: &OperatorWgsl,
        policy: Policy,
        caps: &Caps,
    ) -> Result<Self, Error> {
        let (shape, state_bytes) = (folded.shape(), (folded.state_bytes() as u32).max(1));
        let loads = kind.columns * kind.rows.loads() == ELEMENTS_A_LANE && kind.places == GroupPlaces::Shifted;
        let subgroups = caps.subgroups.filter(|_| policy.subgroups && loads && !shape.ordered);
        let Some(sizes) = subgroups else {
            return Err(Error::Policy {
                problem: format!(
                    "subgroups fold groups at heads, eight elements a lane and in any order, and those of {} are not folded so",
                    op.name
                ),
                remedy: "plan groups for the device",
            });
        };
        Ok(Self {
            least_width: sizes.min.clamp(1, WORKGROUP_SIZE),
            columns: shape.columns(),
            state_bytes,
            staged: (STAGED_RESULT_BYTES / state_bytes).max(1),
            ballot: sizes.min == sizes.max && sizes.min <= u32::BITS,
        })
    }

    /// The bits of the elements of a workgroup and of a group that begins at the last of them.
    fn words(&self) -> u32 {
        HEAD_ELEMENTS / 32 + self.columns / 32 + 2
    }

    /// Bytes of workgroup memory.
    pub(super) fn bytes(&self) -> u32 {
        let subgroups = WORKGROUP_SIZE / self.least_width;
        let counts = HEAD_ELEMENTS / 64 + 1 + subgroups + 2 * HEAD_ROUNDS * subgroups + 5;
        4 * (self.words() + counts) + self.staged * self.state_bytes
    }

    /// The most times that an invocation calls a function of the operator's: in its windows, and for the groups that its subgroup folds afterwards.
    pub(super) fn calls(&self) -> u64 {
        let window = ELEMENTS_A_LANE * (2 + ELEMENTS_A_LANE.ilog2()) + WORKGROUP_SIZE.ilog2();
        let batches = (self.columns / ELEMENTS_A_LANE / self.least_width).max(1);
        let left = batches * (2 * ELEMENTS_A_LANE + 2 * WORKGROUP_SIZE.ilog2());
        u64::from(HEAD_ROUNDS * (window + left))
    }

    /// The holes of the template.
    pub(super) fn value(&self, recipe: &Recipe, kind: GroupElements, module: &mut Module) -> Value {
        let windows = GroupElements {
            places: GroupPlaces::Vectors,
            ..kind
        };
        let loader = Loader::of_groups(recipe, windows, module);
        let loads = (0..kind.rows.loads()).map(|load| {
            let (loaded, base) = (format!("x{load}"), format!("base{load}"));
            context! { text => loader.load(&base), arguments => loader.arguments(&loaded, &base, "0u") }
        });
        context! {
            head_elements => HEAD_ELEMENTS, head_words => HEAD_ELEMENTS / 32,
            rounds_of_windows => HEAD_ROUNDS, round_elements => ROUND, round_words => ROUND / 32, owned_a_lane => OWNED_A_LANE,
            least_width => self.least_width, staged_results => self.staged, dense_heads => HEAD_ELEMENTS / DENSE_HEADS,
            lane_values => (0..ELEMENTS_A_LANE).map(|index| format!("v{index}")).collect::<Vec<_>>().join(", "),
            by_ballot => self.ballot, plain_loads => loads.collect::<Vec<_>>(), levels_of_lane => ELEMENTS_A_LANE.ilog2(),
            key_tile => KEY_TILE, block => SCANNED_COUNTS,
        }
    }
}
