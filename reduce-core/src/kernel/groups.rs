//! The kernels that fold groups: elements to states of each group, and the states of a group to one.

use minijinja::context;
use minijinja::value::{Value, merge_maps};

use super::aligned::Aligned;
use super::at_heads::AtHeads;
use super::column::Exchanged;
use super::few_rows;
use super::finish::{self, Finish};
use super::folded::Folded;
use super::known_counts::{self, KnownCounts};
use super::layout::Layout;
use super::lines;
use super::load::Loader;
use super::meeting::Meeting;
use super::of_template::Filled;
use super::own_tree::OwnTree;
use super::rows::Rows;
use super::segments::OVERFLOW_WORD;
use super::shader::Kernel;
use super::sorted::{self, Sorted};
use super::step::{GroupBounds, GroupElements, GroupPlaces, GroupRows, GroupStates, Step};
use super::sums::Sums;
use super::tiles::{Parts, columns};
use super::tree::{tree_run, tree_steps};
use crate::caps::Caps;
use crate::choice::policy::{self, Policy};
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::tuning::{
    DENSE_STATE_BYTES, DENSE_TINY_SEGMENTS, GROUP_ROWS_IN_FLIGHT, LISTED_ROWS_IN_FLIGHT, SEGMENT_OF_A_LANE, TINY_SETS,
    WORKGROUP_SIZE,
};
use crate::wgsl::{Fetch, Module};

