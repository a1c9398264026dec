//! How many invocations a group of few rows of columns has, how many loads each of them issues, and where they lie in a workgroup.

#[cfg(test)]
mod tests;

use super::Folding;
use super::loads::Loads;
use crate::kernel::{GroupElements, GroupPlaces, GroupRows};
use crate::tuning::{
    FEW_STATE_BYTES, FOLDS_OF_SHIFTED_SETS, INSIDE_LOADS, INSIDE_VECTORS, LEAST_INSIDE, LOADS_OF_ANY_ORDER,
    MOST_PACKED, NEIGHBOURING_STATE_BYTES, NEIGHBOURING_VECTORS, PACKED_LOADS_OF_LARGE, PACKED_LOADS_OF_SUMS,
    PACKED_RUN, PACKED_SETS, PACKED_STATES_BYTES, PACKED_TREE_BYTES, ROWS_OF_TWO_LOADS, RUN_LOADS, SHIFTED_SETS,
    VECTORS_OF_A_LANE, WHOLE_ROW_STATE_BYTES, WORKGROUP_SIZE, packed_parts,
};

/// The invocations of groups of few rows of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    /// Loads of an invocation of a row: of neighbouring columns, of a short run, or of vectors inside a group.
    pub(super) loads: u32,
    /// Invocations of a group, where they are packed.
    pub(super) packed: Option<u32>,
    /// Sets of groups of a workgroup, where not each load of an invocation is one vector.
    pub(super) sets: Option<u32>,
    /// Whether an invocation has a group of few loads, which it folds in order.
    pub(super) is_short_run: bool,
    /// log2 of the invocations of a group whose vectors are read as they lie in memory.
    pub(super) inside: Option<u32>,
}

impl Division {
    /// An invocation has one load of a row, groups are not packed, and the number of their sets is left to the plan.
    const SINGLE: Self = Self {
        loads: 1,
        packed: None,
        sets: None,
        is_short_run: false,
        inside: None,
    };
}

impl Folding {
    /// How groups of `len` elements, of `elements` in all, are divided.
    ///
    /// By a vector for each invocation, many have no elements where rows are a little longer than a power of two of them, and each vector is read twice where rows begin
    /// between two. So a row of a few vectors has one invocation, and others have as many as they need for two vectors each, or for three or four where they are packed; of rows that begin at vectors, only those that are
    /// packed. Groups of several rows of columns, each of which begins between two vectors, have two vectors of each row, if these are few.
    pub(super) fn division(self, loads: &Loads, len: u64, elements: u64) -> Division {
        let shifted = loads.places == GroupPlaces::Shifted;
        let rows = len.div_ceil(self.shape.columns().into());
        let shifted_by = |loads_of_a_row: u32| {
            // One state is left of a load that is folded as one.
            let states_of_a_load = if loads.merges { 1 } else { loads.columns };
            let folds = rows * u64::from(states_of_a_load * loads_of_a_row);
            let most = (FOLDS_OF_SHIFTED_SETS / folds.max(1)).max(1);
            Division {
                loads: loads_of_a_row,
                sets: shifted.then_some(SHIFTED_SETS.min(1 << most.ilog2())),
                ..Division::SINGLE
            }
        };
        let single = shifted_by(1);
        if self.ordered {
            return self.division_of_runs(loads, len, elements);
        }
        let has_loads_one_by_one = len > 0 && self.makes_kernel(elements) && !self.sparing && !self.reads_whole_loads();
        if let Some(inside) = self.inside(loads, len).filter(|_| has_loads_one_by_one) {
            return inside;
        }
        let fits = matches!(loads.places, GroupPlaces::Vectors | GroupPlaces::Shifted);
        if !has_loads_one_by_one || !fits {
            return single;
        }
        // Elements that are folded as one leave one state a load, and that is combined with the next one.
        let has_room = |vectors: u32| loads.merges || self.has_room(vectors);
        if rows > 1 {
            return match shifted && has_room(2) && rows <= ROWS_OF_TWO_LOADS {
                true => shifted_by(2),
                false => single,
            };
        }
        let vectors = len.div_ceil(loads.columns.into()) as u32;
        if vectors.is_power_of_two() && !shifted {
            return single;
        }
        if vectors <= VECTORS_OF_A_LANE && (loads.merges || self.has_room_for_a_row(vectors)) {
            return Division {
                loads: vectors,
                sets: Some(1 << (NEIGHBOURING_VECTORS / vectors).max(1).ilog2()),
                ..single
            };
        }
        if !has_room(2) {
            return single;
        }
        match self.packed(vectors, loads.merges) {
            Some(packed) => packed,
            None if loads.merges => shifted_by(loads_of_any_order(vectors)),
            None if shifted => shifted_by(2),
            // Vectors that each invocation reads alone are read as fast one by one.
            None => single,
        }
    }

