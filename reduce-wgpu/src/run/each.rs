//! One result for each group of an input, on a GPU.

use std::ops::Range;

use reduce_core::{
    Arranged, Arrangement, Element, Error, Grouping, Monoid as _, NoParameters, Operator, ReduceEach, Source,
    SourcePart, Stored as _, arranged_by, caught, check_keys, fold_tree, room_for,
};

use crate::device::shared::Gpu;
use crate::input::source;
use crate::input::upload::Staging;
use crate::run::groups::{Folded, Grouped};
use crate::run::keyed::{KeyedGroups, Wanted};
use crate::run::reducer::{GpuReducer, finished};
use crate::run::runner::Runner;

impl<R: Operator> GpuReducer<R> {
    /// Reduces each group of `data`, as [`ReduceEach::reduce_each`] does: with the bits of [`reduce`](Self::reduce) for each.
    ///
    /// The elements are read once, where they lie, but for groups that lie in several buffers of an array; offsets and keys are in host memory or in arrays on the device. Groups by keys are found on the device, but for
    /// those of [`Runs`](crate::Runs) whose keys are in host memory. If no single buffer holds the elements, or the offsets or keys of an array, the host reads these offsets and keys, and finds the
    /// groups. Results are finished on the host.
    ///
    /// # Errors
    /// As [`reduce`](Self::reduce) and [`ReduceEach::reduce_each`]; [`Error::Limit`] for elements that no binding holds, if their offsets or keys are in a buffer of the caller's,
    /// if an array of 2^32 elements or more would take many copies, as in a transposed view, or if no binding holds a list of the elements of one key.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// let gpu = Gpu::new()?;
    /// let mean = gpu.reducer::<ops::Mean<f32>>()?;
    /// let table = gpu.upload(&[1.0, 2.0, 5.0, 6.0])?;
    /// assert_eq!(mean.reduce_each(&table, Rows(2))?, [1.5, 5.5]);
    /// assert_eq!(mean.reduce_each(&table, Columns(2))?, [3.0, 4.0]);
    ///
    /// let keys = gpu.upload(&[7u32, 3, 7, 3])?;
    /// let groups = mean.reduce_each(&table, Keys(&keys))?;
    /// assert_eq!((groups.keys, groups.values), (vec![3, 7], vec![4.0, 3.0]));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reduce_each<G: Grouping>(
        &self,
        data: impl Source<R::Input>,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error> {
        let runner = self.reading(&data)?;
        let mut values = Vec::new();
        let names = each(&runner, data.items(), &grouping, &mut |grouped| {
            values = values_of::<R>(&runner, grouped)?;
            Ok(())
        })?;
        Ok(G::named(names, values))
    }
}

/// Gives the groups of `data` to `reduce`, and returns their names: compiled once for all operators of an element.
fn each<E: Element, G: Grouping>(
    runner: &Runner,
    data: &impl Source<E>,
    grouping: &G,
    reduce: &mut dyn FnMut(Grouped<'_>) -> Result<(), Error>,
) -> Result<G::Names, Error> {
    let (arranged, keyed) = arranged_for(runner, data, grouping, Wanted::Names)?;
    let Arranged {
        arrangement,
        offset,
        in_place,
        mut names,
    } = arranged;
    let (parts, len, offset) = places(data, in_place, offset, keyed.as_ref())?;
    reduce(Grouped {
        parts,
        len,
        offset,
        arrangement: &arrangement,
        offsets: runner.offsets_of(grouping, &arrangement, keyed.as_ref())?,
    })?;
    if let Some(mut keyed) = keyed {
        names = keyed.take_names(runner, grouping)?.unwrap_or(names);
        keyed.rest(runner);
    }
    Ok(names)
}

/// The groups of `data`, if the kernels of `runner` can count the positions in each; by keys that the device has, or can sort, it finds them itself, where a buffer holds the
/// elements. Their names come to the host if they are wanted.
pub(crate) fn arranged_for<E: Element, G: Grouping>(
    runner: &Runner,
    data: &impl Source<E>,
    grouping: &G,
    wanted: Wanted<'_>,
) -> Result<(Arranged<G::Names>, Option<KeyedGroups>), Error> {
    let len = || source::parts(data).map(|(_, len)| len);
    let mut found = None;
    let arranged = arranged_by(data, grouping, len, |shape| {
        if let Some(bytes) = runner.fetched(data, shape.iter().product(), grouping)? {
            return grouping.arrange_read(shape, &bytes);
        }
        let keyed = grouping.keyed().or_else(|| grouping.ranked());
        // The device is asked for the names later.
        let Some((keyed, unnamed)) = keyed.zip(grouping.names_of(&[])) else {
            return grouping.arrange(shape);
        };
        check_keys(keyed.keys.len(), shape)?;
        if keyed.keys.is_empty() {
            return Ok((Arrangement::Cut(vec![0]), unnamed));
        }
        // The elements of a view would be gathered only to see where they lie.
        let is_whole = data.axes_in_source().is_none();
        let is_on_host = is_whole && matches!(keyed.keys, SourcePart::Host(_));
        let needs_parts = runner.moves_elements(&keyed) || (!keyed.sorts && is_whole);
        let (parts, len) = if needs_parts || is_on_host {
            source::parts(data)?
        } else {
            (Vec::new(), 0)
        };
        if is_on_host && runner.cuts(&parts, len, None)?.is_some() {
            // The groups are read some at a time, so the host has to know where they are.
            return grouping.arrange(shape);
        }
        found = runner.find_groups(keyed, parts, wanted)?;
        match &found {
            Some(groups) => Ok((groups.arrangement(), unnamed)),
            // The host sorts those for which the device has no room.
            None => grouping.arrange(shape),
        }
    })?;
    runner.kernels().check_positions(arranged.arrangement.longest())?;
    Ok((arranged, found))
}

/// Reduces groups on one GPU, and waits for the results.
pub(crate) fn values_of<R: Operator>(runner: &Runner, grouped: Grouped<'_>) -> Result<Vec<R::Output>, Error> {
    let mut results = Results::<R>::of(runner, grouped.arrangement)?;
    runner.begin_groups(grouped, Staging::Bounded, &mut |folded, begun| {
        let bytes = runner.wait(begun)?.unwrap_or_default();
        results.take(&folded, bytes)
    })?;
    Ok(results.values)
}

/// The results of groups, as their states arrive.
pub(crate) struct Results<'a, R: Operator> {
    runner: &'a Runner,
    arrangement: &'a Arrangement,
    /// Those of the groups so far.
    pub(crate) values: Vec<R::Output>,
    /// The states of groups whose elements come in several batches, node by node.
    nodes: Vec<Vec<u8>>,
}

