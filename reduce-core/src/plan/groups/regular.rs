//! Passes over groups of one shape: rows, columns, and any axes of a view.

use super::counts::Counting;
use super::loads::{Among, Loads, by_loads, neighbours};
use super::rows::Division;
use super::trees::{push_trees, strides};
use super::{Finishing, Folding, GROUP_RESULTS, GroupNumbers, GroupPass, GroupPlan, slices_log};
use crate::caps::Caps;
use crate::error::Error;
use crate::group::layout::{Arrangement, Layout};
use crate::input::dims::Dims;
use crate::kernel::inspect::Kernels;
use crate::kernel::{GroupBounds, GroupElements, GroupLanes, GroupPlaces, GroupRows};
use crate::plan::narrow;
use crate::tuning::{GROUPS_ACROSS, SETS_OF_LARGE, WORKGROUP_SIZE, sets_of};

/// Groups that a batch has a multiple of, so that no groups that share loads come apart: a multiple of 16, 12 and what divides one of them.
const GROUPS_TOGETHER: u64 = 48;

/// How groups are laid over workgroups.
#[derive(Clone, Copy)]
struct Mapping {
    kind: GroupElements,
    slices_log: u32,
    /// Workgroups that share a tile.
    splits: u64,
    tiles: u64,
    /// States that each group leaves.
    nodes: u64,
    division: Division,
    /// Groups that a workgroup folds at a time.
    groups: u32,
}

/// Neighbouring nodes of every group that one kernel folds.
struct Nodes {
    kind: GroupElements,
    first_node: u64,
    nodes: u64,
}

#[doc(hidden)]
impl Kernels {
    /// The passes over some of the groups of one shape, to their states or, if the device finishes them, to results. Of groups without elements, which have
    /// no states, only results are made.
    ///
    /// # Errors
    /// [`Error::Limit`] if a group has 2^32 elements or more, or its states exceed what the device can bind.
    pub fn plan_groups(&self, among: &Among<'_>, finishing: Finishing) -> Result<GroupPlan, Error> {
        let (folding, caps) = (Folding::of(self), &self.caps);
        let len = among.layout.reduced.len() as u64;
        narrow(len, "a group", "elements", caps)?;
        narrow(among.range.end as u64, "an input", "groups", caps)?;
        if let Some(bins) = self.recipe.bins {
            return self.plan_counts(bins, among, finishing);
        }
        let groups = among.range.len() as u64;
        let mapping = Mapping::of(folding, among, groups);
        let mut plan = GroupPlan {
            passes: Vec::new(),
            scratch: [1, 1, groups.max(1)],
            lists: None,
        };
        let (target, [to_group, to_node]) = match mapping.nodes {
            1 => (GROUP_RESULTS, [1, 0]),
            nodes => (0, strides(mapping.kind.lanes.across, groups, nodes)),
        };
        let states = groups * mapping.nodes;
        if target == 0 {
            plan.scratch[0] = states;
        }
        let numbers = GroupNumbers {
            groups: narrow(groups, "a pass", "groups", caps)?,
            length: len as u32,
            slices_log: mapping.slices_log,
            apart_log: mapping.apart_log(),
            splits_log: mapping.splits.next_power_of_two().ilog2(),
            to_group: narrow(to_group, "a pass", "groups", caps)?,
            to_node: narrow(to_node, "a pass", "groups", caps)?,
            ..places(among, caps)?
        };
        for part in mapping.parts(folding, len) {
            plan.passes.extend(folding.steps(part.kind).map(|step| GroupPass {
                step,
                source: None,
                target,
                numbers: GroupNumbers {
                    first_node: part.first_node as u32,
                    ..numbers.clone()
                },
                workgroups: [mapping.sets(groups), part.nodes],
            }));
        }
        if mapping.nodes > 1 {
            push_trees(
                &mut plan,
                folding,
                mapping.kind.lanes.across,
                [groups, mapping.nodes],
                caps,
            )?;
        }
        plan.completed(self, folding, [groups, len], finishing)
    }

    /// Groups whose states and offsets find room at once.
    #[must_use]
    pub fn groups_at_once(&self, arrangement: &Arrangement) -> usize {
        let room = match arrangement {
            // The groups of a load stay together.
            Arrangement::Regular(layout) => match self.states_at_once() / most_nodes(self, layout) {
                few @ 0..GROUPS_TOGETHER => few,
                many => many - many % GROUPS_TOGETHER,
            },
            // The offsets have to fit a binding, too.
            _ => (self.states_at_once() / 2).min(self.caps.max_binding_bytes / 16),
        };
        usize::try_from(room).unwrap_or(usize::MAX).max(1)
    }
}

