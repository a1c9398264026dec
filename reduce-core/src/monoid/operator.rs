//! The trait that engines reduce with: every [`Reduction`], tuples of them, and reductions with parameters.

use crate::input::element::{Element, Slices};
use crate::monoid::binned::Binned;
use crate::monoid::output::Outcome;
use crate::monoid::parameters::Parameters;
use crate::monoid::traits::{Monoid, Reduction, ReductionOnGpu};
use crate::needs::Needs;
use crate::types::gpu_type::GpuType as _;
use crate::wgsl::Module;

/// What an engine reduces with: a [`Reduction`], a [`ReductionWithParameters`], or a tuple of operators of one input, which reads it once.
///
/// Generic code asks for `R: Operator<Params: NoParameters>` where it calls `reduce::<R>`, and for `R: Operator` where it is given a reducer.
/// `R: Reduction` leaves out tuples.
///
/// ```
/// use reduce_core::{Cpu, Error, NoParameters, Operator, ops};
///
/// fn of_each<R: Operator<Params: NoParameters>>(pieces: &[Vec<R::Input>]) -> Result<Vec<R::Output>, Error> {
///     pieces.iter().map(|piece| Cpu::new().reduce::<R>(piece)).collect()
/// }
/// let extremes = of_each::<(ops::Min<u32>, ops::Max<u32>)>(&[vec![1, 2], vec![5]])?;
/// assert_eq!(extremes, [(1, 2), (5, 5)]);
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Reduction",
    label = "neither a reduction nor a tuple of reductions of one input",
    note = "derive `Reduce` for it with `#[reduce(input = …)]`"
)]
pub trait Operator: ReductionOnGpu + Send + Sync + 'static {
    /// One element of the input.
    type Input: Element;
    /// The state that elements are combined in.
    type State: Monoid;
    /// The result: any Rust type. A device writes one that is a [`GpuType`](crate::GpuType), where its `finish` has WGSL ([`DeviceOutput`](crate::DeviceOutput)).
    type Output: Send + 'static;
    /// The values that `lift` and `finish` read beside elements and states: `()` for a [`Reduction`], the type itself for a
    /// [`ReductionWithParameters`], a tuple of its members' for a tuple.
    type Params: Parameters;

    /// The state of a single element.
    fn lift_with(params: &Self::Params, x: Self::Input) -> Self::State;
    /// The result of the last state.
    fn finish_with(params: &Self::Params, state: Self::State) -> Self::Output;

    /// Members of the state, in WGSL, that sum up the elements as they are, or in more words: `lift` of a sum of bytes has their sum there.
    #[doc(hidden)]
    const PLAIN_SUMS: &'static [&'static str] = &[];

    /// Fields of the state, in Rust, that `lift` sets to a literal other than zero: a count, most likely.
    #[doc(hidden)]
    const CONSTANT_LIFTS: &'static [&'static str] = <Self::State as Monoid>::COUNTS;

    /// [`CONSTANT_LIFTS`](Self::CONSTANT_LIFTS) of the state, and of the states in it.
    #[doc(hidden)]
    fn constant_lifts() -> Vec<&'static str> {
        Self::CONSTANT_LIFTS.to_vec()
    }

    /// For an operator that counts elements in bins: the bin of each.
    #[doc(hidden)]
    const BINNED: Option<Binned<Self::Params, Self::Input, Self::State>> = None;

    /// The functions of the result.
    #[doc(hidden)]
    const OUTCOME: Outcome<Self::Output>;

    /// Device abilities needed to finish the last state.
    #[doc(hidden)]
    const FINISH_NEEDS: Needs = Self::OUTCOME.needs;

    /// Whether [`each_leaf`](Self::each_leaf) and [`fold_tile`](Self::fold_tile) take a [`MIXED`](Monoid::MIXED) state apart.
    #[doc(hidden)]
    const SPLITS: bool = false;

    /// Visits the operators that kernels fold on their own: this one, or the members of a tuple whose state is [`MIXED`](Monoid::MIXED). `path`
    /// is where its state is in that of the tuple, `word` where its parameters begin.
    #[doc(hidden)]
    fn each_leaf<V: VisitLeaf>(visitor: &mut V, path: &str, word: usize)
    where
        Self: Sized,
    {
        visitor.leaf::<Self>(path, word);
    }

    /// The state of a tile that is not empty, each of those operators folded in its own order.
    #[doc(hidden)]
    fn fold_tile<F: FoldTile, S: Slices<Item = Self::Input>>(params: &Self::Params, tile: S) -> Self::State
    where
        Self: Sized,
    {
        F::fold::<Self, S>(params, tile)
    }

    /// The name that this operator lends to messages and generated text.
    #[doc(hidden)]
    fn wgsl_name() -> String {
        Self::State::wgsl_name()
    }

    /// Declares `lift` in `module` and returns its name: a function of an element, which reads parameters where the module says they are.
    #[doc(hidden)]
    fn wgsl_lift(module: &mut Module) -> String;

    /// Declares `finish` in `module`, likewise, and returns its name; refuses where it is for the host alone.
    #[doc(hidden)]
    fn wgsl_finish(module: &mut Module) -> String;
}

