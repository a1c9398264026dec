//! A page that says how groups are laid over a device, and why: from the plan alone.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use super::batches::Batches;
use super::{Among, Finishing, GROUP_RESULTS, GroupPass, GroupPlan, SegmentLists, Segmented};
use crate::error::Error;
use crate::group::Grouping;
use crate::group::layout::Arrangement;
use crate::kernel::counts as counted;
use crate::kernel::inspect::Kernels;
use crate::kernel::{GroupElements, GroupPlaces, GroupRows, Kernel, SegmentBegins, Step};
use crate::tuning::{ROWS, SEGMENT_OF_A_LANE, WORKGROUP_SIZE};

impl Kernels {
    /// How groups of elements that lie side by side in an array of this shape are laid over the device, and why, in words and numbers: the mapping, the loads,
    /// the passes.
    ///
    /// An input without axes has the shape `&[len]`. Of one that no binding shows, the page counts the batches, and tells how the first is folded. Groups by keys are those of the keys on the host; a device that has to find them runs a sort before.
    ///
    /// # Errors
    /// [`Error::Shape`] if the grouping does not fit the shape, [`Error::Limit`] if the device has no room for the states of all groups at once.
    ///
    /// ```
    /// use reduce_core::{Caps, Kernels, Rows, ops};
    /// let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::nvidia())?;
    /// let page = kernels.explain_each(&[1 << 20], &Rows(1024))?;
    /// assert!(page.contains("1024 groups of 1024 elements"), "{page}");
    /// assert!(page.contains("16 bytes at a time"), "{page}");
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn explain_each<G: Grouping>(&self, shape: &[usize], grouping: &G) -> Result<String, Error> {
        let (arrangement, _) = grouping.arrange(shape)?;
        let batches = self.batches_of(&arrangement)?;
        let plan = self.plan_of_some(&arrangement, batches.as_ref())?;
        self.page_of(&arrangement, batches.as_ref(), plan.as_ref())
    }

    /// The kernels that [`explain_each`](Self::explain_each) names, to read: each of them once, in the order of the passes.
    ///
    /// # Errors
    /// As [`explain_each`](Self::explain_each).
    pub fn each<G: Grouping>(&self, shape: &[usize], grouping: &G) -> Result<Vec<Kernel>, Error> {
        let (arrangement, _) = grouping.arrange(shape)?;
        let batches = self.batches_of(&arrangement)?;
        let Some(plan) = self.plan_of_some(&arrangement, batches.as_ref())? else {
            return Ok(self.all().to_vec());
        };
        let mut steps: Vec<Step> = plan.lists.iter().map(SegmentLists::step).collect();
        for pass in &plan.passes {
            if !steps.contains(&pass.step) {
                steps.push(pass.step);
            }
        }
        steps.into_iter().map(|step| self.step(step)).collect()
    }

    /// The plan for the groups of the first batch, or for all if there are no batches; none for a group that the kernels of `reduce` fold.
    fn plan_of_some(&self, all: &Arrangement, batches: Option<&Batches>) -> Result<Option<GroupPlan>, Error> {
        let some = match batches {
            None => Some(all),
            Some(batches) => batches.first.as_ref(),
        };
        some.map(|groups| self.plan_each(groups)).transpose()
    }

    /// The plan for these groups at once.
    fn plan_each(&self, arrangement: &Arrangement) -> Result<GroupPlan, Error> {
        let groups = arrangement.groups();
        let longest = usize::try_from(arrangement.longest()).unwrap_or(usize::MAX);
        let (elements, is_listed) = match arrangement {
            Arrangement::Regular(layout) => {
                let among = Among {
                    layout,
                    offset: 0,
                    by_vectors: true,
                    range: 0..groups,
                };
                return self.plan_groups(&among, Finishing::OnHost);
            }
            Arrangement::Cut(offsets) => (offsets.last().copied().unwrap_or(0), false),
            Arrangement::Listed { order, .. } => (order.len(), true),
            Arrangement::Keyed {
                elements, is_listed, ..
            } => (*elements, *is_listed),
            Arrangement::OnDevice { elements, .. } => (*elements, false),
        };
        let of = Segmented {
            groups,
            elements,
            longest,
            is_checked: !matches!(arrangement, Arrangement::OnDevice { .. }),
            begins: SegmentBegins::Offsets,
            is_listed,
            by_vectors: true,
        };
        self.plan_segments(&of, Finishing::OnHost)
    }