/// The most states that each group of a layout leaves, from whichever place on.
fn most_nodes(kernels: &Kernels, layout: &Layout) -> u64 {
    let of = |offset, by_vectors| {
        let among = Among {
            layout,
            offset,
            by_vectors,
            range: 0..0,
        };
        match kernels.recipe.bins {
            Some(bins) => Counting::of(kernels, bins, &among, u64::MAX >> 8).parts,
            None => Mapping::of(Folding::of(kernels), &among, u64::MAX >> 8).nodes,
        }
    };
    // A place that is a multiple of fewer elements may ask for narrower loads.
    let per_load = kernels.recipe.shape.per_invocation;
    let narrower = (0..per_load.ilog2()).map(|log| of(1 << log, true));
    narrower.fold(of(0, true).max(of(0, false)), u64::max)
}

impl Mapping {
    fn of(folding: Folding, among: &Among<'_>, groups: u64) -> Self {
        let Layout { kept, reduced } = among.layout;
        let (len, shape) = (reduced.len() as u64, folding.shape);
        // A group without elements is one that finds none.
        let units = folding.units(len).max(1);
        let loads = by_loads(folding, among);
        let division = folding.division(&loads, len, groups.saturating_mul(len));
        if let Some(slices_log) = division.inside {
            let one_axis = kept.extents().len() <= 1;
            return Self::inside(loads.columns, one_axis, division, slices_log).in_sets_of(folding, groups);
        }
        let Loads {
            places,
            columns,
            merges,
        } = loads;
        let neighbours = neighbours(among.layout).filter(|_| places.groups_a_load() == 1);
        let most = match neighbours {
            // The fewest invocations side by side: as many as have neighbouring elements, up to so many.
            Some(extent) if !folding.mixed => WORKGROUP_SIZE / (extent.min(GROUPS_ACROSS).next_power_of_two() as u32),
            _ => WORKGROUP_SIZE,
        };
        let a_lane = match division.is_short_run {
            true => 1,
            false => folding.units_a_lane(columns) * division.loads,
        };
        let slices_log = slices_log(units, a_lane).min(most.ilog2());
        let splits = units.div_ceil(u64::from(a_lane) << slices_log);
        let tiles = len.div_ceil(shape.tile_len().into()).max(1);
        let last = len - (tiles - 1) * u64::from(shape.tile_len());
        let nodes = (tiles - 1) * splits + folding.units(last).max(1).div_ceil(u64::from(a_lane) << slices_log);
        // Every tile has all columns, and the invocations have these, all of which are there, or some of the last one are not.
        let all_columns = (u64::from(a_lane) << slices_log) * splits;
        let are_alike = units == folding.units(last);
        let (each, whole) = (units + u64::from(a_lane) > all_columns, units == all_columns);
        let elements = groups.saturating_mul(len);
        let lanes = folding.lanes(slices_log, neighbours.is_some(), are_alike && whole, elements);
        let lanes = GroupLanes {
            each: lanes.slices_log.is_some() && are_alike && each,
            ..lanes
        };
        let mut kind = GroupElements {
            places,
            bounds: GroupBounds::OfOneShape,
            columns,
            merges: merges || division.is_short_run,
            rows: GroupRows::Many,
            lanes,
            one_axis: kept.extents().len() <= 1,
            runs: false,
            tiny: false,
            one_row: false,
            by_subgroups: false,
            finishes: false,
        };
        kind.rows = match division.is_short_run {
            true => GroupRows::one(1, 1),
            false => folding.rows(len, folding.folds(kind)),
        };
        kind.lanes.packed = division.packed;
        if let GroupRows::Few { loads, .. } = &mut kind.rows {
            *loads = division.loads;
        }
        kind.lanes.last = folding.last(kind, len);
        kind.lanes.ends_in_first = folding.ends_in_first(kind, len);
        // Elements that are folded as one are all there, or a kernel is made for those of the last load, or a loop ends before them.
        if merges && !len.is_multiple_of(columns.into()) && kind.elements_of_last_load().is_none() {
            kind.rows = GroupRows::Many;
        }
        let one = Self {
            kind,
            slices_log,
            splits,
            tiles,
            nodes,
            division,
            groups: kind.lanes.packed_groups().unwrap_or(WORKGROUP_SIZE >> slices_log),
        };
        one.in_sets_of(folding, groups)
    }