/// A visitor of the operators that kernels fold on their own.
#[doc(hidden)]
pub trait VisitLeaf {
    /// Visits one, whose state is at `path` in that of the tuple, in WGSL: `._0._1`, and whose parameters begin at `word` of the tuple's.
    fn leaf<R: Operator>(&mut self, path: &str, word: usize);
}

/// A fold of a tile that is not empty, for operators whose state is not [`MIXED`](Monoid::MIXED).
#[doc(hidden)]
pub trait FoldTile {
    /// The state of the tile.
    fn fold<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, tile: S) -> R::State;
}

#[diagnostic::do_not_recommend]
impl<R: Reduction> Operator for R {
    type Input = R::Input;
    type State = R::State;
    type Output = R::Output;
    type Params = ();

    const PLAIN_SUMS: &'static [&'static str] = R::PLAIN_SUMS;
    const CONSTANT_LIFTS: &'static [&'static str] = R::CONSTANT_LIFTS;
    const OUTCOME: Outcome<R::Output> = R::OUTCOME;
    const FINISH_NEEDS: Needs = R::FINISH_NEEDS;

    #[inline(always)]
    fn lift_with((): &(), x: R::Input) -> R::State {
        R::lift(x)
    }

    #[inline(always)]
    fn finish_with((): &(), state: R::State) -> R::Output {
        R::finish(state)
    }

    fn wgsl_name() -> String {
        <R as Reduction>::wgsl_name()
    }

    fn wgsl_lift(module: &mut Module) -> String {
        <R as Reduction>::wgsl_lift(module)
    }

    fn wgsl_finish(module: &mut Module) -> String {
        <R as Reduction>::wgsl_finish(module)
    }
}

/// A reduction whose `lift` and `finish` read the fields of a value: what `#[gpu] impl Reduction` is where they take `&self`.
///
/// The fields travel to a device as one uniform, so a kernel is compiled once for all values; engines make reducers of a value with `reducer_using`.
///
/// # Laws
/// Those of [`Monoid`], for the state. A parameter may have any value that its type has, NaN too: `lift` and `finish` say what it gives.
///
/// ```
/// use reduce_core::{Cpu, GpuType, Reduce, Reduction, gpu};
///
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
/// struct Tally {
///     #[reduce(sum)]
///     n: u32,
/// }
///
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
/// struct CountAbove {
///     threshold: f32,
/// }
///
/// #[gpu]
/// impl Reduction for CountAbove {
///     type Input = f32;
///     type State = Tally;
///     type Output = u32;
///     fn lift(&self, x: f32) -> Self::State {
///         Tally { n: (x > self.threshold) as u32 }
///     }
///     fn finish(&self, s: Self::State) -> u32 {
///         s.n
///     }
/// }
/// let above = Cpu::new().reducer_using(CountAbove { threshold: 0.5 })?;
/// assert_eq!(above.reduce(&[0.25, 0.75, 1.0])?, 2);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Reduction with parameters",
    label = "its `lift` and `finish` take no `&self`",
    note = "write `#[gpu] impl Reduction` for it, with `lift(&self, x)` and `finish(&self, state)`"
)]
pub trait ReductionWithParameters: ReductionOnGpu {
    // `Operator`, which the macro implements beside, has the bounds: a type that breaks one is reported once.
    /// One element of the input.
    type Input;
    /// The state that elements are combined in.
    type State;
    /// The result.
    type Output;

    /// The state of a single element.
    fn lift(&self, x: Self::Input) -> Self::State;
    /// The result of the last state.
    fn finish(&self, state: Self::State) -> Self::Output;
}
