//! Reductions of elements with a mask: each element comes with a flag that says whether it counts.

use std::marker::PhantomData;

use crate::input::adapters::{Counted, Pairs};
use crate::input::element::Slices;
use crate::monoid::binned::Binned;
use crate::monoid::operator::{FoldTile, Operator, VisitLeaf};
use crate::monoid::output::Outcome;
use crate::monoid::parameters::Parameters as _;
use crate::monoid::traits::{Monoid as _, ReductionOnGpu};
use crate::needs::Needs;
use crate::types::gpu_type::GpuType as _;
use crate::wgsl::Module;

/// The operator `R` for elements with a flag: an element whose flag is `false` is lifted to the identity.
pub struct OfMasked<R>(PhantomData<fn() -> R>);

/// An element of `R`, and whether it counts.
type Item<R> = (<R as Operator>::Input, bool);

// SAFETY: the text comes from that of `R`.
unsafe impl<R: Operator> ReductionOnGpu for OfMasked<R> {}

impl<R: Operator> Operator for OfMasked<R> {
    type Input = Item<R>;
    type State = R::State;
    type Output = R::Output;
    type Params = R::Params;

    const OUTCOME: Outcome<R::Output> = R::OUTCOME;
    const FINISH_NEEDS: Needs = R::FINISH_NEEDS;
    // No field is the same in all lifted states: those of elements that do not count are identities.
    const CONSTANT_LIFTS: &'static [&'static str] = &[];
    const BINNED: Option<Binned<R::Params, Item<R>, R::State>> = match R::BINNED {
        Some(binned) => Some(Binned {
            bins: binned.bins,
            bin: bin::<R>,
            add: binned.add,
            is_result: binned.is_result,
            wgsl: wgsl_bin::<R>,
        }),
        None => None,
    };
    const SPLITS: bool = R::SPLITS;

    fn each_leaf<V: VisitLeaf>(visitor: &mut V, path: &str, word: usize) {
        /// Visits each operator `L` as [`OfMasked<L>`].
        struct Masked<'v, V>(&'v mut V);
        impl<V: VisitLeaf> VisitLeaf for Masked<'_, V> {
            fn leaf<L: Operator>(&mut self, path: &str, word: usize) {
                self.0.leaf::<OfMasked<L>>(path, word);
            }
        }
        R::each_leaf(&mut Masked(visitor), path, word);
    }

    fn fold_tile<F: FoldTile, S: Slices<Item = Item<R>>>(params: &R::Params, tile: S) -> R::State {
        if R::State::MIXED {
            R::fold_tile::<FoldPairs<F>, Counted<S>>(params, Counted(tile))
        } else {
            F::fold::<Self, S>(params, tile)
        }
    }

    #[inline(always)]
    fn lift_with(params: &R::Params, (x, counts): Item<R>) -> R::State {
        if counts {
            R::lift_with(params, x)
        } else {
            R::State::identity()
        }
    }

    #[inline(always)]
    fn finish_with(params: &R::Params, state: R::State) -> R::Output {
        R::finish_with(params, state)
    }

    fn wgsl_name() -> String {
        R::wgsl_name()
    }

    fn wgsl_lift(module: &mut Module) -> String {
        let (lift, identity) = (R::wgsl_lift(module), R::State::wgsl_identity(module));
        let (item, state) = (<Item<R>>::wgsl_type(module), R::State::wgsl_type(module));
        masked::<R>("lift", &lift, &item, &state, &format!("{identity}()"), module)
    }

    fn wgsl_finish(module: &mut Module) -> String {
        R::wgsl_finish(module)
    }
}

/// The fold `F` of a tile for the members of a tuple: it gives each member its elements with their flags.
struct FoldPairs<F>(PhantomData<F>);

impl<F: FoldTile> FoldTile for FoldPairs<F> {
    fn fold<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, tile: S) -> R::State {
        F::fold::<OfMasked<R>, Pairs<S>>(params, Pairs(tile))
    }
}

/// Declares the function of an item that returns `function` of its element, or `otherwise` if the element does not count.
///
/// It returns in one place: with a return in the branch, SwiftShader took more than a minute to compile a kernel that otherwise takes half a second.
fn masked<R: Operator>(
    role: &'static str,
    function: &str,
    item: &str,
    result: &str,
    otherwise: &str,
    module: &mut Module,
) -> String {
    module.function_with_params::<OfMasked<R>>(role, &format!("{function}_masked"), R::Params::WORDS, &|_, name| {
        format!(
            "fn {name}(x: {item}) -> {result} {{\n    var result = {otherwise};\n    if (x._1) {{\n        result = {function}(x._0);\n    }}\n    return result;\n}}"
        )
    })
}

/// The bin of an element. An element that does not count has the bin behind the last one, which is not counted.
fn bin<R: Operator>(params: &R::Params, (x, counts): Item<R>) -> u32 {
    match R::BINNED {
        Some(binned) if counts => (binned.bin)(params, x),
        Some(binned) => binned.bins,
        None => u32::MAX,
    }
}

/// Declares [`bin`] in WGSL and returns its name.
fn wgsl_bin<R: Operator>(module: &mut Module) -> String {
    let Some(binned) = R::BINNED else {
        module.refuse("an operator without bins was asked for one".to_owned());
        return String::new();
    };
    let (bin, item) = ((binned.wgsl)(module), <Item<R>>::wgsl_type(module));
    masked::<R>("bin", &bin, &item, "u32", &format!("{}u", binned.bins), module)
}
