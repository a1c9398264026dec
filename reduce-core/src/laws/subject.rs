//! A monoid on its own as a reduction, so that it can be checked.

use std::marker::PhantomData;

use crate::monoid::output::Outcome;
use crate::monoid::traits::{Monoid, Reduction, ReductionOnGpu};
use crate::ops::Fold;
use crate::wgsl::Module;

/// [`Fold`] under the name of its monoid, so that messages say what was asked for.
pub struct Itself<M>(PhantomData<fn() -> M>);

// Kept out of the list of types that rustc offers where a Reduction is missing.
#[diagnostic::do_not_recommend]
// SAFETY: the text comes from the WGSL of its parts.
unsafe impl<M: Monoid> ReductionOnGpu for Itself<M> {}

impl<M: Monoid> Reduction for Itself<M> {
    type Input = M;
    type State = M;
    type Output = M;
    const OUTCOME: Outcome<M> = Outcome::ON_DEVICE;

    #[inline(always)]
    fn lift(x: M) -> M {
        x
    }

    fn finish(state: M) -> M {
        state
    }

    fn wgsl_lift(module: &mut Module) -> String {
        Fold::<M>::wgsl_lift(module)
    }

    fn wgsl_finish(module: &mut Module) -> String {
        Fold::<M>::wgsl_finish(module)
    }
}