impl<'a, R: Operator> Results<'a, R> {
    /// # Errors
    /// [`Error::Shape`] if memory has no room for them.
    pub(crate) fn of(runner: &'a Runner, arrangement: &'a Arrangement) -> Result<Self, Error> {
        Ok(Self {
            runner,
            arrangement,
            values: room_for(arrangement.groups())?,
            nodes: Vec::new(),
        })
    }

    /// Takes the `bytes` of the states of the groups behind those so far.
    pub(crate) fn take(&mut self, folded: &Folded, bytes: Vec<u8>) -> Result<(), Error> {
        let Some(node) = &folded.node else {
            return self.finish(folded.groups.clone(), &bytes);
        };
        match self.nodes.get_mut(node.index) {
            Some(states) => states.extend(bytes),
            None => self.nodes.push(bytes),
        }
        if node.index + 1 < node.count || folded.groups.end < node.groups.end {
            return Ok(());
        }
        let nodes = std::mem::take(&mut self.nodes);
        let mut states = Vec::with_capacity(nodes.len());
        for group in 0..node.groups.len() {
            states.clear();
            for node in &nodes {
                let bytes = node.chunks_exact(R::State::BYTES).nth(group);
                states.push(self.runner.gpu().state::<R>(bytes.unwrap_or_default())?);
            }
            let root = caught(R::wgsl_name, &mut || {
                fold_tree(&mut states, R::State::identity, R::State::combine)
            })?;
            self.values.push(finished::<R>(self.runner, root)?);
        }
        Ok(())
    }

    /// Appends the results of these groups, whose states are `bytes`; those without elements are identities.
    fn finish(&mut self, groups: Range<usize>, bytes: &[u8]) -> Result<(), Error> {
        let mut states = bytes.chunks_exact(R::State::BYTES);
        if let Arrangement::OnDevice { elements, .. } = self.arrangement {
            check_status(bytes, *elements)?;
        }
        for group in groups {
            let bytes = states.next().filter(|_| !self.arrangement.is_empty(group));
            let state = match bytes {
                Some(bytes) => self.runner.gpu().state::<R>(bytes)?,
                None => R::State::identity(),
            };
            self.values.push(finished::<R>(self.runner, state)?);
        }
        Ok(())
    }
}

/// Refuses results of offsets that the device has found bad, whose number is the last word.
fn check_status(bytes: &[u8], elements: usize) -> Result<(), Error> {
    match bytes.last_chunk().map_or(0, |word| u32::from_le_bytes(*word)) {
        0 => Ok(()),
        bad => Err(Error::Shape {
            problem: format!(
                "{bad} segments begin behind their end, or end behind the {elements} elements of the input"
            ),
            remedy: "offsets ascend, or are equal where a segment is empty, and no segment ends behind the input",
        }),
    }
}

/// The parts that groups are read from, how many elements they have, and the first that belongs to a group. They are those of the elements that were sorted along with
/// their keys; or, if groups are read in place, of the source of a view, which is cut if it is in host memory; or else of the elements in their order.
pub(crate) fn places<'s, E: Element, S: Source<E>>(
    data: &'s S,
    in_place: Option<usize>,
    offset: usize,
    keyed: Option<&'s KeyedGroups>,
) -> Result<(Vec<source::Part<'s>>, usize, usize), Error> {
    if let Some(moved) = keyed.and_then(KeyedGroups::moved) {
        return Ok((vec![source::Part::Device(moved)], moved.len, 0));
    }
    let Some(among) = in_place else {
        let (parts, len) = source::parts(data)?;
        return Ok((parts, len, offset));
    };
    let mut parts: Vec<SourcePart<'_>> = Vec::new();
    data.whole_parts(&mut parts)?;
    let mut first = offset;
    if parts.iter().all(|part| matches!(part, SourcePart::Host(_))) {
        first = 0;
        parts = parts.into_iter().map(|part| part.cut(offset, among)).collect();
    }
    let (parts, len) = source::of(parts)?;
    Ok((parts, len, first))
}

impl<S, G: Grouping> ReduceEach<S, G> for Gpu {
    fn reduce_each<R: Operator<Params: NoParameters>>(
        &self,
        data: S,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error>
    where
        S: Source<R::Input>,
    {
        self.reducer::<R>()?.reduce_each(data, grouping)
    }
}
