//! A monoid on its own as a reduction, which is what can be checked.

use std::marker::PhantomData;

use crate::gpu_type::GpuType;
use crate::monoid::{Monoid, Reduction};
use crate::wgsl::{Module, snake_case};

/// The reduction of a monoid over itself: inputs, states and result are the same.
pub struct Itself<M>(PhantomData<fn() -> M>);

// Kept out of the list of types that rustc offers where a Reduction is missing.
#[diagnostic::do_not_recommend]
impl<M: Monoid> Reduction for Itself<M> {
    type Input = M;
    type State = M;
    type Output = M;

    #[inline(always)]
    fn lift(x: M) -> M {
        x
    }

    fn finish(state: M) -> M {
        state
    }

    fn wgsl_lift(module: &mut Module) -> String {
        unchanged::<M>("itself lift", "lift", module)
    }

    fn wgsl_finish(module: &mut Module) -> String {
        unchanged::<M>("itself finish", "finish", module)
    }
}

/// Declares a function that returns its argument.
fn unchanged<T: GpuType>(role: &'static str, what: &str, module: &mut Module) -> String {
    let name = format!("{}_{what}", snake_case(&T::wgsl_name()));
    module.function::<T>(role, &name, |module, name| {
        let kind = T::wgsl_type(module);
        format!("fn {name}(x: {kind}) -> {kind} {{\n    return x;\n}}")
    })
}