/// Generates the kernel that folds elements of groups.
///
/// # Errors
/// [`Error::Limit`] if a workgroup does not fit the device, [`Error::Policy`] if the reduction has no such step,
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn of_elements(
    recipe: &Recipe,
    kind: GroupElements,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    let step = Step::GroupElements(kind);
    let folded = Folded::by(recipe, step)?;
    let at_offsets = kind.bounds.are_offsets();
    let unchecked = kind.bounds.are_unchecked();
    let state_bytes = folded.state_bytes();
    let of_heads = (kind.bounds == GroupBounds::AtHeads)
        .then(|| AtHeads::of(kind, &folded, op, policy, caps))
        .transpose()?;
    let sorted = (at_offsets || of_heads.is_some()).then(|| Sorted::of(kind, folded.shape(), state_bytes, caps));
    let meets_by = Policy {
        subgroups: policy.subgroups && sorted.as_ref().is_none_or(Sorted::keeps_states),
        ..policy
    };
    let by_subgroups = meets_by.subgroups && caps.subgroups.is_some();
    let beside = sorted.as_ref().map_or(0, |sorted| sorted.bytes_of_groups(by_subgroups));
    let room = caps_beside(beside, caps);
    let known_counts = KnownCounts::of(op, kind).filter(|_| !folded.is_partial());
    let stored_bytes = match known_counts.filter(|_| kind.lanes.packed.is_some()) {
        Some(known) => known.bytes_beside(),
        None => state_bytes,
    };
    let mut meeting = Meeting::of(op, meets_by, &room, stored_bytes, (kind.lanes, kind.exchanged_sets()))?;
    let mut module = caps.module();
    let side_by_side = (sorted.as_ref()).is_some_and(|sorted| sorted.are_side_by_side(meeting.by_subgroups));
    if kind.are_side_by_side() && !side_by_side {
        return Err(sorted::none_side_by_side(op));
    }
    if of_heads.is_some() || side_by_side || Aligned::may_be(kind, folded.shape().ordered) {
        module.fetch = Fetch::Down;
    }
    let loader = Loader::of_groups(recipe, kind, &mut module);
    // Built-ins fold whole subgroups, and a group may have a part of one.
    let parts = Parts::of(
        recipe,
        &folded,
        Policy {
            built_ins: false,
            ..policy
        },
        meeting.subgroups,
        &mut module,
    );
    let shape = folded.shape();
    let layout = Layout {
        kind,
        ordered: shape.ordered,
        columns: shape.columns(),
        run: shape.run(),
        in_flight: in_flight(recipe, kind, shape.ordered, policy, caps),
    };
    let lines = match shape.ordered {
        true => {
            let rows = (shape.run() / kind.columns, layout.in_flight);
            // Packed invocations leave their states in workgroup memory; others exchange them by shuffles, unless there is no room for those of subgroups.
            let have_lanes = policy.subgroups && (kind.lanes.packed.is_some() || meeting.subgroups);
            lines::of_groups(kind, &loader, rows, have_lanes, caps)
        }
        false => Value::from(false),
    };
    meeting.subgroups |= lines.is_true();
    let inside = inside(kind, &loader, &mut module);
    let few = match kind.by_subgroups {
        true if shape.ordered || !meeting.subgroups => return Err(sorted::none_side_by_side(op)),
        true => {
            few_rows::by_subgroups(kind, shape.columns(), &loader, caps).ok_or_else(|| sorted::none_side_by_side(op))?
        }
        false => Value::from(false),
    };
    let aligned = Aligned::of(
        (kind, shape.ordered),
        (layout.row_len(), layout.in_flight),
        (&loader, &parts.column),
        (&meeting, state_bytes),
        caps,
    );
    let sums = (kind.merges)
        .then(|| Sums::of(recipe, (op, policy), (&parts.column, &loader), &mut module))
        .flatten();
    let rows = Rows {
        loader: &loader,
        stride: layout.row_len() / kind.columns,
        len: layout.row_len(),
        // Loads are numbered from the row on that is read: there are always more.
        rows: u32::MAX,
        in_flight: layout.in_flight,
        lift: &parts.column.lift,
        sums: sums.as_ref(),
        last: kind.elements_of_last_load(),
    };
    let results = Results::of(recipe, kind.finishes, op, caps, &mut module)?;
    // Behind its number, a group is found by the groups there are, or by the tile that is folded.
    let within = match kind.rows {
        _ if sorted.is_some() => "end",
        GroupRows::Few { .. } if !kind.rows.are_full_tiles() => "0u",
        _ => "tile",
    };
    let listed = kind.places == GroupPlaces::Listed;
    let tables = [
        kind.bounds != GroupBounds::OfOneShape,
        listed,
        unchecked,
        of_heads.is_some(),
        of_heads.is_some(),
    ];
    let inputs = loader.inputs() + tables.iter().map(|is_read| u32::from(*is_read)).sum::<u32>();
    let context = context! {
        target => results.target(recipe, &mut module), in_rows => true, splits_tiles => true, counts => false,
        ahead => kind.bounds == GroupBounds::InTable, groups_of_workgroup => kind.sets_of_groups() * WORKGROUP_SIZE, at_offsets => sorted.is_some(), one_row => kind.one_row || of_heads.is_some(), unchecked => unchecked, wide => kind.bounds == GroupBounds::AtWideOffsets, overflow => OVERFLOW_WORD, within => within, lanes_of_group0 => lanes_of_group0(kind, within),
        member => folded.is_partial(), stores => folded.stores(sorted.is_some(), &mut module), status => inputs + 2,
        parts => loader.bindings(), loaded => loader.loaded(), positioned => recipe.positioned, has_parts => !kind.places.are_whole_vectors(), has_vectors => kind.places.are_whole_vectors(),
        one_axis => kind.one_axis, is_shifted => kind.places == GroupPlaces::Shifted, is_inside => kind.places == GroupPlaces::Inside,
        listed => listed, has_axes => kind.places == GroupPlaces::Axes,
        sparing => false, table => loader.inputs() + 2, list => loader.inputs() + 3, lists => inputs + 1, asks => loader.asks_for_group() && !kind.places.are_whole_vectors(),
    };
    // In a single row, all elements of an invocation come before those of the next one, unless they are taken in any order.
    let is_row = matches!(kind.rows, GroupRows::Few { rows: 1, .. }) && kind.bounds == GroupBounds::OfOneShape;
    let meets_in_order = is_row
        && kind.places != GroupPlaces::Inside
        && match kind.lanes.packed {
            Some(_) => parts.column.is_as_exchanged(),
            None => parts.column.is_exchanged(),
        };
    let merged = if shape.ordered || kind.merges { kind.columns } else { 1 };
    let rest = context! { rest_in_flight => rows.rest(), meets_in_order => meets_in_order, lines => lines, inside => inside, few => few, lanes_of_all => 1u32 << kind.lanes.slices_log.unwrap_or(0) };
    let rows = merge_maps([rows.value(&mut module), rest, layout.of_sets(&loader)]);
    let of_group = kind.columns / merged;
    let columns = columns(&parts.column, of_group, kind.places.groups_a_load());
    let tree = OwnTree {
        // A run has one state, whatever the loads.
        loads: if shape.ordered { 1 } else { kind.rows.loads() },
        columns: of_group,
        merged,
        groups: kind.places.groups_a_load(),
        has_rows_above: kind.rows.few() > 1,
        last: kind.lanes.last,
    };
    let tiny = tiny(&loader, kind, state_bytes);
    let heads = of_heads.as_ref().map(|heads| heads.value(recipe, kind, &mut module));
    let sorted_groups = sorted.as_ref().map(|sorted| sorted.value(meeting.by_subgroups));
    let context = merge_maps([
        context,
        tiny,
        sorted_groups.unwrap_or_default(),
        heads.unwrap_or_else(|| context! {}),
        (aligned.as_ref()).map_or_else(|| context! { aligned => false }, Aligned::value),
        layout.value(merged),
        tree.value(),
        columns,
        known_counts
            .filter(|_| kind.lanes.packed.is_some() || meeting.has_levels())
            .map_or_else(known_counts::none, KnownCounts::value),
        meeting.value(sorted.is_some()),
        results.value(),
        rows,
    ]);
    let what = format!("{}'s {} kernel", op.name, step.name());
    let filled = Filled {
        template: match kind.bounds {
            GroupBounds::AtHeads => "at_heads.wgsl",
            _ if at_offsets => "segments.wgsl",
            _ => "groups.wgsl",
        },
        context: &context,
        module: &module,
        calls: Some(match &of_heads {
            Some(heads) => heads.calls(),
            None => layout.calls(&meeting, sorted.as_ref()),
        }),
    };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: match (of_heads, sorted) {
            (Some(heads), _) => heads.bytes(),
            (None, Some(sorted)) => sorted.bytes(&meeting),
            (None, None) => meeting.slots * stored_bytes as u32 + aligned.as_ref().map_or(0, Aligned::bytes),
        },
        subgroups: meeting.subgroups,
        packed_dot: sums.is_some(),
        in_flight: layout.in_flight,
        inputs,
        output_words: results.words(),
        ..filled.kernel(step, &what, op, caps)?
    })
}