    /// Groups whose vectors are read as they lie in memory, of which each invocation has one at least.
    fn inside(columns: u32, one_axis: bool, division: Division, slices_log: u32) -> Self {
        Self {
            kind: GroupElements {
                places: GroupPlaces::Inside,
                bounds: GroupBounds::OfOneShape,
                columns,
                merges: true,
                rows: GroupRows::one(1, division.loads),
                lanes: GroupLanes {
                    slices_log: Some(slices_log),
                    each: true,
                    ..GroupLanes::ANY
                },
                one_axis,
                runs: false,
                tiny: false,
                one_row: false,
                by_subgroups: false,
                finishes: false,
            },
            slices_log,
            splits: 1,
            tiles: 1,
            nodes: 1,
            division,
            groups: WORKGROUP_SIZE >> slices_log,
        }
    }

    /// This, with several sets of groups a workgroup where groups are many.
    fn in_sets_of(self, folding: Folding, groups: u64) -> Self {
        let many = !folding.sparing && self.sets(groups).saturating_mul(self.splits) >= folding.many_workgroups;
        if many { self.in_sets(folding) } else { self }
    }

    /// The nodes of full tiles of long groups apart, where a kernel is made for them, and all the others.
    fn parts(&self, folding: Folding, len: u64) -> Vec<Nodes> {
        let (tile, all) = (u64::from(folding.shape.tile_len()), self.tiles * self.splits);
        let rows = folding.rows(tile, folding.folds(self.kind));
        let full = match rows {
            GroupRows::Few { .. } if self.tiles > 1 => len / tile * self.splits,
            _ => 0,
        };
        let all_columns =
            u64::from(folding.units_a_lane(self.kind.columns) * self.kind.rows.loads()) << self.slices_log;
        let whole = all_columns * self.splits == folding.shape.columns().into();
        let of_full_tiles = GroupElements {
            rows,
            lanes: GroupLanes {
                whole,
                ..self.kind.lanes
            },
            ..self.kind
        };
        let parts = [(of_full_tiles, 0, full), (self.kind, full, all - full)];
        let parts = parts.into_iter().filter(|(.., nodes)| *nodes > 0);
        parts
            .map(|(kind, first_node, nodes)| Nodes {
                kind,
                first_node,
                nodes,
            })
            .collect()
    }

    /// This, with several sets of groups a workgroup where a group has few rows.
    fn in_sets(mut self, folding: Folding) -> Self {
        let places = self.kind.places;
        if let GroupRows::Few { rows, sets, .. } = &mut self.kind.rows {
            let loads = if places.are_vectors() { 1 } else { self.kind.columns };
            let are_one_by_one = !places.are_vectors() && !self.kind.lanes.across;
            let most = match are_one_by_one && folding.has_large_states() {
                true => SETS_OF_LARGE,
                false => u32::MAX,
            };
            let own = (sets_of(*rows, loads).min(most) / places.groups_a_load()).max(1);
            *sets = self.division.sets.unwrap_or(own);
        }
        self
    }

    /// log2 of the distance between the invocations of a group.
    fn apart_log(&self) -> u32 {
        match self.kind.lanes.across {
            true => WORKGROUP_SIZE.ilog2() - self.slices_log,
            false => 0,
        }
    }

    /// Workgroups that fold the same node of different groups.
    fn sets(&self, groups: u64) -> u64 {
        let sets = u64::from(self.kind.sets());
        groups.div_ceil(sets * u64::from(self.groups))
    }
}

/// The places of the groups and of their elements.
pub(super) fn places(among: &Among<'_>, caps: &Caps) -> Result<GroupNumbers, Error> {
    let Layout { kept, reduced } = among.layout;
    let number = |place: usize| narrow(place as u64, "the input", "elements", caps);
    let mut numbers = GroupNumbers {
        group_axes: kept.extents().len().max(1) as u32,
        element_axes: reduced.extents().len().max(1) as u32,
        offset: number(among.offset)?,
        step: number(reduced.strides().last().copied().unwrap_or(0))?,
        first_group: number(among.range.start)?,
        ..GroupNumbers::default()
    };
    let axis = |dims: &Dims, axis: usize| dims.axes().nth(axis).unwrap_or((1, 0));
    for (index, numbers) in numbers.axes.iter_mut().enumerate() {
        let ([groups, to_group], [elements, to_element]) = (axis(kept, index).into(), axis(reduced, index).into());
        *numbers = [
            number(groups)?,
            number(to_group)?,
            number(elements)?,
            number(to_element)?,
        ];
    }
    Ok(numbers)
}
