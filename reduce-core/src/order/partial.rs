//! Results of parts of an input, to be joined later and elsewhere to the bits of the whole.

mod bytes;

use std::ops::Range;

use crate::error::Error;
use crate::monoid::call::{caught, finish_with};
use crate::monoid::operator::Operator;
use crate::monoid::parameters::{self, NoParameters};
use crate::monoid::traits::Monoid;
use crate::monoid::value::OperatorValue;
use crate::order::canonical::Shape;
use crate::order::forest::{Forest, Node};

/// The reduction of parts of an input: nodes of the canonical tree, which join to the bits of a call over the whole.
///
/// Made by [`Cpu::partial`](crate::Cpu::partial) and the like from elements that begin at a multiple of
/// [`tile_len`](Self::tile_len); a part that ends elsewhere is the end of the input. Parts may be reduced on any engine, in any
/// process and in any order: [`to_bytes`](Self::to_bytes) carries one elsewhere, [`merge`](Self::merge) joins two,
/// [`finish`](Self::finish) gives the result once there is no gap. Holds at most 2·log2(n) states of n tiles.
///
/// Tiles are folded where the elements are and everything above them here, in Rust. An operator whose bits depend on the
/// device (division, roots) has those of the device inside the tiles and those of the CPU above.
///
/// ```
/// use reduce_core::{Cpu, Partial, ops};
///
/// let data: Vec<f32> = (0..1_000_000).map(|i| (i as f32).sin()).collect();
/// let cpu = Cpu::new();
/// let half = 16 * Partial::<ops::Sum<f32>>::tile_len();
/// let (left, right) = data.split_at(half as usize);
///
/// // Perhaps in another process:
/// let right = cpu.partial::<ops::Sum<f32>>(right, half)?;
/// let bytes = right.to_bytes();
///
/// let mut sum = cpu.partial::<ops::Sum<f32>>(left, 0)?;
/// sum.merge(&Partial::from_bytes(&bytes)?)?;
/// assert_eq!(sum.finish()?.to_bits(), cpu.reduce::<ops::Sum<f32>>(&data)?.to_bits());
/// # Ok::<(), reduce_core::Error>(())
/// ```
pub struct Partial<R: Operator> {
    params: R::Params,
    forest: Forest<R::State>,
    /// Elements of the whole input, where its last tile is here and ends early.
    total: Option<u64>,
}

impl<R: Operator<Params: NoParameters>> Partial<R> {
    /// No elements at all: the first part is merged into it.
    #[must_use]
    pub fn new() -> Self {
        Self::by(NoParameters::NONE)
    }
}

impl<R: Operator> Partial<R> {
    /// No elements at all, of an operator with these parameters.
    ///
    /// ```
    /// use reduce_core::{Cpu, Partial, ops};
    ///
    /// let value = ops::CountAbove::<f32> { threshold: 0.5 };
    /// let mut count = Partial::using(value);
    /// count.merge(&Cpu::new().reducer_using(value)?.partial(&[0.25, 0.75], 0)?)?;
    /// assert_eq!(count.finish()?, 1);
    ///
    /// let other = Cpu::new().reducer_using(ops::CountAbove::<f32> { threshold: 0.8 })?;
    /// let refusal = count.merge(&other.partial(&[1.0], Partial::<ops::CountAbove<f32>>::tile_len())?);
    /// assert!(refusal.is_err(), "parts of other parameters do not merge");
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    #[must_use]
    pub fn using(value: impl OperatorValue<Operator = R>) -> Self {
        Self::by(value.params())
    }

    /// [`using`](Self::using) with the parameters themselves.
    #[doc(hidden)]
    #[must_use]
    pub fn by(params: R::Params) -> Self {
        Self {
            params,
            forest: Forest::default(),
            total: None,
        }
    }

    /// The parameters of the operator.
    pub(crate) fn params(&self) -> &R::Params {
        &self.params
    }

    /// Elements of a tile: the positions at which parts begin are multiples of it.
    #[must_use]
    pub const fn tile_len() -> u64 {
        Shape::of::<R>().tile_len() as u64
    }

    /// The part of neighbouring tiles with these states, which hold `len` elements from `start` on.
    ///
    /// # Errors
    /// [`Error::Partial`] if `start` lies inside a tile.
    #[doc(hidden)]
    pub fn of_tiles(params: R::Params, states: &[R::State], start: u64, len: u64) -> Result<Self, Error> {
        let first = Self::tile_at(start)?;
        let end = start.checked_add(len).ok_or_else(|| beyond(start))?;
        let tiles = (states.len() as u64).saturating_mul(Self::tile_len());
        start.checked_add(tiles).ok_or_else(|| beyond(start))?;
        let mut partial = Self::by(params);
        for (index, state) in (first..).zip(states) {
            // Neighbours in order do not overlap.
            let node = Node {
                level: 0,
                index,
                state: *state,
            };
            partial.insert(node)?;
        }
        partial.total = (!end.is_multiple_of(Self::tile_len())).then_some(end);
        Ok(partial)
    }