/// Generates the kernel that folds the states of groups.
///
/// # Errors
/// As [`of_elements`].
pub(super) fn of_states(
    recipe: &Recipe,
    kind: GroupStates,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    let step = Step::GroupStates(kind);
    let run = kind.run.clamp(1, tree_run(recipe.state_bytes));
    let meeting = Meeting::of(op, policy, caps, recipe.state_bytes, (kind.lanes, 1))?;
    let mut module = caps.module();
    let (state, combine) = ((recipe.state)(&mut module), (recipe.combine)(&mut module));
    let (stored, store, load) = (
        (recipe.stored)(&mut module),
        (recipe.store)(&mut module),
        (recipe.load)(&mut module),
    );
    let shuffle = match meeting.subgroups {
        true => (recipe.shuffle)(&mut module),
        false => String::new(),
    };
    let exchanged = Exchanged {
        kind: state.clone(),
        combine: combine.clone(),
        shuffle,
    };
    let inputs = 1 + u32::from(kind.from_table);
    let results = Results::of(recipe, kind.finishes, op, caps, &mut module)?;
    let stores = vec![context! { to => "", from => "", by => store }];
    let context = context! {
        target => results.target(recipe, &mut module), stored => stored, load => load, in_rows => true, state => state, stores => stores,
        combine => combine, status => inputs + 2, exchanged => exchanged.value(), run => run, run_tree => tree_steps(run), numbering => "",
        from_table => kind.from_table, meets_in_order => false, ahead => false, overflow => OVERFLOW_WORD, at_offsets => false, splits_tiles => false, sets => 1, group_sets => 1, lanes_of_group0 => format!("(states_of(group0, node) + {}u) / {run}u", run - 1), column => context! { result => "folded" },
    };
    let context = merge_maps([context, known_counts::none(), meeting.value(false), results.value()]);
    let what = format!("{}'s {} kernel", op.name, step.name());
    let filled = Filled {
        template: "group_tree.wgsl",
        context: &context,
        module: &module,
        calls: Some(u64::from(run + meeting.levels() + 1)),
    };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: meeting.slots * recipe.state_bytes as u32,
        subgroups: meeting.subgroups,
        in_flight: run,
        inputs,
        output_words: results.words(),
        ..filled.kernel(step, &what, op, caps)?
    })
}

/// The hole `inside` of groups whose vectors are read as they lie, with the rounds in which invocations read the elements beside these; false for others.
fn inside(kind: GroupElements, loader: &Loader, module: &mut Module) -> Value {
    let (GroupPlaces::Inside, Some(slices_log)) = (kind.places, kind.lanes.slices_log) else {
        return Value::from(false);
    };
    let Some([word, load, element]) = loader.alone(module) else {
        return Value::from(false);
    };
    let rounds = (2 * (kind.columns - 1)).div_ceil(1 << slices_log);
    context! { rounds => rounds, word => word, load => load, element => element }
}

/// The hole `lanes_of_group0`: how many invocations the group has whose states of subgroups an invocation folds.
fn lanes_of_group0(kind: GroupElements, within: &str) -> String {
    match (kind.places, kind.lanes.slices_log) {
        (GroupPlaces::Inside, Some(log)) => format!("select(0u, {}u, enter(group0, {within}) > 0u)", 1 << log),
        _ => format!("invocations_with(enter(group0, {within}), left)"),
    }
}

