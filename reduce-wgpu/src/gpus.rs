//! Several GPUs of one host: each folds a shard of the tiles, the first one the tree over them.

mod each;

use std::marker::PhantomData;
use std::ops::Range;
use std::thread;

use reduce_core::{Element, Error, HostPart, NODE, NoParameters, Operator, OperatorValue, Shape, Source};

use crate::device::adapter;
use crate::device::shared::Gpu;
use crate::input::sharded::ShardedArray;
use crate::input::source::{self, Part};
use crate::run::reducer::{GpuReducer, finished};
use crate::run::runner::Runner;

/// Several GPUs that reduce together, to the bits of one.
///
/// The input is split into shards of full tiles of the canonical order. Every GPU folds its tiles, and the first one the
/// tree over all of them: operators of + − × min max and integers have the bits of any one device, and on equal GPUs every
/// operator has those of one of them.
///
/// ```no_run
/// use reduce_wgpu::prelude::*;
///
/// let gpus = Gpus::all()?;
/// let data = vec![1.5f32; 100_000_000];
/// let sharded = gpus.upload(&data)?; // a shard on each
/// let variance = gpus.reduce::<ops::Variance<f32>>(&sharded)?;
/// # Ok::<(), reduce_wgpu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gpus(Vec<Gpu>);

/// The reduction `R` on several GPUs, compiled for each.
///
/// Made by [`Gpus::reducer`]. `Send` and `Sync`.
pub struct GpusReducer<R>(Vec<GpuReducer<R>>);

impl Gpus {
    /// Every hardware GPU of this host, each once, or every software rasteriser if there is no other.
    ///
    /// `WGPU_ADAPTER_NAME` and `WGPU_BACKEND` choose among them as for [`Gpu::new`].
    ///
    /// # Errors
    /// [`Error::NoAdapter`], [`Error::AdapterNotFound`], [`Error::DeviceRefused`].
    pub fn all() -> Result<Self, Error> {
        let adapters = adapter::choose_all()?;
        Self::new(adapters.iter().map(Gpu::open).collect::<Result<Vec<_>, _>>()?)
    }

    /// These GPUs, the first of which folds the tree.
    ///
    /// # Errors
    /// [`Error::NoAdapter`] if there are none.
    pub fn new(gpus: impl Into<Vec<Gpu>>) -> Result<Self, Error> {
        let gpus = gpus.into();
        if gpus.is_empty() {
            return Err(Error::NoAdapter {
                backends: "none: an empty list was given".to_owned(),
            });
        }
        Ok(Self(gpus))
    }

    /// The GPUs.
    #[must_use]
    pub fn gpus(&self) -> &[Gpu] {
        &self.0
    }

    /// Copies `data` to the GPUs, a shard to each, all at once.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`] or [`Error::DeviceLost`].
    pub fn upload<T: Element>(&self, data: &[T]) -> Result<ShardedArray<T>, Error> {
        let shards = on_each(&self.0, |index, gpu| {
            let Range { start, end } = shard(data.len() as u64, index, self.0.len());
            gpu.upload(&data[start as usize..end as usize])
        });
        let shards = shards.into_iter().collect::<Result<Vec<_>, Error>>()?;
        Ok(ShardedArray {
            shards,
            len: data.len(),
        })
    }

    /// Reduces `data`, a slice or an array from [`upload`](Self::upload), compiling the kernels on the first call for `R`.
    ///
    /// # Errors
    /// As [`Gpu::reduce`].
    pub fn reduce<R: Operator<Params: NoParameters>>(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        self.reducer::<R>()?.reduce(data)
    }

    /// The reduction `R`, compiled for each GPU and kept.
    ///
    /// # Errors
    /// As [`Gpu::reducer`].
    pub fn reducer<R: Operator<Params: NoParameters>>(&self) -> Result<GpusReducer<R>, Error> {
        self.reducer_using(PhantomData::<R>)
    }

    /// The reduction of this value on each GPU, as [`Gpu::reducer_using`].
    ///
    /// # Errors
    /// As [`Gpu::reducer_using`].
    pub fn reducer_using<V: OperatorValue>(&self, value: V) -> Result<GpusReducer<V::Operator>, Error> {
        let params = value.params();
        let reducers = on_each(&self.0, |_, gpu| gpu.reducer_by(None, &params));
        Ok(GpusReducer(reducers.into_iter().collect::<Result<_, Error>>()?))
    }
}