    fn page_of(
        &self,
        arrangement: &Arrangement,
        batches: Option<&Batches>,
        plan: Option<&GroupPlan>,
    ) -> Result<String, Error> {
        let mut page = format!("{} on {}\n", self.op.name, self.caps.device);
        let mut line = |label: &str, text: String| {
            let _ = writeln!(page, "  {label:<10} {text}");
        };
        let lengths = match arrangement {
            Arrangement::Regular(layout) => format!("of {} elements", layout.reduced.len()),
            _ => format!("of up to {} elements", arrangement.longest()),
        };
        line("groups", format!("{} groups {lengths}", arrangement.groups()));
        if let Some(batches) = batches {
            line("batches", batches.text());
        }
        let Some(plan) = plan else { return Ok(page) };
        let elements = plan.passes.iter().find_map(|pass| match pass.step {
            Step::GroupElements(kind) => Some((pass, kind)),
            _ => None,
        });
        let counted = self.recipe.bins.filter(|_| kernel_counts(elements));
        if let Some(((pass, kind), bins)) = elements.zip(counted) {
            line("mapping", mapping_of_counts(pass, kind, bins.count));
            line("loads", loads(kind, self.recipe.shape.per_invocation));
            line("parts", parts(pass, kind));
        } else if let Some((pass, kind)) = elements {
            let shape = self.recipe.shape;
            let run = (shape.ordered && !self.recipe.mixed).then(|| shape.run());
            line("mapping", mapping(pass, kind, run));
            line("loads", loads(kind, shape.per_invocation));
            if self.step(pass.step)?.uses_packed_dot() {
                line(
                    "sums",
                    "bytes of a load are added by dot products with ones: the monoid is exact".to_owned(),
                );
            }
            line("rows", rows(pass, kind, run.is_some()));
            line("kernel", made_for(kind));
        }
        if let Some(lists) = &plan.lists {
            let by_subgroups = |pass: &GroupPass| matches!(pass.step, Step::GroupElements(kind) if kind.by_subgroups);
            let of_few_rows = match plan.passes.iter().any(by_subgroups) {
                true => "; a subgroup folds one of a few rows by itself",
                false => "",
            };
            line(
                "lists",
                format!(
                    "the device lists groups of more elements, in up to {} rows: their tiles are divided evenly, however they differ{of_few_rows}",
                    lists.rows
                ),
            );
        }
        for (number, pass) in plan.passes.iter().enumerate() {
            line(&format!("pass {}", number + 1), dispatch(pass));
        }
        Ok(page)
    }
}