    /// The tile that begins at element `start`.
    ///
    /// # Errors
    /// [`Error::Partial`] if none does.
    #[doc(hidden)]
    pub fn tile_at(start: u64) -> Result<u64, Error> {
        let tile = Self::tile_len();
        if start.is_multiple_of(tile) {
            return Ok(start / tile);
        }
        Err(Error::Partial {
            problem: format!("a part begins at element {start}, inside a tile of {tile} elements"),
            remedy: "begin parts at multiples of Partial::tile_len()",
        })
    }

    /// Takes in the nodes of `other`.
    ///
    /// Combines at most 2·log2(n) states.
    ///
    /// # Errors
    /// [`Error::Partial`] if both hold the same element, if one goes on behind the end that the other has seen, or if the operator had other
    /// parameters; then nothing has changed. [`Error::Panicked`] if `combine` does.
    pub fn merge(&mut self, other: &Self) -> Result<(), Error> {
        if parameters::words(&self.params) != parameters::words(&other.params) {
            return Err(Error::Partial {
                problem: format!("the parts of {} were made with different parameters", R::wgsl_name()),
                remedy: "reduce all parts with the same value, and begin with Partial::using() that value",
            });
        }
        let mut joined = self.clone();
        caught(R::wgsl_name, &mut || {
            other.forest.nodes().iter().try_for_each(|node| joined.insert(*node))
        })??;
        joined.total = match (self.total, other.total) {
            (Some(a), Some(b)) if a != b => return Err(ended(a.min(b))),
            (a, b) => a.or(b),
        };
        joined.check_end()?;
        *self = joined;
        Ok(())
    }

    /// The elements that have been reduced, in order and without overlap.
    ///
    /// A part that ends inside a tile is the end of the input.
    #[must_use]
    pub fn ranges(&self) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for node in self.forest.nodes() {
            let start = node.first() * Self::tile_len();
            let end = self.element_after(node);
            match ranges.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => ranges.push(start..end),
            }
        }
        ranges
    }

    /// The result, as if all had been reduced in one call; without parts, that of no elements.
    ///
    /// # Errors
    /// [`Error::Partial`] if something between the first element and the last part is missing; [`Error::Panicked`] if a
    /// function of `R` does.
    pub fn finish(&self) -> Result<R::Output, Error> {
        caught(R::wgsl_name, &mut || {
            self.state().map(|state| finish_with::<R>(&self.params, state))
        })?
    }

    /// The last state, before `finish`.
    pub(crate) fn state(&self) -> Result<R::State, Error> {
        let mut ranges = self.ranges().into_iter();
        let first = ranges.next().unwrap_or(0..0);
        let gap = match ranges.next() {
            _ if first.start > 0 => Some(0..first.start),
            next => next.map(|next| first.end..next.start),
        };
        if let Some(gap) = gap {
            return Err(Error::Partial {
                problem: format!("elements {} to {} have not been reduced", gap.start, gap.end - 1),
                remedy: "merge the parts that hold them before finish()",
            });
        }
        Ok(self.forest.root(R::State::combine).unwrap_or_else(R::State::identity))
    }

    fn insert(&mut self, node: Node<R::State>) -> Result<(), Error> {
        self.forest
            .insert(node, R::State::combine)
            .map_err(|tile| Error::Partial {
                problem: format!("two parts hold element {}", tile * Self::tile_len()),
                remedy: "merge every part once",
            })
    }

    fn element_after(&self, node: &Node<R::State>) -> u64 {
        let end = node.end() * Self::tile_len();
        self.total.map_or(end, |total| total.min(end))
    }

    /// Refuses tiles behind the last one.
    fn check_end(&self) -> Result<(), Error> {
        let end = self.forest.nodes().last().map_or(0, Node::end);
        match self.total {
            Some(total) if total.div_ceil(Self::tile_len()) != end => Err(ended(total)),
            _ => Ok(()),
        }
    }
}

fn ended(total: u64) -> Error {
    Error::Partial {
        problem: format!("one part ends inside a tile, at element {total}, and another lies behind it"),
        remedy: "cut the input at multiples of Partial::tile_len()",
    }
}

fn beyond(start: u64) -> Error {
    Error::Partial {
        problem: format!("a part that begins at element {start} ends beyond 2^64"),
        remedy: "give the position of its first element in the whole input",
    }
}

impl<R: Operator<Params: NoParameters>> Default for Partial<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Operator> Clone for Partial<R> {
    fn clone(&self) -> Self {
        Self {
            params: self.params.clone(),
            forest: self.forest.clone(),
            total: self.total,
        }
    }
}

impl<R: Operator> std::fmt::Debug for Partial<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Partial {} of elements {:?}", R::wgsl_name(), self.ranges())
    }
}