    /// How groups of `len` elements, of `elements` in all, are divided whose invocations fold runs. A group of few loads has one invocation, which issues all of them together. Of longer
    /// ones, the invocations are packed if their number is no power of two.
    fn division_of_runs(self, loads: &Loads, len: u64, elements: u64) -> Division {
        if len == 0 || !self.makes_kernel(elements) || self.sparing {
            return Division::SINGLE;
        }
        let of_a_group = len.div_ceil(loads.columns.into());
        let ends_with_a_load = !loads.places.are_whole_vectors() || len.is_multiple_of(loads.columns.into());
        if of_a_group <= RUN_LOADS.into() && ends_with_a_load {
            let of_a_group = of_a_group as u32;
            return Division {
                loads: of_a_group,
                sets: match () {
                    () if self.has_large_states() => Some(1),
                    () if of_a_group > 1 => Some(1 << (NEIGHBOURING_VECTORS / of_a_group).max(1).ilog2()),
                    () => None,
                },
                is_short_run: true,
                ..Division::SINGLE
            };
        }
        let lanes = self.units(len) as u32;
        let is_one_tile = len <= self.shape.tile_len().into();
        let are_packed = loads.places.are_vectors() && self.has_shuffles && is_one_tile;
        Division {
            packed: self.packed_sets(lanes).filter(|_| are_packed).map(|_| lanes),
            ..Division::SINGLE
        }
    }

    /// Groups of `len` elements of a monoid whose elements may be folded in any order, which begin between vectors, or are longer than a row of columns: each invocation has some of the
    /// vectors inside, and the elements beside them are divided among all.
    fn inside(self, loads: &Loads, len: u64) -> Option<Division> {
        let per_load = self.shape.per_invocation;
        let is_long = len > self.shape.columns().into() && len.is_multiple_of(per_load.into());
        let lie_so = match loads.places {
            GroupPlaces::Shifted => true,
            // Rows of a power of two of vectors have as many in each row of columns.
            GroupPlaces::Vectors => loads.merges && is_long && !len.is_power_of_two(),
            _ => false,
        };
        if !lie_so || loads.columns != per_load || !self.may_read_inside() {
            return None;
        }
        // A group may have one vector less, and each invocation has one at least. Of divisions that issue as many loads, the fewest invocations meet.
        let vectors = u32::try_from(len / u64::from(per_load))
            .ok()
            .filter(|vectors| *vectors >= LEAST_INSIDE)?;
        let logs = per_load.ilog2()..=WORKGROUP_SIZE.ilog2().min((vectors - 1).ilog2());
        let issued = |log: u32| vectors.div_ceil(1 << log) << log;
        let fits = |log: &u32| (2..=INSIDE_VECTORS).contains(&vectors.div_ceil(1 << log));
        let log = logs.filter(fits).min_by_key(|log| (issued(*log), *log))?;
        let loads = vectors.div_ceil(1 << log);
        Some(Division {
            loads,
            sets: match self.has_large_states() {
                true => Some(1),
                false => Some(1 << (INSIDE_LOADS / loads).max(1).ilog2()),
            },
            inside: Some(log),
            ..Division::SINGLE
        })
    }

    /// Whether the vectors inside a group may be read as they lie in memory: those of monoids that take any order.
    pub(super) fn may_read_inside(self) -> bool {
        self.any_order && self.is_one_part
    }

