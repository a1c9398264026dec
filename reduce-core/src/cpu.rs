//! The CPU engine: the canonical order on rayon's threads.

use std::num::NonZeroUsize;
use std::sync::{Arc, PoisonError, RwLock};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;
use crate::input::element::{Element as _, Run as _, Slices};
use crate::input::indexed::check_positions;
use crate::monoid::call::{caught, finish_with};
use crate::monoid::operator::Operator;
use crate::monoid::parameters::NoParameters;
use crate::monoid::traits::Monoid;
use crate::monoid::value::OperatorValue;
use crate::order::forest::fold_tree;
use crate::order::partial::Partial;
use crate::source::Source;

mod across;
mod blocks;
mod column_tree;
mod each;
mod few_numbers;
mod finished;
mod keyed;
mod neighbours;
mod pairs;
mod pieces;
mod rows;
mod sharing;
mod short;
mod stream;
mod threads;
mod tiles;
mod vectors;
mod waiting;
mod wide;

pub use self::stream::CpuStream;

/// The engine that is always there: the same Rust, the same order and the same bits as on a GPU.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let cpu = Cpu::new();
/// assert_eq!(cpu.reduce::<ops::Sum<u32>>(&[1, 2, 3])?, 6);
/// assert_eq!(cpu.reduce::<ops::Min<f32>>(&[])?, f32::INFINITY);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cpu {
    /// Without one, rayon's global pool, or the pool that the caller is in.
    pool: Option<Arc<ThreadPool>>,
}

impl Cpu {
    /// The engine on rayon's global thread pool: as many threads as the machine runs at once, unless `RAYON_NUM_THREADS` says
    /// otherwise.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The engine on `threads` threads of its own, which clones of it share and which end with the last one.
    ///
    /// No result depends on their number. One thread is enough for inputs in the cache; memory speed takes a few. A few tiles, and the
    /// work that is left after the tiles, are done on the calling thread.
    ///
    /// # Errors
    /// [`Error::Threads`] if the system does not give as many.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use reduce_core::{Cpu, ops};
    /// let two = Cpu::with_threads(NonZeroUsize::new(2).ok_or("zero")?)?;
    /// assert_eq!(two.reduce::<ops::Sum<u32>>(&[1, 2, 3])?, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_threads(threads: NonZeroUsize) -> Result<Self, Error> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .thread_name(|index| format!("reduce {index}"))
            .build()
            .map_err(|error| Error::Threads {
                threads: threads.get(),
                reason: error.to_string(),
            })?;
        Ok(Self {
            pool: Some(Arc::new(pool)),
        })
    }

    /// Reduces `data`; no elements give `finish(identity())`.
    ///
    /// Reads every element once; allocates one state per tile and a few KiB of columns per thread.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the members of a tuple of inputs differ in length; [`Error::Positions`] if one of more than 2^32 elements is asked
    /// for positions; [`Error::Panicked`] if a function of `R` does.
    pub fn reduce<R: Operator<Params: NoParameters>>(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        self.reduce_by::<R, _>(&NoParameters::NONE, data)
    }

    fn reduce_by<R: Operator, S: Source<R::Input>>(&self, params: &R::Params, data: S) -> Result<R::Output, Error> {
        let slices = data.items().slices()?;
        check_positions(R::Input::POSITIONED, slices.len() as u64)?;
        caught(R::wgsl_name, &mut || {
            finish_with::<R>(params, state::<S::Reader<R>>(params, slices, self.pool.as_deref()))
        })
    }

    /// Reduces `data`, the elements from position `start` on of a longer input, to be merged with the other parts.
    ///
    /// # Errors
    /// [`Error::Partial`] if `start` is no multiple of [`Partial::tile_len`]; else as [`reduce`](Self::reduce).
    pub fn partial<R: Operator<Params: NoParameters>>(
        &self,
        data: impl Source<R::Input>,
        start: u64,
    ) -> Result<Partial<R>, Error> {
        self.partial_by::<R, _>(&NoParameters::NONE, data, start)
    }

    fn partial_by<R: Operator, S: Source<R::Input>>(
        &self,
        params: &R::Params,
        data: S,
        start: u64,
    ) -> Result<Partial<R>, Error> {
        self.partial_of::<R, S::Reader<R>>(params, data.items().slices()?, start)
    }

    /// The part of the reduction `R` over these items, which the operator `Reader` reads.
    fn partial_of<R: Operator, Reader: Operator<State = R::State, Params = R::Params>>(
        &self,
        params: &R::Params,
        data: impl Slices<Item = Reader::Input>,
        start: u64,
    ) -> Result<Partial<R>, Error> {
        Partial::<R>::tile_at(start)?;
        let len = data.len() as u64;
        check_positions(R::Input::POSITIONED, start.saturating_add(len))?;
        caught(R::wgsl_name, &mut || {
            let states = tiles::states::<Reader, _>(params, data.positioned(start as u32), self.pool.as_deref());
            Partial::of_tiles(params.clone(), &states, start, len)
        })?
    }

    /// A reducer for many calls. There is nothing to compile here; it mirrors the one of a GPU.
    ///
    /// # Errors
    /// None on the CPU.
    pub fn reducer<R: Operator<Params: NoParameters>>(&self) -> Result<CpuReducer<R>, Error> {
        Ok(CpuReducer {
            cpu: self.clone(),
            params: RwLock::new(NoParameters::NONE),
        })
    }

    /// A reducer of a [`ReductionWithParameters`](crate::ReductionWithParameters), with this value, or of a tuple of several.
    ///
    /// # Errors
    /// None on the CPU.
    ///
    /// ```
    /// use reduce_core::{Cpu, ops};
    /// let above = Cpu::new().reducer_using(ops::CountAbove::<f32> { threshold: 0.5 })?;
    /// assert_eq!(above.reduce(&[0.25, 0.75, 1.0])?, 2);
    /// above.set(ops::CountAbove::<f32> { threshold: 0.8 });
    /// assert_eq!(above.reduce(&[0.25, 0.75, 1.0])?, 1);
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn reducer_using<V: OperatorValue>(&self, value: V) -> Result<CpuReducer<V::Operator>, Error> {
        Ok(CpuReducer {
            cpu: self.clone(),
            params: RwLock::new(value.params()),
        })
    }
}

