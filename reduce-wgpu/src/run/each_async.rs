//! Results of groups that nobody waits for.

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use reduce_core::{Arranged, Arrangement, Element, Error, Grouping, Operator, Source};

use crate::device::shared::Gpu;
use crate::input::upload::Staging;
use crate::run::each::{Results, arranged_for, places};
use crate::run::future::Watched;
use crate::run::groups::{Folded, Grouped};
use crate::run::keyed::Wanted;
use crate::run::reducer::GpuReducer;
use crate::run::runner::Runner;

/// The reduction of each group that the device is working on; made by [`GpuReducer::reduce_each_async`].
///
/// `Send` where the names of the groups are, such as keys, and without borrows of the elements. Dropping it loses the results and nothing else.
#[must_use = "a future gives its results to who awaits it"]
pub struct ReduceEachFuture<R, G: Grouping> {
    runner: Runner,
    /// None once the results are given, or if nothing was begun.
    groups: Option<(Arrangement, G::Names)>,
    states: States,
    reduction: PhantomData<fn() -> R>,
}

/// The bytes of the states of neighbouring groups.
type Batches = Vec<(Folded, Vec<u8>)>;

type States = Pin<Box<dyn Future<Output = Result<Batches, Error>> + Send>>;

// Nothing in it is pinned but the future in its box.
impl<R, G: Grouping> Unpin for ReduceEachFuture<R, G> {}

impl<R: Operator, G: Grouping> Future for ReduceEachFuture<R, G> {
    type Output = Result<G::Results<R::Output>, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let batches = ready!(self.states.as_mut().poll(context))?;
        let Some((arrangement, names)) = self.groups.take() else {
            // Without groups the future of the states is an error, and it is not polled again.
            return Poll::Pending;
        };
        Poll::Ready(
            self.finished(&arrangement, batches)
                .map(|values| G::named(names, values)),
        )
    }
}

impl<R, G: Grouping> std::fmt::Debug for ReduceEachFuture<R, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let groups = self.groups.as_ref().map_or(0, |(arrangement, _)| arrangement.groups());
        write!(f, "ReduceEachFuture of {groups} groups")
    }
}

impl<R: Operator, G: Grouping> ReduceEachFuture<R, G> {
    fn finished(&self, arrangement: &Arrangement, batches: Batches) -> Result<Vec<R::Output>, Error> {
        let mut results = Results::<R>::of(&self.runner, arrangement)?;
        for (folded, bytes) in batches {
            results.take(&folded, bytes)?;
        }
        Ok(results.values)
    }
}

impl<R: Operator> GpuReducer<R> {
    /// Reduces each group of `data` without waiting, as [`reduce_async`](Self::reduce_async) reduces all of it: the future is ready when the device is.
    ///
    /// The work is handed to the device before this returns, and slices, offsets and keys are copied, all of them at once. If the device sorts or
    /// compares keys, this waits for the number of groups and for their keys; where no binding holds the elements, for offsets and keys in an array.
    ///
    /// # Errors
    /// As [`reduce_each`](Self::reduce_each), all of them from the future.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// async fn means_of_rows(gpu: &Gpu, image: &Array<f32>, width: usize) -> Result<Vec<f32>, Error> {
    ///     gpu.reducer::<ops::Mean<f32>>()?.reduce_each_async(image, Rows(width)).await
    /// }
    /// ```
    pub fn reduce_each_async<G: Grouping>(&self, data: impl Source<R::Input>, grouping: G) -> ReduceEachFuture<R, G> {
        let begun = self
            .reading(&data)
            .and_then(|runner| Ok((begun(&runner, data.items(), &grouping)?, runner)));
        let (runner, groups, states) = match begun {
            Ok(((groups, batches), runner)) => {
                let states = answers(runner.gpu().clone(), batches);
                (runner, Some(groups), states)
            }
            Err(error) => (self.now(), None, Box::pin(std::future::ready(Err(error))) as States),
        };
        ReduceEachFuture {
            runner,
            groups,
            states,
            reduction: PhantomData,
        }
    }
}

/// Neighbouring groups and the work for their states; none if they have no elements.
type Begun = Vec<(Folded, Option<Watched>)>;

/// Hands the work to the device.
fn begun<E: Element, G: Grouping>(
    runner: &Runner,
    data: &impl Source<E>,
    grouping: &G,
) -> Result<((Arrangement, G::Names), Begun), Error> {
    let (arranged, mut keyed) = arranged_for(runner, data, grouping, Wanted::Names)?;
    let Arranged {
        arrangement,
        offset,
        in_place,
        mut names,
    } = arranged;
    if let Some(keyed) = &mut keyed {
        names = keyed.take_names(runner, grouping)?.unwrap_or(names);
    }
    let (parts, len, offset) = places(data, in_place, offset, keyed.as_ref())?;
    let grouped = Grouped {
        parts,
        len,
        offset,
        arrangement: &arrangement,
        offsets: runner.offsets_of(grouping, &arrangement, keyed.as_ref())?,
    };
    let mut batches = Vec::new();
    runner.begin_groups(grouped, Staging::Whole, &mut |folded, begun| {
        let watched = begun.map(|begun| runner.watched(begun)).transpose()?;
        batches.push((folded, watched));
        Ok(())
    })?;
    if let Some(keyed) = keyed {
        keyed.rest(runner);
    }
    Ok(((arrangement, names), batches))
}

/// The bytes of each batch, one after another.
fn answers(gpu: Gpu, batches: Begun) -> States {
    Box::pin(async move {
        let mut answers = Vec::with_capacity(batches.len());
        for (folded, watched) in batches {
            let bytes = match watched {
                Some(watched) => watched.bytes(&gpu).await?,
                None => Vec::new(),
            };
            answers.push((folded, bytes));
        }
        Ok(answers)
    })
}