    /// Groups of so many vectors whose invocations are packed, if these are.
    fn packed(self, vectors: u32, merges: bool) -> Option<Division> {
        let by = |loads: u32| {
            let lanes = vectors.div_ceil(loads);
            self.packed_sets(lanes).map(|sets| Division {
                loads,
                packed: Some(lanes),
                sets: Some(sets),
                ..Division::SINGLE
            })
        };
        let of_two = by(2)?;
        let of_more = match merges {
            true if self.adds_bytes => by(PACKED_LOADS_OF_SUMS),
            false if self.packs_large_states() && self.has_room_for_a_row(PACKED_LOADS_OF_LARGE) => {
                by(PACKED_LOADS_OF_LARGE)
            }
            _ => None,
        };
        Some(of_more.unwrap_or(of_two))
    }

    /// The sets of groups of a workgroup in which groups of so many invocations are packed; none if they are not.
    pub(super) fn packed_sets(self, lanes: u32) -> Option<u32> {
        // The states of all invocations meet in workgroup memory.
        let room =
            self.workgroup_bytes.min(PACKED_STATES_BYTES) / (WORKGROUP_SIZE as usize * self.bytes_beside_counts.max(1));
        // The most that one invocation combines.
        let states = packed_parts(lanes).map_or(lanes, |parts| parts.max(PACKED_RUN));
        let has_registers = states as usize * self.bytes_beside_counts <= PACKED_TREE_BYTES && self.has_room(2);
        let is_packed = !lanes.is_power_of_two() && lanes <= MOST_PACKED && has_registers && room > 0;
        is_packed.then(|| PACKED_SETS.min(room as u32))
    }

    /// Whether the states that packed invocations leave in workgroup memory are large.
    pub(super) fn packs_large_states(self) -> bool {
        self.bytes_beside_counts > FEW_STATE_BYTES
    }

    /// Whether a state is so large that few of them are held, or exchanged, at a time.
    pub(super) fn has_large_states(self) -> bool {
        self.state_bytes > FEW_STATE_BYTES
    }

    /// Whether an invocation has registers for the states of so many neighbouring vectors.
    fn has_room(self, vectors: u32) -> bool {
        vectors as usize * self.state_bytes <= NEIGHBOURING_STATE_BYTES
    }

    /// Whether an invocation has registers for the states of so many vectors if it has the whole row, or is packed.
    fn has_room_for_a_row(self, vectors: u32) -> bool {
        vectors as usize * self.state_bytes <= WHOLE_ROW_STATE_BYTES
    }

    /// The columns of the last row of groups of `len` elements that the last invocation has, where a kernel is made for that many: the compiler knows how many elements
    /// each column has then, and an operator need not divide by their number.
    pub(super) fn last(self, kind: GroupElements, len: u64) -> Option<u32> {
        let a_lane = u64::from(kind.columns * kind.rows.loads());
        // Where elements are loaded one by one, a kernel is made only for groups of one invocation, which lacks some of its columns.
        let is_alone = kind.lanes.slices_log == Some(0) && len < a_lane;
        let is_made = kind.lanes.slices_log.is_some() && (kind.places.are_vectors() || is_alone);
        match kind.rows {
            GroupRows::Few { rows, even, .. } if !self.sparing && is_made && len > 0 => {
                let is_full = even || (rows == 1 && kind.lanes.whole && kind.lanes.slices_log != Some(0));
                (!is_full).then(|| ((len - 1) % a_lane + 1) as u32)
            }
            _ => None,
        }
    }

    /// Whether the last of several rows of columns of groups of `len` elements ends in the first invocation, where a kernel is made for that: one that knows counts.
    pub(super) fn ends_in_first(self, kind: GroupElements, len: u64) -> bool {
        let of_last_row = (len.max(1) - 1) % u64::from(self.shape.columns()) + 1;
        let few = matches!(
            kind.rows,
            GroupRows::Few {
                rows: 2..,
                even: false,
                ..
            }
        );
        self.has_counts
            && few
            && kind.lanes.last.is_some()
            && of_last_row <= u64::from(kind.columns * kind.rows.loads())
    }
}

/// The loads of an invocation of a group of so many, whichever elements these have: those of which the fewest are issued in vain.
fn loads_of_any_order(vectors: u32) -> u32 {
    let issued = |loads: u32| vectors.div_ceil(loads).next_power_of_two() * loads;
    (2..=LOADS_OF_ANY_ORDER).min_by_key(|loads| issued(*loads)).unwrap_or(1)
}