/// How the invocations of a workgroup are divided among groups, of which each has a run of up to so many elements where these keep their order.
fn mapping(pass: &GroupPass, kind: GroupElements, run: Option<u32>) -> String {
    if kind.bounds.are_offsets() {
        let all = 1u64 << pass.numbers.slices_log;
        let short = match kind.tiny {
            true => {
                format!("has an invocation fold each where none has more than {SEGMENT_OF_A_LANE} elements, or else ")
            }
            false => String::new(),
        };
        return format!(
            "a workgroup takes {all} neighbouring groups, {short}folds them side by side, each by as many invocations as it needs"
        );
    }
    let slices = kind.lanes.packed.unwrap_or(1 << pass.numbers.slices_log);
    let each = match kind.lanes.alone().unwrap_or(kind.columns * kind.rows.loads()) {
        _ if kind.places == GroupPlaces::Inside => format!("up to {} vectors", kind.rows.loads()),
        elements if run.is_some() && kind.lanes.alone().is_some() => format!("a run of {elements} elements"),
        _ if run.is_some() => format!("a run of up to {} elements", run.unwrap_or_default()),
        1 => "one column".to_owned(),
        columns => format!("{columns} neighbouring columns"),
    };
    if let GroupPlaces::Interleaved { groups } = kind.places {
        return format!("{slices} invocations for {groups} groups, {each} of each: their elements take turns");
    }
    let why = match (kind.lanes.across, slices) {
        (true, _) => "neighbours have neighbouring groups, whose elements lie side by side",
        (false, WORKGROUP_SIZE) => "a workgroup has one group at a time",
        (false, _) if kind.lanes.packed.is_some() => {
            "groups lie side by side in a workgroup, and its last invocations have none"
        }
        (false, 1) => "an invocation has a group of its own, as groups are short",
        (false, _) => "neighbours have one group, whose elements lie side by side",
    };
    format!("{slices} invocations a group, {each} each: {why}")
}

/// Whether these elements are counted in bins, if the operator does.
fn kernel_counts(elements: Option<(&GroupPass, GroupElements)>) -> bool {
    elements.is_some_and(|(pass, _)| counted::does(pass.step))
}

/// How the invocations of a workgroup that counts are divided among groups.
fn mapping_of_counts(pass: &GroupPass, kind: GroupElements, bins: u32) -> String {
    if kind.bounds.are_offsets() {
        let groups = match WORKGROUP_SIZE >> pass.numbers.slices_log {
            1 => "a group".to_owned(),
            groups => format!("{groups} neighbouring groups"),
        };
        return format!(
            "a workgroup counts the elements of {groups} in {bins} bins, by atomics in its memory: its invocations take one load after another, whichever group it is of"
        );
    }
    let slices = 1u32 << pass.numbers.slices_log;
    let why = match (kind.lanes.across, slices) {
        (true, _) => "neighbours have neighbouring groups, whose elements lie side by side",
        (false, WORKGROUP_SIZE) => "a workgroup has one group at a time",
        (false, _) => "the counts of several groups lie side by side, as groups are short",
    };
    format!("{slices} invocations a group count its elements in {bins} bins, by atomics in workgroup memory: {why}")
}

/// How groups are divided among workgroups that count.
fn parts(pass: &GroupPass, kind: GroupElements) -> String {
    if kind.bounds.are_offsets() {
        return format!(
            "groups of up to {} elements are counted in the first pass; of longer ones, the counts of their parts are added to the result",
            pass.numbers.length
        );
    }
    match pass.workgroups[1] {
        1 => "a workgroup counts whole groups".to_owned(),
        parts => format!(
            "{parts} workgroups share a group, {} elements each; their counts are added up",
            pass.numbers.elements
        ),
    }
}

/// How elements are read.
fn loads(kind: GroupElements, per_load: u32) -> String {
    let text = match kind.places {
        GroupPlaces::Vectors if kind.bounds.are_offsets() => {
            return format!(
                "{} elements at a time: of the first load of a group and of the last, those that belong to it",
                kind.columns
            );
        }
        GroupPlaces::Vectors if kind.columns < per_load => {
            return format!(
                "{} elements at a time: every group begins at a multiple of them",
                kind.columns
            );
        }
        GroupPlaces::Vectors => "16 bytes at a time: every group begins at a multiple of them",
        GroupPlaces::Interleaved { groups } => {
            let vectors = kind.elements_a_load() / per_load;
            return format!("{} bytes at a time, with elements of {groups} groups", 16 * vectors);
        }
        GroupPlaces::Shifted if kind.columns < per_load => {
            return format!(
                "{} elements at a time: where a group begins between them, two loads make one",
                kind.columns
            );
        }
        GroupPlaces::Shifted if kind.bounds.are_of_neighbours() && kind.rows.loads() > 1 => {
            let loads = kind.rows.loads();
            return format!(
                "{loads} vectors of 16 bytes at a time, by {} loads: a group begins anywhere",
                loads + 1
            );
        }
        GroupPlaces::Shifted => "16 bytes at a time: where a group begins between them, two loads make one",
        GroupPlaces::Inside => {
            "16 bytes at a time, those inside a group as they lie in memory, and the elements on either side one by one: the monoid takes any order"
        }
        GroupPlaces::Steps => "one element at a time, one step from one another",
        GroupPlaces::Axes => "one element at a time, along several axes",
        GroupPlaces::Listed => "one element at a time, where a list says",
    };
    text.to_owned()
}