impl<R: Operator> GpusReducer<R> {
    /// Reduces `data`, a slice or an array from [`Gpus::upload`], and waits for the result.
    ///
    /// The states of the nodes go through host memory: 4 bytes in 128 KiB for a sum of f32, or in 32 MiB for long inputs.
    ///
    /// # Errors
    /// As [`GpuReducer::reduce`]; [`Error::WrongDevice`] if the data lies on other GPUs, or on one alone.
    pub fn reduce(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        let params = self.0[0].params();
        let runners = self.readings(&data)?;
        let (parts, len) = source::parts(data.items())?;
        let begin = |index: usize, runner: &Runner| {
            let range = shard(len as u64, index, self.0.len());
            let width = width(len as u64, self.0.len());
            let own = parts.iter().map(|part| part.shard(index, &range));
            let own = own
                .collect::<Option<Vec<Part<'_>>>>()
                .ok_or_else(|| Error::WrongDevice {
                    array: parts.iter().map(Part::home).collect::<Vec<_>>().join(", "),
                    device: self.to_string(),
                })?;
            let len = (range.end - range.start) as usize;
            runner.using(params.clone()).begin_nodes(own, len, range.start, width)
        };
        let is_there = parts.iter().all(|part| part.host().is_none());
        let begun: Vec<_> = if is_there {
            // A submission takes less than the start of a thread.
            runners
                .iter()
                .enumerate()
                .map(|(index, runner)| begin(index, runner))
                .collect()
        } else {
            on_each(&runners, begin)
        };
        // All of them are waited for, whatever the first says: their buffers come back.
        let waited = self
            .0
            .iter()
            .zip(begun)
            .map(|(reducer, begun)| reducer.nodes_of(begun?));
        let states = waited
            .collect::<Vec<_>>()
            .into_iter()
            .collect::<Result<Vec<_>, Error>>()?;
        let first = self.0[0].runner.using(params.clone());
        finished::<R>(&first, self.0[0].root(&states.concat())?)
    }

    /// The runner of each GPU that reads this source.
    fn readings<S: Source<R::Input>>(&self, data: &S) -> Result<Vec<Runner>, Error> {
        self.0.iter().map(|reducer| reducer.reading(data)).collect()
    }

    /// Sets the parameters of later calls; those under way keep theirs.
    pub fn set(&self, value: impl OperatorValue<Operator = R>) {
        let params = value.params();
        self.0.iter().for_each(|reducer| reducer.set_params(&params));
    }

    /// The reducer of each GPU.
    #[must_use]
    pub fn reducers(&self) -> &[GpuReducer<R>] {
        &self.0
    }
}

/// Tiles that each GPU folds to one state: as many as a workgroup does, if every GPU gets several times as many.
fn width(len: u64, count: usize) -> u32 {
    let node = u64::from(Shape::largest_tile()) * u64::from(NODE);
    if len >= 8 * node * count as u64 { NODE } else { 1 }
}

/// The elements of GPU `index` of `count`: whole nodes of every reduction.
fn shard(len: u64, index: usize, count: usize) -> Range<u64> {
    let tile = u64::from(Shape::largest_tile()) * u64::from(width(len, count));
    let tiles = len.div_ceil(tile);
    let end = |index: usize| (tiles * index as u64 / count as u64 * tile).min(len);
    end(index)..end(index + 1)
}

/// Calls `work` for each of `items`, side by side.
fn on_each<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(usize, &I) -> Result<T, Error> + Sync,
) -> Vec<Result<T, Error>> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = items
            .iter()
            .enumerate()
            .map(|(index, item)| scope.spawn(move || work(index, item)))
            .collect();
        let results = threads.into_iter().map(|thread| {
            // A panic of the user's own types goes on where it would without threads.
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        results.collect()
    })
}

impl Part<'_> {
    /// The part that GPU `index` reduces, if it has it.
    fn shard<'b>(&'b self, index: usize, range: &Range<u64>) -> Option<Part<'b>> {
        match self {
            Self::Host(host) => {
                let at = |element: u64| element as usize * host.element;
                Some(Part::Host(HostPart {
                    bytes: (&host.bytes[at(range.start)..at(range.end)]).into(),
                    element: host.element,
                }))
            }
            Self::Sharded(shards) => {
                let uploaded = shards.get(index)?;
                (uploaded.len as u64 == range.end - range.start).then_some(Part::Device(uploaded))
            }
            // The array of a single GPU is its only shard.
            Self::Device(uploaded) => {
                (uploaded.len as u64 == range.end - range.start).then_some(Part::Device(uploaded))
            }
            Self::Strided { .. } => None,
        }
    }
}

impl<R> std::fmt::Display for GpusReducer<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|reducer| reducer.gpu().name()).collect();
        f.write_str(&names.join(" + "))
    }
}

impl<R> std::fmt::Debug for GpusReducer<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GpusReducer on {self}")
    }
}

#[cfg(test)]
mod tests {
    use super::shard;

    #[test]
    fn shares_are_whole_tiles_and_cover_all() {
        for len in [0, 1, 131_071, 131_072, 131_073, 1_000_000, 1 << 33, (1 << 40) + 5] {
            for count in 1..9 {
                let shards: Vec<_> = (0..count).map(|index| shard(len, index, count)).collect();
                assert_eq!((shards[0].start, shards[count - 1].end), (0, len));
                assert!(shards.windows(2).all(|pair| pair[0].end == pair[1].start));
                assert!(
                    shards
                        .iter()
                        .all(|shard| shard.start % 131_072 == 0 || shard.start == len)
                );
            }
        }
    }
}
