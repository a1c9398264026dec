//! Any monoid over itself.

use std::marker::PhantomData;

use crate::monoid::output::Outcome;
use crate::monoid::traits::{Monoid, Reduction, ReductionOnGpu};
use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, snake_case};

/// Combines the elements themselves: any [`Monoid`] over its own values. Empty: its identity.
///
/// ```
/// use reduce_core::{Cpu, Reduce, ops};
///
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
/// struct Range {
///     #[reduce(min)]
///     low: i32,
///     #[reduce(max)]
///     high: i32,
/// }
/// let ranges = [Range { low: 1, high: 2 }, Range { low: -1, high: 0 }];
/// assert_eq!(Cpu::new().reduce::<ops::Fold<Range>>(&ranges)?, Range { low: -1, high: 2 });
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold<M>(PhantomData<fn() -> M>);

// SAFETY: the text comes from the WGSL of its parts.
unsafe impl<M: Monoid> ReductionOnGpu for Fold<M> {}

impl<M: Monoid> Reduction for Fold<M> {
    type Input = M;
    type State = M;
    type Output = M;
    const OUTCOME: Outcome<M> = Outcome::ON_DEVICE;
    // An element may count for any number.
    const CONSTANT_LIFTS: &'static [&'static str] = &[];

    #[inline(always)]
    fn lift(x: M) -> M {
        x
    }

    #[inline(always)]
    fn finish(state: M) -> M {
        state
    }

    fn wgsl_name() -> String {
        format!("Fold_{}", M::wgsl_name())
    }

    fn wgsl_lift(module: &mut Module) -> String {
        same::<M>("lift", module)
    }

    fn wgsl_finish(module: &mut Module) -> String {
        same::<M>("finish", module)
    }
}

/// A function that returns its argument.
fn same<M: GpuType>(role: &'static str, module: &mut Module) -> String {
    let name = format!("fold_{}_{role}", snake_case(&M::wgsl_name()));
    module.function::<Fold<M>>(role, &name, &|module, name| {
        let kind = M::wgsl_type(module);
        format!("fn {name}(x: {kind}) -> {kind} {{\n    return x;\n}}")
    })
}