/// A reduction on the CPU, to be called many times.
pub struct CpuReducer<R: Operator> {
    cpu: Cpu,
    /// Those of later calls.
    params: RwLock<R::Params>,
}

impl<R: Operator> CpuReducer<R> {
    /// Reduces `data`, as [`Cpu::reduce`] does.
    ///
    /// # Errors
    /// As [`Cpu::reduce`].
    pub fn reduce(&self, data: impl Source<R::Input>) -> Result<R::Output, Error> {
        self.cpu.reduce_by::<R, _>(&self.params(), data)
    }

    /// Reduces a part of a longer input, as [`Cpu::partial`] does.
    ///
    /// # Errors
    /// As [`Cpu::partial`].
    pub fn partial(&self, data: impl Source<R::Input>, start: u64) -> Result<Partial<R>, Error> {
        self.cpu.partial_by::<R, _>(&self.params(), data, start)
    }

    /// A reduction of elements that come in pieces, of any lengths.
    ///
    /// # Errors
    /// None on the CPU.
    pub fn stream(&self) -> Result<CpuStream<R>, Error> {
        Ok(CpuStream::new(self.cpu.clone(), self.params()))
    }

    /// Sets the parameters of later calls and streams, on this reducer and not on its clones; those under way keep theirs.
    pub fn set(&self, value: impl OperatorValue<Operator = R>) {
        *self.params.write().unwrap_or_else(PoisonError::into_inner) = value.params();
    }

    fn params(&self) -> R::Params {
        self.params.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl<R: Operator> Clone for CpuReducer<R> {
    fn clone(&self) -> Self {
        Self {
            cpu: self.cpu.clone(),
            params: RwLock::new(self.params()),
        }
    }
}

impl<R: Operator> std::fmt::Debug for CpuReducer<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CpuReducer")
    }
}

/// The state of `data` in the canonical order, on the threads of `pool`, or of rayon's.
pub(crate) fn state<R: Operator>(
    params: &R::Params,
    data: impl Slices<Item = R::Input>,
    pool: Option<&ThreadPool>,
) -> R::State {
    let mut states = tiles::states::<R, _>(params, data, pool);
    fold_tree(&mut states, R::State::identity, R::State::combine)
}