/// How many rows of columns a group has, or what an invocation folds in order.
fn rows(pass: &GroupPass, kind: GroupElements, in_order: bool) -> String {
    match kind.rows {
        GroupRows::Few { rows, sets, loads, .. } if loads == 1 || !kind.bounds.are_offsets() => {
            let group = match rows {
                _ if kind.places == GroupPlaces::Inside => {
                    "invocations fold the vectors, and then the elements on either side of them".to_owned()
                }
                _ if in_order && loads == 1 => "an invocation folds the elements of a group in order".to_owned(),
                _ if in_order => {
                    format!("an invocation issues the {loads} loads of a group together, and folds them in order")
                }
                1 if loads > 1 => {
                    format!("a group is no more than one row of columns, of which an invocation has {loads} loads")
                }
                rows if loads > 1 => {
                    format!(
                        "a group is {rows} rows of columns, one by one, of each of which an invocation has {loads} loads"
                    )
                }
                1 => "a group is no more than one row of columns".to_owned(),
                ROWS if kind.rows.are_full_tiles() => format!("full tiles of {ROWS} rows of columns, one by one"),
                rows => format!("a group is {rows} rows of columns, one by one"),
            };
            match sets {
                1 => group,
                sets if kind.sets_in_flight() < sets => {
                    format!("{group}; a workgroup folds {sets} sets of groups, one after the other")
                }
                sets => format!("{group}; a workgroup issues the loads of {sets} sets of groups together"),
            }
        }
        GroupRows::Few { loads, .. } => format!(
            "groups of up to {} elements are in no list; an invocation issues {loads} loads of a row together",
            pass.numbers.length
        ),
        GroupRows::Many if in_order => "runs from left to right, tile by tile".to_owned(),
        GroupRows::Many => match 1u64 << pass.numbers.splits_log {
            1 => "columns top to bottom, tile by tile".to_owned(),
            splits => format!("columns top to bottom; {splits} workgroups share the columns of a tile"),
        },
    }
}

/// Whether the kernel knows how many invocations a group has.
fn made_for(kind: GroupElements) -> String {
    match kind.lanes.slices_log {
        _ if kind.lanes.alone().is_some() => {
            "made for groups of exactly this length, as there are many elements".to_owned()
        }
        Some(_) if kind.lanes.last.is_some() => {
            "made for this number of invocations and for the columns of the last, as there are many elements".to_owned()
        }
        Some(_) => "made for this number of invocations, as there are many elements".to_owned(),
        None => "serves any number of invocations".to_owned(),
    }
}

/// One dispatch.
fn dispatch(pass: &GroupPass) -> String {
    let [sets, nodes] = pass.workgroups;
    let from = match pass.source {
        None => "elements",
        Some(_) => "states",
    };
    let to = match pass.target {
        GROUP_RESULTS => "the state of each group",
        _ => "states of each group",
    };
    let workgroups = match nodes {
        1 => format!("{sets} workgroups"),
        nodes => format!("{sets} workgroups for each of {nodes} nodes"),
    };
    format!("{}: {from} to {to}, {workgroups}", pass.step.name())
}