/// The limits of a device without so many bytes of workgroup memory.
fn caps_beside(taken: u32, caps: &Caps) -> Caps {
    Caps {
        max_workgroup_bytes: caps.max_workgroup_bytes.saturating_sub(taken),
        ..caps.clone()
    }
}

/// Loads that are issued before the first is used; a program on the CPU compiles one copy of an operator that branches.
fn in_flight(recipe: &Recipe, kind: GroupElements, ordered: bool, policy: Policy, caps: &Caps) -> u32 {
    if policy::is_large(recipe, caps) || kind.bounds.are_offsets() && kind.rows != GroupRows::Many {
        return 1;
    }
    // A run is read by loads of neighbouring elements, the columns of a row by one load or by several.
    let loads = if ordered || kind.places.are_vectors() {
        kind.elements_a_load().div_ceil(recipe.shape.per_invocation) * kind.rows.loads()
    } else {
        kind.columns
    };
    // Each load of a listed group may take the registers of two vectors.
    let rows = match kind.bounds == GroupBounds::InTable && kind.places == GroupPlaces::Shifted {
        true => LISTED_ROWS_IN_FLIGHT,
        false => GROUP_ROWS_IN_FLIGHT,
    };
    let most = (policy.in_flight.min(rows) / loads).max(1);
    match kind.rows {
        GroupRows::Few { rows, .. } => rows.min(most),
        GroupRows::Many => most,
    }
}

/// The hole `tiny` of the path between offsets where an invocation folds whole groups; false where there is none.
fn tiny(loader: &Loader, kind: GroupElements, state_bytes: usize) -> Value {
    if !kind.tiny {
        return context! { tiny => false };
    }
    let loads = SEGMENT_OF_A_LANE / kind.columns;
    // A load behind the last element of the group is that of the last.
    let base = format!("min(first, group_last) / {}u", kind.columns);
    let position = |first: &str| format!("group_position + {first}");
    let arguments = (0..TINY_SETS).map(|set| loader.arguments(&format!("x{set}"), "0u", &position("0u")));
    let longest = (1..TINY_SETS).fold("range0.y".to_owned(), |longest, set| {
        format!("max({longest}, range{set}.y)")
    });
    let halves = (0..loads.ilog2()).map(|log| 1 << log);
    let all = (0..loads).map(|load| {
        let (loaded, base) = (format!("x{load}"), format!("base{load}"));
        let arguments = loader.arguments(&loaded, &base, &position(&format!("{}u", load * kind.columns)));
        context! { text => loader.load(&base), arguments => arguments }
    });
    let tiny = context! {
        loads => loads, all => all.collect::<Vec<_>>(), tree => tree_steps(loads), has_dense => loads as usize * state_bytes <= DENSE_STATE_BYTES, dense => DENSE_TINY_SEGMENTS,
        elements => SEGMENT_OF_A_LANE, sets => TINY_SETS, longest => longest, load => loader.load("0u"), arguments => arguments.collect::<Vec<_>>(),
        handed => loader.handed_on(), loaded => loader.arguments(&loader.load(&base), &base, &position("first")),
        halves => halves.clone().take(loads.ilog2().saturating_sub(1) as usize).collect::<Vec<u32>>(), all_halves => halves.collect::<Vec<u32>>(),
    };
    context! { tiny => tiny }
}

/// The form in which a kernel writes: states, or the words of results.
struct Results(Option<Finish>);

impl Results {
    /// # Errors
    /// As of the kernel that finishes one state.
    fn of(recipe: &Recipe, finishes: bool, op: &OperatorWgsl, caps: &Caps, module: &mut Module) -> Result<Self, Error> {
        if !finishes {
            return Ok(Self(None));
        }
        // Says what a device lacks for the result.
        finish::generate(recipe, op, caps)?;
        Finish::of(recipe, op, module).map(Some).map(Self)
    }

    fn target(&self, recipe: &Recipe, module: &mut Module) -> String {
        match self.0 {
            Some(_) => "array<u32>".to_owned(),
            None => format!("array<{}>", (recipe.stored)(module)),
        }
    }

    fn words(&self) -> u32 {
        self.0.as_ref().map_or(0, |finish| finish.words.len() as u32)
    }

    fn value(&self) -> Value {
        match &self.0 {
            Some(Finish {
                identity,
                finish,
                words,
            }) => {
                context! { finishes => true, identity => identity, finish => finish, words => words }
            }
            None => context! { finishes => false },
        }
    }
}
