//! Elements that come in pieces, on the CPU.

use crate::cpu::Cpu;
use crate::error::Error;
use crate::input::element::{Element as _, Plain, Run, Slices};
use crate::input::indexed::check_positions;
use crate::monoid::operator::Operator;
use crate::order::partial::Partial;
use crate::source::Source;

/// A reduction on the CPU of elements that come in pieces: the bits of one call over all of them.
///
/// Made by [`CpuReducer::stream`](crate::CpuReducer::stream). Holds less than a tile of elements and a few states, however
/// many elements come. Full tiles are read where they are, so large pieces are not copied; pieces of several tiles are
/// folded by all threads.
///
/// ```
/// use reduce_core::{Cpu, ops};
///
/// let mut mean = Cpu::new().reducer::<ops::Mean<f32>>()?.stream()?;
/// for piece in [&[1.0, 2.0][..], &[], &[6.0]] {
///     mean.push(piece)?;
/// }
/// assert_eq!(mean.finish()?, 3.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
pub struct CpuStream<R: Operator> {
    cpu: Cpu,
    done: Partial<R>,
    /// The tile that has begun.
    begun: Vec<R::Input>,
    /// Elements of full tiles, all of which are done.
    whole: u64,
}

impl<R: Operator> CpuStream<R> {
    pub(super) fn new(cpu: Cpu, params: R::Params) -> Self {
        Self {
            cpu,
            done: Partial::by(params),
            begun: Vec::new(),
            whole: 0,
        }
    }

    /// The number of elements that have come.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.whole + self.begun.len() as u64
    }

    /// Whether none has come.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the next elements, as many as there are.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the members of a tuple of inputs differ in length; [`Error::Positions`] beyond position 2^32; [`Error::Panicked`] if a
    /// function of `R` does. Then none of these elements has been taken.
    pub fn push(&mut self, data: impl Source<R::Input>) -> Result<(), Error> {
        let data = data.slices()?;
        check_positions(R::Input::POSITIONED, self.len() + data.len() as u64)?;
        let tile = Partial::<R>::tile_len() as usize;
        let before = self.begun.len();
        let head = if before == 0 { 0 } else { data.len().min(tile - before) };
        self.begun.extend((0..head).map(|index| data.get(index)));
        let taken = self.take(data, head, tile);
        if taken.is_err() {
            self.begun.truncate(before);
        }
        taken
    }

    /// Folds the tiles that are whole now; `head` elements of `data` are in the one that had begun.
    fn take(&mut self, data: impl Slices<Item = R::Input>, head: usize, tile: usize) -> Result<(), Error> {
        let mut done = self.done.clone();
        let mut whole = self.whole;
        let begun = self.begun.len() == tile;
        if begun {
            done.merge(
                &self
                    .cpu
                    .partial_of::<R, R>(done.params(), Plain::new(&self.begun), whole)?,
            )?;
            whole += tile as u64;
        }
        let tiles = (data.len() - head) / tile * tile;
        if tiles > 0 && (begun || head == 0) {
            done.merge(
                &self
                    .cpu
                    .partial_of::<R, R>(done.params(), data.cut(head..head + tiles), whole)?,
            )?;
            whole += tiles as u64;
        }
        if begun {
            self.begun.clear();
        }
        let rest = if begun || head == 0 { head + tiles } else { data.len() };
        self.begun.extend((rest..data.len()).map(|index| data.get(index)));
        (self.done, self.whole) = (done, whole);
        Ok(())
    }

    /// The result of all elements that have come; without any, `finish(identity())`.
    ///
    /// # Errors
    /// [`Error::Panicked`] if a function of `R` does.
    pub fn finish(self) -> Result<R::Output, Error> {
        self.partial()?.finish()
    }

    /// The part that has come so far, to be merged with other parts or to be looked at before the end.
    ///
    /// # Errors
    /// [`Error::Panicked`] if a function of `R` does.
    pub fn partial(&self) -> Result<Partial<R>, Error> {
        let mut done = self.done.clone();
        done.merge(
            &self
                .cpu
                .partial_of::<R, R>(done.params(), Plain::new(&self.begun), self.whole)?,
        )?;
        Ok(done)
    }
}

impl<R: Operator> std::fmt::Debug for CpuStream<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CpuStream of {} after {} elements", R::wgsl_name(), self.len())
    }
}
